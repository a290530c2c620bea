#!/usr/bin/env bash
# next 16.4.6: a rewrite to another server cuts a body after 10 MB, and keeps its Content-Length.
# Expected: the whole body, or 413.
# Seen: the service gets at most 10485760 of 11000000 bytes and waits for the rest, so the client gets no response. The limit is
# `experimental.proxyClientMaxBodySize`, whose documentation speaks of the file `proxy.ts`, which this application does not have.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . next@16.4.6 react@19 react-dom@19

mkdir app
echo 'export default ({ children }) => <html><body>{children}</body></html>;' > app/layout.jsx
echo 'export default () => <p>page</p>;' > app/page.jsx
cat > try.mjs <<'EOF'
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
let bytes = 0;
const service = http.createServer((request, response) => {
  bytes = 0;
  request.on('error', () => {}).on('data', (data) => (bytes += data.length)).on('end', () => response.end(`${bytes} bytes`));
});
const gateway = http.createServer().listen(0, '127.0.0.1');
service.listen(0, '127.0.0.1');
await Promise.all([once(service, 'listening'), once(gateway, 'listening')]);
const { port } = gateway.address();
gateway.close();
const destination = `http://127.0.0.1:${service.address().port}/:path*`;
const rewrites = `async () => ({ beforeFiles: [{ source: '/:path*', destination: '${destination}' }] })`;
writeFileSync('next.config.mjs', `export default { rewrites: ${rewrites} };`);
const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };
const next = (...flags) => [process.execPath, ['node_modules/next/dist/bin/next', ...flags], { env, stdio: 'ignore' }];
execFileSync(...next('build'));
const started = spawn(...next('start', '-p', String(port), '-H', '127.0.0.1'));
const send = async (length) => {
  const options = { method: 'POST', body: Buffer.alloc(length), signal: AbortSignal.timeout(5000) };
  const response = await fetch(`http://127.0.0.1:${port}/files`, options);
  return response.text();
};
for (let tries = 0; tries < 200 && !(await send(1).catch(() => '')); tries += 1) await wait(100);
console.log('10000000 sent:', await send(10_000_000));
const seen = await send(11_000_000).catch(({ name }) => name);
console.log('11000000 sent:', seen, 'and the service has', bytes > 10_485_760 ? 'more than 10 MB' : 'at most 10 MB');
started.kill();
process.exit();
EOF
expected='10000000 sent: 10000000 bytes
11000000 sent: TimeoutError and the service has at most 10 MB'
seen=$(node try.mjs)
if [ "$seen" != "$expected" ]; then
  printf 'changed; expected:\n%s\nseen:\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf '%s\n' "$seen"
