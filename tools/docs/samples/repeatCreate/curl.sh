key=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n') # One for all attempts.
for attempt in 1 2 3 4; do
  # `--retry` would give up at the 409 of a key in use.
  status=$(curl "$BASE_URL/cases" --silent --output case.json --write-out '%{http_code} %header{retry-after}' \
    --header "Authorization: Bearer $API_KEY" \
    --header "Content-Type: application/json" \
    --header "Idempotency-Key: $key" \
    --data '{"type": "PF", "reference": "sandbox:approve"}') || exit
  # Of the three kinds of 409, only that of a key in use passes.
  case $status in
    429* | 503*) ;;
    409*) grep -q '/problems/idempotency-key-in-use"' case.json || break ;;
    *) break ;;
  esac
  pause=${status#* } && sleep "${pause:-1}"
done
cat case.json && [ "${status%% *}" = 201 ]
