import type { Endpoint } from '../../../reference-impl/ports.ts';
import { seeing } from '../support/http.ts';
import type { Defect, FaultTable } from '../support/fault.ts';
import { showingFound } from '../support/state.ts';
import type { Case } from '../../../reference-impl/domain/contract.ts';

/** Attempts that go to more addresses, or to others. */
const addressing =
  (change: (endpoint: Endpoint) => Endpoint[]): Defect =>
  ({ deliver }) => ({
    async deliver(event, headers, endpoint, ...rest) {
      const statuses = await Promise.all(change(endpoint).map((each) => deliver(event, headers, each, ...rest)));
      return statuses[0];
    },
  });

/** An upload after which its case is announced once more. */
const announcingAgain =
  (after: (status: number, found: Case, wasDecided: boolean) => boolean): Defect =>
  ({ uploadArtifact }) => ({
    async uploadArtifact(call, parts) {
      const wasDecided = Boolean((await parts.store.findCase(call.caller, call.path.case_id))?.decided_at);
      const response = await uploadArtifact(call, parts);
      const found = await parts.store.findCase(call.caller, call.path.case_id);
      const eventOf = (changed: Case) => parts.eventOf(changed, call.caller, parts);
      if (found && after(response.status, found, wasDecided))
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

/** Decisions without an event. */
const notAnnouncing =
  (concerns: (decided: Case) => boolean): Defect =>
  ({ eventOf }) => ({
    eventOf: (decided, ...rest) => (concerns(decided) ? undefined : eventOf(decided, ...rest)),
  });

const undecided = (found: Case): Case => ({ ...found, status: 'PENDING', score: 0, reasons: [], decided_at: null });

const toOther = (endpoint: Endpoint): Endpoint => ({ ...endpoint, url: new URL('/other', endpoint.url).href });

const toFirst = (endpoint: Endpoint): Endpoint => ({ ...endpoint, url: new URL('/', endpoint.url).href });

const faults: FaultTable = {
  'webhook.arrives': {
    'sends no events': () => ({ eventOf: () => undefined }),
    'sends an event 8 s after its decision': ({ eventOf }) => ({
      eventOf(...decision) {
        const event = eventOf(...decision);
        return event && { ...event, due: event.due + 8000 };
      },
    }),
    'sends the second tenant no events': ({ eventOf }) => ({
      eventOf: (changed, caller, parts) => (caller.tenant === 'two' ? undefined : eventOf(changed, caller, parts)),
    }),
    'sends no events for references of more than 120 characters': notAnnouncing(
      ({ reference }) => reference.length > 120,
    ),
    'sends no events for PDFs': notAnnouncing(({ artifacts: [first] }) => first?.content_type === 'application/pdf'),
    'sends no events for evidence of one kind': notAnnouncing(
      ({ artifacts: [first] }) => first?.kind === 'REGISTRY_EXTRACT',
    ),
    'sends no events for uploads with an idempotency key': seeing((original, requestOf) => ({
      uploadArtifact: (call, parts) =>
        original.uploadArtifact(
          call,
          requestOf(call.caller).headers['idempotency-key'] === undefined
            ? parts
            : { ...parts, eventOf: () => undefined },
        ),
    })),
    'sends events only for approvals': ({ eventOf }) => ({
      eventOf: (changed, ...rest) => (changed.status === 'DENIED' ? undefined : eventOf(changed, ...rest)),
    }),
    'sends no events for denials with a code': notAnnouncing(({ reference }) => reference.startsWith('sandbox:deny:')),
    'sends no events for denials of entities': notAnnouncing(
      ({ status, type }) => status === 'DENIED' && type === 'PM',
    ),
  },
  'webhook.once-a-case': {
    'sends the event again with each repeated upload': announcingAgain(
      (status, _, wasDecided) => status === 201 && wasDecided,
    ),
    'sends the event again with each rejected upload': announcingAgain((status) => status === 409),
    'sends the event of every case twice': announcingAgain(
      (status, { decided_at }) => status === 201 && decided_at !== null,
    ),
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
      // By event: another fault of the group may have changed the body that names the case.
      const caseOf = new Map<string, string>();
      return {
        eventOf(decided, ...rest) {
          const event = original.eventOf(decided, ...rest);
          if (event) caseOf.set(event.id, decided.id);
          return event;
        },
        deliver(event, ...rest) {
          setTimeout(() => shown.add(caseOf.get(event.id) ?? ''), 300);
          return original.deliver(event, ...rest);
        },
        ...showingFound((found) => (shown.has(found.id) ? found : undecided(found)))(original),
      };
    },
  },
  'webhook.own-endpoint': {
    'sends the events of the second tenant to both endpoints': addressing((endpoint) =>
      endpoint.tenant === 'two' ? [endpoint, toFirst(endpoint)] : [endpoint],
    ),
    'sends the events of the second tenant to the first': addressing((endpoint) => [
      endpoint.tenant === 'two' ? toFirst(endpoint) : endpoint,
    ]),
    'sends the events of the first tenant to both endpoints': addressing((endpoint) =>
      endpoint.tenant === 'one' ? [endpoint, toOther(endpoint)] : [endpoint],
    ),
  },
};

export default faults;
