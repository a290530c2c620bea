import type { Defect, FaultTable } from '../support/fault.ts';
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

// No receiver sends this status.
const asksForPause = 599;
const obeyingRetryAfter: Defect = (parts) => ({
  ...sending({}, ({ headers, status }) => (headers.has('Retry-After') ? asksForPause : status))(parts),
  ...pausing((_, status) => (status === asksForPause ? 3_600_000 : null))(parts),
});

const isRedirect = (status: number | undefined) => status !== undefined && status >= 300 && status < 400;

const none = (status: number | undefined) => status === undefined;

const faults: FaultTable = {
  'webhook.success-not-again': {
    'sends an acknowledged event again shortly afterwards': ({ deliver }) => ({
      async deliver(...attempt) {
        const status = await deliver(...attempt);
        if (status !== undefined && status < 300) void setTimeout(200).then(() => deliver(...attempt));
        return status;
      },
    }),
    'sends an event from each of two processes': deliveringTwice,
    'sends an event again after a 204': treatingAsFailure((status) => status === 204),
    'sends an event again after a retry that was accepted': pausing((attempts, status) =>
      status === 204 && attempts === 2 ? 1000 : null,
    ),
    'sends an event again after any success': treatingAsFailure((status) => status !== undefined && status < 300),
    'sends an event again after a 202': treatingAsFailure((status) => status === 202),
    'sends an event again after a success that is not 200 or 204': treatingAsFailure(
      (status) => status !== undefined && status < 300 && status !== 200 && status !== 204,
    ),
  },
  'webhook.failure-retried': {
    'never sends an event again': () => ({ pauseAfter: () => undefined }),
    'sends an event again after 20 s': ({ pauseAfter }) => ({
      pauseAfter: (...end) => (pauseAfter(...end) === undefined ? undefined : 20_000),
    }),
    'stops retries after a 4xx': treatingAsSuccess((status) => status !== undefined && status >= 400 && status < 500),
    'takes a 304 for a success': treatingAsSuccess((status) => status === 304),
    'stops retries after a 503': treatingAsSuccess((status) => status === 503),
    'stops retries after a 404': treatingAsSuccess((status) => status === 404),
    'stops retries after a 301 or 303': treatingAsSuccess((status) => status === 301 || status === 303),
    'stops retries after a redirect': treatingAsSuccess(isRedirect),
    'stops retries after a 308': treatingAsSuccess((status) => status === 308),
    'follows redirects': sending({ redirect: 'follow' }),
    'stops retries after a closed connection': treatingAsSuccess(none),
    'waits as long as the Retry-After of a receiver says': obeyingRetryAfter,
  },
  'webhook.redirect-not-followed': {
    'follows redirects, then sends the event again': sending({ redirect: 'follow' }, ({ redirected, status }) =>
      redirected ? 302 : status,
    ),
  },
  'webhook.retry-keeps-event': {
    'gives a retry a new id': ({ headersOf }) => ({
      headersOf: (event, ...rest) =>
        headersOf(event.attempts === 0 ? event : { ...event, id: `msg_${randomUUID()}` }, ...rest),
    }),
    'adds the number of the attempt to the id': ({ headersOf }) => ({
      headersOf: (event, ...rest) => headersOf({ ...event, id: `${event.id}-${event.attempts}` }, ...rest),
    }),
    'serialises the body of a retry again': changingRetry(({ body }) => ({
      body: JSON.stringify(JSON.parse(body), null, 1),
    })),
    'adds the number of the attempt to the body': changingRetry(({ body, attempts }) => ({
      body: JSON.stringify({ attempt: attempts, ...JSON.parse(body) }),
    })),
  },
  'webhook.retry-renews-signature': {
    'sends a retry with the headers of the first attempt': ({ headersOf }) => ({ headersOf: ofFirst(headersOf) }),
    'sends the time of the decision as webhook-timestamp': ({ headersOf }) => ({
      headersOf: (event, endpoint, parts) => {
        const { timestamp } = JSON.parse(event.body) as { timestamp: string };
        return headersOf(event, endpoint, { ...parts, now: () => new Date(timestamp) });
      },
    }),
  },
  'webhook.gone-stops': {
    'gives the second retry a new id': ({ headersOf }) => ({
      headersOf: (event, ...rest) =>
        headersOf(event.attempts < 2 ? event : { ...event, id: `msg_${randomUUID()}` }, ...rest),
    }),
    'sends an event again after 410': treatingAsFailure((status) => status === 410),
    'sends an event again after a 410 to its retry': pausing((attempts, status) =>
      status === 410 && attempts > 1 ? 5000 : null,
    ),
  },
  'webhook.slow-success-accepted': {
    'waits only 5 s for the response to an event': ({ limits }) => ({ limits: { ...limits, deliveryTime: 5000 } }),
    'sends an event again whose response took 10 s': ({ deliver }) => ({
      async deliver(...attempt) {
        const begun = performance.now();
        const status = await deliver(...attempt);
        return performance.now() - begun > 10_000 ? undefined : status;
      },
    }),
  },
  'webhook.no-response-retried': {
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
};

export default faults;
