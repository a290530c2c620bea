// Services that differ from the reference implementation only where the contract leaves it open: all are conformant.
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { AnyResponse } from '../../reference-impl/domain/contract.ts';
import { authenticator, type Key } from '../../reference-impl/http/keys.ts';
import { defaultParts } from '../../reference-impl/compose.ts';
import type { Parts } from '../../reference-impl/parts.ts';
import { problem, Rejected } from '../../reference-impl/http/problems.ts';
import { createService } from '../../reference-impl/http/service.ts';
import type { Manifest } from '../../conformance/run/manifest.ts';
import { referenceKeys } from '../../conformance/reference/start.ts';
import { judge } from '../../conformance/run/judge.ts';
import { wholeSuite } from '../../conformance/run/selection.ts';
import { findingsIn } from './explored.ts';

const key = { header: 'Authorization', template: 'Bearer {key}' };
// About three hundred requests to each service.
const sequences = 25;
const everything = { claims: ['sandbox', 'live-key'], keys: referenceKeys } satisfies Partial<Manifest>;

async function judgeVariant(
  change: (original: Parts) => Partial<Parts>,
  claimed: Pick<Manifest, 'claims' | 'keys'> = everything,
) {
  const original = defaultParts();
  const service = createService({ ...original, ...change(original) });
  try {
    const baseUrl = await service.listen({ port: 0, host: '127.0.0.1' });
    address = baseUrl;
    const { results, outcome } = await judge(
      { baseUrl, key, id: '/id', ...claimed },
      { ...wholeSuite, deadline: 60_000 },
    );
    const notWell = results.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-applicable');
    const explored = await findingsIn(sequences, { baseUrl, key, id: '/id', ...claimed }, 1);
    return {
      outcome: outcome.name,
      notWell: [
        ...notWell.map(({ requirement, verdict, reason }) => `${verdict} ${requirement.id}: ${reason}`),
        ...explored,
      ],
    };
  } finally {
    await service.close();
  }
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
let lastUlid = '';
/** A ULID that counts up within one millisecond, as its specification allows. */
function ulid(): string {
  let time = Date.now();
  let head = '';
  for (let at = 0; at < 10; at += 1) {
    head = crockford[time % 32]! + head;
    time = Math.floor(time / 32);
  }
  const random = () => [...randomBytes(16)].map((byte) => crockford[byte % 32]!).join('');
  lastUlid = lastUlid.startsWith(head) ? head + next(lastUlid.slice(10)) : head + random();
  return lastUlid;
}

function next(text: string): string {
  const last = crockford.indexOf(text.at(-1)!);
  return last === 31 ? `${next(text.slice(0, -1))}0` : text.slice(0, -1) + crockford[last + 1]!;
}

function uuid7(): string {
  const hex = Date.now().toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const withBody =
  (change: (body: Record<string, unknown>) => Record<string, unknown>) =>
  (original: Parts): Partial<Parts> => ({
    render: (...response) => {
      const rendered = original.render(...response);
      return { ...rendered, body: JSON.stringify(change(JSON.parse(rendered.body) as Record<string, unknown>)) };
    },
  });

const withHeaders =
  (change: (headers: Record<string, string>, status: number) => Record<string, string>) =>
  (original: Parts): Partial<Parts> => ({
    render: (...response) => {
      const rendered = original.render(...response);
      return { ...rendered, headers: change(rendered.headers, rendered.status) };
    },
  });

/** Each operation waits, or is refused for the moment, before it is carried out. */
const before =
  (hook: () => Promise<AnyResponse | void>) =>
  (original: Parts): Partial<Parts> => {
    const wrap =
      <Call, Answer>(handler: (call: Call, parts: Parts) => Promise<Answer>) =>
      async (call: Call, parts: Parts) =>
        ((await hook()) as Answer | undefined) ?? handler(call, parts);
    return {
      createCase: wrap(original.createCase),
      getCase: wrap(original.getCase),
      uploadArtifact: wrap(original.uploadArtifact),
    };
  };

/** A second request is refused while the key of the first is in use. */
const lockingKeys =
  (retryAfter: string, end: (free: () => void) => void) =>
  (original: Parts): Partial<Parts> => {
    const running = new Set<string>();
    type Reading = { read: () => Promise<{ once: { id: string } | undefined }> };
    const one =
      <Call extends Reading, Answer>(handler: (call: Call, parts: Parts) => Promise<Answer>) =>
      async (call: Call, parts: Parts): Promise<Answer> => {
        let mine: string | undefined;
        const read = async () => {
          const body = await call.read();
          const refusal = problem(409, 'idempotency-key-in-use', 'Later.', { headers: { 'Retry-After': retryAfter } });
          if (body.once && running.has(body.once.id)) throw new Rejected(refusal);
          mine = body.once?.id;
          if (mine !== undefined) running.add(mine);
          await wait(20);
          return body;
        };
        try {
          return await handler({ ...call, read }, parts);
        } finally {
          if (mine !== undefined) end(() => running.delete(mine!));
        }
      };
    return { createCase: one(original.createCase), uploadArtifact: one(original.uploadArtifact) };
  };

let count = 0;
let recent: number[] = [];
// Where the service of the running test listens.
let address = '';

/** Renders what the gateway refuses as its page. */
const pageOfGateway =
  (original: Parts): Parts['render'] =>
  (response, ...rest) =>
    'problem' in response && response.detail === 'of the gateway'
      ? { status: 429, headers: { 'Content-Type': 'text/html', 'Retry-After': '0' }, body: '<h1>429</h1>' }
      : original.render(response, ...rest);

const variants: Record<string, (original: Parts) => Partial<Parts>> = {
  'ids are UUIDs': () => ({ newCaseId: () => randomUUID(), newArtifactId: () => randomUUID() }),
  'ids are UUIDs in upper case': () => ({ newCaseId: () => randomUUID().toUpperCase() }),
  'ids are UUIDs that are read in any letter case': ({ store }) => ({
    newCaseId: () => randomUUID(),
    store: { ...store, findCase: (caller, id) => store.findCase(caller, id.toLowerCase()) },
  }),
  'ids are UUIDv7': () => ({ newCaseId: uuid7, newArtifactId: uuid7 }),
  'ids are ULIDs': () => ({ newCaseId: ulid, newArtifactId: ulid }),
  'ids are as long as they may be': () => ({ newCaseId: () => randomBytes(48).toString('base64url') }),
  'ids of artifacts count up': () => ({ newArtifactId: () => String((count += 1)) }),
  'Location is absolute': (original) => ({
    locationOf: (opened) => `https://cases.example${original.locationOf(opened)}`,
  }),
  'the problem type is absolute': (original) => ({
    problemBody: (...response) => {
      const body = original.problemBody(...response);
      return { ...body, type: `${address}${body.type}` };
    },
  }),
  'answers have extra members, also in artifacts and problems': withBody((body) => ({
    ...body,
    trace: randomUUID(),
    links: { self: '/x' },
    ...(Array.isArray(body['artifacts']) && {
      artifacts: body['artifacts'].map((artifact) => ({ ...(artifact as object), age: Math.random() })),
    }),
    ...(Array.isArray(body['errors']) && {
      errors: body['errors'].map((entry) => ({ ...(entry as object), code: 'x' })),
    }),
  })),
  'members stand in another order': withBody((body) => Object.fromEntries(Object.entries(body).toReversed())),
  'answers have extra headers': withHeaders((headers) => ({
    ...headers,
    'X-Request-Id': randomUUID(),
    Vary: 'Origin',
    Server: 'x',
    ETag: '"x"',
  })),
  'media types have a charset': withHeaders((headers) => ({
    ...headers,
    'Content-Type': `${headers['Content-Type']}; charset=utf-8`,
  })),
  'media types are in mixed case': withHeaders((headers) => ({
    ...headers,
    'Content-Type': headers['Content-Type']!.replace('application', 'Application'),
  })),
  'Cache-Control has more directives': withHeaders((headers) => ({
    ...headers,
    'Cache-Control': 'private, max-age=0, No-Store, no-cache',
  })),
  'a proxy adds the headers of every response again': withHeaders((headers) => ({
    ...headers,
    'Cache-Control': 'no-store, no-store',
    'X-Content-Type-Options': 'nosniff, nosniff',
  })),
  'several challenges share a header': withHeaders((headers, status) =>
    status === 401
      ? {
          ...headers,
          'WWW-Authenticate': 'Basic realm="a, Bearer b", bearer Scope="x, y", Realm=cases , error="invalid_token"',
        }
      : headers,
  ),
  'Allow lists more': withHeaders((headers, status) =>
    status === 405 ? { ...headers, Allow: `OPTIONS,HEAD , ${headers['Allow']}` } : headers,
  ),
  'connections are closed after each answer': withHeaders((headers) => ({ ...headers, Connection: 'close' })),
  'an upload is answered with a Location': withHeaders((headers, status) =>
    status === 201 ? { Location: '/x', ...headers } : headers,
  ),
  'details are other words': withBody((body) =>
    'detail' in body
      ? { ...body, title: 'Fehler', detail: 'Das geht so nicht. Bitte select another value from the list.' }
      : body,
  ),
  'instances are in upper case': withBody((body) =>
    'instance' in body
      ? { ...body, instance: String(body['instance']).replace(/[0-9a-f-]{36}$/, (uuid) => uuid.toUpperCase()) }
      : body,
  ),
  'timestamps have nanoseconds': withBody(
    (body) => JSON.parse(JSON.stringify(body).replaceAll(/\.(\d{3})Z"/g, '.$1000001Z"')) as Record<string, unknown>,
  ),
  'timestamps have no fraction': withBody(
    (body) => JSON.parse(JSON.stringify(body).replaceAll(/\.\d{3}Z"/g, 'Z"')) as Record<string, unknown>,
  ),
  'a read writes times with more digits than the answer before': (original) => ({
    render: (...response) => {
      const rendered = original.render(...response);
      const longer = rendered.body.replaceAll(/\.(\d{3})Z"/g, '.$1000Z"');
      return rendered.status === 200 ? { ...rendered, body: longer } : rendered;
    },
  }),
  'each read writes times and the order of reasons in another way': (original) => ({
    async getCase(call, parts) {
      const response = await original.getCase(call, parts);
      if (response.status !== 200) return response;
      count += 1;
      const { reasons } = response.body;
      return { ...response, body: { ...response.body, reasons: count % 2 === 0 ? reasons.toReversed() : reasons } };
    },
    render: (...response) => {
      const rendered = original.render(...response);
      const digits = '0'.repeat(count % 7);
      const written = rendered.body.replaceAll(/\.(\d{3})Z"/g, `.$1${digits}Z"`);
      return rendered.status === 200 ? { ...rendered, body: written } : rendered;
    },
  }),
  'whole seconds are written with and without a fraction': (original) => ({
    now: () => new Date(Math.floor(Date.now() / 1000) * 1000),
    render: (...response) => {
      const rendered = original.render(...response);
      return rendered.status === 200 ? { ...rendered, body: rendered.body.replaceAll('.000Z"', 'Z"') } : rendered;
    },
  }),
  'the clock is an hour ahead': () => ({ now: () => new Date(Date.now() + 3_600_000) }),
  'the clock is an hour behind': () => ({ now: () => new Date(Date.now() - 3_600_000) }),
  'reasons stand in another order': (original) => ({
    decide: (found) => {
      const decision = original.decide(found);
      return decision && { ...decision, reasons: decision.reasons.toReversed() };
    },
  }),
  'every tenth answer has the header of a trace': withHeaders((headers) => {
    count += 1;
    return count % 10 === 0 ? { ...headers, Traceparent: randomUUID() } : headers;
  }),
  'HEAD is no method of any path': ({ authenticate }) => ({
    authenticate(request) {
      if (request.method === 'HEAD')
        throw new Rejected(problem(405, 'method-not-allowed', 'Not HEAD.', { headers: { Allow: 'GET, POST' } }));
      return authenticate(request);
    },
  }),
  'a wrong method for a case that is not the own is a 404': ({ authenticate, store }) => {
    const owners = new Map<string, string>();
    return {
      store: {
        ...store,
        openCase(owner, opened, ...rest) {
          owners.set(opened.id, owner.tenant);
          return store.openCase(owner, opened, ...rest);
        },
      },
      authenticate(request) {
        const caller = authenticate(request);
        const [, , id = ''] = request.url!.split('/');
        const isWrong = request.method !== 'GET' && request.method !== 'POST' && id !== '';
        if (isWrong && typeof caller !== 'string' && owners.get(id) !== caller.tenant)
          throw new Rejected(problem(404, 'not-found', 'No case has this id.'));
        return caller;
      },
    };
  },
  'a malformed Authorization is a 400': ({ authenticate }) => ({
    authenticate(request) {
      if ((request.headers.authorization ?? 'Bearer x').split(' ').length !== 2)
        throw new Rejected(problem(400, 'malformed-request', 'Send "Authorization: Bearer <key>".'));
      return authenticate(request);
    },
  }),
  'answers take 50 ms': before(() => wait(50)),
  'answers take up to 30 ms, out of order': before(() => wait(Math.random() * 30)),
  'every 40th request is refused with 429': before(async () => {
    count += 1;
    if (count % 40 === 0) return problem(429, 'rate-limited', 'Wait.', { headers: { 'Retry-After': '0' } });
  }),
  'every 40th request is refused by a gateway, with a page': (original) => ({
    ...before(async () => {
      count += 1;
      if (count % 40 === 0) return problem(429, 'rate-limited', 'of the gateway', { headers: { 'Retry-After': '0' } });
    })(original),
    render: pageOfGateway(original),
  }),
  'every other request for an error of the sandbox is refused by a gateway, with a page': (original) => ({
    sandboxError(...call) {
      count += 1;
      if (count % 2 === 1) return problem(429, 'rate-limited', 'of the gateway', { headers: { 'Retry-After': '0' } });
      return original.sandboxError(...call);
    },
    render: pageOfGateway(original),
  }),
  // A limiter that is free again in less than a second, and says so in whole ones.
  'more than 30 requests in 50 ms are refused with 429': before(async () => {
    recent = recent.filter((at) => at > performance.now() - 50);
    if (recent.length >= 30) return problem(429, 'rate-limited', 'Wait.', { headers: { 'Retry-After': '0' } });
    recent.push(performance.now());
  }),
  'every 150th request is refused with 503': before(async () => {
    count += 1;
    if (count % 150 === 0) return problem(503, 'unavailable', 'Wait.', { headers: { 'Retry-After': '1' } });
  }),
  'parallel requests with one key are refused while the first is running': lockingKeys('1', (free) => free()),
  'a key is freed a moment after the answer': lockingKeys('0', (free) => void setTimeout(free, 20)),
  'the member __proto__ and a part with an empty name are malformed': (original) => ({
    parseJson(text) {
      if (text.includes('"__proto__"')) throw new Rejected(problem(400, 'malformed-request', 'Not this name.'));
      return original.parseJson(text);
    },
    async *readParts(...call) {
      for await (const part of original.readParts(...call)) {
        if (part.name.length === 0) throw new Rejected(problem(400, 'malformed-request', 'A part has no name.'));
        yield part;
      }
    },
  }),
  'paths that do not decode, and percent signs in them, are answered with a page before the service': (original) => ({
    authenticate(request) {
      if (/%25|%ff/.test(request.url!)) throw new Rejected(problem(400, 'malformed-request', 'below the service'));
      return original.authenticate(request);
    },
    render(response, ...rest) {
      const isBelow = 'problem' in response && response.detail === 'below the service';
      return isBelow
        ? { status: 400, headers: { 'Content-Type': 'text/html;charset=utf-8' }, body: '<!doctype html><h1>400</h1>' }
        : original.render(response, ...rest);
    },
  }),
  'a live case is decided by its first artifact': ({ store, decide }) => {
    const opened = new Set<string>();
    return {
      store: {
        ...store,
        openCase(owner, found, ...rest) {
          if (owner.mode === 'live') opened.add(found.id);
          return store.openCase(owner, found, ...rest);
        },
      },
      decide: (found) =>
        opened.has(found.id) ? { status: 'APPROVED', score: 80, reasons: ['OCR_OK'] } : decide(found),
    };
  },
  'an empty file is a 415': (original) => ({
    receiveFile: async (part, parts) => {
      try {
        return await original.receiveFile(part, parts);
      } catch (error) {
        const { response } = error as { response?: { status: number } };
        if (response?.status !== 422) throw error;
        throw Object.assign(error as Error, { response: problem(415, 'unsupported-file-type', 'The file is empty.') });
      }
    },
  }),
};

test.each(Object.entries(variants))('%s', async (_, change) => {
  expect(await judgeVariant(change)).toEqual({ outcome: 'CONFORMANT', notWell: [] });
});

const live: Key[] = [
  { key: 'live_one', tenant: 'one', mode: 'live' },
  { key: 'live_two', tenant: 'two', mode: 'live' },
];

test('without the sandbox nothing of it is asked', async () => {
  const found = await judgeVariant(() => ({ authenticate: authenticator(live) }), {
    claims: [],
    keys: { tenant: 'live_one', other: 'live_two' },
  });
  expect(found).toEqual({ outcome: 'CONFORMANT', notWell: [] });
});

test('a service that decides live cases on its own is not accused', async () => {
  const decide: Parts['decide'] = ({ artifacts }) =>
    artifacts.length > 2 ? { status: 'APPROVED', score: 80, reasons: ['OCR_OK'] } : undefined;
  const found = await judgeVariant(() => ({ authenticate: authenticator(live), decide }), {
    claims: [],
    keys: { tenant: 'live_one', other: 'live_two' },
  });
  expect(found.outcome).toBe('INCOMPLETE');
  expect(found.notWell.filter((line) => !line.startsWith('inconclusive'))).toEqual([]);
});
