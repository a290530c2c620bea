import os
import time

import requests

wait = 2
while True:
    response = requests.get(
        f"{os.environ['BASE_URL']}/cases/{os.environ['CASE_ID']}",
        headers={"Authorization": f"Bearer {os.environ['API_KEY']}"},
        timeout=10,
    )
    response.raise_for_status()
    case = response.json()
    if case["status"] != "PENDING":
        print(case["status"], case["score"], case["reasons"])
        break
    time.sleep(wait)
    wait = min(wait * 2, 60)
