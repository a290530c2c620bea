#!/usr/bin/env bash
# nitropack 2.13.6: `routeRules: { '/**': { proxy } }` forwards another path than it got.
# Expected: the service gets `/cases/a%20`, as it was sent.
# Seen: `/cases/a`. The path is decoded, and `fetch` then removes the space at its end.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . nitropack@2.13.6

cat > try.mjs <<'EOF'
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
const service = http.createServer((request, response) => response.end(request.url)).listen(0, '127.0.0.1');
const gateway = http.createServer().listen(0, '127.0.0.1');
await Promise.all([once(service, 'listening'), once(gateway, 'listening')]);
const { port } = gateway.address();
gateway.close();
const target = `http://127.0.0.1:${service.address().port}`;
writeFileSync('nitro.config.mjs', `export default { routeRules: { '/**': { proxy: '${target}/**' } } };`);
execFileSync('node_modules/.bin/nitropack', ['build'], { stdio: 'ignore' });
const env = { ...process.env, PORT: port, HOST: '127.0.0.1' };
const nitro = spawn(process.execPath, ['.output/server/index.mjs'], { env, stdio: 'ignore' });
const read = (path) => fetch(`http://127.0.0.1:${port}${path}`).then((response) => response.text());
for (let tries = 0; tries < 100 && !(await read('/').catch(() => '')); tries += 1) await wait(100);
console.log(await read('/cases/a%20'));
console.log(await read('/cases/a%20b'));
nitro.kill();
service.close();
service.closeAllConnections();
EOF
expected='/cases/a
/cases/a%20b'
seen=$(node try.mjs)
if [ "$seen" != "$expected" ]; then
  printf 'changed; expected:\n%s\nseen:\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf '%s\n' "$seen"
