import { setTimeout } from 'node:timers/promises';
import type { Case } from '../../reference-impl/domain/contract.ts';
import { problem } from '../../reference-impl/domain/rejections.ts';
import type { Parts } from '../../reference-impl/parts.ts';
import type { Defect, FaultTable } from './support/fault.ts';
import { isDecided, judgedByTwo, pending, storing } from './support/store.ts';

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

const readEarly = new Map<string, boolean>();
/** Of each five cases that are read while they are decided, one. */
function isFifth(id: string): boolean {
  if (!readEarly.has(id)) readEarly.set(id, readEarly.size % 5 === 4);
  return readEarly.get(id)!;
}

type Accepted = ReturnType<Parts['accept']>;

/** An upload is judged by the case as it was some milliseconds before it is stored. */
const judgingEarly = (judge: (early: Case, now: Case, accept: (to: Case) => Accepted) => Accepted): Defect =>
  storing((store) => ({
    async acceptArtifact(caller, id, accept, ...rest) {
      const early = await store.findCase(caller, id);
      // A delay of every upload would make the run ten times as long.
      if (!early?.reference.startsWith('sandbox:approve#')) return store.acceptArtifact(caller, id, accept, ...rest);
      await setTimeout(150 + Math.random() * 500);
      return store.acceptArtifact(caller, id, (now) => judge(early, now, accept), ...rest);
    },
  }));

const faults: FaultTable = {
  'case-lifecycle.decided-case-rejects-evidence': {
    'decides a case in each of two processes': judgedByTwo(
      (to, own) => (own.length === 0 ? { ...to, status: 'PENDING' } : to),
      300,
    ),
    'shows a decision 300 ms after it closes the case': ({ getCase }) => ({
      async getCase(call, parts) {
        const response = await getCase(call, parts);
        if (response.status !== 200 || Date.parse(response.body.decided_at ?? '') + 300 < Date.now()) return response;
        return { ...response, body: { ...response.body, ...pending } };
      },
    }),
  },
  'case-lifecycle.decision-atomic': {
    'writes the status of a decision before the rest': tearing(() => ({ score: 0, reasons: [], decided_at: null })),
    'writes the score of a decision before the rest': tearing(({ score }) => ({ ...pending, score })),
    'writes the time of a denial after the rest': tearing(({ status, decided_at }) => ({
      decided_at: status === 'DENIED' ? null : decided_at,
    })),
    'writes reasons one by one': tearing(({ reasons }) => ({ reasons: reasons.slice(0, 1) })),
    'shows the score of every fifth decision too late': tearing(({ id }) => (isFifth(id) ? { score: 0 } : {})),
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
  },
};

export default faults;
