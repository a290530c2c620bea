// Builds histories for the tests of the oracle.
import { createHash, randomUUID } from 'node:crypto';
import type { Exchange, Header } from '../wire/exchange.ts';
import { multipart, type Part } from '../wire/multipart.ts';
import type { Manifest } from '../manifest.ts';
import { Oracle } from './oracle.ts';
import { worldOf } from './terms.ts';

const baseUrl = 'http://candidate.example/v1';
const keys = { tenant: 'key_of_tenant_one_123', other: 'key_of_tenant_two_456', live: 'live_key_of_one_789' };

/** What the oracle is told of the service in the tests. */
export const world: Pick<Manifest, 'baseUrl' | 'keys' | 'claims'> = { baseUrl, keys, claims: ['sandbox', 'live-key'] };

/** A request; with a key of the first tenant unless another is named. */
export interface Sent {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: Uint8Array | string;
  key?: keyof typeof keys | null;
  sentTwice?: true;
}

export interface Received {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** the body as it is sent, where it is not `body` as JSON */
  bytes?: Buffer;
}

/** A history that grows by one exchange after the other; each takes 1 ms unless it is told otherwise. */
export class Story {
  readonly #oracle: Oracle;
  #now = 1000;

  constructor(settings: Partial<Parameters<typeof worldOf>[0]> = {}) {
    this.#oracle = new Oracle(worldOf({ ...world, ...settings }));
  }

  /** The requirements that an exchange breaks. */
  brokenBy(sent: Sent, received: Received | undefined): string[] {
    const [reading] = this.#add(sent, received);
    return this.#broken(reading!);
  }

  /** The requirements that exchanges break which run at the same time. */
  together(...exchanges: [Sent, Received | undefined][]): string[] {
    const start = this.#now;
    const readings = exchanges.flatMap(([sent, received]) => {
      this.#now = start;
      return this.#add(sent, received);
    });
    return readings.flatMap((reading) => this.#broken(reading));
  }

  /** The requirements that exchanges break of which each begins after the one before, judged when all have ended. */
  inTurn(...exchanges: [Sent, Received | undefined][]): string[] {
    const readings = exchanges.flatMap(([sent, received]) => this.#add(sent, received));
    return readings.flatMap((reading) => this.#broken(reading));
  }

  wait(milliseconds: number): void {
    this.#now += milliseconds;
  }

  #add(sent: Sent, received: Received | undefined) {
    const exchange = { ...exchangeOf(sent, received), started: this.#now };
    this.#now += 2;
    return [this.#oracle.add(exchange)];
  }

  #broken(reading: ReturnType<Oracle['add']>): string[] {
    return this.#oracle.judge(reading).findings.map(({ requirement }) => requirement);
  }
}

export function exchangeOf(sent: Sent, received: Received | undefined): Exchange {
  const { method = 'GET', path = '/cases', headers = {}, body, key = 'tenant', sentTwice } = sent;
  const given: Header[] = Object.entries(headers);
  if (key !== null) given.push(['Authorization', `Bearer ${keys[key]}`]);
  const pieces = body === undefined ? [] : [Buffer.from(body)];
  return {
    request: { method, url: baseUrl + path, headers: given, body: pieces, credential: undefined, chunked: false },
    milliseconds: 1,
    ...(sentTwice && { sentTwice }),
    ...(received ? { response: responseOf(received) } : { failure: 'no response within 10 s' }),
  };
}

function responseOf({ status, headers = {}, body, bytes }: Received): NonNullable<Exchange['response']> {
  const type = status < 400 ? 'application/json' : 'application/problem+json';
  const always = { 'Content-Type': type, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };
  return {
    status,
    headers: Object.entries({ ...always, ...headers }),
    body: bytes ?? Buffer.from(JSON.stringify(body ?? {})),
  };
}

export function problem(
  status: number,
  type: string,
  more: object = {},
  headers: Record<string, string> = {},
): Received {
  const wait = 'Retry-After' in headers ? { retry_after: Number(headers['Retry-After']) } : {};
  const named = { type: `/problems/${type}`, title: 'T', status, detail: 'D', ...wait };
  return {
    status,
    headers,
    body: { ...named, instance: `urn:uuid:${randomUUID()}`, ...more },
  };
}

export const invalid = (...pointers: string[]): Received =>
  problem(422, 'invalid-request', { errors: pointers.map((pointer) => ({ pointer, detail: 'x' })) });

export const create = (reference = 'user-1', more: Partial<Sent> = {}): Sent => ({
  method: 'POST',
  body: JSON.stringify({ type: 'PF', reference }),
  ...more,
  headers: { 'Content-Type': 'application/json', ...more.headers },
});

export const opened = (id: string, reference = 'user-1'): Received => ({
  status: 201,
  headers: { Location: `/v1/cases/${id}` },
  body: caseOf(id, { reference }),
});

export const caseOf = (id: string, more: object = {}) => ({
  id,
  type: 'PF',
  reference: 'user-1',
  status: 'PENDING',
  score: 0,
  reasons: [],
  artifacts: [],
  created_at: '2026-01-01T09:30:00Z',
  decided_at: null,
  ...more,
});

/** The case that most stories are about. */
export const id = 'case_0123456789abcdef';

/** A story in which the case was opened. */
export function withCase(reference = 'user-1'): Story {
  const story = new Story();
  story.brokenBy(create(reference), opened(id, reference));
  return story;
}

/** The response to a read of the case. */
export const shown = (more: object = {}, headers: Record<string, string> = {}): Received => ({
  status: 200,
  headers,
  body: caseOf(id, more),
});

/** The same with these artifacts. */
export const listing = (...ids: string[]): Received => shown({ artifacts: ids.map((each) => artifact(each)) });

export const withKey = (key = 'key-4711-0815') => ({ headers: { 'Idempotency-Key': key } });
export const inUse = (headers: Record<string, string> = { 'Retry-After': '1' }) =>
  problem(409, 'idempotency-key-in-use', {}, headers);
export const reused = () => problem(422, 'idempotency-key-reused');

export const approval = {
  status: 'APPROVED',
  score: 95,
  reasons: ['OCR_OK', 'FACE_MATCH_OK'],
  decided_at: '2026-01-01T09:30:05Z',
};

export const read = (id: string, more: Partial<Sent> = {}): Sent => ({ path: `/cases/${id}`, ...more });

/** A JPEG whose pixels are left out: a frame, a scan and the end, as far as its structure shows. */
const file = Buffer.from('ffd8ffe00004777affc0000b080008000801011100ffda0008010100003f0000ffd9', 'hex');

export function upload(id: string, parts: Part[] = validParts, more: Partial<Sent> = {}): Sent {
  const { contentType, body } = multipart(parts);
  const headers = { 'Content-Type': contentType, ...more.headers };
  return { method: 'POST', path: `/cases/${id}/artifacts`, body: Buffer.concat(body), ...more, headers };
}

export const validParts: Part[] = [
  { name: 'kind', content: 'ID_FRONT' },
  { name: 'file', filename: 'x.jpg', type: 'image/jpeg', content: file },
];

export const artifact = (id: string, more: object = {}) => ({
  id,
  kind: 'ID_FRONT',
  content_type: 'image/jpeg',
  size: file.length,
  sha256: createHash('sha256').update(file).digest('hex'),
  created_at: '2026-01-01T09:30:04Z',
  ...more,
});

export const stored = (id: string): Received => ({ status: 201, body: artifact(id) });
