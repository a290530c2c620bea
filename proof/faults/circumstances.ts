import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Artifact, Case } from '../../reference-impl/domain/contract.ts';
import type { Caller, IdempotencyKey, Store } from '../../reference-impl/ports.ts';
import type { Parts } from '../../reference-impl/parts.ts';
import type { Fault } from './fault.ts';
import { storing } from './seams.ts';

/** The store, and whether it is at rest: for a while it stored nothing new, though it was asked for much. */
function resting(store: Store): { store: Store; atRest: () => boolean } {
  let asked = 0;
  let latest = Date.now();
  const told = <T>(outcome: T): T => {
    asked = outcome === 'done' ? 0 : asked + 1;
    if (outcome === 'done') latest = Date.now();
    return outcome;
  };
  return {
    // Both: a service that is kept waiting by others is not at rest.
    atRest: () => asked > 10 && Date.now() - latest > 100,
    store: {
      ...store,
      findCase: async (...call) => told(await store.findCase(...call)),
      openCase: async (...call) => told(await store.openCase(...call)),
      acceptArtifact: async (...call) => told(await store.acceptArtifact(...call)),
    },
  };
}

/** Reads that show a case in another way, or not at all. */
const showing =
  (change: (found: Case, caller: Caller) => Case | undefined): Fault['parts'] =>
  ({ store, getCase }) => ({
    getCase: (call, parts) =>
      getCase(call, {
        ...parts,
        store: {
          ...store,
          async findCase(caller, id) {
            const found = await store.findCase(caller, id);
            return found && change(found, caller);
          },
        },
      }),
  });

/** Keys that are looked up as others. */
const renaming = (which: { creates?: boolean; uploads?: boolean }, rename: (id: string) => string): Fault['parts'] => {
  const renamed = (once: IdempotencyKey | undefined) => once && { ...once, id: rename(once.id) };
  return storing(({ openCase, acceptArtifact }) => ({
    ...(which.creates && {
      openCase: (caller, opened, once, response) => openCase(caller, opened, renamed(once), response),
    }),
    ...(which.uploads && {
      acceptArtifact: (caller, caseId, accept, once, response) =>
        acceptArtifact(caller, caseId, accept, renamed(once), response),
    }),
  }));
};

/** A fault that shows only when the service is at rest. */
const atRest =
  (faulty: (atRest: () => boolean) => Fault['parts']): Fault['parts'] =>
  (original) => {
    const watched = resting(original.store);
    return { store: watched.store, ...faulty(watched.atRest)({ ...original, store: watched.store }) };
  };

/** Evidence that is listed by every case which has this in common. */
const listingBy = (what: (found: Case, caller: Caller) => string): Fault['parts'] => {
  return (original) => {
    const kept = new Map<string, Map<string, Artifact[]>>();
    const read = showing((found, caller) => {
      const cases = kept.get(what(found, caller));
      return { ...found, artifacts: cases ? [...cases.values()].flat() : found.artifacts };
    })(original);
    return {
      ...read,
      async uploadArtifact(call, parts) {
        const response = await original.uploadArtifact(call, parts);
        const found = await parts.store.findCase(call.caller, call.path.case_id);
        if (!found) return response;
        const key = what(found, call.caller);
        kept.set(key, (kept.get(key) ?? new Map<string, Artifact[]>()).set(found.id, found.artifacts));
        return response;
      },
    };
  };
};

const hasNoKey = ({ headers }: IncomingMessage) => headers.authorization === undefined;
const isAlone = ({ headers }: IncomingMessage) => headers.connection === 'close';

/** Defects that only time, number or company brings out. */
export const circumstances: Fault[] = [
  // what does not last
  {
    name: 'forgets cases when it is at rest',
    breaks: { 'get-case.reads-case': { code: 'not-accepted', status: 404 } },
    parts: atRest((isAtRest) => showing((found) => (isAtRest() ? undefined : found))),
  },
  {
    name: 'forgets the evidence of pending cases when it is at rest',
    breaks: { 'get-case.lists-evidence': 'wrong-artifacts', 'tenancy.foreign-upload-stores-nothing': 'wrong-case' },
    parts: atRest((isAtRest) =>
      showing((found) => (isAtRest() && found.status === 'PENDING' ? { ...found, artifacts: [] } : found)),
    ),
  },
  {
    name: 'forgets the keys of creates when it is at rest',
    breaks: { 'idempotency.create-replays': 'different-replay' },
    parts: atRest((isAtRest) => renaming({ creates: true }, (id) => (isAtRest() ? `${id} anew` : id))),
  },
  {
    name: 'forgets the keys of uploads when it is at rest',
    breaks: { 'idempotency.upload-replays': 'different-replay' },
    parts: atRest((isAtRest) => renaming({ uploads: true }, (id) => (isAtRest() ? `${id} anew` : id))),
  },
  {
    name: 'keeps the keys of the last forty creates',
    breaks: { 'idempotency.create-replays': 'different-replay' },
    parts: (original) => {
      const latest: { id: string; kept: string }[] = [];
      let count = 0;
      return renaming({ creates: true }, (id) => {
        const known = latest.find((each) => each.id === id);
        if (known) return known.kept;
        const kept = `${id} ${(count += 1)}`;
        latest.push({ id, kept });
        if (latest.length > 40) latest.shift();
        return kept;
      })(original);
    },
  },
  {
    name: 'lets a key stand for the payload that it was refused for',
    breaks: { 'idempotency.create-replays': { code: 'wrong-status', status: 422 } },
    parts: storing(({ openCase }) => {
      const taken = new Map<string, string>();
      return {
        async openCase(caller, opened, once, response) {
          const by = once && taken.get(once.id);
          if (by !== undefined && by !== once!.fingerprint) return 'idempotency-key-reused';
          const outcome = await openCase(caller, opened, once, response);
          if (outcome === 'idempotency-key-reused') taken.set(once!.id, once!.fingerprint);
          return outcome;
        },
      };
    }),
  },
  {
    name: 'forgets the key of an upload that it refused another kind for',
    breaks: { 'idempotency.upload-replays': 'different-replay' },
    parts: (original) => {
      const refused = new Set<string>();
      const renamed = (once: IdempotencyKey | undefined) =>
        once && refused.has(once.id) ? { ...once, id: `${once.id} anew` } : once;
      return storing(({ acceptArtifact }) => ({
        async acceptArtifact(caller, caseId, accept, once, response) {
          const outcome = await acceptArtifact(caller, caseId, accept, renamed(once), response);
          const kind = (response.body as Artifact).kind;
          if (outcome === 'idempotency-key-reused' && kind === 'ID_BACK') refused.add(once!.id);
          return outcome;
        },
      }))(original);
    },
  },

  // what is remembered by something else than the case
  {
    name: 'lists the evidence of all cases that a tenant opened with the reference',
    breaks: { 'create-case.repeated-reference': 'foreign-data' },
    parts: listingBy(({ reference }, { tenant, mode }) => JSON.stringify([tenant, mode, reference])),
  },
  {
    name: 'lists the evidence of all cases that have the reference',
    breaks: { 'create-case.repeated-reference': 'foreign-data', 'tenancy.same-reference-apart': 'foreign-data' },
    parts: listingBy(({ reference }) => reference),
  },
  {
    name: 'decides a case without evidence as the last one with its reference',
    breaks: { 'sandbox.no-decision-without-evidence': 'wrong-case-status' },
    parts: (original) => {
      const decided = new Map<string, Case>();
      return {
        ...showing((found) => {
          if (found.status !== 'PENDING') decided.set(found.reference, found);
          const { status, score, reasons, decided_at } = decided.get(found.reference) ?? found;
          return found.artifacts.length === 0 ? { ...found, status, score, reasons, decided_at } : found;
        })(original),
      };
    },
  },

  // what needs company
  {
    name: 'takes the key that a connection had before for a request without one',
    breaks: {
      'authentication.create-needs-key': 'accepted',
      'authentication.upload-needs-key': 'accepted',
      'authentication.read-needs-key': 'case-disclosed',
      'authentication.missing-key-401': { code: 'wrong-status', actual: 'status 20' },
      'authentication.before-case': 'wrong-status',
      'authentication.before-validation': 'wrong-status',
    },
    parts: ({ authenticate }) => {
      const callers = new WeakMap<Socket, Caller>();
      return {
        authenticate(request) {
          const caller = authenticate(request);
          if (typeof caller !== 'string') callers.set(request.socket, caller);
          return hasNoKey(request) ? (callers.get(request.socket) ?? caller) : caller;
        },
      };
    },
  },
  {
    name: 'gives creates that come together the reference of the last',
    breaks: { 'tenancy.apart-under-load': 'wrong-reference' },
    parts: ({ readJson }) => {
      let last: Awaited<ReturnType<Parts['readJson']>>;
      return {
        async readJson(request, parts) {
          const body = await readJson(request, parts);
          if (!isAlone(request) || request.headers['idempotency-key'] !== undefined) return body;
          last = body;
          await setTimeout(5);
          return last;
        },
      };
    },
  },
  {
    name: 'gives uploads to a case that come together the digest of the last',
    breaks: { 'limits.parallel-artifacts-kept': { code: 'wrong-artifact', status: 201 } },
    parts: ({ uploadArtifact }) => {
      const last = new Map<string, string>();
      return {
        uploadArtifact({ path, caller, read }, parts) {
          const digesting = async () => {
            const { body, once } = await read();
            last.set(path.case_id, body.file.sha256);
            await setTimeout(5);
            return { body: { ...body, file: { ...body.file, sha256: last.get(path.case_id)! } }, once };
          };
          return uploadArtifact({ path, caller, read: digesting }, parts);
        },
      };
    },
  },
];
