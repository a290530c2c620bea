import type { Case } from '../../../reference-impl/domain/contract.ts';
import type { Defect, FaultTable } from '../support/fault.ts';
import { isDecided, showingCases } from '../support/cases.ts';
import { setTimeout } from 'node:timers/promises';
import type { Parts } from '../../../reference-impl/parts.ts';
import { problem } from '../../../reference-impl/domain/rejections.ts';
import { readingFrom, pending } from '../support/state.ts';

/** Milliseconds since the case was decided. */
const age = ({ decided_at: at }: Case) => (at === null ? -1 : Date.now() - Date.parse(at));

/** Reads show only a part of a decision until the response to the upload that caused it is sent. */
const tearing =
  (part: (decided: Case) => Partial<Case>): Defect =>
  ({ uploadArtifact, getCase }) => {
    const torn = new Set<string>();
    return {
      async uploadArtifact(call, parts) {
        torn.add(call.path.case_id);
        const response = await uploadArtifact(call, parts);
        const found = await parts.store.findCase(call.caller, call.path.case_id);
        if (found && isDecided(found)) await setTimeout(150);
        torn.delete(call.path.case_id);
        return response;
      },
      async getCase(call, parts) {
        const response = await getCase(call, parts);
        if (response.status !== 200 || !isDecided(response.body) || !torn.has(call.path.case_id)) return response;
        return { ...response, body: { ...response.body, ...part(response.body) } };
      },
    };
  };

/** An upload is judged by the case as it was some milliseconds before it is stored. */
const judgingEarly =
  (
    judge: (early: Case, now: Case, accept: (to: Case) => ReturnType<Parts['accept']>) => ReturnType<Parts['accept']>,
  ): Defect =>
  ({ store }) => ({
    store: {
      ...store,
      async acceptArtifact(caller, id, accept, ...rest) {
        const early = await store.findCase(caller, id);
        // A delay of every upload would make the run ten times as long.
        if (!early?.reference.startsWith('sandbox:approve#')) return store.acceptArtifact(caller, id, accept, ...rest);
        await setTimeout(150 + Math.random() * 500);
        return store.acceptArtifact(caller, id, (now) => judge(early, now, accept), ...rest);
      },
    },
  });

/** Changes `decided_at` shortly after the upload of more evidence. */
const redeciding =
  (concerns: (response: { status: number }, before: Case) => boolean): Defect =>
  ({ uploadArtifact, getCase }) => {
    const since = new Map<string, number>();
    return {
      async uploadArtifact(call, parts) {
        const { case_id: id } = call.path;
        const before = await parts.store.findCase(call.caller, id);
        const response = await uploadArtifact(call, parts);
        if (before && concerns(response, before)) since.set(id, performance.now());
        return response;
      },
      ...showingCases((found) =>
        isDecided(found) && performance.now() - (since.get(found.id) ?? Infinity) > 500
          ? { decided_at: '2099-01-01T00:00:00Z' }
          : {},
      )({ getCase } as Parts),
    };
  };

const faults: FaultTable = {
  'case-lifecycle.decision-atomic': {
    'writes the status of a decision before the rest': tearing(() => ({ score: 0, reasons: [], decided_at: null })),
    'writes the score of a decision before the rest': tearing(() => ({
      status: 'PENDING',
      reasons: [],
      decided_at: null,
    })),
    'writes the time of a denial after the rest': tearing(({ status, decided_at }) => ({
      decided_at: status === 'DENIED' ? null : decided_at,
    })),
    'writes reasons one by one': tearing(({ reasons }) => ({ reasons: reasons.slice(0, 1) })),
    'shows the score of every fifth decision too late': tearing(({ id, score }) =>
      id.charCodeAt(id.length - 1) % 5 === 0 ? { score: 0 } : { score },
    ),
  },
  'case-lifecycle.decision-final': {
    'reopens a decided case after a second': showingCases((found) =>
      age(found) > 1000 ? { status: 'PENDING', score: 0, reasons: [], decided_at: null } : {},
    ),
    'turns a denial into an approval after a second': showingCases((found) =>
      found.status === 'DENIED' && age(found) > 1000
        ? { status: 'APPROVED', score: 95, reasons: ['OCR_OK', 'REVIEW_OK'] }
        : {},
    ),
    'decides again shortly after an upload was repeated': redeciding(
      ({ status }, found) => status === 201 && isDecided(found),
    ),
    'refines the score a second after the decision': showingCases((found) =>
      found.status === 'APPROVED' && age(found) > 1000 ? { score: 96 } : {},
    ),
    'adds a reason a second after the decision': showingCases((found) =>
      age(found) > 1000 ? { reasons: [...found.reasons, 'LIVENESS_OK'] } : {},
    ),
    'decides a denied case again shortly after it rejected evidence': redeciding(
      ({ status }, found) => status === 409 && found.status === 'DENIED',
    ),
    'reports a new decision time at every read': showingCases((found) =>
      isDecided(found) ? { decided_at: new Date().toISOString() } : {},
    ),
    'sends every second read to a replica that does not have the decision yet': (original) => {
      const reads = new Map<string, number>();
      return readingFrom(async (store, caller, id) => {
        const now = await store.findCase(caller, id);
        if (!now || now.status === 'PENDING') return now;
        reads.set(id, (reads.get(id) ?? 0) + 1);
        return reads.get(id) === 2 ? { ...now, ...pending } : now;
      })(original);
    },
    'decides a case again, with another result, in a second process': ({ store, getCase }) => ({
      async getCase(call, parts) {
        const decided_at = new Date().toISOString();
        const late = (to: Case) => to.status === 'APPROVED' && Date.now() - Date.parse(to.decided_at!) > 1000;
        const decideToo = (to: Case): Case =>
          late(to) ? { ...to, status: 'DENIED', score: 20, reasons: ['OCR_FAIL'], decided_at } : to;
        await store.acceptArtifact(call.caller, call.path.case_id, decideToo, undefined, { status: 201, body: {} });
        return getCase(call, parts);
      },
    }),
  },
  'case-lifecycle.decided-once-under-load': {
    'rejects the upload that decides a case if another arrives at the same time': ({ uploadArtifact }) => {
      const running = new Map<string, number>();
      const count = (id: string, by: number) => {
        running.set(id, (running.get(id) ?? 0) + by);
        return running.get(id)!;
      };
      return {
        async uploadArtifact(call, parts) {
          const { case_id: id } = call.path;
          const meets = count(id, 1) > 1;
          if (!meets) await setTimeout(20);
          const alone = !meets && count(id, 0) === 1;
          const response = await uploadArtifact(call, parts);
          const found = await parts.store.findCase(call.caller, id);
          count(id, -1);
          const refuses = !alone && response.status === 201 && found && isDecided(found);
          return refuses ? problem(409, 'case-closed', 'The case is decided and accepts no more evidence.') : response;
        },
      };
    },
    'decides once for each of several simultaneous uploads': judgingEarly((early, now, accept) => {
      if (isDecided(early)) return accept(now);
      const changed = accept({ ...now, status: 'PENDING' });
      // Simultaneous uploads are received in the same millisecond.
      return typeof changed === 'string' ? changed : { ...changed, decided_at: new Date().toISOString() };
    }),
    'loses all simultaneous uploads except the last while a case is decided': judgingEarly((early, _, accept) =>
      accept(early),
    ),
    'decides again a second after many simultaneous uploads': (original) => {
      const uploads = new Map<string, number>();
      return {
        uploadArtifact(call, parts) {
          uploads.set(call.path.case_id, (uploads.get(call.path.case_id) ?? 0) + 1);
          return original.uploadArtifact(call, parts);
        },
        ...showingCases((found) =>
          isDecided(found) && uploads.get(found.id)! > 5 && age(found) > 1000 ? { score: 90 } : {},
        )(original),
      };
    },
  },
};

export default faults;
