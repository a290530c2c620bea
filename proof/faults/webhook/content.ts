import type { JsonObject } from '../support/parts.ts';
import type { Case } from '../../../reference-impl/domain/contract.ts';
import type { Defect, FaultTable } from '../support/fault.ts';
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

const faults: FaultTable = {
  'webhook.request-form': {
    'sends events with PUT': sending({ method: 'PUT' }),
    'sends events as plain text': heading((headers) => ({ ...headers, 'Content-Type': 'text/plain' })),
    'sends events as CloudEvents': heading((headers) => ({
      ...headers,
      'Content-Type': 'application/cloudevents+json',
    })),
  },
  'webhook.body-schema': {
    'sends events without a timestamp in the body': saying(({ timestamp: _, ...event }) => event),
    'names the event case_decided': saying((event) => ({ ...event, type: 'case_decided' })),
    'sends the case without its score': saying(({ data: { score: _, ...data }, ...event }) => ({ ...event, data })),
    'sends the case itself as the event': saying(({ data }) => ({ ...data })),
  },
  'webhook.shows-case': {
    'sends the time of creation as timestamp': saying((event) => ({ ...event, timestamp: '2026-01-01T00:00:00Z' })),
    'sends a timestamp a second after the decision': saying((event) => ({
      ...event,
      timestamp: new Date(Date.parse(String(event['timestamp'])) + 1000).toISOString(),
    })),
    'sends a timestamp without milliseconds': saying((event) => ({
      ...event,
      timestamp: String(event['timestamp']).replace(/\.\d+Z$/, 'Z'),
    })),
    'sends the case as it was before the last artifact': sayingOfCase(({ artifacts }) => ({
      artifacts: artifacts.slice(0, -1),
    })),
    'sends the case as it was before the decision': sayingOfCase(() => ({
      status: 'PENDING',
      score: 0,
      reasons: [],
      decided_at: null,
    })),
    'sends a score that differs from that of a read': sayingOfCase(({ score }) => ({ score: score - 1 })),
  },
  'webhook.headers': {
    'sends no webhook-id': heading(({ 'webhook-id': _, ...headers }) => headers),
    'sends ids of 300 characters': ({ headersOf }) => ({
      headersOf: (event, ...rest) => headersOf({ ...event, id: event.id.padEnd(300, 'x') }, ...rest),
    }),
    'sends webhook-timestamp in milliseconds': heading((headers) => ({
      ...headers,
      'webhook-timestamp': String(Date.now()),
    })),
    'sends webhook-timestamp as a date': heading((headers) => ({
      ...headers,
      'webhook-timestamp': new Date().toISOString(),
    })),
    'sends no webhook-timestamp': heading(({ 'webhook-timestamp': _, ...headers }) => headers),
  },
  'webhook.timestamp-of-sending': {
    'sends a webhook-timestamp that is ten seconds too early': changingTimestamps((now) => now.getTime() - 10_000),
    'sends webhook-timestamp in another time zone': changingTimestamps((now) => now.getTime() + 3_600_000),
  },
  'webhook.ids-differ': {
    'sends the same id for all events of a tenant': ({ headersOf }) => ({
      headersOf: (event, ...rest) => headersOf({ ...event, id: event.tenant }, ...rest),
    }),
  },
};

export default faults;
