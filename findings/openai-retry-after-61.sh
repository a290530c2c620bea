#!/usr/bin/env bash
# openai 7.57.0 (an SDK of Stainless): the longer wait is the shorter one.
# Expected: with `Retry-After: 61`, the next request comes after 61 seconds, or not at all.
# Seen: it obeys up to 60 seconds; after 61 it comes back in less than a second, as if nothing had been said.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . openai@7.57.0

cat > try.mjs <<'EOF'
import { createServer } from 'node:http';
import OpenAI from 'openai';
for (const seconds of [2, 61]) {
  const times = [];
  const server = createServer((request, response) => {
    times.push(Date.now());
    request.resume().on('end', () => response.writeHead(429, { 'Retry-After': String(seconds) }).end('{}'));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = new OpenAI({ apiKey: 'x', maxRetries: 1, baseURL: `http://127.0.0.1:${server.address().port}` });
  await client.models.list().catch(() => {});
  server.close();
  const pause = times[1] - times[0];
  console.log(`Retry-After: ${seconds}, and the next request`, pause < 1900 ? 'at once' : 'when it may come');
}
process.exit(0);
EOF
expected='Retry-After: 2, and the next request when it may come
Retry-After: 61, and the next request at once'
seen=$(node try.mjs)
if [ "$seen" != "$expected" ]; then
  printf 'changed; expected:\n%s\nseen:\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf '%s\n' "$seen"
