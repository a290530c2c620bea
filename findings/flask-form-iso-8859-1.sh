#!/usr/bin/env bash
# Flask 3.1.3 with Werkzeug 3.1.9: a form in which a file has a name in ISO-8859-1, as Apache HttpClient 5 writes `españa.jpg`.
# Expected: the name with a replaced letter, or 400.
# Seen: `request.form` and `request.files` are both empty, without an error: the field in front of the file is lost too, so the
# request looks as if its parts were missing. Any error of the parser looks so, because it is silent by default.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --target . flask==3.1.3 werkzeug==3.1.9

cat > try.py <<'EOF'
from flask import Flask, request

app = Flask(__name__)


@app.post("/")
def upload():
    return f"{dict(request.form)} {list(request.files)}"


field = b'--b\r\nContent-Disposition: form-data; name="kind"\r\n\r\nID_FRONT\r\n'
for charset in ("utf-8", "iso-8859-1"):
    file = '--b\r\nContent-Disposition: form-data; name="file"; filename="españa.jpg"\r\n\r\nx\r\n--b--\r\n'.encode(charset)
    response = app.test_client().post("/", data=field + file, content_type="multipart/form-data; boundary=b")
    print(charset, response.status_code, response.text)
EOF
expected="utf-8 200 {'kind': 'ID_FRONT'} ['file']
iso-8859-1 200 {} []"
seen=$(PYTHONPATH=. python3 try.py)
if [ "$seen" != "$expected" ]; then
  printf 'changed; expected:\n%s\nseen:\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf '%s\n' "$seen"
