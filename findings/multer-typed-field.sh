#!/usr/bin/env bash
# multer 2.5.0: a field whose part declares `application/octet-stream` is dropped, without an error.
# Expected: the text, or an error. The part has no file name.
# Seen: `req.body` has no such property; with any other type, or none, it is there.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . express@5.3.0 multer@2.5.0

cat > try.mjs <<'EOF'
import express from 'express';
import multer from 'multer';
const app = express();
app.post('/', multer().any(), (request, response) => {
  response.send(`fields ${Object.keys(request.body ?? {})} files ${request.files.length}`);
});
const server = app.listen(0);
const address = `http://127.0.0.1:${server.address().port}/`;

const form = (parts) => parts.map(([head, text]) => `--B\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`).join('') + '--B--\r\n';
async function send(address, parts) {
  const headers = { 'Content-Type': 'multipart/form-data; boundary=B' };
  const response = await fetch(address, { method: 'POST', headers, body: form(parts) });
  return `${response.status} ${await response.text()}`;
}

for (const type of ['text/plain', 'application/json', 'application/octet-stream'])
  console.log(`${type}: ${await send(address, [['name="first"', 'A'], [`name="kind"\r\nContent-Type: ${type}`, 'A']])}`);
server.close();
EOF
expected='text/plain: 200 fields first,kind files 0
application/json: 200 fields first,kind files 0
application/octet-stream: 200 fields first files 0'
seen=$(node try.mjs)
if [ "$seen" != "$expected" ]; then
  printf 'changed; expected:\n%s\nseen:\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf '%s\n' "$seen"
