#!/usr/bin/env bash
# Werkzeug 3.1.9, so also Flask: `max_content_length` of a body without Content-Length, such as one in chunks.
# Expected: 413 for a longer body, as with Content-Length.
# Seen: `get_data()` and `get_json()` return the beginning of the body, without an error. JSON that ends before the limit, with
# spaces behind it, is accepted. A form is rejected with 413, because its parser reads once more.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --target . werkzeug==3.1.9

cat > try.py <<'EOF'
from io import BytesIO
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Request


def read(what, body, **more):
    # A server that reads chunks sets wsgi.input_terminated.
    environ = {"REQUEST_METHOD": "POST", "wsgi.input": BytesIO(body), "wsgi.input_terminated": True, **more}
    request = Request(environ)
    request.max_content_length = 100
    try:
        return what(request)
    except RequestEntityTooLarge as error:
        return error.code


json = b'{"a": 1}' + b" " * 1000
print("with Content-Length:", read(lambda r: len(r.get_data()), json, CONTENT_LENGTH=str(len(json))))
print("in chunks:", read(lambda r: len(r.get_data()), json))
print("JSON in chunks:", read(lambda r: r.get_json(), json, CONTENT_TYPE="application/json"))
form = b'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n' + b"x" * 1000 + b"\r\n--b--\r\n"
print("a form in chunks:", read(lambda r: r.form["a"], form, CONTENT_TYPE="multipart/form-data; boundary=b"))
EOF
expected='with Content-Length: 413
in chunks: 100
JSON in chunks: {'"'a'"': 1}
a form in chunks: 413'
seen=$(PYTHONPATH=. python3 try.py)
if [ "$seen" != "$expected" ]; then
  printf 'changed; expected:\n%s\nseen:\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf '%s\n' "$seen"
