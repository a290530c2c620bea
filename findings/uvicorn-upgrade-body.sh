#!/usr/bin/env bash
# uvicorn 0.54.0 with httptools 0.8.0, as `uvicorn[standard]` installs it: a POST with `Upgrade: h2c`, which the HttpClient of Java sends
# by default.
# Expected: a server that does not know the protocol ignores the header (RFC 9110 §7.8), so the program gets the body.
# Seen: the program gets an empty body, and the client the response to it. With `--http h11` the body arrives.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m pip install --quiet --disable-pip-version-check --target . uvicorn==0.54.0 httptools==0.8.0 h11==0.16.0

cat > try.py <<'EOF'
import socket
import threading
import uvicorn


async def app(scope, receive, send):
    body = (await receive())["body"]
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": f"{len(body)} bytes".encode()})


upgrade = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n"
for http in ("httptools", "h11"):
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, http=http, lifespan="off", log_level="critical"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    for name, headers in (("without", ""), ("with", upgrade)):
        with socket.create_connection(listener.getsockname()) as client:
            client.sendall(f"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n{headers}\r\nbody".encode())
            received = b""
            while b" bytes" not in received and (chunk := client.recv(4096)):
                received += chunk
        shown = received.rpartition(b" bytes")[0].splitlines()[-1].decode()
        print(f"{http}, {name} Upgrade: {shown} bytes")
    server.should_exit = True
    thread.join()
EOF
expected='httptools, without Upgrade: 4 bytes
httptools, with Upgrade: 0 bytes
h11, without Upgrade: 4 bytes
h11, with Upgrade: 4 bytes'
seen=$(PYTHONPATH=. python3 try.py)
if [ "$seen" != "$expected" ]; then
  printf 'changed; expected:\n%s\nseen:\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf '%s\n' "$seen"
