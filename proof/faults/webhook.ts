import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Case } from '../../reference-impl/domain/contract.ts';
import type { Parts } from '../../reference-impl/parts.ts';
import type { Endpoint, OutboxEvent } from '../../reference-impl/ports.ts';
import { changingBody, type Fault } from './fault.ts';

type Faulty = Fault['parts'];
type Members = Record<string, unknown>;
type Headers = Record<string, string>;

/** Events whose body is changed before it is kept and signed. */
const saying =
  (change: (event: Members & { data: Case }) => Members): Faulty =>
  ({ eventOf }) => ({
    eventOf(...decision) {
      const event = eventOf(...decision);
      return event && { ...event, body: JSON.stringify(change(JSON.parse(event.body))) };
    },
  });

/** Events whose case is changed. */
const sayingOfCase = (change: (data: Case) => Members): Faulty =>
  saying((event) => ({ ...event, data: { ...event.data, ...change(event.data) } }));

/** Attempts whose headers are changed. */
const heading =
  (change: (headers: Headers, event: OutboxEvent, endpoint: Endpoint) => Headers): Faulty =>
  ({ headersOf }) => ({
    headersOf: (event, endpoint, parts) => change(headersOf(event, endpoint, parts), event, endpoint),
  });

/** Attempts with another signature. */
const signing = (sign: (id: string, timestamp: string, body: string, secret: string) => string): Faulty =>
  heading((headers, { id, body }, { secret }) => ({
    ...headers,
    'webhook-signature': sign(id, headers['webhook-timestamp']!, body, secret),
  }));

const keyOf = (secret: string) => Buffer.from(secret.replace('whsec_', ''), 'base64');
const hmac = (secret: string, text: string) => createHmac('sha256', keyOf(secret)).update(text);

/** Attempts that are signed, and say that they are sent, at another time. */
const timing =
  (time: (now: Date) => number): Faulty =>
  ({ headersOf, now }) => ({
    headersOf: (event, endpoint, parts) => headersOf(event, endpoint, { ...parts, now: () => new Date(time(now())) }),
  });

/** Attempts after the first one are made of another event. */
const changingRetry =
  (change: (event: OutboxEvent) => Partial<OutboxEvent>): Faulty =>
  ({ headersOf, deliver }) => {
    const changed = (event: OutboxEvent) => (event.attempts === 0 ? event : { ...event, ...change(event) });
    return {
      headersOf: (event, ...rest) => headersOf(changed(event), ...rest),
      deliver: (event, ...rest) => deliver(changed(event), ...rest),
    };
  };

/** Pauses, or ends, that differ; null leaves them to the sound part. */
const pausing =
  (pause: (attempts: number, status: number | undefined) => number | undefined | null): Faulty =>
  ({ pauseAfter }) => ({
    pauseAfter(attempts, status) {
      const other = pause(attempts, status);
      return other === null ? pauseAfter(attempts, status) : other;
    },
  });

/** An answer that is taken for a success. */
const taking = (of: (status: number | undefined) => boolean): Faulty =>
  pausing((_, status) => (of(status) ? undefined : null));

/** An answer that is taken for a failure, once. */
const failing = (of: (status: number | undefined) => boolean): Faulty =>
  pausing((attempts, status) => (of(status) && attempts === 1 ? 1000 : null));

/** Attempts that are sent in another way. */
const sending =
  (options: RequestInit, statusOf = (response: Response): number => response.status): Faulty =>
  () => ({
    async deliver({ body }, headers, { url }) {
      try {
        return statusOf(await fetch(url, { method: 'POST', redirect: 'manual', headers, body, ...options }));
      } catch {
        return undefined;
      }
    },
  });

/** Attempts that go to more addresses, or to others. */
const addressing =
  (change: (endpoint: Endpoint) => Endpoint[]): Faulty =>
  ({ deliver }) => ({
    async deliver(event, headers, endpoint, ...rest) {
      const statuses = await Promise.all(change(endpoint).map((each) => deliver(event, headers, each, ...rest)));
      return statuses[0];
    },
  });

/** An upload after which its case is announced once more. */
const announcingAgain =
  (after: (status: number, found: Case) => boolean): Faulty =>
  ({ uploadArtifact }) => ({
    async uploadArtifact(call, parts) {
      const response = await uploadArtifact(call, parts);
      const found = await parts.store.findCase(call.caller, call.path.case_id);
      const eventOf = (changed: Case) => parts.eventOf(changed, call.caller, parts);
      if (found && after(response.status, found))
        await parts.store.acceptArtifact(
          call.caller,
          found.id,
          (to) => to,
          undefined,
          { status: 201, body: {} },
          eventOf,
        );
      return response;
    },
  });

/** What was worked out for the first attempt of an event. */
function ofFirst<T>(work: (...call: Parameters<Parts['headersOf']>) => T) {
  const kept = new Map<string, T>();
  return (...call: Parameters<Parts['headersOf']>): T => {
    const [{ id }] = call;
    if (!kept.has(id)) kept.set(id, work(...call));
    return kept.get(id)!;
  };
}

/** Attempts that carry a signature by the secret of each tenant. */
const signingWithAll =
  (concerns: (endpoint: Endpoint) => boolean): Faulty =>
  ({ headersOf }) => ({
    headersOf(event, endpoint, parts) {
      if (!concerns(endpoint)) return headersOf(event, endpoint, parts);
      const at = new Date();
      const signed = parts.endpoints.map((each) => headersOf(event, each, { ...parts, now: () => at }));
      const signatures = signed.map((headers) => headers['webhook-signature']!).join(' ');
      return { ...signed[0]!, 'webhook-signature': signatures };
    },
  });

const toOther = (endpoint: Endpoint): Endpoint => ({ ...endpoint, url: new URL('/other', endpoint.url).href });
const toFirst = (endpoint: Endpoint): Endpoint => ({ ...endpoint, url: new URL('/', endpoint.url).href });
const isRedirect = (status: number | undefined) => status !== undefined && status >= 300 && status < 400;
const none = (status: number | undefined) => status === undefined;

const defects: Omit<Fault, 'profile'>[] = [
  {
    name: 'sends no events',
    breaks: { 'webhook.arrives': 'missing-event' },
    parts: () => ({ eventOf: () => undefined }),
  },
  {
    name: 'sends an event 8 s after its decision',
    breaks: { 'webhook.arrives': 'missing-event' },
    parts: ({ eventOf }) => ({
      eventOf(...decision) {
        const event = eventOf(...decision);
        return event && { ...event, due: event.due + 8000 };
      },
    }),
  },
  {
    name: 'sends the second tenant no events',
    breaks: { 'webhook.arrives': { code: 'missing-event', row: 'foreign' } },
    parts: ({ eventOf }) => ({
      eventOf: (changed, caller, parts) => (caller.tenant === 'two' ? undefined : eventOf(changed, caller, parts)),
    }),
  },
  {
    name: 'announces approvals only',
    breaks: { 'webhook.announces-denial': 'missing-event' },
    parts: ({ eventOf }) => ({
      eventOf: (changed, ...rest) => (changed.status === 'DENIED' ? undefined : eventOf(changed, ...rest)),
    }),
  },
  {
    name: 'sends events with PUT',
    breaks: { 'webhook.method-post': { code: 'wrong-method', actual: '"PUT"' } },
    parts: sending({ method: 'PUT' }),
  },
  {
    name: 'sends events as plain text',
    breaks: { 'webhook.content-type-json': { code: 'wrong-header', actual: 'text/plain' } },
    parts: heading((headers) => ({ ...headers, 'Content-Type': 'text/plain' })),
  },
  {
    name: 'sends events as CloudEvents',
    breaks: { 'webhook.content-type-json': { code: 'wrong-header', actual: 'application/cloudevents+json' } },
    parts: heading((headers) => ({ ...headers, 'Content-Type': 'application/cloudevents+json' })),
  },
  {
    name: 'sends events without a timestamp in the body',
    breaks: { 'webhook.body-schema': { code: 'missing-property', pointer: '/timestamp' } },
    parts: saying(({ timestamp: _, ...event }) => event),
  },
  {
    name: 'calls the event case_decided',
    breaks: { 'webhook.body-schema': { code: 'schema-mismatch', pointer: '/type' } },
    parts: saying((event) => ({ ...event, type: 'case_decided' })),
  },
  {
    name: 'sends the case without its score',
    breaks: {
      'webhook.body-schema': { code: 'missing-property', actual: "/data must have required property 'score'" },
    },
    parts: saying(({ data: { score: _, ...data }, ...event }) => ({ ...event, data })),
  },
  {
    name: 'sends the case itself as the event',
    breaks: { 'webhook.body-schema': { code: 'missing-property', actual: "required property 'data'" } },
    parts: saying(({ data }) => ({ ...data })),
  },
  {
    name: 'sends the time of creation as timestamp',
    breaks: { 'webhook.timestamp-is-decision': 'wrong-event-timestamp' },
    parts: saying((event) => ({ ...event, timestamp: '2026-01-01T00:00:00Z' })),
  },
  {
    name: 'sends a timestamp a second after the decision',
    breaks: { 'webhook.timestamp-is-decision': 'wrong-event-timestamp' },
    parts: saying((event) => ({
      ...event,
      timestamp: new Date(Date.parse(String(event['timestamp'])) + 1000).toISOString(),
    })),
  },
  {
    name: 'sends the case as it was before the last artifact',
    breaks: { 'webhook.data-is-case': { code: 'wrong-event-data', actual: '"artifacts":[]' } },
    parts: sayingOfCase(({ artifacts }) => ({ artifacts: artifacts.slice(0, -1) })),
  },
  {
    name: 'sends the case as it was before the decision',
    breaks: { 'webhook.data-is-case': { code: 'wrong-event-data', actual: '"PENDING"' } },
    parts: sayingOfCase(() => ({ status: 'PENDING', score: 0, reasons: [], decided_at: null })),
  },
  {
    name: 'sends another score than it answers',
    breaks: { 'webhook.data-is-case': { code: 'wrong-event-data', actual: '"score":94' } },
    parts: sayingOfCase(({ score }) => ({ score: score - 1 })),
  },
  {
    name: 'sends events before a read shows the decision',
    breaks: { 'webhook.state-before-event': 'event-before-decision' },
    // What other checks look at, which name no such reference, is decided at once.
    parts: changingBody('getCase', (body) => {
      const early = Date.now() - Date.parse(String(body['decided_at'])) < 500;
      const concerns = early && /#.*\d\./.test(String(body['reference']));
      return concerns ? { ...body, status: 'PENDING', score: 0, reasons: [], decided_at: null } : body;
    }),
  },
  {
    name: 'sends no webhook-id',
    breaks: { 'webhook.id-header': 'missing-header' },
    parts: heading(({ 'webhook-id': _, ...headers }) => headers),
  },
  {
    name: 'sends ids of 300 characters',
    breaks: { 'webhook.id-header': 'wrong-header' },
    parts: ({ headersOf }) => ({
      headersOf: (event, ...rest) => headersOf({ ...event, id: event.id.padEnd(300, 'x') }, ...rest),
    }),
  },
  {
    name: 'sends webhook-timestamp in milliseconds',
    breaks: { 'webhook.timestamp-header': 'wrong-header' },
    parts: heading((headers) => ({ ...headers, 'webhook-timestamp': String(Date.now()) })),
  },
  {
    name: 'sends webhook-timestamp as a date',
    breaks: { 'webhook.timestamp-header': 'wrong-header' },
    parts: heading((headers) => ({ ...headers, 'webhook-timestamp': new Date().toISOString() })),
  },
  {
    name: 'sends no webhook-timestamp',
    breaks: { 'webhook.timestamp-header': 'missing-header' },
    parts: heading(({ 'webhook-timestamp': _, ...headers }) => headers),
  },
  {
    name: 'sends no signature',
    breaks: { 'webhook.signature': { code: 'wrong-signature', actual: 'no webhook-signature' } },
    parts: heading(({ 'webhook-signature': _, ...headers }) => headers),
  },
  {
    name: 'signs in hex',
    breaks: { 'webhook.signature': { code: 'wrong-signature', actual: 'v1,' } },
    parts: signing((id, time, body, secret) => `v1,${hmac(secret, `${id}.${time}.${body}`).digest('hex')}`),
  },
  {
    name: 'signs in base64url',
    breaks: { 'webhook.signature': { code: 'wrong-signature', actual: 'v1,' } },
    parts: signing((id, time, body, secret) => `v1,${hmac(secret, `${id}.${time}.${body}`).digest('base64url')}`),
  },
  {
    name: 'signs with the secret as it is written',
    breaks: { 'webhook.signature': { code: 'wrong-signature', actual: 'v1,' } },
    parts: signing((id, time, body, secret) => {
      const written = createHmac('sha256', secret.replace('whsec_', ''));
      return `v1,${written.update(`${id}.${time}.${body}`).digest('base64')}`;
    }),
  },
  {
    name: 'signs without the version',
    breaks: { 'webhook.signature': 'wrong-signature' },
    parts: signing((id, time, body, secret) => hmac(secret, `${id}.${time}.${body}`).digest('base64')),
  },
  {
    name: 'signs the body only',
    breaks: { 'webhook.signature': { code: 'wrong-signature', actual: 'v1,' } },
    parts: signing((_id, _time, body, secret) => `v1,${hmac(secret, body).digest('base64')}`),
  },
  {
    name: 'signs without the id',
    breaks: { 'webhook.signature': { code: 'wrong-signature', actual: 'v1,' } },
    parts: signing((_id, time, body, secret) => `v1,${hmac(secret, `${time}.${body}`).digest('base64')}`),
  },
  {
    name: 'signs the body as it is encoded anew',
    breaks: { 'webhook.signature': { code: 'wrong-signature', actual: 'v1,' } },
    parts: ({ deliver }) => ({
      deliver: (event, ...rest) =>
        deliver({ ...event, body: JSON.stringify(JSON.parse(event.body), null, 1) }, ...rest),
    }),
  },
  {
    name: 'signs the body as Latin-1',
    breaks: { 'webhook.signature': { code: 'wrong-signature', row: 'entity' } },
    parts: signing((id, time, body, secret) => {
      const text = Buffer.from(`${id}.${time}.${body}`, 'latin1');
      return `v1,${createHmac('sha256', keyOf(secret)).update(text).digest('base64')}`;
    }),
  },
  {
    name: 'signs with commas between the signatures',
    breaks: { 'webhook.signature': { code: 'wrong-signature', actual: 'v1,' } },
    parts: heading((headers) => ({
      ...headers,
      'webhook-signature': `v1,b2xk,${headers['webhook-signature']}`,
    })),
  },
  {
    name: 'dates every attempt ten seconds back',
    breaks: { 'webhook.timestamp-of-sending': 'wrong-event-timestamp' },
    parts: timing((now) => now.getTime() - 10_000),
  },
  {
    name: 'dates every attempt in another time zone',
    breaks: { 'webhook.timestamp-of-sending': 'wrong-event-timestamp' },
    parts: timing((now) => now.getTime() + 3_600_000),
  },
  {
    name: 'gives all events of a tenant one id',
    breaks: { 'webhook.ids-differ': 'repeated-id' },
    parts: ({ headersOf }) => ({
      headersOf: (event, ...rest) => headersOf({ ...event, id: event.tenant }, ...rest),
    }),
  },
  {
    name: 'announces a case again with each refused upload',
    breaks: { 'webhook.once-a-case': { code: 'repeated-event', row: 'busy' } },
    parts: announcingAgain((status) => status === 409),
  },
  {
    name: 'announces every case twice',
    breaks: { 'webhook.once-a-case': { code: 'repeated-event', actual: '2 of them' } },
    parts: announcingAgain((status, { decided_at }) => status === 201 && decided_at !== null),
  },
  {
    name: 'announces evidence of a pending case',
    breaks: { 'webhook.not-while-pending': { code: 'unexpected-event', row: 'held' } },
    parts: ({ eventOf, now }) => ({
      eventOf(changed, ...rest) {
        if (changed.decided_at !== null) return eventOf(changed, ...rest);
        const event = eventOf({ ...changed, decided_at: now().toISOString() }, ...rest);
        return event && { ...event, body: event.body.replace(/"decided_at":"[^"]+"/, '"decided_at":null') };
      },
    }),
  },
  {
    name: 'sends an event again after a 204',
    breaks: { 'webhook.success-not-again': 'repeated-event' },
    parts: failing((status) => status === 204),
  },
  {
    name: 'sends an event again after any success',
    breaks: { 'webhook.success-not-again': 'repeated-event', 'webhook.any-2xx-is-success': 'repeated-event' },
    parts: failing((status) => status !== undefined && status < 300),
  },
  {
    name: 'takes 202 for a failure',
    breaks: { 'webhook.any-2xx-is-success': { code: 'repeated-event', row: 'answered with 202' } },
    parts: failing((status) => status === 202),
  },
  {
    name: 'takes only 200 and 204 for a success',
    breaks: { 'webhook.any-2xx-is-success': 'repeated-event' },
    parts: failing((status) => status !== undefined && status < 300 && status !== 200 && status !== 204),
  },
  {
    name: 'never sends an event again',
    breaks: {
      'webhook.error-retried': 'missing-retry',
      'webhook.redirect-retried': 'missing-retry',
      'webhook.closed-connection-retried': 'missing-retry',
    },
    parts: () => ({ pauseAfter: () => undefined }),
  },
  {
    name: 'sends an event again after 20 s',
    breaks: {
      'webhook.error-retried': 'missing-retry',
      'webhook.redirect-retried': 'missing-retry',
      'webhook.closed-connection-retried': 'missing-retry',
    },
    parts: ({ pauseAfter }) => ({ pauseAfter: (...end) => (pauseAfter(...end) === undefined ? undefined : 20_000) }),
  },
  {
    name: 'gives up after a 4xx',
    breaks: { 'webhook.error-retried': { code: 'missing-retry', row: 'answered with 400' } },
    parts: taking((status) => status !== undefined && status >= 400 && status < 500),
  },
  {
    name: 'gives up after a 503',
    breaks: { 'webhook.error-retried': { code: 'missing-retry', row: 'answered with 503' } },
    parts: taking((status) => status === 503),
  },
  {
    name: 'gives up an event that is answered with 404',
    breaks: { 'webhook.error-retried': { code: 'missing-retry', row: 'answered with 404' } },
    parts: taking((status) => status === 404),
  },
  {
    name: 'gives up an event that is answered with 301 or 303',
    breaks: { 'webhook.redirect-retried': { code: 'missing-retry', row: 'redirected with 301' } },
    parts: taking((status) => status === 301 || status === 303),
  },
  {
    name: 'takes a redirect for a success',
    breaks: { 'webhook.redirect-retried': 'missing-retry' },
    parts: taking(isRedirect),
  },
  {
    name: 'gives up after a 308',
    breaks: { 'webhook.redirect-retried': { code: 'missing-retry', row: 'redirected with 308' } },
    parts: taking((status) => status === 308),
  },
  {
    name: 'follows redirects',
    breaks: {
      'webhook.redirect-retried': 'missing-retry',
      'webhook.redirect-not-followed': { code: 'redirect-followed', actual: '/redirected/' },
    },
    parts: sending({ redirect: 'follow' }),
  },
  {
    name: 'follows redirects and takes them for a failure',
    breaks: { 'webhook.redirect-not-followed': { code: 'redirect-followed', actual: '/redirected/' } },
    parts: sending({ redirect: 'follow' }, ({ redirected, status }) => (redirected ? 302 : status)),
  },
  {
    name: 'gives up after a closed connection',
    breaks: { 'webhook.closed-connection-retried': 'missing-retry' },
    parts: taking(none),
  },
  {
    name: 'gives a retry a new id',
    breaks: { 'webhook.retry-keeps-id': 'changed-event-id' },
    parts: ({ headersOf }) => ({
      headersOf: (event, ...rest) =>
        headersOf(event.attempts === 0 ? event : { ...event, id: `msg_${randomUUID()}` }, ...rest),
    }),
  },
  {
    name: 'counts the attempts in the id',
    breaks: { 'webhook.retry-keeps-id': { code: 'changed-event-id', actual: '-1' } },
    parts: ({ headersOf }) => ({
      headersOf: (event, ...rest) => headersOf({ ...event, id: `${event.id}-${event.attempts}` }, ...rest),
    }),
  },
  {
    name: 'writes the body of a retry anew',
    breaks: { 'webhook.retry-keeps-body': 'changed-event-body' },
    parts: changingRetry(({ body }) => ({ body: JSON.stringify(JSON.parse(body), null, 1) })),
  },
  {
    name: 'counts the attempts in the body',
    breaks: { 'webhook.retry-keeps-body': { code: 'changed-event-body', actual: '"attempt":' } },
    parts: changingRetry(({ body, attempts }) => ({
      body: JSON.stringify({ attempt: attempts, ...JSON.parse(body) }),
    })),
  },
  {
    name: 'sends a retry with the headers of the first attempt',
    breaks: { 'webhook.retry-renews-timestamp': 'wrong-event-timestamp' },
    parts: ({ headersOf }) => ({ headersOf: ofFirst(headersOf) }),
  },
  {
    name: 'dates every attempt as the decision',
    breaks: { 'webhook.retry-renews-timestamp': 'wrong-event-timestamp' },
    parts: ({ headersOf }) => ({
      headersOf: (event, endpoint, parts) => {
        const { timestamp } = JSON.parse(event.body) as { timestamp: string };
        return headersOf(event, endpoint, { ...parts, now: () => new Date(timestamp) });
      },
    }),
  },
  {
    name: 'signs a retry for the first attempt',
    breaks: { 'webhook.retry-signed-anew': { code: 'wrong-signature', actual: 'v1,' } },
    parts: ({ headersOf }) => {
      const first = ofFirst((...call) => headersOf(...call)['webhook-signature']!);
      return { headersOf: (...call) => ({ ...headersOf(...call), 'webhook-signature': first(...call) }) };
    },
  },
  {
    name: 'signs no retry',
    breaks: { 'webhook.retry-signed-anew': { code: 'wrong-signature', actual: 'no webhook-signature' } },
    parts: heading(({ 'webhook-signature': signature, ...headers }, { attempts }) => ({
      ...headers,
      ...(attempts === 0 && { 'webhook-signature': signature! }),
    })),
  },
  {
    name: 'sends an event again after 410',
    breaks: { 'webhook.gone-stops': 'repeated-event' },
    parts: failing((status) => status === 410),
  },
  {
    name: 'sends the events of the second tenant to both endpoints',
    breaks: { 'webhook.own-endpoint': { code: 'event-at-foreign-endpoint', row: 'foreign' } },
    parts: addressing((endpoint) => (endpoint.tenant === 'two' ? [endpoint, toFirst(endpoint)] : [endpoint])),
  },
  {
    name: 'sends the events of the second tenant to the first',
    breaks: {
      'webhook.own-endpoint': { code: 'event-at-foreign-endpoint', row: 'foreign' },
      'webhook.arrives': { code: 'missing-event', row: 'foreign' },
    },
    parts: addressing((endpoint) => [endpoint.tenant === 'two' ? toFirst(endpoint) : endpoint]),
  },
  {
    name: 'sends the events of the first tenant to both endpoints',
    breaks: { 'webhook.own-endpoint': { code: 'event-at-foreign-endpoint', actual: '/other' } },
    parts: addressing((endpoint) => (endpoint.tenant === 'one' ? [endpoint, toOther(endpoint)] : [endpoint])),
  },
  {
    name: 'signs the events of the second tenant with the secret of the first',
    breaks: { 'webhook.own-secret': 'wrong-signature' },
    parts: ({ headersOf }) => ({
      headersOf: (event, _, parts) =>
        headersOf(
          event,
          parts.endpoints.find(({ tenant }) => tenant === 'one')!,
          parts,
        ),
    }),
  },
  {
    name: 'signs the events of tenant one with the secrets of all tenants',
    breaks: { 'webhook.own-secret': { code: 'foreign-signature', row: 'an event of the first tenant' } },
    parts: signingWithAll(({ tenant }) => tenant === 'one'),
  },
  {
    name: 'signs the events of tenant two with the secrets of all tenants',
    breaks: { 'webhook.own-secret': { code: 'foreign-signature', row: 'an event of the second tenant' } },
    parts: signingWithAll(({ tenant }) => tenant === 'two'),
  },
  {
    name: 'signs every event with the secrets of all tenants',
    breaks: { 'webhook.own-secret': 'foreign-signature' },
    parts: signingWithAll(() => true),
  },
];

const slowDefects: Omit<Fault, 'profile'>[] = [
  {
    name: 'waits 5 s for the answer to an event',
    breaks: { 'webhook.slow-success-taken': { code: 'response-not-awaited', actual: 'closed after 5.' } },
    parts: ({ limits }) => ({ limits: { ...limits, deliveryTime: 5000 } }),
  },
  {
    name: 'sends an event again whose answer took 10 s',
    breaks: { 'webhook.slow-success-taken': 'repeated-event' },
    parts: ({ deliver }) => ({
      async deliver(...attempt) {
        const begun = performance.now();
        const status = await deliver(...attempt);
        return performance.now() - begun > 10_000 ? undefined : status;
      },
    }),
  },
  {
    name: 'waits a minute for the answer to an event',
    breaks: { 'webhook.no-answer-retried': 'missing-retry' },
    parts: ({ limits }) => ({ limits: { ...limits, deliveryTime: 60_000 } }),
  },
  {
    name: 'gives up an event that is not answered in time',
    breaks: { 'webhook.no-answer-retried': 'missing-retry' },
    parts: ({ deliver, limits }) => ({
      async deliver(...attempt) {
        const inTime = new AbortController();
        const late = setTimeout(limits.deliveryTime - 100, 204, { signal: inTime.signal }).catch(() => undefined);
        const status = await Promise.race([deliver(...attempt), late]);
        inTime.abort();
        return status;
      },
    }),
  },
];

/** Defects that the family webhook is aimed at. */
export const webhook: Fault[] = [
  ...defects.map((defect): Fault => ({ ...defect, profile: 'with webhooks' })),
  ...slowDefects.map((defect): Fault => ({ ...defect, profile: 'slow' })),
];
