#!/usr/bin/env bash
# h3 2.0.8: a parameter of a route is decoded in part.
# Expected: `A b` for `%41%20b`, as in other routers, or the text as it was sent.
# Seen: `A%20b`. The address is normalised first, which decodes letters, and the parameter itself is not decoded; so it can
# neither be compared with the sent text nor with its meaning. `{ decode: true }` gives `A b`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . h3@2.0.8

cat > try.mjs <<'EOF'
import { getRouterParam, H3 } from 'h3';
const app = new H3();
app.get('/raw/:id', (event) => getRouterParam(event, 'id'));
app.get('/decoded/:id', (event) => getRouterParam(event, 'id', { decode: true }));
console.log(await (await app.request('/raw/%41%20b')).text());
console.log(await (await app.request('/decoded/%41%20b')).text());
EOF
expected='A%20b
A b'
seen=$(node try.mjs)
if [ "$seen" != "$expected" ]; then
  printf 'changed; expected:\n%s\nseen:\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf '%s\n' "$seen"
