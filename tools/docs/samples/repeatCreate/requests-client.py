import os
import time
import uuid

import requests

key = str(uuid.uuid4())  # One for all attempts.


def passes(response):
    """Whether the request may be sent again: of the three kinds of 409, only that of a key in use passes."""
    if response.status_code == 409:
        return response.json()["type"].endswith("/problems/idempotency-key-in-use")
    return response.status_code in (429, 503)


for attempt in range(1, 5):
    response = requests.post(
        f"{os.environ['BASE_URL']}/cases",
        headers={
            "Authorization": f"Bearer {os.environ['API_KEY']}",
            "Idempotency-Key": key,
        },
        json={"type": "PF", "reference": "sandbox:approve"},
        timeout=30,
    )
    if response.ok or attempt == 4 or not passes(response):
        break
    time.sleep(float(response.headers.get("Retry-After", 1)))
response.raise_for_status()
print(response.json()["id"])
