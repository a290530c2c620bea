import type { IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Case } from '../../reference-impl/domain/contract.ts';
import type { Caller } from '../../reference-impl/ports.ts';
import type { Defect, FaultTable } from './support/fault.ts';
import { pending, showingFound } from './support/store.ts';
import { tenantOfEventInVariable } from './support/variables.ts';

/** An upload after which its case is announced once more. */
const announcingAgain =
  (after: (status: number, wasDecided: boolean) => boolean): Defect =>
  ({ uploadArtifact }) => ({
    async uploadArtifact(call, parts) {
      const { caller, path } = call;
      const wasDecided = Boolean((await parts.store.findCase(caller, path.case_id))?.decided_at);
      const response = await uploadArtifact(call, parts);
      const eventOf = (changed: Case) => parts.eventOf(changed, caller, parts);
      const nothing = { status: 201, body: {} } as const;
      if (after(response.status, wasDecided))
        await parts.store.acceptArtifact(caller, path.case_id, (to) => to, undefined, nothing, eventOf);
      return response;
    },
  });

const faults: FaultTable = {
  'webhook.own-endpoint': {
    'sends an event to the tenant whose request arrived latest': tenantOfEventInVariable,
    'shows in the events of the second tenant the latest reference of the first': ({ createCase, eventOf }) => {
      let latest = '';
      return {
        async createCase(call, parts) {
          const response = await createCase(call, parts);
          if (response.status === 201 && call.caller.tenant === 'one') latest = response.body.reference;
          return response;
        },
        eventOf(changed, caller, parts) {
          const event = eventOf(changed, caller, parts);
          if (!event || caller.tenant === 'one') return event;
          return { ...event, body: JSON.stringify({ ...(JSON.parse(event.body) as object), previous: latest }) };
        },
      };
    },
  },
  'webhook.arrives': {
    'sends no events for uploads with an idempotency key': ({ authenticate, uploadArtifact }) => {
      const withKey = new WeakSet<Caller>();
      return {
        authenticate(request: IncomingMessage) {
          const found = authenticate(request);
          if (typeof found === 'string' || request.headers['idempotency-key'] === undefined) return found;
          const caller = { ...found };
          withKey.add(caller);
          return caller;
        },
        uploadArtifact: (call, parts) =>
          uploadArtifact(call, withKey.has(call.caller) ? { ...parts, eventOf: () => undefined } : parts),
      };
    },
    'sends no event for a case whose create was repeated': ({ createCase, eventOf }) => {
      const opened = new Set<string>();
      const repeated = new Set<string>();
      return {
        async createCase(call, parts) {
          const response = await createCase(call, parts);
          if (response.status !== 201) return response;
          const { id } = response.body;
          if (opened.has(id)) repeated.add(id);
          opened.add(id);
          return response;
        },
        eventOf: (found, ...rest) => (repeated.has(found.id) ? undefined : eventOf(found, ...rest)),
      };
    },
    'sends no event for a case that has rejected an upload': ({ uploadArtifact, eventOf }) => {
      const rejected = new Set<string>();
      return {
        eventOf: (found, ...rest) => (rejected.has(found.id) ? undefined : eventOf(found, ...rest)),
        uploadArtifact: (call, parts) =>
          uploadArtifact(call, parts).catch((error: unknown) => {
            rejected.add(call.path.case_id);
            throw error;
          }),
      };
    },
    'waits for the end of one response before it sends an event to another endpoint': ({ limits }) => {
      let last: Promise<unknown> = Promise.resolve();
      return {
        deliver({ body }, headers, { url }) {
          const signal = AbortSignal.timeout(limits.deliveryTime);
          const sent = last.then(async () => {
            const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
            await response.bytes();
            return response.status;
          });
          last = sent.catch(() => {});
          return sent.catch(() => undefined);
        },
      };
    },
    'waits for the response of one endpoint before it sends an event to another': ({ deliver }) => {
      let last: Promise<unknown> = Promise.resolve();
      return {
        deliver(...attempt) {
          const sent = last.then(() => deliver(...attempt));
          last = sent;
          return sent;
        },
      };
    },
  },
  'webhook.once-a-case': {
    'sends the event again with each repeated upload': announcingAgain(
      (status, wasDecided) => status === 201 && wasDecided,
    ),
    'sends the event again with each rejected upload': announcingAgain((status) => status === 409),
    'sends an event for evidence of a pending case': ({ eventOf, now }) => ({
      eventOf(changed, ...rest) {
        if (changed.decided_at !== null) return eventOf(changed, ...rest);
        const event = eventOf({ ...changed, decided_at: now().toISOString() }, ...rest);
        return event && { ...event, body: event.body.replace(/"decided_at":"[^"]+"/, '"decided_at":null') };
      },
    }),
  },
  'webhook.state-before-event': {
    'sends events before a read shows the decision': (original) => {
      const shown = new Set<string>();
      return {
        deliver(event, ...rest) {
          const { data } = JSON.parse(event.body) as { data: Case };
          void setTimeout(300).then(() => shown.add(data.id));
          return original.deliver(event, ...rest);
        },
        ...showingFound((found) => (shown.has(found.id) ? found : { ...found, ...pending }))(original),
      };
    },
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
