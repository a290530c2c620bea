#!/usr/bin/env bash
# file-type 22.3.0: an animated PNG is no `image/png`.
# Expected: `image/png`, as every decoder of PNG that does not know animations reads it: the chunk `acTL` is an addition.
# Seen: `image/apng`, so a service that allows `image/png` only rejects what browsers and phones write.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . file-type@22.3.0

cat > try.mjs <<'EOF'
import { crc32, deflateSync } from 'node:zlib';
import { fileTypeFromBuffer } from 'file-type';
const chunk = (type, content) => {
  const body = Buffer.concat([Buffer.from(type), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};
const header = chunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]));
const rest = [chunk('IDAT', deflateSync(Buffer.alloc(2))), chunk('IEND', Buffer.alloc(0))];
const animation = chunk('acTL', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]));
const frame = chunk('fcTL', Buffer.from([0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 10, 0, 0]));
const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
for (const more of [[], [animation, frame]])
  console.log((await fileTypeFromBuffer(Buffer.concat([signature, header, ...more, ...rest]))).mime);
EOF
expected='image/png
image/apng'
seen=$(node try.mjs)
if [ "$seen" != "$expected" ]; then
  printf 'changed; expected:\n%s\nseen:\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf '%s\n' "$seen"
