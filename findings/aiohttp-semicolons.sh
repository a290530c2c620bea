#!/usr/bin/env bash
# aiohttp 3.14.3: a part of a form whose file name has semicolons, as in `a;b;c.jpg`.
# Expected: semicolons in quotes are part of the name, however many there are.
# Seen: one is read well. With two, the part has neither a file name nor a name, so it cannot be told which part it is; `post()` fails
# for such a form.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --target . aiohttp==3.14.3

cat > try.py <<'EOF'
import asyncio
from unittest.mock import Mock
from aiohttp import MultipartReader, StreamReader


async def read(name):
    stream = StreamReader(Mock(_reading_paused=False), 2**16, loop=asyncio.get_running_loop())
    head = f'--b\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
    stream.feed_data(head.encode() + b"x\r\n--b--\r\n")
    stream.feed_eof()
    part = await MultipartReader({"Content-Type": "multipart/form-data; boundary=b"}, stream).next()
    return part.name, part.filename


for name in ("a.jpg", "a;b.jpg", "a;b;c.jpg"):
    print(name, asyncio.run(read(name)))
EOF
expected="a.jpg ('file', 'a.jpg')
a;b.jpg ('file', 'a;b.jpg')
a;b;c.jpg (None, None)"
seen=$(PYTHONPATH=. python3 -W ignore try.py)
if [ "$seen" != "$expected" ]; then
  printf 'changed; expected:\n%s\nseen:\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf '%s\n' "$seen"
