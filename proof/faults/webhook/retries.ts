import { type Defect, failing, type FaultTable } from '../support/fault.ts';
import { storing } from '../support/parts.ts';
import type { Claim, OutboxEvent } from '../../../reference-impl/ports.ts';
import { sending, ofFirst } from '../support/webhooks.ts';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

/** Two processes send the events of the outbox; the second reads the outbox one second after the first. */
const deliveringTwice: Defect = storing(({ claimEvent }) => {
  const found: { claim: Claim; at: number }[] = [];
  return {
    async claimEvent(tenant, now) {
      const again = found.findIndex(({ claim, at }) => claim.event.tenant === tenant && now - at > 1000);
      if (again !== -1) return { event: found.splice(again, 1)[0]!.claim.event, finish: async () => {} };
      const claim = await claimEvent(tenant, now);
      if (claim) found.push({ claim, at: now });
      return claim;
    },
  };
});

/** Attempts after the first one are made of another event. */
const changingRetry =
  (change: (event: OutboxEvent) => Partial<OutboxEvent>): Defect =>
  ({ headersOf, deliver }) => {
    const changed = (event: OutboxEvent) => (event.attempts === 0 ? event : { ...event, ...change(event) });
    return {
      headersOf: (event, ...rest) => headersOf(changed(event), ...rest),
      deliver: (event, ...rest) => deliver(changed(event), ...rest),
    };
  };

/** Pauses, or ends, that differ; null leaves them to the sound part. */
const pausing =
  (pause: (attempts: number, status: number | undefined) => number | undefined | null): Defect =>
  ({ pauseAfter }) => ({
    pauseAfter(attempts, status) {
      const other = pause(attempts, status);
      return other === null ? pauseAfter(attempts, status) : other;
    },
  });

/** Treats a response as a success. */
const treatingAsSuccess = (of: (status: number | undefined) => boolean): Defect =>
  pausing((_, status) => (of(status) ? undefined : null));

/** Treats a response as a failure, once. */
const treatingAsFailure = (of: (status: number | undefined) => boolean): Defect =>
  pausing((attempts, status) => (of(status) && attempts === 1 ? 1000 : null));

const isRedirect = (status: number | undefined) => status !== undefined && status >= 300 && status < 400;

const none = (status: number | undefined) => status === undefined;

/** Defects that the checks in `conformance/checks/webhook/retries.ts` must find. */
export const webhookRetriesFaults: FaultTable = {
  'sends an acknowledged event again shortly afterwards': [
    { 'webhook.success-not-again': { code: 'repeated-event', row: 'copies of acknowledged events' } },
    ({ deliver }) => ({
      async deliver(...attempt) {
        const status = await deliver(...attempt);
        if (status !== undefined && status < 300) void setTimeout(200).then(() => deliver(...attempt));
        return status;
      },
    }),
    'with webhooks',
  ],
  'sends an event from each of two processes': [
    {
      'webhook.success-not-again': 'repeated-event',
      'webhook.any-2xx-is-success': 'repeated-event',
      'webhook.gone-stops': 'repeated-event',
    },
    deliveringTwice,
    'with webhooks',
  ],
  'sends an event again after a 204': [
    { 'webhook.success-not-again': 'repeated-event' },
    treatingAsFailure((status) => status === 204),
    'with webhooks',
  ],
  'sends an event again after a retry that was accepted': [
    { 'webhook.success-not-again': { code: 'repeated-event', row: 'an event whose retry was acknowledged' } },
    pausing((attempts, status) => (status === 204 && attempts === 2 ? 1000 : null)),
    'with webhooks',
  ],
  'sends an event again after any success': [
    { 'webhook.success-not-again': 'repeated-event', 'webhook.any-2xx-is-success': 'repeated-event' },
    treatingAsFailure((status) => status !== undefined && status < 300),
    'with webhooks',
  ],
  'sends an event again after a 202': [
    { 'webhook.any-2xx-is-success': { code: 'repeated-event', row: 'a 202 from the receiver' } },
    treatingAsFailure((status) => status === 202),
    'with webhooks',
  ],
  'sends an event again after a success that is not 200 or 204': [
    { 'webhook.any-2xx-is-success': 'repeated-event' },
    treatingAsFailure((status) => status !== undefined && status < 300 && status !== 200 && status !== 204),
    'with webhooks',
  ],
  ...failing(
    {
      'webhook.error-retried': 'missing-retry',
      'webhook.redirect-retried': 'missing-retry',
      'webhook.closed-connection-retried': 'missing-retry',
    },
    {
      'never sends an event again': () => ({ pauseAfter: () => undefined }),
      'sends an event again after 20 s': ({ pauseAfter }) => ({
        pauseAfter: (...end) => (pauseAfter(...end) === undefined ? undefined : 20_000),
      }),
    },
    'with webhooks',
  ),
  'stops retries after a 4xx': [
    { 'webhook.error-retried': { code: 'missing-retry', row: 'a 400 from the receiver' } },
    treatingAsSuccess((status) => status !== undefined && status >= 400 && status < 500),
    'with webhooks',
  ],
  'stops retries after a 503': [
    { 'webhook.error-retried': { code: 'missing-retry', row: 'a 503 from the receiver' } },
    treatingAsSuccess((status) => status === 503),
    'with webhooks',
  ],
  'stops retries after a 404': [
    { 'webhook.error-retried': { code: 'missing-retry', row: 'a 404 from the receiver' } },
    treatingAsSuccess((status) => status === 404),
    'with webhooks',
  ],
  'stops retries after a 301 or 303': [
    { 'webhook.redirect-retried': { code: 'missing-retry', row: 'redirected with 301' } },
    treatingAsSuccess((status) => status === 301 || status === 303),
    'with webhooks',
  ],
  'stops retries after a redirect': [
    { 'webhook.redirect-retried': 'missing-retry' },
    treatingAsSuccess(isRedirect),
    'with webhooks',
  ],
  'stops retries after a 308': [
    { 'webhook.redirect-retried': { code: 'missing-retry', row: 'redirected with 308' } },
    treatingAsSuccess((status) => status === 308),
    'with webhooks',
  ],
  'follows redirects': [
    {
      'webhook.redirect-retried': 'missing-retry',
      'webhook.redirect-not-followed': { code: 'redirect-followed', actual: '/redirected/' },
    },
    sending({ redirect: 'follow' }),
    'with webhooks',
  ],
  'follows redirects, then sends the event again': [
    { 'webhook.redirect-not-followed': { code: 'redirect-followed', actual: '/redirected/' } },
    sending({ redirect: 'follow' }, ({ redirected, status }) => (redirected ? 302 : status)),
    'with webhooks',
  ],
  'stops retries after a closed connection': [
    { 'webhook.closed-connection-retried': 'missing-retry' },
    treatingAsSuccess(none),
    'with webhooks',
  ],
  'gives a retry a new id': [
    { 'webhook.retry-keeps-id': 'changed-event-id' },
    ({ headersOf }) => ({
      headersOf: (event, ...rest) =>
        headersOf(event.attempts === 0 ? event : { ...event, id: `msg_${randomUUID()}` }, ...rest),
    }),
    'with webhooks',
  ],
  'adds the number of the attempt to the id': [
    { 'webhook.retry-keeps-id': { code: 'changed-event-id', actual: '-1' } },
    ({ headersOf }) => ({
      headersOf: (event, ...rest) => headersOf({ ...event, id: `${event.id}-${event.attempts}` }, ...rest),
    }),
    'with webhooks',
  ],
  'serialises the body of a retry again': [
    { 'webhook.retry-keeps-body': 'changed-event-body' },
    changingRetry(({ body }) => ({ body: JSON.stringify(JSON.parse(body), null, 1) })),
    'with webhooks',
  ],
  'adds the number of the attempt to the body': [
    { 'webhook.retry-keeps-body': { code: 'changed-event-body', actual: '"attempt":' } },
    changingRetry(({ body, attempts }) => ({
      body: JSON.stringify({ attempt: attempts, ...JSON.parse(body) }),
    })),
    'with webhooks',
  ],
  ...failing(
    { 'webhook.retry-renews-timestamp': 'wrong-event-timestamp' },
    {
      'sends a retry with the headers of the first attempt': ({ headersOf }) => ({ headersOf: ofFirst(headersOf) }),
      'sends the time of the decision as webhook-timestamp': ({ headersOf }) => ({
        headersOf: (event, endpoint, parts) => {
          const { timestamp } = JSON.parse(event.body) as { timestamp: string };
          return headersOf(event, endpoint, { ...parts, now: () => new Date(timestamp) });
        },
      }),
    },
    'with webhooks',
  ),
  'sends an event again after 410': [
    { 'webhook.gone-stops': 'repeated-event' },
    treatingAsFailure((status) => status === 410),
    'with webhooks',
  ],
  'waits only 5 s for the response to an event': [
    { 'webhook.slow-success-taken': 'response-not-awaited' },
    ({ limits }) => ({ limits: { ...limits, deliveryTime: 5000 } }),
    'slow',
  ],
  'sends an event again whose response took 10 s': [
    { 'webhook.slow-success-taken': 'repeated-event' },
    ({ deliver }) => ({
      async deliver(...attempt) {
        const begun = performance.now();
        const status = await deliver(...attempt);
        return performance.now() - begun > 10_000 ? undefined : status;
      },
    }),
    'slow',
  ],
  ...failing(
    { 'webhook.no-answer-retried': 'missing-retry' },
    {
      'waits a minute for the response to an event': ({ limits }) => ({ limits: { ...limits, deliveryTime: 60_000 } }),
      'stops retries after a response that is too late': ({ deliver, limits }) => ({
        async deliver(...attempt) {
          const inTime = new AbortController();
          const late = setTimeout(limits.deliveryTime - 100, 204, { signal: inTime.signal }).catch(() => undefined);
          const status = await Promise.race([deliver(...attempt), late]);
          inTime.abort();
          return status;
        },
      }),
    },
    'slow',
  ),
};
