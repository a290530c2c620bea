#!/usr/bin/env bash
# @fastify/multipart 10.1.9: a field whose part declares `application/json` is parsed as JSON.
# Expected: every field is the text that was sent, as the value of a field with another type is.
# Seen: the text `ID_FRONT` is rejected with 406 Not Acceptable, which is about the `Accept` header of a request, and the
# text `"ID_FRONT"` loses its quotes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . fastify@5.12.8 @fastify/multipart@10.1.9

cat > try.mjs <<'EOF'
import Fastify from 'fastify';
import multipart from '@fastify/multipart';
const app = Fastify();
await app.register(multipart);
app.post('/', async (request) => {
  for await (const part of request.parts()) return `${typeof part.value} ${part.value}`;
});
const address = await app.listen({ port: 0, host: '127.0.0.1' });

const form = (parts) => parts.map(([head, text]) => `--B\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`).join('') + '--B--\r\n';
async function send(address, parts) {
  const headers = { 'Content-Type': 'multipart/form-data; boundary=B' };
  const response = await fetch(address, { method: 'POST', headers, body: form(parts) });
  return `${response.status} ${await response.text()}`;
}

for (const [type, text] of [['text/plain', 'ID_FRONT'], ['application/json', '"ID_FRONT"'], ['application/json', 'ID_FRONT']])
  console.log((await send(address, [[`name="kind"\r\nContent-Type: ${type}`, text]])).slice(0, 60));
await app.close();
EOF
expected='200 string ID_FRONT
200 string ID_FRONT
406 {"statusCode":406,"code":"FST_INVALID_JSON_FIELD_ERROR",'
seen=$(node try.mjs)
if [ "$seen" != "$expected" ]; then
  printf 'changed; expected:\n%s\nseen:\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf '%s\n' "$seen"
