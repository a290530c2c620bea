curl "$BASE_URL/cases" \
  --header "Authorization: Bearer $API_KEY" \
  --header "Content-Type: application/json" \
  --header "Idempotency-Key: $(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')" \
  --data '{"type": "PF", "reference": "sandbox:approve"}'
