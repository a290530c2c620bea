import { setTimeout } from 'node:timers/promises';
import type { Case } from '../../reference-impl/domain/contract.ts';
import type { Caller, Claim, IdempotencyKey, Store } from '../../reference-impl/ports.ts';
import type { Parts } from '../../reference-impl/parts.ts';
import type { Fault } from './fault.ts';
import { storing } from './seams.ts';

type Faulty = Fault['parts'];

/** A service that reads cases where `read` finds them, which may be behind what was written. */
const readingFrom =
  (read: (original: Store, caller: Caller, id: string) => Promise<Case | undefined>): Faulty =>
  ({ store, getCase }) => ({
    getCase: (call, parts) =>
      getCase(call, { ...parts, store: { ...store, findCase: (caller, id) => read(store, caller, id) } }),
  });

/**
 * Of two copies of the data the one that is read first is behind: it shows what a case was when it was read last, which
 * is nothing for a new one. Then it has caught up.
 */
const firstReadBehind =
  (show: (seen: Case | undefined, now: Case) => Case | undefined): Faulty =>
  (original) => {
    const seen = new Map<string, Case>();
    return readingFrom(async (store, caller, id) => {
      const now = await store.findCase(caller, id);
      const before = seen.get(id);
      if (now) seen.set(id, now);
      return now && show(before, now);
    })(original);
  };

/** Requests with one key go to two processes in turn, each of which keeps its own keys. */
const keysOfTwo = (which: { creates?: boolean; uploads?: boolean }): Faulty =>
  storing(({ openCase, acceptArtifact }) => {
    const sent = new Map<string, number>();
    const ownOf = (once: IdempotencyKey | undefined) => {
      if (!once) return once;
      const turn = sent.get(once.id) ?? 0;
      sent.set(once.id, turn + 1);
      return { ...once, id: `${once.id} of process ${turn % 2}` };
    };
    return {
      ...(which.creates && {
        openCase: (caller, opened, once, response) => openCase(caller, opened, ownOf(once), response),
      }),
      ...(which.uploads && {
        acceptArtifact: (caller, caseId, accept, once, response) =>
          acceptArtifact(caller, caseId, accept, ownOf(once), response),
      }),
    };
  });

/**
 * Uploads to a case go to two processes in turn; each judges the case as it knows it, by what it took itself.
 *
 * @param pause milliseconds by which the second one is slower
 */
const judgedByTwo =
  (known: (to: Case, own: Case['artifacts']) => Case, pause = 0): Faulty =>
  ({ uploadArtifact, accept }) => {
    const turns = new Map<string, number>();
    const takenBy = new Map<string, number>();
    return {
      async uploadArtifact(call, parts) {
        const turn = turns.get(call.path.case_id) ?? 0;
        turns.set(call.path.case_id, turn + 1);
        const process = turn % 2;
        await setTimeout(process * pause);
        const judge: Parts['accept'] = (to, artifact, rest) => {
          const own = to.artifacts.filter(({ id }) => takenBy.get(id) === process);
          const grown = accept(known(to, own), artifact, rest);
          if (typeof grown === 'string') return grown;
          takenBy.set(artifact.id, process);
          return { ...grown, artifacts: [...to.artifacts, artifact] };
        };
        return uploadArtifact(call, { ...parts, accept: judge });
      },
    };
  };

/** Two processes send what they find in the outbox; the second one looks a second later than the first. */
const deliveringTwice: Faulty = storing(({ claimEvent }) => {
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

const pending = { status: 'PENDING', score: 0, reasons: [], decided_at: null } satisfies Partial<Case>;

/** Defects of a service of several processes that each know something of their own. */
export const replication: Fault[] = [
  {
    name: 'reads from a copy that new cases have not reached',
    breaks: { 'get-case.reads-case': { code: 'not-accepted', status: 404 } },
    parts: firstReadBehind((seen, now) => (seen ? now : undefined)),
  },
  {
    name: 'reads from a copy that evidence of a pending case has not reached',
    breaks: {
      'idempotency.scoped-to-path': 'wrong-artifact-count',
      'idempotency.parallel-upload-once': 'wrong-artifacts',
      'get-case.lists-evidence': 'wrong-artifacts',
      'get-case.evidence-in-order': 'wrong-order',
      'upload-artifact.repeated-kind': 'wrong-artifacts',
      'upload-artifact.refused-stores-nothing': 'wrong-artifacts',
      'limits.refused-file-not-stored': 'wrong-artifacts',
      'limits.twenty-first-artifact': 'wrong-artifact-count',
      'limits.parallel-artifacts-limited': 'wrong-artifacts',
    },
    parts: firstReadBehind((seen, now) => {
      const grown = now.status === 'PENDING' && now.artifacts.length > (seen?.artifacts.length ?? 0);
      return grown ? { ...now, artifacts: now.artifacts.slice(0, -1) } : now;
    }),
  },
  {
    name: 'reads in turn from a copy that a decision has not reached',
    breaks: {
      'case-lifecycle.decision-final': { code: 'wrong-decision', actual: '{"status":"PENDING"' },
      'case-lifecycle.refused-evidence-changes-nothing': {
        code: 'wrong-decision',
        actual: '"status":"APPROVED","score":95,"reasons":["FACE_MATCH_OK","OCR_OK"]',
      },
    },
    parts: (original) => {
      const reads = new Map<string, number>();
      return readingFrom(async (store, caller, id) => {
        const now = await store.findCase(caller, id);
        if (!now || now.status === 'PENDING') return now;
        reads.set(id, (reads.get(id) ?? 0) + 1);
        return reads.get(id) === 2 ? { ...now, ...pending } : now;
      })(original);
    },
  },
  {
    name: 'looks for the case of an upload in a copy that it has not reached',
    breaks: { 'upload-artifact.accepts-evidence': { code: 'not-accepted', status: 404 } },
    parts: ({ uploadArtifact }) => {
      const seen = new Set<string>();
      return {
        uploadArtifact(call, parts) {
          const findCase: Store['findCase'] = async (caller, id) => {
            const found = seen.has(id) ? await parts.store.findCase(caller, id) : undefined;
            seen.add(id);
            return found;
          };
          return uploadArtifact(call, { ...parts, store: { ...parts.store, findCase } });
        },
      };
    },
  },
  {
    name: 'keeps the keys of creates in each of two processes',
    breaks: {
      'idempotency.create-replays': 'different-replay',
      'idempotency.create-key-reused': { code: 'wrong-status', status: 201 },
      'idempotency.parallel-create-once': 'different-replay',
    },
    parts: keysOfTwo({ creates: true }),
  },
  {
    name: 'keeps the keys of uploads in each of two processes',
    breaks: {
      'idempotency.upload-replays': 'different-replay',
      'idempotency.upload-stored-once': 'wrong-artifact-count',
      'idempotency.upload-key-reused-other-file': { code: 'wrong-status', status: 201 },
      'idempotency.upload-key-reused-other-kind': { code: 'wrong-status', status: 201 },
      'idempotency.parallel-upload-once': 'different-replay',
    },
    parts: keysOfTwo({ uploads: true }),
  },
  {
    name: 'counts artifacts in each of two processes',
    breaks: {
      'limits.twenty-first-artifact': { code: 'wrong-status', status: 201 },
      'limits.parallel-artifacts-limited': { code: 'artifact-limit-exceeded', actual: '30' },
    },
    parts: judgedByTwo((to, own) => ({ ...to, artifacts: own })),
  },
  {
    name: 'decides a case in each of two processes',
    breaks: {
      'case-lifecycle.decided-case-refuses-evidence': { code: 'wrong-status', status: 201 },
      'case-lifecycle.decided-once-under-load': 'wrong-decision-time',
    },
    parts: judgedByTwo((to, own) => (own.length === 0 ? { ...to, status: 'PENDING' } : to), 300),
  },
  {
    name: 'decides a case in another way a second after another process did',
    breaks: {
      'case-lifecycle.decision-final': { code: 'wrong-decision', actual: '"status":"DENIED"' },
      'case-lifecycle.decided-once-under-load': { code: 'wrong-decision', actual: '"status":"DENIED"' },
    },
    parts: ({ store, getCase }) => ({
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
  {
    name: 'sends an event from each of two processes',
    breaks: {
      'webhook.success-not-again': 'repeated-event',
      'webhook.any-2xx-is-success': 'repeated-event',
      'webhook.gone-stops': 'repeated-event',
    },
    profile: 'with webhooks',
    parts: deliveringTwice,
  },
];
