import type { Caller } from '../../../reference-impl/ports.ts';
import type { Defect } from './fault.ts';
import type { Parts } from '../../../reference-impl/parts.ts';
import type { Case } from '../../../reference-impl/domain/contract.ts';

/** Replays an upload to another caller with the same key; `nameOf` returns the name of the upload. */
export const replayingAcross =
  (nameOf: (caller: Caller, path: string, key: string) => string): Defect =>
  (original) => {
    const names = new Map<string, string>();
    const answers = new Map<string, { scope: string; answer: Awaited<ReturnType<Parts['uploadArtifact']>> }>();
    return {
      idempotencyScope(caller, path, key) {
        const scope = original.idempotencyScope(caller, path, key);
        names.set(scope, nameOf(caller, path, key));
        return scope;
      },
      async uploadArtifact(call, parts) {
        let reading: ReturnType<typeof call.read> | undefined;
        const read = () => (reading ??= call.read());
        const { once } = await read().catch(() => ({ once: undefined }));
        if (!once) return original.uploadArtifact({ ...call, read }, parts);
        const name = names.get(once.id)!;
        const kept = answers.get(name);
        if (kept && kept.scope !== once.id) return kept.answer;
        const response = await original.uploadArtifact({ ...call, read }, parts);
        if (response.status === 201) answers.set(name, { scope: once.id, answer: response });
        return response;
      },
    };
  };

/** Cases that are found by their id alone, for every caller. */
export const knowing =
  (partsOf: (original: Parts, cases: Map<string, { owner: Caller; opened: Case }>) => Partial<Parts>): Defect =>
  (original) => {
    const cases = new Map<string, { owner: Caller; opened: Case }>();
    const { store } = original;
    return {
      store: {
        ...store,
        openCase(owner, opened, ...rest) {
          cases.set(opened.id, { owner, opened });
          return store.openCase(owner, opened, ...rest);
        },
      },
      ...partsOf(original, cases),
    };
  };

export const idIn = (path: string) => path.split(/[/?]/)[2] ?? '';

export const slash = /^(\/cases(?:\/[^/]+)?)\/$/;
