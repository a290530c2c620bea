curl "$BASE_URL/cases/$CASE_ID" \
  --header "Authorization: Bearer $API_KEY"
