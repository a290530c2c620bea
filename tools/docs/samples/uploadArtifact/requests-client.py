import os
import uuid

import requests

with open("id-front.jpg", "rb") as file:
    response = requests.post(
        f"{os.environ['BASE_URL']}/cases/{os.environ['CASE_ID']}/artifacts",
        headers={
            "Authorization": f"Bearer {os.environ['API_KEY']}",
            "Idempotency-Key": str(uuid.uuid4()),
        },
        data={"kind": "ID_FRONT"},
        files={"file": ("id-front.jpg", file, "image/jpeg")},
        timeout=30,
    )
response.raise_for_status()
print(response.json()["sha256"])
