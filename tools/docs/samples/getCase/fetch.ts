import { setTimeout } from 'node:timers/promises';

const { BASE_URL, API_KEY, CASE_ID } = process.env;

for (let wait = 2000; ; wait = Math.min(wait * 2, 60_000)) {
  const response = await fetch(`${BASE_URL}/cases/${CASE_ID}`, {
    headers: { Authorization: `Bearer ${API_KEY}` },
  });
  if (!response.ok) throw new Error(await response.text());

  const found = (await response.json()) as { status: string; score: number; reasons: string[] };
  if (found.status !== 'PENDING') {
    console.log(found.status, found.score, found.reasons);
    break;
  }
  await setTimeout(wait);
}
