import { Rejected, problem } from '../../../reference-impl/domain/rejections.ts';
import type { Artifact } from '../../../reference-impl/domain/contract.ts';
import type { Defect, FaultTable } from '../support/fault.ts';
import { storing } from '../support/parts.ts';
import type { IdempotencyKey } from '../../../reference-impl/ports.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { keyInUse } from '../support/idempotency.ts';

/** Keys that stay in use for a moment: other requests with them are rejected. */
const inUse = (rejection: () => Rejected): Defect =>
  storing((original) => {
    const running = new Set<string>();
    const alone = async <T>(once: IdempotencyKey | undefined, work: () => Promise<T>): Promise<T> => {
      if (!once) return work();
      if (running.has(once.id)) throw rejection();
      running.add(once.id);
      try {
        await wait(5);
        return await work();
      } finally {
        running.delete(once.id);
      }
    };
    return {
      openCase: (caller, opened, once, response) =>
        alone(once, () => original.openCase(caller, opened, once, response)),
      acceptArtifact: (caller, caseId, accept, once, response) =>
        alone(once, () => original.acceptArtifact(caller, caseId, accept, once, response)),
    };
  });

/* * Keys with parallel requests: `take` returns the key with which the store is called. `met` says that another request with
 * the key was running; `earlier`, that parallel requests with the key had ended before this one began.
 */
const meeting = (
  which: { creates?: boolean; uploads?: boolean },
  take: (once: IdempotencyKey, met: boolean, earlier: boolean) => IdempotencyKey | undefined,
): Defect =>
  storing((original) => {
    const running = new Map<string, number>();
    const met = new Set<string>();
    const together = async <T>(
      once: IdempotencyKey | undefined,
      work: (taken: IdempotencyKey | undefined) => Promise<T>,
    ): Promise<T> => {
      if (!once) return work(once);
      const earlier = met.has(once.id) && (running.get(once.id) ?? 0) === 0;
      running.set(once.id, (running.get(once.id) ?? 0) + 1);
      if (running.get(once.id)! > 1) met.add(once.id);
      try {
        await wait(earlier ? 0 : 150);
        return await work(take(once, met.has(once.id), earlier));
      } finally {
        running.set(once.id, running.get(once.id)! - 1);
      }
    };
    return {
      ...(which.creates && {
        openCase: (caller, opened, once, response) =>
          together(once, (taken) => original.openCase(caller, opened, taken, response)),
      }),
      ...(which.uploads && {
        acceptArtifact: (caller, caseId, accept, once, response) =>
          together(once, (taken) => original.acceptArtifact(caller, caseId, accept, taken, response)),
      }),
    };
  });

/**
 * Keys that are in use for 5 ms, and whose responses are stored some time later: the same request in between is carried
 * out again.
 */
const freeingEarly = (operation: 'creates' | 'uploads', milliseconds: number): Defect =>
  storing((original) => {
    const running = new Set<string>();
    const stored = new Map<string, string>();
    const guarded = async <T>(
      once: IdempotencyKey | undefined,
      work: (taken: IdempotencyKey | undefined) => Promise<T>,
    ): Promise<T> => {
      if (!once || stored.has(once.id)) return work(once);
      if (running.has(once.id)) throw keyInUse();
      running.add(once.id);
      await wait(5);
      running.delete(once.id);
      await wait(milliseconds);
      const isAgain = stored.get(once.id) === once.fingerprint;
      stored.set(once.id, once.fingerprint);
      return work(isAgain ? undefined : once);
    };
    return operation === 'creates'
      ? {
          openCase: (caller, opened, once, response) =>
            guarded(once, (taken) => original.openCase(caller, opened, taken, response)),
        }
      : {
          acceptArtifact: (caller, caseId, accept, once, response) =>
            guarded(once, (taken) => original.acceptArtifact(caller, caseId, accept, taken, response)),
        };
  });

const faults: FaultTable = {
  'idempotency.parallel-create-once': {
    'rejects all parallel requests under one key': meeting({ creates: true, uploads: true }, (once, met) => {
      if (met) throw keyInUse();
      return once;
    }),
    'keeps a key in use after parallel requests': meeting({ creates: true }, (once, _, earlier) => {
      if (earlier) throw keyInUse();
      return once;
    }),
    'deletes a key after parallel requests': meeting({ creates: true }, (once, _, earlier) =>
      earlier ? undefined : once,
    ),
    'sends no Retry-After for a key in use': inUse(
      () => new Rejected(problem(409, 'idempotency-key-in-use', 'The first request is still running.')),
    ),
    'sends a date in Retry-After for a key in use': inUse(
      () =>
        new Rejected(
          problem(409, 'idempotency-key-in-use', 'The first request is still running.', {
            headers: { 'Retry-After': new Date(Date.now() + 1000).toUTCString() },
          }),
        ),
    ),
    'responds with 425 while a key is in use': inUse(
      () =>
        new Rejected({
          status: 425 as never,
          problem: 'idempotency-key-in-use',
          detail: 'The first request is still running.',
          headers: { 'Retry-After': '1' },
        }),
    ),
    'rejects a key in use as a reused key': inUse(
      () =>
        new Rejected(problem(422, 'idempotency-key-reused', 'This key was used for another payload; use a new one.')),
    ),
    'fails when two requests store the same key': inUse(
      () =>
        new Rejected(
          problem(
            500,
            'internal-error',
            'The service failed. Send the value of instance to the operator of the service.',
          ),
        ),
    ),
    'frees the key of a create 8 ms before it stores the response': freeingEarly('creates', 8),
    'frees the key of a create 20 ms before it stores the response': freeingEarly('creates', 20),
  },
  'idempotency.parallel-upload-once': {
    'stores each of several simultaneous large files': storing(({ acceptArtifact }) => {
      const running = new Set<string>();
      return {
        async acceptArtifact(caller, id, accept, once, response) {
          const isLarge = (response.body as Artifact).size > 100_000;
          if (!once || !isLarge) return acceptArtifact(caller, id, accept, once, response);
          if (running.has(once.id)) return acceptArtifact(caller, id, accept, undefined, response);
          running.add(once.id);
          await wait(20);
          return acceptArtifact(caller, id, accept, once, response).finally(() => running.delete(once.id));
        },
      };
    }),
    'frees the key of an upload 8 ms before it stores the response': freeingEarly('uploads', 8),
    'frees the key of an upload 20 ms before it stores the response': freeingEarly('uploads', 20),
  },
};

export default faults;
