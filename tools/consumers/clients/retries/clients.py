"""Clients that differ in the function that sends, by library and setting: `python clients.py <library> <setting>`."""

import json
import os
import sys
import time
import uuid

import requests
import tenacity
import urllib3

BASE_URL = os.environ["IDV_BASE_URL"]
STATUSES = [408, 429, 500, 502, 503, 504]


class Failed(Exception):
    """A response that is no success."""

    def __init__(self, status, text, retry_after):
        super().__init__(f"{status} {text}")
        self.status, self.text, self.retry_after = status, text, retry_after


def headers_of(key):
    own = {"Authorization": f"Bearer {os.environ['IDV_API_KEY']}"}
    return {**own, "Idempotency-Key": key} if key else own


def with_urllib3(retries):
    pool = urllib3.PoolManager(retries=retries)

    def send(method, path, key=None, body=None, file=None):
        form = {"kind": "PASSPORT", "file": ("evidence", file)}
        content = {"json": body} if body else {"fields": form} if file else {}
        response = pool.request(method, BASE_URL + path, headers=headers_of(key), redirect=False, **content)
        if response.status >= 300:
            raise Failed(response.status, response.data.decode(), response.headers.get("Retry-After"))
        return response.json()

    return send


def attempt(method, path, key=None, body=None, file=None):
    """One request with requests, which repeats none."""
    form = {"data": {"kind": "PASSPORT"}, "files": {"file": ("evidence", file)}}
    content = {"json": body} if body else form if file else {}
    response = requests.request(
        method, BASE_URL + path, headers=headers_of(key), allow_redirects=False, timeout=60, **content
    )
    if not response.ok:
        raise Failed(response.status_code, response.text, response.headers.get("Retry-After"))
    return response.json()


def with_tenacity(**policy):
    return tenacity.retry(stop=tenacity.stop_after_attempt(4), reraise=True, **policy)(attempt)


def is_temporary(error):
    """Of the three problems with 409, only one passes."""
    if not isinstance(error, Failed):
        return isinstance(error, requests.RequestException)
    return error.status in STATUSES or error.status == 409 and "/problems/idempotency-key-in-use" in error.text


def told_to_wait(state):
    told = getattr(state.outcome.exception(), "retry_after", None)
    return float(told) if told else 0.5


POST_TOO = {"allowed_methods": None, "status_forcelist": STATUSES, "backoff_factor": 0.5}
OBEDIENT = {"retry": tenacity.retry_if_exception(is_temporary), "wait": told_to_wait}
CLIENTS = {
    "urllib3 default": lambda: with_urllib3(urllib3.Retry(3)),
    "urllib3 post": lambda: with_urllib3(urllib3.Retry(3, **POST_TOO)),
    "tenacity default": lambda: with_tenacity(),
    "tenacity exponential": lambda: with_tenacity(wait=tenacity.wait_exponential()),
    "tenacity open file": lambda: with_tenacity(wait=tenacity.wait_exponential()),
    "tenacity obedient": lambda: with_tenacity(**OBEDIENT),
}


def perform(send, task, path, is_open):
    body = {"type": "PM" if task == "company" else "PF", "reference": f"order {uuid.uuid4()}"}
    case = send("POST", "/cases", str(uuid.uuid4()), body)
    with open(path, "rb") as file:
        content = file if is_open else file.read()
        send("POST", f"/cases/{case['id']}/artifacts", str(uuid.uuid4()), file=content)
    pause = 2.05
    while (read := send("GET", f"/cases/{case['id']}"))["status"] == "PENDING":
        time.sleep(pause)
        pause *= 1.5
    print(read["status"])


if __name__ == "__main__":
    client = " ".join(sys.argv[1:])
    try:
        perform(CLIENTS[client](), os.environ["IDV_TASK"], os.environ["IDV_TASK_FILE"], client == "tenacity open file")
    except (Failed, urllib3.exceptions.HTTPError, requests.RequestException, json.JSONDecodeError) as error:
        sys.exit(str(error))
