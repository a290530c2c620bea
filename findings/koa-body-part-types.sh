#!/usr/bin/env bash
# koa-body 8.0.1 (formidable 3.5.4): the type of a part decides whether it is a file, and its file name does not.
# Expected: a part with a file name is a file, and one without is a field, as the senders (browsers, curl) mean it.
# Seen: a field with a type is a file without a name, and a file without a type is a field: a text, in which bytes that are
# not UTF-8 are replaced.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . koa@3.3.0 koa-body@8.0.1 formidable@3.5.4

cat > try.mjs <<'EOF'
import Koa from 'koa';
import { koaBody } from 'koa-body';
const app = new Koa();
app.use(koaBody({ multipart: true }));
app.use((context) => {
  const { body, files } = context.request;
  context.body = `fields ${JSON.stringify(body)} files ${Object.keys(files)}`;
});
const server = app.listen(0);
const address = `http://127.0.0.1:${server.address().port}`;

const form = (parts) => parts.map(([head, text]) => `--B\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`).join('') + '--B--\r\n';
async function send(address, parts) {
  const headers = { 'Content-Type': 'multipart/form-data; boundary=B' };
  const response = await fetch(address, { method: 'POST', headers, body: form(parts) });
  return `${response.status} ${await response.text()}`;
}

console.log(await send(address, [['name="kind"', 'A'], ['name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg', 'x']]));
console.log(await send(address, [['name="kind"\r\nContent-Type: text/plain', 'A'], ['name="file"; filename="a.jpg"', 'x']]));
server.close();
EOF
expected='200 fields {"kind":"A"} files file
200 fields {"file":"x"} files kind'
seen=$(node try.mjs)
if [ "$seen" != "$expected" ]; then
  printf 'changed; expected:\n%s\nseen:\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf '%s\n' "$seen"
