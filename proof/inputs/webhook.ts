import { createHmac } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Facts } from '../../conformance/manifest.ts';
import { type Exchange, type Header, headerIn } from '../../conformance/wire/exchange.ts';
import { valueOf } from '../../conformance/wire/json.ts';
import { bodyOf, dataOf, otherEndpoint, signed, withBody, withHeader, withRequest } from '../mutation/events.ts';
import { pending } from './support/cases.ts';
import { faultsOf, type InputFault, type InputFaults } from './support/fault.ts';
import type { Case, Properties } from './support/input.ts';

/** Events about such cases are not sent. */
const omits = (of: (found: Case) => boolean): InputFault => ({
  events: (event) => (of(dataOf(event) as Case) ? [] : [event]),
});

/** Each attempt with other headers; undefined leaves a header out. */
const heads = (change: (event: Exchange) => Record<string, string | undefined>): InputFault => ({
  events: (event) => {
    const changed = change(event);
    const headers = event.request.headers.flatMap(([name, value]): Header[] => {
      const known = Object.hasOwn(changed, name.toLowerCase()) ? changed[name.toLowerCase()] : value;
      return known === undefined ? [] : [[name, known]];
    });
    return [withRequest(event, { headers })];
  },
});

/** Signed events with another body. */
const says = (change: (event: Properties & { data: Case }) => unknown): InputFault => ({
  events: (event, facts) => [
    signed(withBody(event, change(valueOf(bodyOf(event)) as Properties & { data: Case })), facts),
  ],
});
const saysOfCase = (change: (data: Case) => Properties): InputFault =>
  says((event) => ({ ...event, data: { ...event.data, ...change(event.data) } }));

/** Signed events whose body is written in another way. */
const writesBody = (change: (body: string) => string): InputFault => ({
  events: (event, facts) => [signed(withBody(event, Buffer.from(change(bodyOf(event).toString()))), facts)],
});

/** Events whose bodies are compressed, which their signature is computed over. */
const compresses = ([coding, pack]: [string, (body: Buffer) => Buffer]): InputFault => ({
  events: (event, facts) => {
    const headers: Header[] = [...event.request.headers, ['Content-Encoding', coding]];
    return [signed(withRequest(withBody(event, pack(bodyOf(event))), { headers }), facts)];
  },
});

const isSecond = ({ request }: Exchange) => request.url.endsWith('/other');
const text = (event: Exchange, name: string) => headerIn(event.request.headers, name) ?? '';

/** Attempts with another signature, of the parts that are signed and the secret. */
const signs = (
  sign: (signed: string[], secret: string, encode: (parts: string[]) => string) => string,
): InputFault => ({
  events: (event, { webhook }) => {
    const secret = (isSecond(event) ? webhook!.otherSecret! : webhook!.secret).replace(/^whsec_/, '');
    const encode = (parts: string[]) =>
      createHmac('sha256', Buffer.from(secret, 'base64')).update(parts.join('.')).digest('base64');
    const parts = [text(event, 'webhook-id'), text(event, 'webhook-timestamp'), bodyOf(event).toString()];
    return [withHeader(event, 'webhook-signature', sign(parts, secret, encode))];
  },
});
const key = (secret: string) => Buffer.from(secret, 'base64');

/** Attempts that carry a signature by the secret of each tenant. */
const signsWithAll = (of: (event: Exchange) => boolean): InputFault => ({
  events: (event, facts) => {
    if (!of(event)) return [event];
    const both = [signed(event, facts), signed(event, facts, true)].map((each) => text(each, 'webhook-signature'));
    return [withHeader(event, 'webhook-signature', both.join(' '))];
  },
});

/** Attempts with another time, which is signed. */
const timed = (time: (sent: number) => number | string): InputFault => ({
  events: (event, facts) => [
    signed(withHeader(event, 'webhook-timestamp', String(time(Number(text(event, 'webhook-timestamp'))))), facts),
  ],
});

const hour = 3_600_000;

/** Retries that are sent otherwise; `before` are the earlier attempts of the event. */
const retries = (change: (event: Exchange, before: Exchange[], facts: Facts) => Exchange[]): InputFault => ({
  events(event, facts, received) {
    const before = attemptsBefore(event, received);
    return before.length === 0 ? [event] : change(event, before, facts);
  },
});
const attemptsBefore = (event: Exchange, received: Exchange[]) =>
  received.filter((each) => each.started! < event.started! && text(each, 'webhook-id') === text(event, 'webhook-id'));

type Status = number | undefined;
const isSuccess = (status: Status) => status !== undefined && status < 300;
const isRedirect = (status: Status) => status !== undefined && status >= 300 && status < 400;

/** Events that are never sent again after such a response. */
const stopsAfter = (of: (status: Status) => boolean) =>
  retries((event, before) => (before.some(({ response }) => of(response?.status)) ? [] : [event]));

/**
 * Events that are sent again after such a response; `before` is how many attempts preceded.
 *
 * @param pause in milliseconds, from the response
 */
const repeats = (of: (status: Status, before: number) => boolean, pause = 1000): InputFault => ({
  events: (event, _, received) =>
    of(event.response?.status, attemptsBefore(event, received).length)
      ? [event, copyOf(event, event.milliseconds + pause)]
      : [event],
});
const copyOf = (event: Exchange, later: number): Exchange => ({
  ...event,
  started: event.started! + later,
  arrivedAt: event.arrivedAt! + later,
  response: { status: 204, headers: [], body: Buffer.alloc(0) },
});
const withId = (event: Exchange, id: string, facts: Facts) => signed(withHeader(event, 'webhook-id', id), facts);

/** The event, and if the response redirects it, at that address too; with `GET`, without its body. */
const followed = (event: Exchange, method = event.request.method): Exchange[] => {
  const target = event.response && headerIn(event.response.headers, 'Location');
  if (target === undefined) return [event];
  const url = new URL(target, event.request.url).href;
  return [event, withRequest(copyOf(event, 5), { url, method, ...(method === 'GET' && { body: [] }) })];
};

const faults: InputFaults = {
  ...faultsOf(heads, {
    'sends events as plain text': () => ({ 'content-type': 'text/plain' }),
    'sends events as CloudEvents': () => ({ 'content-type': 'application/cloudevents+json' }),
    'sends events with the charset US-ASCII': () => ({ 'content-type': 'application/json; charset=us-ascii' }),
    'sends events with a parameter that nobody knows': () => ({ 'content-type': 'application/json; profile=x' }),
    'sends events with an empty parameter': () => ({ 'content-type': 'application/json;' }),
    'sends webhook-timestamp as a date': (event) => ({
      'webhook-timestamp': new Date(event.arrivedAt!).toISOString(),
    }),
  }),
  ...faultsOf(says, {
    'names the event case_decided': (event) => ({ ...event, type: 'case_decided' }),
    'sends the case itself as the event': ({ data }) => data,
    'sends the time of creation as timestamp': (event) => ({ ...event, timestamp: '2026-01-01T00:00:00Z' }),
    'sends a timestamp without milliseconds': (event) => ({
      ...event,
      timestamp: String(event['timestamp']).replace(/\.\d+Z$/, 'Z'),
    }),
  }),
  'sends the case as it was before the last artifact': saysOfCase(({ artifacts }) => ({
    artifacts: artifacts.slice(0, -1),
  })),
  'sends the case as it was before the decision': saysOfCase(() => pending),
  ...faultsOf(writesBody, {
    'sends events behind a byte-order mark': (body) => `\ufeff${body}`,
    'writes the type of an event twice': (body) => body.replace('{', '{"type":"case.decided",'),
    'writes the score in an event with a fraction': (body) => body.replace(/"score":([0-9]+)/, '"score":$1.0'),
  }),
  'sends ids of 300 characters': {
    events: (event, facts) => [
      signed(withHeader(event, 'webhook-id', text(event, 'webhook-id').padEnd(300, 'x')), facts),
    ],
  },
  'sends a webhook-timestamp that is ten seconds too early': timed((sent) => sent - 10),
  'sends webhook-timestamp in another time zone': timed((sent) => sent + 3600),
  'sends webhook-timestamp with a zero in front': timed((sent) => `0${sent}`),
  ...faultsOf(compresses, {
    'compresses events': ['gzip', gzipSync],
    'compresses events with Brotli': ['br', brotliCompressSync],
  }),
  'sends a second line of signatures': {
    events: (event) => [
      withRequest(event, { headers: [['webhook-signature', `v1,${'A'.repeat(43)}=`], ...event.request.headers] }),
    ],
  },
  'sends the same id for all events of a tenant': {
    events: (event, facts) => [signed(withHeader(event, 'webhook-id', isSecond(event) ? 'msg_two' : 'msg_one'), facts)],
  },
  ...faultsOf(signs, {
    'encodes the signature in hexadecimal': (parts, secret) =>
      `v1,${createHmac('sha256', key(secret)).update(parts.join('.')).digest('hex')}`,
    'encodes the signature in base64url': (parts, secret) =>
      `v1,${createHmac('sha256', key(secret)).update(parts.join('.')).digest('base64url')}`,
    'signs with the encoded text of the secret': (parts, secret) =>
      `v1,${createHmac('sha256', secret).update(parts.join('.')).digest('base64')}`,
    'signs only the body': ([, , body], _, encode) => `v1,${encode([body!])}`,
    'signs without the id': ([, ...parts], _, encode) => `v1,${encode(parts)}`,
    'signs a body that it serialised again': ([id, time, body], _, encode) =>
      `v1,${encode([id!, time!, JSON.stringify(JSON.parse(body!), null, 1)])}`,
    'separates signatures with two spaces': (parts, _, encode) => `v1,${encode(parts)}  v1,${encode(parts)}`,
    'sends a signature of another length before the right one': (parts, _, encode) => `v1,b2xk v1,${encode(parts)}`,
    'sends a signature in base64url before the right one': (parts, secret, encode) =>
      `v1,${createHmac('sha256', secret).update(parts.join('.')).digest('base64url')} v1,${encode(parts)}`,
    'sends an entry without a comma before the right signature': (parts, _, encode) => `v1 v1,${encode(parts)}`,
    'separates signatures with commas': (parts, _, encode) => `v1,b2xk,v1,${encode(parts)}`,
    'omits the version of the signature': (parts, _, encode) => encode(parts),
    'signs the body as Latin-1': (parts, secret) => {
      const latin = Buffer.from(parts.join('.'), 'latin1');
      return `v1,${createHmac('sha256', key(secret)).update(latin).digest('base64')}`;
    },
  }),
  'signs the events of the second tenant with the secret of the first': {
    events: (event, facts) => [isSecond(event) ? signed(event, facts, true) : event],
  },
  ...faultsOf(signsWithAll, {
    'signs the events of the first tenant with the secrets of all tenants': (event) => !isSecond(event),
    'signs the events of the second tenant with the secrets of all tenants': isSecond,
    'signs every event with the secrets of all tenants': () => true,
  }),
  ...faultsOf(omits, {
    'sends no events': () => true,
    'sends events only for approvals': ({ status }) => status === 'DENIED',
    'sends no events for denials with a code': ({ reference }) => reference.startsWith('sandbox:deny:'),
    'sends no events for denials of entities': ({ status, type }) => status === 'DENIED' && type === 'PM',
    'sends no events for PDFs': ({ artifacts: [first] }) => first?.content_type === 'application/pdf',
    'sends no events for evidence of one kind': ({ artifacts: [first] }) => first?.kind === 'REGISTRY_EXTRACT',
    'sends no events for references of more than 120 characters': ({ reference }) => reference.length > 120,
  }),
  'sends the second tenant no events': { events: (event) => (isSecond(event) ? [] : [event]) },
  'sends the events of the second tenant to both endpoints': {
    events: (event) =>
      isSecond(event) ? [event, withRequest(event, { url: otherEndpoint(event.request.url) })] : [event],
  },
  'sends the events of the second tenant to the first': {
    events: (event) => [isSecond(event) ? withRequest(event, { url: otherEndpoint(event.request.url) }) : event],
  },
  'sends the events of the first tenant to both endpoints': {
    events: (event) =>
      isSecond(event) ? [event] : [event, withRequest(event, { url: otherEndpoint(event.request.url) })],
  },
  'sends the event of every case twice': {
    events: (event, facts) => [event, withId(copyOf(event, 5), `${text(event, 'webhook-id')}x`, facts)],
  },
  'sends an acknowledged event again shortly afterwards': repeats(isSuccess, 200),
  'sends an event from each of two processes': repeats(() => true, 1000),
  'sends an event again whose response took two seconds': {
    events: (event) =>
      isSuccess(event.response?.status) && event.milliseconds > 2000
        ? [event, copyOf(event, event.milliseconds + 1000)]
        : [event],
  },
  ...faultsOf(repeats, {
    'sends an event again after a 204': (status) => status === 204,
    'sends an event again after a retry that was accepted': (status, before) => status === 204 && before > 0,
    'sends an event again after any success': isSuccess,
    'sends an event again after a 202': (status) => status === 202,
    'sends an event again after a success that is not 200 or 204': (status) =>
      isSuccess(status) && status !== 200 && status !== 204,
    'sends an event again after 410': (status) => status === 410,
  }),
  'sends an event again after a 410 to its retry': repeats((status, before) => status === 410 && before > 0, 5000),
  ...faultsOf(stopsAfter, {
    'never sends an event again': () => true,
    'stops retries after a 4xx': (status = 0) => status >= 400 && status < 500,
    'takes a 304 for a success': (status) => status === 304,
    'stops retries after a 503': (status) => status === 503,
    'stops retries after a 501': (status) => status === 501,
    'stops retries after a 404': (status) => status === 404,
    'stops retries after a 301 or 303': (status) => status === 301 || status === 303,
    'stops retries after a redirect': isRedirect,
    'stops retries after a 308': (status) => status === 308,
    'stops retries after a closed connection': (status) => status === undefined,
  }),
  ...faultsOf(retries, {
    'sends an event again after 20 s': (event) => [copyOf(event, 20_000)],
    'waits as long as the Retry-After of a receiver says': (event, before) => [
      before.some(({ response }) => headerIn(response?.headers ?? [], 'Retry-After')) ? copyOf(event, hour) : event,
    ],
    'gives a retry a new id': (event, before, facts) => [withId(event, `msg_${before.length}`, facts)],
    'gives the second retry a new id': (event, before, facts) => [
      before.length === 2 ? withId(event, 'msg_second', facts) : event,
    ],
    'adds the number of the attempt to the id': (event, before, facts) => [
      withId(event, `${text(event, 'webhook-id')}-${before.length}`, facts),
    ],
    'serialises the body of a retry again': (event, _, facts) => [
      signed(withBody(event, Buffer.from(JSON.stringify(valueOf(bodyOf(event)), null, 1))), facts),
    ],
    'adds the number of the attempt to the body': (event, before, facts) => [
      signed(withBody(event, { attempt: before.length, ...(valueOf(bodyOf(event)) as Properties) }), facts),
    ],
    'sends a retry with the headers of the first attempt': (event, [first]) => [
      withRequest(event, { headers: first!.request.headers }),
    ],
    'sends the time of the decision as webhook-timestamp': (event, [first], facts) => [
      signed(withHeader(event, 'webhook-timestamp', text(first!, 'webhook-timestamp')), facts),
    ],
    'signs a retry with the timestamp of the first attempt': (event, [first]) => [
      withHeader(event, 'webhook-signature', text(first!, 'webhook-signature')),
    ],
    'sends retries without a signature': (event) => [
      withRequest(event, {
        headers: event.request.headers.filter(([name]) => name.toLowerCase() !== 'webhook-signature'),
      }),
    ],
  }),
  'follows redirects': {
    events: (event, facts, received) =>
      stopsAfter(isRedirect).events!(event, facts, received).flatMap((each) => followed(each)),
  },
  'follows redirects with GET': { events: (event) => followed(event, 'GET') },
  'follows redirects, then sends the event again': { events: (event) => followed(event) },
};

export default faults;
