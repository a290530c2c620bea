#!/usr/bin/env bash
# vite 8.3.8: `server.proxy` never answers a request with `Upgrade: h2c`.
# Expected: the response of the service, as for the same request without the header, which a server may ignore. The HttpClient
# of Java sends it with the first request of each connection without TLS.
# Seen: no response, and the connection stays open. Node passes each request with `Upgrade` to the listener for `upgrade` that
# Vite adds, which only handles WebSockets.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . vite@8.3.8

cat > try.mjs <<'EOF'
import { once } from 'node:events';
import http from 'node:http';
import { createServer } from 'vite';
const service = http.createServer((request, response) => response.end('from the service')).listen(0, '127.0.0.1');
await once(service, 'listening');
const target = `http://127.0.0.1:${service.address().port}`;
const ask = async (headers) => {
  const server = { host: '127.0.0.1', port: 0, proxy: { '/': target } };
  const vite = await createServer({ configFile: false, logLevel: 'silent', server });
  await vite.listen();
  const { port } = vite.httpServer.address();
  const text = await new Promise((resolve) => {
    const request = http.get({ host: '127.0.0.1', port, path: '/cases/a', headers, timeout: 3000, agent: false });
    request.on('response', (response) => response.once('data', (data) => resolve(String(data))));
    request.on('error', ({ code }) => resolve(code));
    request.on('timeout', () => resolve('no response within 3 s'));
    request.on('close', () => resolve('closed'));
  });
  await Promise.race([vite.close(), new Promise((resolve) => setTimeout(resolve, 500))]);
  return text;
};
const upgrade = { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AAMAAABkAAQAoAAAAAIAAAAA' };
console.log('without:', await ask({}));
console.log('with Upgrade: h2c:', await ask(upgrade));
process.exit();
EOF
expected='without: from the service
with Upgrade: h2c: no response within 3 s'
seen=$(node try.mjs)
if [ "$seen" != "$expected" ]; then
  printf 'changed; expected:\n%s\nseen:\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf '%s\n' "$seen"
