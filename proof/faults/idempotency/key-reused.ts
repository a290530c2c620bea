import type { Defect, FaultTable } from '../support/fault.ts';
import { hash } from 'node:crypto';
import { storing, together, recording } from '../support/parts.ts';
import type { Artifact, Success } from '../../../reference-impl/domain/contract.ts';
import type { IdempotencyKey, Outcome } from '../../../reference-impl/ports.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { comparingUploadsBy, isReplay } from '../support/idempotency.ts';
import type { Parts } from '../../../reference-impl/parts.ts';

/** Two creates have the same payload if `comparedPart` returns the same text for both. */
const comparingCreatesBy =
  (comparedPart: (body: { type: string; reference: string }) => string): Defect =>
  () => ({ fingerprintOfCase: (body) => hash('sha256', comparedPart(body)) });

/** Stores idempotency keys outside the store, so lookup and storage are two steps (a race). */
const keptBeside = (racing: { creates?: boolean; uploads?: boolean }, pause = 5): Defect =>
  storing((original) => {
    const kept = new Map<string, { fingerprint: string; answer: Success }>();
    const inSteps = async <A extends Success, Reason extends string>(
      once: IdempotencyKey | undefined,
      response: A,
      work: () => Promise<Outcome<A, Reason>>,
    ): Promise<Outcome<A, Reason | 'idempotency-key-reused'>> => {
      if (!once) return work();
      const earlier = kept.get(once.id);
      if (earlier)
        return earlier.fingerprint === once.fingerprint ? { replay: earlier.answer as A } : 'idempotency-key-reused';
      await wait(pause);
      const outcome = await work();
      if (outcome === 'done') kept.set(once.id, { fingerprint: once.fingerprint, answer: response });
      return outcome;
    };
    return {
      ...(racing.creates && {
        openCase: (caller, opened, once, response) =>
          inSteps(once, response, () => original.openCase(caller, opened, undefined, response)),
      }),
      ...(racing.uploads && {
        acceptArtifact: (caller, caseId, accept, once, response) =>
          inSteps(once, response, () => original.acceptArtifact(caller, caseId, accept, undefined, response)),
      }),
    };
  });

/** A key counts as in use only for requests with the same payload. */
const lockedByPayload = (which: { creates?: boolean; uploads?: boolean }): Defect =>
  storing((original) => {
    const known = new Map<string, string>();
    const locked = async <T>(
      once: IdempotencyKey | undefined,
      work: (taken: IdempotencyKey | undefined) => Promise<T>,
    ): Promise<T> => {
      if (!once || known.has(once.id)) return work(once && { ...once, id: known.get(once.id)! });
      const own = `${once.id} ${once.fingerprint}`;
      await wait(50);
      const outcome = await work({ ...once, id: own });
      if (!known.has(once.id)) known.set(once.id, own);
      return outcome;
    };
    return {
      ...(which.creates && {
        openCase: (caller, opened, once, response) =>
          locked(once, (taken) => original.openCase(caller, opened, taken, response)),
      }),
      ...(which.uploads && {
        acceptArtifact: (caller, caseId, accept, once, response) =>
          locked(once, (taken) => original.acceptArtifact(caller, caseId, accept, taken, response)),
      }),
    };
  });

const faults: FaultTable = {
  'idempotency.create-key-reused': {
    'ignores the payload of a create': comparingCreatesBy(() => ''),
    'compares only the length of the reference and the type': comparingCreatesBy(
      ({ type, reference }) => type[1] + String(reference.length),
    ),
    'compares only the type of a create': comparingCreatesBy(({ type }) => type),
    'compares only the reference of a create': comparingCreatesBy(({ reference }) => reference),
    'compares only the type of creates of entities': comparingCreatesBy(({ type, reference }) =>
      type === 'PM' ? type : type + reference,
    ),
    'gives the case of a key the reference of another payload': storing(({ openCase, findCase }) => {
      const opened = new Map<string, string>();
      const references = new Map<string | undefined, string>();
      return {
        async openCase(caller, wanted, once, response) {
          const outcome = await openCase(caller, wanted, once, response);
          if (once && outcome === 'done') opened.set(once.id, wanted.id);
          if (once && outcome === 'idempotency-key-reused') references.set(opened.get(once.id), wanted.reference);
          return outcome;
        },
        async findCase(caller, id) {
          const found = await findCase(caller, id);
          return found && { ...found, reference: references.get(id) ?? found.reference };
        },
      };
    }),
    'compares references without regard to case': comparingCreatesBy(
      ({ type, reference }) => type + reference.toLowerCase(),
    ),
    'compares references without their suffix': comparingCreatesBy(
      ({ type, reference }) => type + reference.replace(/#.*/, ''),
    ),
    'compares trimmed references': comparingCreatesBy(({ type, reference }) => type + reference.trim()),
    'compares normalised references': comparingCreatesBy(({ type, reference }) => type + reference.normalize('NFC')),
    'compares only the beginning of references': comparingCreatesBy(
      ({ type, reference }) => type + reference.slice(0, 200) + (reference.at(-1) === ' '),
    ),
    'replaces non-ASCII characters before it compares references': comparingCreatesBy(
      ({ type, reference }) => type + reference.replaceAll(/[^\x20-\x7e]/g, '?'),
    ),
    'compares only a 32-bit hash of a create': comparingCreatesBy(({ type, reference }) =>
      String([...(type + reference)].reduce((sum, sign) => (sum * 31 + sign.codePointAt(0)!) | 0, 0)),
    ),
    'responds with 409 to a key that was used for another payload': (original) => ({
      render: (response, ...rest) =>
        original.render(
          'problem' in response && response.problem === 'idempotency-key-reused'
            ? { ...response, status: 409 }
            : response,
          ...rest,
        ),
    }),
    'responds to a key that was used for another payload with an undefined problem type': (original) => ({
      render: (response, ...rest) =>
        original.render(
          'problem' in response && response.problem === 'idempotency-key-reused'
            ? { ...response, problem: 'key-conflict' as never }
            : response,
          ...rest,
        ),
    }),
    // parallel requests
    'looks up and stores the keys of creates in two steps': keptBeside({ creates: true }),
    'looks up and stores keys in two steps with almost no time between them': keptBeside(
      { creates: true, uploads: true },
      2,
    ),
    'opens a case for each of two parallel payloads under one key': lockedByPayload({ creates: true }),
  },
  'http.header-names-any-case': {
    'deletes a key after its first replay': storing((original) => {
      const rounds = new Map<string, number>();
      const renewed = (once: IdempotencyKey | undefined) =>
        once && { ...once, id: `${once.id} ${rounds.get(once.id) ?? 0}` };
      const counted = <T>(once: IdempotencyKey | undefined, outcome: T): T => {
        if (once && isReplay(outcome)) rounds.set(once.id, (rounds.get(once.id) ?? 0) + 1);
        return outcome;
      };
      return {
        openCase: async (caller, opened, once, response) =>
          counted(once, await original.openCase(caller, opened, renewed(once), response)),
        acceptArtifact: async (caller, caseId, accept, once, response) =>
          counted(once, await original.acceptArtifact(caller, caseId, accept, renewed(once), response)),
      };
    }),
  },
  'idempotency.upload-key-reused': {
    'ignores the payload of an upload': comparingUploadsBy(() => ''),
    'compares only the kind of an upload': comparingUploadsBy((kind) => kind),
    'compares only the type of a file': comparingUploadsBy((kind, { type }) => `${kind} ${type}`),
    'compares only the size of a file': comparingUploadsBy((kind, { size }) => `${kind} ${size}`),
    'compares only the last KiB of a file': together(
      recording((_, bytes) => ({ mark: bytes.subarray(-1024).toString('latin1') }) as object),
      comparingUploadsBy((kind, { mark, size }) => `${kind} ${size} ${mark}`),
    ),
    'compares files as texts with any line ends': together(
      recording((_, bytes) => ({ mark: bytes.toString('latin1').replaceAll('\r\n', '\n') }) as object),
      comparingUploadsBy((kind, { mark }) => `${kind} ${mark}`),
    ),
    'compares files as texts in UTF-8': together(
      recording((_, bytes) => ({ mark: bytes.toString('utf8') }) as object),
      comparingUploadsBy((kind, { mark }) => `${kind} ${mark}`),
    ),
    'compares only the first KiB of a file': together(
      recording((_, bytes) => ({ mark: bytes.toString('latin1', 0, 1024) }) as object),
      comparingUploadsBy((kind, { mark }) => `${kind} ${mark}`),
    ),
    'compares only the first MiB of a file': together(
      recording((_, bytes) => ({ mark: bytes.toString('latin1', 0, 1024 * 1024) }) as object),
      comparingUploadsBy((kind, { mark }) => `${kind} ${mark}`),
    ),
    'compares only the beginning and the end of a file': together(
      recording(
        (_, bytes) =>
          ({ ends: bytes.toString('latin1', 0, 1024) + bytes.subarray(-1024).toString('latin1') }) as object,
      ),
      () => ({
        fingerprintOfUpload: ({ kind, file }: Parameters<Parts['fingerprintOfUpload']>[0]) =>
          JSON.stringify([kind, file.size, (file as unknown as { ends: string }).ends]),
      }),
    ),
    'compares only the file of an upload to the case of an entity': storing(({ acceptArtifact, findCase }) => {
      const files = new Map<string, string>();
      return {
        async acceptArtifact(caller, caseId, accept, once, response) {
          const found = once && (await findCase(caller, caseId));
          if (found?.type !== 'PM') return acceptArtifact(caller, caseId, accept, once, response);
          const key = `${once!.id} ${(response.body as Artifact).sha256}`;
          const fingerprint = files.get(key) ?? once!.fingerprint;
          files.set(key, fingerprint);
          return acceptArtifact(caller, caseId, accept, { ...once!, fingerprint }, response);
        },
      };
    }),
    'compares only the file of an upload': comparingUploadsBy((_, { sha256 }) => sha256),
    'looks up and stores the keys of uploads in two steps': keptBeside({ uploads: true }),
    'accepts each of two parallel uploads under one key': lockedByPayload({ uploads: true }),
  },
};

export default faults;
