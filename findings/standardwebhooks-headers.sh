#!/usr/bin/env bash
# standardwebhooks 1.1.1: `verify()` does not find the headers of a fetch-style request.
# Expected: the `Headers` of a `Request` are what such a service has at hand, and the names are compared in any letter case.
# Seen: "Missing required headers", although all three are there: it reads own properties, which `Headers` has none of.
# `Object.fromEntries(headers)` works.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . standardwebhooks@1.1.1

cat > try.mjs <<'EOF'
import { Webhook } from 'standardwebhooks';
const webhook = new Webhook(`whsec_${Buffer.alloc(24, 7).toString('base64')}`);
const [now, body] = [new Date(), '{"type":"case.decided"}'];
const headers = new Headers({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(Math.floor(now / 1000)),
  'webhook-signature': webhook.sign('msg_1', now, body),
});
for (const given of [Object.fromEntries(headers), headers])
  try {
    console.log(webhook.verify(body, given).type);
  } catch (error) {
    console.log(error.message);
  }
EOF
expected='case.decided
Missing required headers'
seen=$(node try.mjs)
if [ "$seen" != "$expected" ]; then
  printf 'changed; expected:\n%s\nseen:\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf '%s\n' "$seen"
