#!/usr/bin/env bash
# ajv-formats 3.0.1 with ajv 8.20.0: the format `date-time` accepts more than RFC 3339.
# Expected: a `T` between date and time, and an offset such as `+01:00`, as the specification of JSON Schema demands.
# Seen: a space, `+0100` and `+01` are valid too, so a schema alone does not show that other parsers can read the time.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . ajv@8.20.0 ajv-formats@3.0.1

cat > try.mjs <<'EOF'
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
const ajv = new Ajv();
addFormats(ajv);
const validate = ajv.compile({ type: 'string', format: 'date-time' });
for (const time of ['2026-01-01T00:00:00+01:00', '2026-01-01 00:00:00Z', '2026-01-01T00:00:00+0100', '2026-01-01T00:00:00+01', '2026-01-01T00:00:00'])
  console.log(`${time}: ${validate(time)}`);
EOF
expected='2026-01-01T00:00:00+01:00: true
2026-01-01 00:00:00Z: true
2026-01-01T00:00:00+0100: true
2026-01-01T00:00:00+01: true
2026-01-01T00:00:00: false'
seen=$(node try.mjs)
if [ "$seen" != "$expected" ]; then
  printf 'changed; expected:\n%s\nseen:\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf '%s\n' "$seen"
