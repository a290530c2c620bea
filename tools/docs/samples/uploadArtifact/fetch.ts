import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';

const { BASE_URL, API_KEY, CASE_ID } = process.env;

const form = new FormData();
form.set('kind', 'ID_FRONT');
form.set('file', await openAsBlob('id-front.jpg', { type: 'image/jpeg' }), 'id-front.jpg');

const response = await fetch(`${BASE_URL}/cases/${CASE_ID}/artifacts`, {
  method: 'POST',
  headers: {
    Authorization: `Bearer ${API_KEY}`,
    'Idempotency-Key': randomUUID(),
  },
  body: form,
});
if (!response.ok) throw new Error(await response.text());

const { sha256 } = (await response.json()) as { sha256: string };
console.log(sha256);
