"""Sends scenarios of the suite from Python: an example of a program that reads them as data.

    idv-conformance --list --format json > list.json
    IDV_API_KEY=… IDV_OTHER_API_KEY=… IDV_LIVE_API_KEY=… python3 run.py list.json http://127.0.0.1:8080 create-case.reference-rejected

It judges only whether requests are accepted or rejected, which is a small part of what the suite judges; and it sends no
scenario that needs one of `UNSENT`. Without ids it sends all others. The service has a sandbox.
"""

import http.client
import json
import os
import secrets
import sys
import urllib.parse
import uuid

with open(sys.argv[1], encoding="utf8") as file:
    LIST = json.load(file)
BASE = urllib.parse.urlsplit(sys.argv[2])
IDS = sys.argv[3:]
KEYS = {
    "tenant": os.environ["IDV_API_KEY"],
    "other": os.environ["IDV_OTHER_API_KEY"],
    "live": os.environ["IDV_LIVE_API_KEY"],
    "stranger": LIST["changes"]["stranger"],
}
UNSENT = {
    *("keyAs", "idempotencyKeyAs", "headerNamesAs", "cookies", "cutAt", "sending", "chunked", "aborted", "together"),
    *("until", "receiver", "watchedBy", "listens", "connection"),
}


def can_send(scenario):
    requests = [LIST["requests"][at] for name in ("control", "setting", "steps") for at in scenario.get(name, [])]
    has_case = all(each.get("of") == "control" or isinstance(each.get("of", 0), int) for each in requests)
    return has_case and not any(UNSENT & set(each) for each in requests) and "events" not in scenario


def text_of(pieces):
    for piece in pieces:
        if isinstance(piece, str):
            yield piece
        elif "text" in piece:
            yield from text_of(LIST["texts"][piece["text"]])
        else:
            yield piece["repeat"] * piece["times"]


class Scenario:
    def __init__(self):
        self.control, self.opened, self.artifact = "", [], ""
        self.unique, self.uuid = secrets.token_hex(8), str(uuid.uuid4())

    def fill(self, text, case=""):
        values = {
            "unique": self.unique,
            "uuid": self.uuid,
            "number": str(int(self.unique, 16)),
            "letter": self.unique[0],
            "reference, 26 characters": secrets.token_hex(13),
            "key": KEYS["tenant"],
            "origin": f"{BASE.scheme}://{BASE.netloc}",
            "id": case,
            "encoded id": f"%{ord(case[:1] or 'x'):02x}{case[1:]}",
            "artifact id": self.artifact,
        }
        for name, value in values.items():
            text = text.replace("{" + name + "}", value)
        return text

    def send(self, request):
        of = request.get("of")
        case = self.control if of == "control" else self.opened[of] if of is not None else ""
        headers = [(name, self.fill(value)) for name, value in request["headers"]]
        sender = request.get("as", "tenant")
        if "authorization" in request:
            headers.append(("Authorization", self.fill(request["authorization"])))
        elif sender != "nobody":
            headers.append(("Authorization", f"Bearer {KEYS[sender]}"))
        if "idempotencyKey" in request:
            headers.append(("Idempotency-Key", self.fill(request["idempotencyKey"])))
        body = self.fill("".join(text_of(request.get("body", [])))).encode("latin1")
        if body or request["method"] == "POST":
            headers.append(("Content-Length", str(len(body))))
        query = "?" + self.fill(request["query"]) if "query" in request else ""
        connection = http.client.HTTPConnection(BASE.netloc, timeout=30)
        connection.putrequest(request["method"], BASE.path + self.fill(request["path"], case) + query)
        for name, value in headers:
            connection.putheader(name, value)
        connection.endheaders(body)
        response = connection.getresponse()
        return response.status, self.note(request, response.status, response.read())

    def note(self, request, status, body):
        """Keeps the id of a case or an artifact. Returns the problem of a rejection."""
        shown = json.loads(body) if body[:1] == b"{" else {}
        if status == 201 and request["do"] == "create":
            self.opened.append(shown["id"])
        if status == 201 and request["do"] == "upload":
            self.artifact = self.artifact or shown["id"]
        return shown.get("type", "").split("/")[-1] if status >= 400 else None

    def play(self, scenario):
        """Returns whether everything before the steps was accepted, and the responses to them."""
        send = lambda name: [self.send(LIST["requests"][at]) for at in scenario.get(name, [])]
        before = send("control")
        self.control, self.opened = "".join(self.opened[:1]), []
        before += send("setting")
        is_ready = all(status < 300 for status, _ in before)
        return is_ready, send("steps") if is_ready else []


def verdict(scenario, requirement, is_ready, responses):
    if not is_ready or scenario["outcome"] not in ("accepted", "rejected"):
        return "unclear"
    answers = [(each["status"], each["problem"]) for each in requirement["answers"]]
    if scenario["outcome"] == "accepted":
        fits = all(status < 300 for status, _ in responses)
    else:
        fits = all(each in answers if answers else each[0] >= 400 for each in responses)
    return "pass" if fits else "FAIL"


for requirement in LIST["requirements"]:
    is_selected = requirement["id"] in IDS or not IDS
    if not is_selected or requirement.get("unless") == "sandbox":
        continue
    for scenario in filter(can_send, requirement["scenarios"]):
        found = verdict(scenario, requirement, *Scenario().play(scenario))
        print(found, requirement["id"], json.dumps(scenario["label"]))
