// Clients with one deliberate mistake each, as real programs make it; at least two for each requirement of a client.
import type { ClientId } from '../../generated/requirements.ts';
import { type Habits, Ignored, isInUse, type Seen } from './client.ts';
import { isGenuine, type Received, type Signing } from './receiver.ts';

interface Naive {
  mistake: string;
  habits: Partial<Habits>;
  /** the requirements that it breaks too, because they follow */
  also?: ClientId[];
}

const retryAfter = ({ headers }: Seen) => Number(headers.get('Retry-After') ?? 1) * 1000 + 20;
const isTemporary = ({ status }: Seen) => [408, 429, 502, 503, 504].includes(status);
const form = (file: Uint8Array, kind: string, boundary: string) => {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="kind"\r\n\r\n${kind}\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { body: body as Uint8Array<ArrayBuffer>, type: `multipart/form-data; boundary=${boundary}` };
};

export const naiveClients: Record<ClientId, Naive[]> = {
  'client.reaches-decision': [
    { mistake: 'takes DENIED for APPROVED', habits: { says: () => 'APPROVED' } },
    {
      mistake: 'reports success after any failure',
      habits: { codeOfError: 0, waitFor: () => undefined },
      also: ['client.recovers-from-loss', 'client.recovers-from-overload', 'client.stops-at-rejection'],
    },
    {
      mistake: 'does not wait, and reports the first status',
      habits: { isEnd: () => true },
      also: ['client.waits-for-decision'],
    },
    { mistake: 'prints the reasons instead of the status', habits: { says: ({ body }) => String(body['reasons']) } },
  ],
  'client.works-with-every-choice': [
    {
      mistake: 'expects ids with the prefix case_',
      habits: {
        validate({ body }, step) {
          if (step === 'create' && !String(body['id']).startsWith('case_')) throw new Error('not an id');
        },
      },
    },
    {
      mistake: 'compares the media type with its text',
      habits: {
        validate({ headers }) {
          if (headers.get('Content-Type') !== 'application/json') throw new Error('not JSON');
        },
      },
    },
    {
      mistake: 'reads times with three digits only',
      habits: {
        validate({ body }) {
          if (!/\.\d{3}Z$/.test(String(body['created_at']))) throw new Error('not a time');
        },
      },
    },
    {
      mistake: 'rejects a clock that differs by more than a minute',
      habits: {
        validate({ body }) {
          if (Math.abs(Date.parse(String(body['created_at'])) - Date.now()) > 60_000) throw new Error('a wrong clock');
        },
      },
    },
  ],
  'client.ignores-additions': [
    {
      mistake: 'rejects unknown properties',
      habits: {
        validate({ body }, step) {
          if (step === 'read' && 'risk' in body) throw new Error('unknown property');
        },
      },
    },
    {
      mistake: 'rejects unknown reason codes',
      habits: {
        validate({ body }) {
          const known = ['OCR_OK', 'FACE_MATCH_OK', 'FACE_MATCH_FAIL', 'REGISTRY_MATCH_OK', 'REGISTRY_MATCH_FAIL'];
          const reasons = (body['reasons'] ?? []) as string[];
          if (reasons.some((code) => !known.includes(code))) throw new Error('unknown reason');
        },
      },
    },
  ],
  'client.waits-for-decision': [
    {
      mistake: 'gives up after the first read that shows PENDING',
      habits: {
        validate({ body }, step) {
          if (step === 'read' && body['status'] === 'PENDING') throw new Error('no decision');
        },
      },
    },
    {
      mistake: 'waits for less than a second in all',
      habits: {
        pauseAfter: (reads) => 200 * reads,
        isEnd({ body }, reads) {
          if (reads > 1 && body['status'] === 'PENDING') throw new Error('no decision');
          return body['status'] !== 'PENDING';
        },
      },
      also: ['client.polls-slowly'],
    },
  ],
  'client.valid-requests': [
    {
      mistake: 'sends a header that only some services accept',
      habits: {
        headersOf: (key, step) => ({
          Authorization: `Bearer ${key}`,
          ...(step === 'create' && { 'Content-Encoding': 'identity' }),
        }),
      },
    },
    {
      mistake: 'sends the type of the file wrong',
      habits: { formOf: (file) => typed(file, 'image/gif') },
      also: ['client.reaches-decision'],
    },
  ],
  'client.file-unchanged': [
    {
      mistake: 'always uses the same boundary',
      habits: { formOf: (file) => form(file, 'PASSPORT', 'boundary-of-this-client') },
      also: ['client.valid-requests'],
    },
    {
      mistake: 'reads the file as text',
      habits: { bytesOf: (file) => Buffer.from(file.toString('utf8').replaceAll('\n', '\r\n')) },
    },
  ],
  'client.key-only-in-authorization': [
    {
      mistake: 'follows Location to another origin with the key',
      habits: { pathOf: ({ headers, body }) => headers.get('Location') ?? `/cases/${String(body['id'])}` },
      also: ['client.works-with-every-choice'],
    },
    {
      mistake: 'sends the key in a second header',
      habits: { headersOf: (key) => ({ Authorization: `Bearer ${key}`, 'X-API-Key': key }) },
    },
  ],
  // The case is decided by then, so that an upload which counts as a second one is rejected.
  'client.repeats-with-same-key': [
    {
      mistake: 'makes a new key for each attempt',
      habits: { keyOf: (step) => (step === 'read' ? undefined : crypto.randomUUID()) },
      also: ['client.recovers-from-loss'],
    },
    {
      mistake: 'sends the key with the first attempt only',
      habits: { keyOf: (step, attempt, key) => (step === 'read' || attempt > 1 ? undefined : key) },
      also: ['client.recovers-from-loss'],
    },
    {
      mistake: 'sends a used-up body again as an empty one',
      habits: {
        formOf(file, attempt) {
          if (attempt > 1) return { body: new Uint8Array(), type: 'multipart/form-data; boundary=x' };
          return form(file, 'PASSPORT', crypto.randomUUID());
        },
      },
      also: ['client.valid-requests', 'client.recovers-from-loss', 'client.recovers-from-overload'],
    },
  ],
  'client.no-repeat-without-key': [
    { mistake: 'has no key and sends again', habits: { keyOf: () => undefined }, also: ['client.recovers-from-loss'] },
    {
      mistake: 'has no key for uploads and sends them again',
      habits: { keyOf: (step, _, key) => (step === 'create' ? key : undefined) },
      also: ['client.recovers-from-loss'],
    },
  ],
  'client.obeys-retry-after': [
    {
      mistake: 'waits a second, whatever it is told',
      habits: { waitFor: (seen, attempt) => (attempt > 3 || (seen && !isTemporary(seen)) ? undefined : 1000) },
      also: ['client.recovers-from-overload'],
    },
    {
      mistake: 'repeats only reads, at once',
      habits: { waitFor: (_, attempt, step) => (step !== 'read' || attempt > 3 ? undefined : 20) },
      also: ['client.recovers-from-loss', 'client.recovers-from-overload'],
    },
    {
      mistake: 'waits at most five seconds',
      habits: {
        waitFor: (seen, attempt) =>
          attempt > 3 || (seen && !isTemporary(seen) && !isInUse(seen))
            ? undefined
            : Math.min(5000, seen ? retryAfter(seen) : 300),
      },
    },
  ],
  'client.recovers-from-overload': [
    {
      mistake: 'gives up at 429 and 503',
      habits: {
        waitFor: (seen, attempt) =>
          attempt > 3 || (seen && ![408, 502, 504].includes(seen.status)) ? undefined : 1000,
      },
    },
    {
      mistake: 'gives up at the 409 of a key in use',
      habits: {
        waitFor: (seen, attempt) =>
          attempt > 3 || (seen && !isTemporary(seen)) ? undefined : seen ? retryAfter(seen) : 300,
      },
    },
  ],
  'client.recovers-from-loss': [
    {
      mistake: 'gives up when no response arrives',
      habits: {
        waitFor: (seen, attempt) =>
          attempt > 3 || !seen || (!isTemporary(seen) && !isInUse(seen)) ? undefined : retryAfter(seen),
      },
    },
    {
      mistake: 'gives up at 502 and 504',
      habits: {
        waitFor: (seen, attempt) =>
          attempt > 3 || (seen && ![408, 429, 503].includes(seen.status) && !isInUse(seen))
            ? undefined
            : seen
              ? retryAfter(seen)
              : 300,
      },
    },
  ],
  'client.stops-at-rejection': [
    {
      mistake: 'sends everything again that fails',
      habits: { waitFor: (seen, attempt) => (attempt > 2 ? undefined : seen ? retryAfter(seen) : 300) },
    },
    {
      mistake: 'sends after any 409 again',
      habits: {
        waitFor: (seen, attempt) =>
          attempt > 3 || (seen && !isTemporary(seen) && seen.status !== 409)
            ? undefined
            : seen
              ? retryAfter(seen)
              : 300,
      },
    },
    {
      mistake: 'reports success when the file is rejected',
      habits: {
        waitFor(seen, attempt) {
          if (seen?.status === 415) throw new Ignored();
          return attempt > 3
            ? undefined
            : seen
              ? isTemporary(seen) || isInUse(seen)
                ? retryAfter(seen)
                : undefined
              : 300;
        },
      },
    },
  ],
  'client.polls-slowly': [
    { mistake: 'reads four times a second', habits: { pauseAfter: (reads) => 250 * 1.2 ** reads } },
    {
      mistake: 'reads again at once the first time',
      habits: { pauseAfter: (reads) => (reads === 1 ? 20 : 2050 * reads) },
    },
  ],
  'client.polls-less-and-less': [
    {
      mistake: 'waits less and less',
      // So different that a processor which is late by a second hides neither of the two pauses before the decision.
      habits: { pauseAfter: (reads) => (reads === 1 ? 3500 : 2050) },
    },
    { mistake: 'goes on reading after the decision', habits: { readsAfterEnd: 3 } },
  ],
  'client.acknowledges-events': [
    { mistake: 'does not listen', habits: { listens: false } },
    {
      mistake: 'takes the secret as it is written for the key',
      habits: verifying({ keyOf: (secret) => Buffer.from(secret) }),
    },
    {
      mistake: 'verifies JSON that was written again',
      habits: verifying({ textOf: (body) => Buffer.from(JSON.stringify(JSON.parse(body.toString()))) }),
    },
    {
      mistake: 'puts the body into the replacement of a string',
      habits: verifying({ textOf: (body) => Buffer.from('{body}'.replace('{body}', body.toString())) }),
    },
    { mistake: 'reads one signature', habits: verifying({ entriesOf: (header) => header.split(' ').slice(0, 1) }) },
    { mistake: 'has no case of another program', habits: { respond: genuineWith(({ isOwn }) => (isOwn ? 204 : 404)) } },
    {
      mistake: 'rejects types that it does not know',
      habits: { respond: genuineWith(({ body }) => (body.includes('note-added') ? 400 : 204)) },
    },
    { mistake: 'rejects copies', habits: { respond: genuineWith(({ copies }) => (copies > 0 ? 409 : 204)) } },
  ],
  'client.rejects-forged-events': [
    {
      mistake: 'does not verify',
      habits: { respond: () => 204 },
      also: ['client.reaches-decision'],
    },
    {
      mistake: 'does not compare the time',
      habits: verifying({ tolerance: Number.POSITIVE_INFINITY }),
      also: ['client.reaches-decision'],
    },
    {
      mistake: 'compares as many characters as the signature has',
      habits: verifying({ fits: (entry, expected) => expected.startsWith(entry) }),
      also: ['client.reaches-decision'],
    },
    {
      mistake: 'accepts what is not signed',
      habits: verifying({ withoutSignature: true }),
      also: ['client.reaches-decision'],
    },
    {
      mistake: 'rejects forged events and believes them',
      habits: { believes: () => true },
      also: ['client.reaches-decision'],
    },
  ],
};

/** A client that verifies signatures in another way. */
function verifying(changes: Partial<Signing>): Partial<Habits> {
  return { respond: (event) => (isGenuine(event, changes) ? 204 : 401) };
}

/** The status of the response to an event that is genuine. */
function genuineWith(statusOf: (event: Received) => number): Habits['respond'] {
  return (event) => (isGenuine(event) ? statusOf(event) : 401);
}

function typed(file: Uint8Array, type: string) {
  const body = new FormData();
  body.set('kind', 'PASSPORT');
  body.set('file', new Blob([file as Uint8Array<ArrayBuffer>], { type }), 'evidence');
  return { body };
}
