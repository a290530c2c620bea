import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

secret = base64.b64decode(os.environ.get("WEBHOOK_SECRET", "").removeprefix("whsec_"))
if not secret:
    raise SystemExit("Set WEBHOOK_SECRET to whsec_…")
seen = set()  # In production a table that outlives a restart.


def is_genuine(headers, body):
    identifier, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not timestamp.isascii() or not timestamp.isdigit() or abs(time.time() - int(timestamp)) > 300:
        return False
    signed = f"{identifier}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(secret, signed, hashlib.sha256).digest()).decode()
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(signature.encode(), expected.encode()) for signature in given)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        try:
            self.respond(self.take())
        except (ValueError, LookupError, TypeError):
            self.respond(500)  # After any other status than 2xx, the service sends the event again, so an error here loses none.

    def take(self):
        length = int(self.headers.get("Content-Length", 0))
        body = self.rfile.read(min(length, 1_048_577))  # The bytes as they arrived, before they are parsed.
        if len(body) > 1_048_576:
            return 413
        if not is_genuine(self.headers, body):
            return 401
        event = json.loads(body)
        # The same event may arrive again, and new types may be added.
        if self.headers["webhook-id"] not in seen and event["type"] == "case.decided":
            print(event["data"]["id"], event["data"]["status"], flush=True)
        seen.add(self.headers["webhook-id"])  # Not before it is processed: an error there must lose no event.
        return 204

    def respond(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "4020"))), Receiver)
print("port:", server.server_port, flush=True)
server.serve_forever()
