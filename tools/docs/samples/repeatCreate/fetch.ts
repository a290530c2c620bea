import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

const { BASE_URL, API_KEY } = process.env;
const key = randomUUID(); // One for all attempts.

/** Whether the request may be sent again: of the three kinds of 409, only that of a key in use passes. */
function passes(status: number, text: string): boolean {
  if (status === 429 || status === 503) return true;
  if (status !== 409) return false;
  const { type } = JSON.parse(text) as { type: string };
  return type.endsWith('/problems/idempotency-key-in-use');
}

for (let attempt = 1; ; attempt += 1) {
  const response = await fetch(`${BASE_URL}/cases`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${API_KEY}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': key,
    },
    body: JSON.stringify({ type: 'PF', reference: 'sandbox:approve' }),
  });
  const text = await response.text();
  if (response.ok) {
    console.log((JSON.parse(text) as { id: string }).id);
    break;
  }
  if (attempt === 4 || !passes(response.status, text)) throw new Error(text);
  await setTimeout(Number(response.headers.get('Retry-After') ?? 1) * 1000);
}
