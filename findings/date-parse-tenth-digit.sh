#!/usr/bin/env bash
# Date.parse of V8 (Node 24.5.0): a tenth digit moves the point of a fraction that begins with a zero.
# Expected: 38 milliseconds for .038, however many zeros follow; RFC 3339 limits the digits of a fraction nowhere.
# Seen: 38 for nine digits and 380 for ten, so a correct time becomes a third of a second later, without an error.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . node@24.5.0

expected='.038 38
.038000000 38
.0380000000 380'
seen=$(./node_modules/.bin/node -e "
for (const fraction of ['.038', '.038000000', '.0380000000'])
  console.log(fraction, Date.parse('2026-01-01T00:00:52' + fraction + 'Z') % 1000);")
if [ "$seen" != "$expected" ]; then
  printf 'changed; expected:\n%s\nseen:\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf '%s\n' "$seen"
