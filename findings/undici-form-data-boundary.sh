#!/usr/bin/env bash
# undici 7.30.2 (the fetch of Node): `Response.formData()` searches the body for the characters of the boundary alone.
# Expected: a boundary is a line that begins with two hyphens and the characters, so a file may contain the characters.
# Seen: an error as soon as the file contains them anywhere, also without hyphens. With the legal boundary `f`, no file
# with the letter f can be read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . undici@7.30.2

cat > try.mjs <<'EOF'
import { Response } from 'undici';
async function read(content, boundary) {
  const part = 'Content-Disposition: form-data; name="file"; filename="a.bin"\r\nContent-Type: image/jpeg';
  const body = `--${boundary}\r\n${part}\r\n\r\n${content}\r\n--${boundary}--\r\n`;
  const headers = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };
  const form = await new Response(body, { headers }).formData();
  return `${(await form.get('file').arrayBuffer()).byteLength} bytes`;
}
for (const [content, boundary] of [['text', 'f'], ['front', 'f'], ['a--limit', 'limit']])
  console.log(`${content} within ${boundary}: ${await read(content, boundary).catch((error) => error.message)}`);
EOF
expected='text within f: 4 bytes
front within f: Failed to parse body as FormData.
a--limit within limit: Failed to parse body as FormData.'
seen=$(node try.mjs)
if [ "$seen" != "$expected" ]; then
  printf 'changed; expected:\n%s\nseen:\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf '%s\n' "$seen"
