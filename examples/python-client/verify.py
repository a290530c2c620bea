"""Verifies one person or company with nothing but the standard library of Python.

`idv-conformance client -- python3 verify.py` runs it: it opens a case, uploads a file, waits for the decision, and prints
it in its last line.
"""

import base64
import hashlib
import hmac
import http.client
import http.server
import json
import os
import secrets
import sys
import threading
import time
import urllib.error
import urllib.request
import uuid

BASE_URL = os.environ["IDV_BASE_URL"]
API_KEY = os.environ["IDV_API_KEY"]
# Statuses after which nothing was done, or after which only a request that is safe to repeat is sent again.
REJECTED_FOR_A_WHILE = {408, 429, 503}
GATEWAY_FAILED = {500, 502, 504}
MOST_ATTEMPTS = 4


class Rejected(Exception):
    """The service rejected the request; the problem says why."""


def send(method, path, body=None, content_type=None):
    """Sends a request, and sends it again where this is safe. Returns the JSON of the response."""
    headers = {"Authorization": f"Bearer {API_KEY}"}
    if content_type:
        headers["Content-Type"] = content_type
    if method == "POST":
        # One key for all attempts: the service then opens one case, whatever is lost.
        headers["Idempotency-Key"] = str(uuid.uuid4())
    for attempt in range(1, MOST_ATTEMPTS + 1):
        pause = 0.5 * 2**attempt
        try:
            request = urllib.request.Request(BASE_URL + path, data=body, headers=headers, method=method)
            with urllib.request.urlopen(request, timeout=60) as response:
                return json.loads(response.read())
        except urllib.error.HTTPError as error:
            problem = problem_in(error)
            in_use = problem.get("type", "").endswith("/problems/idempotency-key-in-use")
            again = error.code in REJECTED_FOR_A_WHILE | GATEWAY_FAILED or in_use
            if not again or attempt == MOST_ATTEMPTS:
                raise Rejected(f"{error.code} {problem.get('detail', error.reason)}") from error
            pause = max(pause, float(error.headers.get("Retry-After", 0)))
        except (OSError, ValueError, http.client.HTTPException) as error:
            # No response, or a part of one.
            if attempt == MOST_ATTEMPTS:
                raise Rejected(f"no response: {error}") from error
        time.sleep(pause)
    raise AssertionError("unreachable")


def problem_in(error):
    """The problem of a rejection; a gateway may send HTML instead."""
    try:
        problem = json.loads(error.read())
        return problem if isinstance(problem, dict) else {}
    except ValueError:
        return {}


def form(kind, file):
    """A form with both parts. The boundary is random: whoever chose the file must not know it."""
    boundary = secrets.token_hex(16)
    head = (
        f"--{boundary}\r\n"
        f'Content-Disposition: form-data; name="kind"\r\n\r\n{kind}\r\n'
        f"--{boundary}\r\n"
        'Content-Disposition: form-data; name="file"; filename="evidence"\r\n'
        "Content-Type: application/octet-stream\r\n\r\n"
    )
    return head.encode() + file + f"\r\n--{boundary}--\r\n".encode(), f"multipart/form-data; boundary={boundary}"


# Seconds by which the time of an event may differ from this clock.
TOLERANCE = 300


class Receiver(http.server.BaseHTTPRequestHandler):
    """Receives events: verifies each one before it responds, and keeps the decisions."""

    decided = {}
    changed = threading.Condition()

    def do_POST(self):
        # The bytes as they arrived: JSON that is parsed and written again has another signature.
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if not is_genuine(self.headers, body, os.environ["IDV_WEBHOOK_SECRET"]):
            self.send_response(401)
            self.end_headers()
            return
        event = json.loads(body)
        # Types and cases that this program does not know are acknowledged too, and so is a copy.
        self.send_response(204)
        self.end_headers()
        if event["type"] == "case.decided":
            with self.changed:
                self.decided[event["data"]["id"]] = event["data"]["status"]
                self.changed.notify_all()

    def log_message(self, *_):
        pass


def is_genuine(headers, body, secret):
    """Whether one signature of the event fits, and its time too (Standard Webhooks)."""
    event_id, moment = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not moment.isdecimal() or abs(time.time() - int(moment)) > TOLERANCE:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"{event_id}.{moment}.".encode() + body, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    entries = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(expected, entry) for entry in entries)


def receive_events(listen):
    host, port = listen.rsplit(":", 1)
    server = http.server.ThreadingHTTPServer((host, int(port)), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()


def wait_for_event(case_id, seconds):
    """Waits until an event says that the case is decided. Returns its status, or None when the time is over."""
    with Receiver.changed:
        Receiver.changed.wait_for(lambda: case_id in Receiver.decided, seconds)
        return Receiver.decided.get(case_id)


def verify(task, path):
    case_type = "PM" if task == "company" else "PF"
    body = json.dumps({"type": case_type, "reference": f"order-{uuid.uuid4()}"}).encode()
    case = send("POST", "/cases", body, "application/json")
    with open(path, "rb") as file:
        kind = "INCORPORATION_DEED" if case_type == "PM" else "PASSPORT"
        send("POST", f"/cases/{case['id']}/artifacts", *form(kind, file.read()))
    pause = 2.05
    while True:
        case = send("GET", f"/cases/{case['id']}")
        if case["status"] != "PENDING":
            return case["status"]
        # Without a receiver this is a pause: an event may be late, and reads find the decision too.
        status = wait_for_event(case["id"], pause)
        if status:
            return status
        pause = min(pause * 1.5, 60)


if __name__ == "__main__":
    # It listens before it opens the case: the event may come before the response to the upload.
    if "IDV_WEBHOOK_LISTEN" in os.environ:
        receive_events(os.environ["IDV_WEBHOOK_LISTEN"])
    try:
        print(verify(os.environ["IDV_TASK"], os.environ["IDV_TASK_FILE"]))
    except Rejected as error:
        sys.exit(str(error))
