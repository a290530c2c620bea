import type { Parts } from '../../../reference-impl/parts.ts';
import type { Success, Case } from '../../../reference-impl/domain/contract.ts';
import type { Defect } from './fault.ts';
import type { ReceivedFile } from '../../../reference-impl/ports.ts';
import { hash } from 'node:crypto';
import { storing } from './parts.ts';
import { Rejected, problem } from '../../../reference-impl/domain/rejections.ts';

export type Scope = Parameters<Parts['idempotencyScope']>;

export type Change = (response: Success, stored: Case | undefined) => Partial<Success>;

export const isUpload = (url = '') => url.includes('/artifacts');

export const isReplay = (outcome: unknown): outcome is { replay: Success } =>
  typeof outcome === 'object' && outcome !== null && 'replay' in outcome;

/** Keys that are looked up under something else than tenant, mode, path and key. */
export const scoping =
  (scope: (...of: Scope) => unknown[]): Defect =>
  () => ({ idempotencyScope: (...of) => JSON.stringify(scope(...of)) });

/** Keys that are looked up as another text. */
export const keyedBy = (change: (key: string) => string): Defect =>
  scoping(({ tenant, mode }, path, key) => [tenant, mode, path, change(key)]);

/** A key as a server reads it that decodes what is percent-encoded. */
export const percentDecoded = (key: string): string =>
  key.replaceAll(/%([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

/** Keys of creates, or of uploads, that are looked at in another way. */
export const changingKeys =
  (take: (key: string | undefined, original: () => string | undefined, url: string) => string | undefined): Defect =>
  ({ idempotencyKeyOf }) => ({
    idempotencyKeyOf: (request) =>
      take(request.headers['idempotency-key']?.toString(), () => idempotencyKeyOf(request), request.url ?? ''),
  });

/** Two uploads have the same payload if `what` returns the same text for both. */
export const comparingUploadsBy =
  (what: (kind: string, file: ReceivedFile & { mark?: string }) => string): Defect =>
  () => ({ fingerprintOfUpload: ({ kind, file }) => hash('sha256', what(kind, file)) });

/** Changes replays; `stored` is the current case. */
export const replayingCreates = (change: Change): Defect =>
  storing(({ openCase, findCase }) => ({
    openCase: async (caller, ...rest) => changed(await openCase(caller, ...rest), (id) => findCase(caller, id), change),
  }));

export const replayingUploads = (change: Change): Defect =>
  storing(({ acceptArtifact, findCase }) => ({
    acceptArtifact: async (caller, caseId, ...rest) =>
      changed(await acceptArtifact(caller, caseId, ...rest), () => findCase(caller, caseId), change),
  }));

export async function changed<T>(
  outcome: T,
  find: (id: string) => Promise<Case | undefined>,
  change: Change,
): Promise<T> {
  if (!isReplay(outcome)) return outcome;
  const { replay } = outcome as { replay: Success };
  return { replay: { ...replay, ...change(replay, await find((replay.body as Case).id)) } } as T;
}

export const keyInUse = () =>
  new Rejected(
    problem(409, 'idempotency-key-in-use', 'The first request is still running.', { headers: { 'Retry-After': '1' } }),
  );

/** Keeps a key in use after its request was rejected for this reason. */
export const keptInUseBy = (reason: 'case-closed' | 'artifact-limit-reached'): Defect =>
  storing(({ acceptArtifact }) => {
    const left = new Set<string>();
    return {
      async acceptArtifact(caller, caseId, accept, once, response) {
        if (once && left.has(once.id)) throw keyInUse();
        const outcome = await acceptArtifact(caller, caseId, accept, once, response);
        if (once && outcome === reason) left.add(once.id);
        return outcome;
      },
    };
  });
