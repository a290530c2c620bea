import { type Defect, failing, type FaultTable } from '../support/fault.ts';
import { storing } from '../support/parts.ts';
import type { Claim, OutboxEvent } from '../../../reference-impl/ports.ts';
import { sending, ofFirst } from '../support/webhooks.ts';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

/** Two processes send what they find in the outbox; the second one looks a second later than the first. */
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

/** An answer that is taken for a success. */
const treatingAsSuccess = (of: (status: number | undefined) => boolean): Defect =>
  pausing((_, status) => (of(status) ? undefined : null));

/** An answer that is taken for a failure, once. */
const treatingAsFailure = (of: (status: number | undefined) => boolean): Defect =>
  pausing((attempts, status) => (of(status) && attempts === 1 ? 1000 : null));

const isRedirect = (status: number | undefined) => status !== undefined && status >= 300 && status < 400;

const none = (status: number | undefined) => status === undefined;

/** Defects that the checks in `conformance/checks/webhook/retries.ts` must find. */
export const webhookRetriesFaults: FaultTable = {
  'sends an acknowledged event again a moment later': [
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
  'sends an event again after any success': [
    { 'webhook.success-not-again': 'repeated-event', 'webhook.any-2xx-is-success': 'repeated-event' },
    treatingAsFailure((status) => status !== undefined && status < 300),
    'with webhooks',
  ],
  'treats 202 as a failure': [
    { 'webhook.any-2xx-is-success': { code: 'repeated-event', row: 'answered with 202' } },
    treatingAsFailure((status) => status === 202),
    'with webhooks',
  ],
  'treats only 200 and 204 as a success': [
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
  'gives up after a 4xx': [
    { 'webhook.error-retried': { code: 'missing-retry', row: 'answered with 400' } },
    treatingAsSuccess((status) => status !== undefined && status >= 400 && status < 500),
    'with webhooks',
  ],
  'gives up after a 503': [
    { 'webhook.error-retried': { code: 'missing-retry', row: 'answered with 503' } },
    treatingAsSuccess((status) => status === 503),
    'with webhooks',
  ],
  'gives up an event that gets 404': [
    { 'webhook.error-retried': { code: 'missing-retry', row: 'answered with 404' } },
    treatingAsSuccess((status) => status === 404),
    'with webhooks',
  ],
  'gives up an event that gets 301 or 303': [
    { 'webhook.redirect-retried': { code: 'missing-retry', row: 'redirected with 301' } },
    treatingAsSuccess((status) => status === 301 || status === 303),
    'with webhooks',
  ],
  'treats a redirect as a success': [
    { 'webhook.redirect-retried': 'missing-retry' },
    treatingAsSuccess(isRedirect),
    'with webhooks',
  ],
  'gives up after a 308': [
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
  'follows redirects and treats them as a failure': [
    { 'webhook.redirect-not-followed': { code: 'redirect-followed', actual: '/redirected/' } },
    sending({ redirect: 'follow' }, ({ redirected, status }) => (redirected ? 302 : status)),
    'with webhooks',
  ],
  'gives up after a closed connection': [
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
  'counts the attempts in the id': [
    { 'webhook.retry-keeps-id': { code: 'changed-event-id', actual: '-1' } },
    ({ headersOf }) => ({
      headersOf: (event, ...rest) => headersOf({ ...event, id: `${event.id}-${event.attempts}` }, ...rest),
    }),
    'with webhooks',
  ],
  'writes the body of a retry again': [
    { 'webhook.retry-keeps-body': 'changed-event-body' },
    changingRetry(({ body }) => ({ body: JSON.stringify(JSON.parse(body), null, 1) })),
    'with webhooks',
  ],
  'counts the attempts in the body': [
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
      'dates every attempt as the decision': ({ headersOf }) => ({
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
  'waits 5 s for the response to an event': [
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
      'gives up an event that gets no response in time': ({ deliver, limits }) => ({
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
