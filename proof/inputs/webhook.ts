import { createHmac } from 'node:crypto';
import { type Exchange, type Header, headerIn } from '../../conformance/wire/exchange.ts';
import { valueOf } from '../../conformance/wire/json.ts';
import { bodyOf, dataOf, otherEndpoint, signed, withBody, withHeader, withRequest } from '../mutation/events.ts';
import type { InputFault, InputFaults } from './input-fault.ts';
import type { Properties } from './support/input.ts';
import { type Case, pending } from './support/cases.ts';

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
  events: (event, manifest) => [
    signed(withBody(event, change(valueOf(bodyOf(event)) as Properties & { data: Case })), manifest),
  ],
});
const saysOfCase = (change: (data: Case) => Properties): InputFault =>
  says((event) => ({ ...event, data: { ...event.data, ...change(event.data) } }));

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
  events: (event, manifest) => {
    if (!of(event)) return [event];
    const both = [signed(event, manifest), signed(event, manifest, true)].map((each) =>
      text(each, 'webhook-signature'),
    );
    return [withHeader(event, 'webhook-signature', both.join(' '))];
  },
});

/** Attempts with another time, which is signed. */
const timed = (time: (sent: number) => number): InputFault => ({
  events: (event, manifest) => [
    signed(withHeader(event, 'webhook-timestamp', String(time(Number(text(event, 'webhook-timestamp'))))), manifest),
  ],
});

const faults: InputFaults = {
  'sends events as plain text': heads(() => ({ 'content-type': 'text/plain' })),
  'sends events as CloudEvents': heads(() => ({ 'content-type': 'application/cloudevents+json' })),
  'names the event case_decided': says((event) => ({ ...event, type: 'case_decided' })),
  'sends the case itself as the event': says(({ data }) => data),
  'sends the time of creation as timestamp': says((event) => ({ ...event, timestamp: '2026-01-01T00:00:00Z' })),
  'sends a timestamp without milliseconds': says((event) => ({
    ...event,
    timestamp: String(event['timestamp']).replace(/\.\d+Z$/, 'Z'),
  })),
  'sends the case as it was before the last artifact': saysOfCase(({ artifacts }) => ({
    artifacts: artifacts.slice(0, -1),
  })),
  'sends the case as it was before the decision': saysOfCase(() => pending),
  'sends webhook-timestamp as a date': heads((event) => ({
    'webhook-timestamp': new Date(event.arrivedAt!).toISOString(),
  })),
  'sends ids of 300 characters': {
    events: (event, manifest) => [
      signed(withHeader(event, 'webhook-id', text(event, 'webhook-id').padEnd(300, 'x')), manifest),
    ],
  },
  'sends a webhook-timestamp that is ten seconds too early': timed((sent) => sent - 10),
  'sends webhook-timestamp in another time zone': timed((sent) => sent + 3600),
  'sends the same id for all events of a tenant': {
    events: (event, manifest) => [
      signed(withHeader(event, 'webhook-id', isSecond(event) ? 'msg_two' : 'msg_one'), manifest),
    ],
  },
  'encodes the signature in hexadecimal': signs(
    (parts, secret) => `v1,${createHmac('sha256', key(secret)).update(parts.join('.')).digest('hex')}`,
  ),
  'encodes the signature in base64url': signs(
    (parts, secret) => `v1,${createHmac('sha256', key(secret)).update(parts.join('.')).digest('base64url')}`,
  ),
  'signs with the encoded text of the secret': signs(
    (parts, secret) => `v1,${createHmac('sha256', secret).update(parts.join('.')).digest('base64')}`,
  ),
  'signs only the body': signs(([, , body], _, encode) => `v1,${encode([body!])}`),
  'signs without the id': signs(([, ...parts], _, encode) => `v1,${encode(parts)}`),
  'signs a body that it serialised again': signs(
    ([id, time, body], _, encode) => `v1,${encode([id!, time!, JSON.stringify(JSON.parse(body!), null, 1)])}`,
  ),
  'separates signatures with commas': signs((parts, _, encode) => `v1,b2xk,v1,${encode(parts)}`),
  'omits the version of the signature': signs((parts, _, encode) => encode(parts)),
  'signs the body as Latin-1': signs((parts, secret) => {
    const latin = Buffer.from(parts.join('.'), 'latin1');
    return `v1,${createHmac('sha256', key(secret)).update(latin).digest('base64')}`;
  }),
  'signs the events of the second tenant with the secret of the first': {
    events: (event, manifest) => [isSecond(event) ? signed(event, manifest, true) : event],
  },
  'signs the events of the first tenant with the secrets of all tenants': signsWithAll((event) => !isSecond(event)),
  'signs the events of the second tenant with the secrets of all tenants': signsWithAll(isSecond),
  'signs every event with the secrets of all tenants': signsWithAll(() => true),
  'sends no events': omits(() => true),
  'sends the second tenant no events': { events: (event) => (isSecond(event) ? [] : [event]) },
  'sends events only for approvals': omits(({ status }) => status === 'DENIED'),
  'sends no events for denials with a code': omits(({ reference }) => reference.startsWith('sandbox:deny:')),
  'sends no events for denials of entities': omits(({ status, type }) => status === 'DENIED' && type === 'PM'),
  'sends no events for PDFs': omits(({ artifacts: [first] }) => first?.content_type === 'application/pdf'),
  'sends no events for evidence of one kind': omits(({ artifacts: [first] }) => first?.kind === 'REGISTRY_EXTRACT'),
  'sends no events for references of more than 120 characters': omits(({ reference }) => reference.length > 120),
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
};

export default faults;
