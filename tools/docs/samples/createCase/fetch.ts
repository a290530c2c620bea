import { randomUUID } from 'node:crypto';

const { BASE_URL, API_KEY } = process.env;

const answer = await fetch(`${BASE_URL}/cases`, {
  method: 'POST',
  headers: {
    Authorization: `Bearer ${API_KEY}`,
    'Content-Type': 'application/json',
    'Idempotency-Key': randomUUID(),
  },
  body: JSON.stringify({ type: 'PF', reference: 'user-48213' }),
});
if (!answer.ok) throw new Error(await answer.text());

const { id } = (await answer.json()) as { id: string };
console.log(id);
