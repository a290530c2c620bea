#!/usr/bin/env bash
# openapi-typescript 7.13.0: a property with a default is required in the generated type, also in that of a request.
# Expected: a default is for the case that the property is omitted, so it stays optional in a request.
# Seen: `pageSize: number` without a question mark; a client does not compile unless it sends the default.
# `--default-non-nullable=false` makes it optional.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . openapi-typescript@7.13.0 typescript@5.9.3

cat > try.mjs <<'EOF'
import { readFileSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
const properties = { name: { type: 'string' }, pageSize: { type: 'integer', default: 20 } };
const schemas = { Create: { type: 'object', required: ['name'], properties } };
writeFileSync('api.json', JSON.stringify({ openapi: '3.1.0', info: { title: 'x', version: '1' }, paths: {}, components: { schemas } }));
for (const flags of [[], ['--default-non-nullable=false']]) {
  execFileSync('npx', ['openapi-typescript', 'api.json', '--output', 'api.ts', ...flags], { stdio: 'ignore' });
  console.log(/pageSize\??: \w+/.exec(readFileSync('api.ts', 'utf8'))[0]);
}
EOF
expected='pageSize: number
pageSize?: number'
seen=$(node try.mjs)
if [ "$seen" != "$expected" ]; then
  printf 'changed; expected:\n%s\nseen:\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf '%s\n' "$seen"
