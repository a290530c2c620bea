import os
import uuid

import requests

response = requests.post(
    f"{os.environ['BASE_URL']}/cases",
    headers={
        "Authorization": f"Bearer {os.environ['API_KEY']}",
        "Idempotency-Key": str(uuid.uuid4()),
    },
    json={"type": "PF", "reference": "sandbox:approve"},
    timeout=10,
)
response.raise_for_status()
print(response.json()["id"])
