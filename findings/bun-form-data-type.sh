#!/usr/bin/env bash
# Bun 1.4.5: `Request.formData()` ignores the type that the sender declared for a file, and derives one from its name.
# Expected: the declared `application/pdf`, as RFC 7578 says and as Node and Deno do.
# Seen: `image/jpeg` for the name `a.jpg`, and none for a name without an extension. A declared type
# that disagrees with the content cannot be noticed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . @oven/bun-linux-x64@1.4.5

cat > try.mjs <<'EOF'
const part = (name) => `--B\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\nx\r\n--B--\r\n`;
const headers = { 'Content-Type': 'multipart/form-data; boundary=B' };
for (const name of ['a.jpg', 'a.pdf', 'a']) {
  const form = await new Response(part(name), { headers }).formData();
  console.log(`${name}: ${form.get('file').type || 'no type'}`);
}
EOF
expected='a.jpg: image/jpeg
a.pdf: application/pdf
a: no type'
seen=$(node_modules/@oven/bun-linux-x64/bin/bun try.mjs)
if [ "$seen" != "$expected" ]; then
  printf 'changed; expected:\n%s\nseen:\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf '%s\n' "$seen"
