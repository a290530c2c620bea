import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';

const { WEBHOOK_SECRET = '', PORT = '4020' } = process.env;
const secret = Buffer.from(WEBHOOK_SECRET.replace(/^whsec_/, ''), 'base64');
if (secret.length === 0) throw new Error('Set WEBHOOK_SECRET to whsec_…');
const seen = new Set<string>(); // In production a table that outlives a restart.

interface CaseDecided {
  type: string;
  data: { id: string; status: string };
}

/** The bytes as they arrived; undefined when they are more than an event has. */
async function rawBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request) {
    size += piece.length;
    if (size > 1_048_576) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function isGenuine({ headers }: IncomingMessage, body: Buffer): boolean {
  const header = (name: string) => String(headers[`webhook-${name}`]);
  const age = Math.abs(Date.now() / 1000 - Number(header('timestamp')));
  if (!(age <= 300)) return false; // Also if it is not a number.
  const hmac = createHmac('sha256', secret);
  hmac.update(`${header('id')}.${header('timestamp')}.`).update(body);
  const expected = hmac.digest();
  return header('signature')
    .split(' ')
    .some((signature) => {
      if (!signature.startsWith('v1,')) return false;
      const given = Buffer.from(signature.slice('v1,'.length), 'base64');
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
}

/** The status code of the response. */
async function take(request: IncomingMessage): Promise<number> {
  const body = await rawBody(request);
  if (body === undefined) return 413;
  if (!isGenuine(request, body)) return 401;

  const id = String(request.headers['webhook-id']);
  const { type, data } = JSON.parse(body.toString()) as CaseDecided;
  // The same event may arrive again, and new types may be added.
  if (!seen.has(id) && type === 'case.decided') console.log(data.id, data.status);
  seen.add(id); // Not before it is processed: an error there must lose no event.
  return 204;
}

const server = createServer((request, response) => {
  const respond = (status: number) => void response.writeHead(status).end();
  // After any other status than 2xx, the service sends the event again, so an error here loses none.
  take(request).then(respond, () => respond(500));
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(server.address()));
