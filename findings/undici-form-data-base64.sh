#!/usr/bin/env bash
# undici 7.30.2 (the fetch of Node): `Response.formData()` decodes a part whose `Content-Transfer-Encoding` is `base64`.
# Expected: the bytes as they were sent, because RFC 7578 deprecates the header, or else all spellings and encodings.
# Seen: `base64` is decoded, `BASE64` is not, and neither is `quoted-printable`; nothing in the result says which it was.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . undici@7.30.2

cat > try.mjs <<'EOF'
import { Response } from 'undici';
async function sizeOf(encoding) {
  const part = `Content-Disposition: form-data; name="file"; filename="a.bin"\r\nContent-Transfer-Encoding: ${encoding}`;
  const body = `--B\r\n${part}\r\n\r\nYT1iYQ==\r\n--B--\r\n`;
  const form = await new Response(body, { headers: { 'Content-Type': 'multipart/form-data; boundary=B' } }).formData();
  return (await form.get('file').arrayBuffer()).byteLength;
}
for (const encoding of ['binary', 'base64', 'BASE64', 'quoted-printable'])
  console.log(`${encoding}: ${await sizeOf(encoding)} bytes of 8`);
EOF
expected='binary: 8 bytes of 8
base64: 4 bytes of 8
BASE64: 8 bytes of 8
quoted-printable: 8 bytes of 8'
seen=$(node try.mjs)
if [ "$seen" != "$expected" ]; then
  printf 'changed; expected:\n%s\nseen:\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf '%s\n' "$seen"
