curl "$BASE_URL/cases/$CASE_ID/artifacts" \
  --header "Authorization: Bearer $API_KEY" \
  --header "Idempotency-Key: $(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')" \
  --form kind=ID_FRONT \
  --form "file=@id-front.jpg;type=image/jpeg"
