import type { JsonObject } from '../support/problems.ts';
import type { Case } from '../../../reference-impl/domain/contract.ts';
import { type Defect, failing, type FaultTable } from '../support/fault.ts';
import { sending, heading } from '../support/webhooks.ts';

/** Changes the body of an event before it is stored and signed. */
const saying =
  (change: (event: JsonObject & { data: Case }) => JsonObject): Defect =>
  ({ eventOf }) => ({
    eventOf(...decision) {
      const event = eventOf(...decision);
      return event && { ...event, body: JSON.stringify(change(JSON.parse(event.body))) };
    },
  });

/** Changes the case in an event. */
const sayingOfCase = (change: (data: Case) => JsonObject): Defect =>
  saying((event) => ({ ...event, data: { ...event.data, ...change(event.data) } }));

/** Signs attempts with another time, and sends this time in `webhook-timestamp`. */
const changingTimestamps =
  (time: (now: Date) => number): Defect =>
  ({ headersOf, now }) => ({
    headersOf: (event, endpoint, parts) => headersOf(event, endpoint, { ...parts, now: () => new Date(time(now())) }),
  });

/** Defects that the checks in `conformance/checks/webhook/content.ts` must find. */
export const webhookContentFaults: FaultTable = {
  'sends events with PUT': [
    { 'webhook.method-post': { code: 'wrong-method', actual: '"PUT"' } },
    sending({ method: 'PUT' }),
    'with webhooks',
  ],
  'sends events as plain text': [
    { 'webhook.content-type-json': { code: 'wrong-header', actual: 'text/plain' } },
    heading((headers) => ({ ...headers, 'Content-Type': 'text/plain' })),
    'with webhooks',
  ],
  'sends events as CloudEvents': [
    { 'webhook.content-type-json': { code: 'wrong-header', actual: 'application/cloudevents+json' } },
    heading((headers) => ({ ...headers, 'Content-Type': 'application/cloudevents+json' })),
    'with webhooks',
  ],
  'sends events without a timestamp in the body': [
    { 'webhook.body-schema': { code: 'missing-property', pointer: '/timestamp' } },
    saying(({ timestamp: _, ...event }) => event),
    'with webhooks',
  ],
  'names the event case_decided': [
    { 'webhook.body-schema': { code: 'schema-mismatch', pointer: '/type' } },
    saying((event) => ({ ...event, type: 'case_decided' })),
    'with webhooks',
  ],
  'sends the case without its score': [
    {
      'webhook.body-schema': { code: 'missing-property', actual: "/data must have required property 'score'" },
    },
    saying(({ data: { score: _, ...data }, ...event }) => ({ ...event, data })),
    'with webhooks',
  ],
  'sends the case itself as the event': [
    { 'webhook.body-schema': { code: 'missing-property', actual: "required property 'data'" } },
    saying(({ data }) => ({ ...data })),
    'with webhooks',
  ],
  ...failing(
    { 'webhook.timestamp-is-decision': 'wrong-event-timestamp' },
    {
      'sends the time of creation as timestamp': saying((event) => ({ ...event, timestamp: '2026-01-01T00:00:00Z' })),
      'sends a timestamp a second after the decision': saying((event) => ({
        ...event,
        timestamp: new Date(Date.parse(String(event['timestamp'])) + 1000).toISOString(),
      })),
      'sends a timestamp without milliseconds': saying((event) => ({
        ...event,
        timestamp: String(event['timestamp']).replace(/\.\d+Z$/, 'Z'),
      })),
    },
    'with webhooks',
  ),
  'sends the case as it was before the last artifact': [
    { 'webhook.data-is-case': { code: 'wrong-event-data', actual: '"artifacts":[]' } },
    sayingOfCase(({ artifacts }) => ({ artifacts: artifacts.slice(0, -1) })),
    'with webhooks',
  ],
  'sends the case as it was before the decision': [
    { 'webhook.data-is-case': { code: 'wrong-event-data', actual: '"PENDING"' } },
    sayingOfCase(() => ({ status: 'PENDING', score: 0, reasons: [], decided_at: null })),
    'with webhooks',
  ],
  'sends a score that differs from that of a read': [
    { 'webhook.data-is-case': { code: 'wrong-event-data', actual: '"score":94' } },
    sayingOfCase(({ score }) => ({ score: score - 1 })),
    'with webhooks',
  ],
  'sends no webhook-id': [
    { 'webhook.id-header': 'missing-header' },
    heading(({ 'webhook-id': _, ...headers }) => headers),
    'with webhooks',
  ],
  'sends ids of 300 characters': [
    { 'webhook.id-header': 'wrong-header' },
    ({ headersOf }) => ({
      headersOf: (event, ...rest) => headersOf({ ...event, id: event.id.padEnd(300, 'x') }, ...rest),
    }),
    'with webhooks',
  ],
  ...failing(
    { 'webhook.timestamp-header': 'wrong-header' },
    {
      'sends webhook-timestamp in milliseconds': heading((headers) => ({
        ...headers,
        'webhook-timestamp': String(Date.now()),
      })),
      'sends webhook-timestamp as a date': heading((headers) => ({
        ...headers,
        'webhook-timestamp': new Date().toISOString(),
      })),
    },
    'with webhooks',
  ),
  'sends no webhook-timestamp': [
    { 'webhook.timestamp-header': 'missing-header' },
    heading(({ 'webhook-timestamp': _, ...headers }) => headers),
    'with webhooks',
  ],
  ...failing(
    { 'webhook.timestamp-of-sending': 'wrong-event-timestamp' },
    {
      'sends a webhook-timestamp that is ten seconds too early': changingTimestamps((now) => now.getTime() - 10_000),
      'sends webhook-timestamp in another time zone': changingTimestamps((now) => now.getTime() + 3_600_000),
    },
    'with webhooks',
  ),
  'sends the same id for all events of a tenant': [
    { 'webhook.ids-differ': 'repeated-id' },
    ({ headersOf }) => ({
      headersOf: (event, ...rest) => headersOf({ ...event, id: event.tenant }, ...rest),
    }),
    'with webhooks',
  ],
};
