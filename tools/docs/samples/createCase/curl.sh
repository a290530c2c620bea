curl "$BASE_URL/cases" \
  --header "Authorization: Bearer $API_KEY" \
  --header "Content-Type: application/json" \
  --header "Idempotency-Key: $(uuidgen)" \
  --data '{"type": "PF", "reference": "user-48213"}'
