import type { Defect, FaultTable } from '../support/fault.ts';
import { heading, ofFirst } from '../support/webhooks.ts';
import { createHmac } from 'node:crypto';
import type { Endpoint } from '../../../reference-impl/ports.ts';

/** Attempts with another signature. */
const signing = (sign: (id: string, timestamp: string, body: string, secret: string) => string): Defect =>
  heading((headers, { id, body }, { secret }) => ({
    ...headers,
    'webhook-signature': sign(id, headers['webhook-timestamp']!, body, secret),
  }));

const keyOf = (secret: string) => Buffer.from(secret.replace('whsec_', ''), 'base64');

const hmac = (secret: string, text: string) => createHmac('sha256', keyOf(secret)).update(text);

/** Attempts that carry a signature by the secret of each tenant. */
const signingWithAll =
  (concerns: (endpoint: Endpoint) => boolean): Defect =>
  ({ headersOf }) => ({
    headersOf(event, endpoint, parts) {
      if (!concerns(endpoint)) return headersOf(event, endpoint, parts);
      const at = new Date();
      const signed = parts.endpoints.map((each) => headersOf(event, each, { ...parts, now: () => at }));
      const signatures = signed.map((headers) => headers['webhook-signature']!).join(' ');
      return { ...signed[0]!, 'webhook-signature': signatures };
    },
  });

const faults: FaultTable = {
  'webhook.signature': {
    'sends no signature': heading(({ 'webhook-signature': _, ...headers }) => headers),
    'encodes the signature in hexadecimal': signing(
      (id, time, body, secret) => `v1,${hmac(secret, `${id}.${time}.${body}`).digest('hex')}`,
    ),
    'encodes the signature in base64url': signing(
      (id, time, body, secret) => `v1,${hmac(secret, `${id}.${time}.${body}`).digest('base64url')}`,
    ),
    'signs with the encoded text of the secret': signing((id, time, body, secret) => {
      const written = createHmac('sha256', secret.replace('whsec_', ''));
      return `v1,${written.update(`${id}.${time}.${body}`).digest('base64')}`;
    }),
    'signs only the body': signing((_id, _time, body, secret) => `v1,${hmac(secret, body).digest('base64')}`),
    'signs without the id': signing(
      (_id, time, body, secret) => `v1,${hmac(secret, `${time}.${body}`).digest('base64')}`,
    ),
    'signs a body that it serialised again': ({ deliver }) => ({
      deliver: (event, ...rest) =>
        deliver({ ...event, body: JSON.stringify(JSON.parse(event.body), null, 1) }, ...rest),
    }),
    'separates signatures with commas': heading((headers) => ({
      ...headers,
      'webhook-signature': `v1,b2xk,${headers['webhook-signature']}`,
    })),
    'omits the version of the signature': signing((id, time, body, secret) =>
      hmac(secret, `${id}.${time}.${body}`).digest('base64'),
    ),
    'signs the body as Latin-1': signing((id, time, body, secret) => {
      const text = Buffer.from(`${id}.${time}.${body}`, 'latin1');
      return `v1,${createHmac('sha256', keyOf(secret)).update(text).digest('base64')}`;
    }),
  },
  'webhook.retry-renews-signature': {
    'signs a retry with the timestamp of the first attempt': ({ headersOf }) => {
      const first = ofFirst(headersOf);
      return {
        headersOf(event, endpoint, parts) {
          // Both calls have the same time: if a second ended between them, the first attempt would have a wrong signature.
          const at = parts.now();
          const call = [event, endpoint, { ...parts, now: () => at }] as const;
          return { ...headersOf(...call), 'webhook-signature': first(...call)['webhook-signature']! };
        },
      };
    },
    'sends retries without a signature': heading(({ 'webhook-signature': signature, ...headers }, { attempts }) => ({
      ...headers,
      ...(attempts === 0 && { 'webhook-signature': signature! }),
    })),
  },
  'webhook.own-secret': {
    'signs the events of the second tenant with the secret of the first': ({ headersOf }) => ({
      headersOf: (event, _, parts) =>
        headersOf(
          event,
          parts.endpoints.find(({ tenant }) => tenant === 'one')!,
          parts,
        ),
    }),
    'signs the events of the first tenant with the secrets of all tenants': signingWithAll(
      ({ tenant }) => tenant === 'one',
    ),
    'signs the events of the second tenant with the secrets of all tenants': signingWithAll(
      ({ tenant }) => tenant === 'two',
    ),
    'signs every event with the secrets of all tenants': signingWithAll(() => true),
  },
};

export default faults;
