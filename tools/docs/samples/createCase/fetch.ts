import { randomUUID } from 'node:crypto';

const { BASE_URL, API_KEY } = process.env;

const response = await fetch(`${BASE_URL}/cases`, {
  method: 'POST',
  headers: {
    Authorization: `Bearer ${API_KEY}`,
    'Content-Type': 'application/json',
    'Idempotency-Key': randomUUID(),
  },
  body: JSON.stringify({ type: 'PF', reference: 'sandbox:approve' }),
});
if (!response.ok) throw new Error(await response.text());

const { id } = (await response.json()) as { id: string };
console.log(id);
