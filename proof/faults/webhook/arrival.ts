import { seeing } from '../support/http.ts';
import type { Defect, FaultTable } from '../support/fault.ts';
import { showingFound } from '../support/state.ts';
import type { Case } from '../../../reference-impl/domain/contract.ts';

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

const undecided = (found: Case): Case => ({ ...found, status: 'PENDING', score: 0, reasons: [], decided_at: null });

const faults: FaultTable = {
  'webhook.arrives': {
    'sends no events for uploads with an idempotency key': seeing((original, requestOf) => ({
      uploadArtifact: (call, parts) =>
        original.uploadArtifact(
          call,
          requestOf(call.caller).headers['idempotency-key'] === undefined
            ? parts
            : { ...parts, eventOf: () => undefined },
        ),
    })),
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
};

export default faults;
