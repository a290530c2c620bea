# Sends a signed event to your receiver, as the service does.
id=msg_$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n') timestamp=$(date +%s)
body='{"type":"case.decided","timestamp":"2026-01-01T09:30:05Z","data":{"id":"case_7Qm2xVt9LkPz4RwB","status":"APPROVED"}}'
key=$(printf %s "${WEBHOOK_SECRET#whsec_}" | base64 --decode | od -An -v -tx1 | tr -d ' \n')
digest=$(printf %s "$id.$timestamp.$body" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)
curl "http://127.0.0.1:${PORT:-4020}" \
  --header "Content-Type: application/json" \
  --header "webhook-id: $id" \
  --header "webhook-timestamp: $timestamp" \
  --header "webhook-signature: v1,$digest" \
  --data "$body"
