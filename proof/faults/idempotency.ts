import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Artifact, Case, Success } from '../../reference-impl/domain/contract.ts';
import type { Parts } from '../../reference-impl/parts.ts';
import { problem, Rejected } from '../../reference-impl/http/problems.ts';
import type { IdempotencyKey, Outcome, ReceivedFile } from '../../reference-impl/ports.ts';
import type { Fault } from './fault.ts';
import { readingParts, recording, refusingIn, storing, together } from './seams.ts';

type Faulty = Fault['parts'];
type Scope = Parameters<Parts['idempotencyScope']>;
type Change = (response: Success, stored: Case | undefined) => Partial<Success>;

const isUpload = (url = '') => url.includes('/artifacts');
const isReplay = (outcome: unknown): outcome is { replay: Success } =>
  typeof outcome === 'object' && outcome !== null && 'replay' in outcome;

/** Keys that are looked up under something else than tenant, mode, path and key. */
const scoping =
  (scope: (...of: Scope) => unknown[]): Faulty =>
  () => ({ idempotencyScope: (...of) => JSON.stringify(scope(...of)) });

/** Keys that are looked up as another text. */
const keyedBy = (change: (key: string) => string): Faulty =>
  scoping(({ tenant, mode }, path, key) => [tenant, mode, path, change(key)]);

/** Keys of creates, or of uploads, that are looked at in another way. */
const takingKeys =
  (take: (key: string | undefined, original: () => string | undefined, url: string) => string | undefined): Faulty =>
  ({ idempotencyKeyOf }) => ({
    idempotencyKeyOf: (request) =>
      take(request.headers['idempotency-key']?.toString(), () => idempotencyKeyOf(request), request.url ?? ''),
  });

/** Keys that are refused though they are allowed. */
const refusingKeys = (unwanted: RegExp): Faulty =>
  takingKeys((key, original) => {
    if (key !== undefined && unwanted.test(key)) throw illegal();
    return original();
  });
const illegal = () =>
  new Rejected(problem(400, 'malformed-request', 'This Idempotency-Key has a form that is not taken.'));

/** Creates, or uploads, whose payload counts as the same by something else. */
const knowingCreatesBy =
  (what: (body: { type: string; reference: string }) => string): Faulty =>
  () => ({ fingerprintOfCase: (body) => hash('sha256', what(body)) });
const knowingUploadsBy =
  (what: (kind: string, file: ReceivedFile & { mark?: string }) => string): Faulty =>
  () => ({ fingerprintOfUpload: ({ kind, file }) => hash('sha256', what(kind, file)) });

/** Uploads whose payload counts as the same by something of the request around it, too. */
const knowingUploadsToo =
  (mark: (request: Parameters<Parts['readUpload']>[0], names: string[]) => string): Faulty =>
  (original) => {
    const marks = new WeakMap<object, string>();
    return {
      async readUpload(request, parts) {
        const names: string[] = [];
        const readParts: Parts['readParts'] = async function* (...call) {
          for await (const part of original.readParts(...call)) {
            names.push(part.name.toString());
            yield part;
          }
        };
        const upload = await original.readUpload(request, { ...parts, readParts });
        marks.set(upload, mark(request, names));
        return upload;
      },
      fingerprintOfUpload: (upload) => `${original.fingerprintOfUpload(upload)} ${marks.get(upload)}`,
    };
  };

/** Replays that differ from the first answer; `stored` is the case as it is now. */
const replayingCreates = (change: Change): Faulty =>
  storing(({ openCase, findCase }) => ({
    openCase: async (caller, ...rest) => changed(await openCase(caller, ...rest), (id) => findCase(caller, id), change),
  }));
const replayingUploads = (change: Change): Faulty =>
  storing(({ acceptArtifact, findCase }) => ({
    acceptArtifact: async (caller, caseId, ...rest) =>
      changed(await acceptArtifact(caller, caseId, ...rest), () => findCase(caller, caseId), change),
  }));

async function changed<T>(outcome: T, find: (id: string) => Promise<Case | undefined>, change: Change): Promise<T> {
  if (!isReplay(outcome)) return outcome;
  const { replay } = outcome as { replay: Success };
  return { replay: { ...replay, ...change(replay, await find((replay.body as Case).id)) } } as T;
}

/** Refusals that come before the reading of the body, as often as the key comes again. */
const storingRefusals =
  (
    response: (first: Rejected) => Rejected,
    concerns: (refused: Rejected, url: string) => boolean = () => true,
  ): Faulty =>
  (original) => {
    const stored = new Map<string, Rejected>();
    const remembering = async <T>(
      request: Parameters<Parts['readJson']>[0],
      parts: Parts,
      read: () => Promise<T>,
    ): Promise<T> => {
      const key = parts.idempotencyKeyOf(request);
      const id = JSON.stringify([request.headers.authorization, request.url, key]);
      const first = stored.get(id);
      if (first) throw response(first);
      return read().catch((error: unknown) => {
        if (key !== undefined && error instanceof Rejected && concerns(error, request.url!)) stored.set(id, error);
        throw error;
      });
    };
    return {
      readJson: (request, parts) => remembering(request, parts, () => original.readJson(request, parts)),
      readUpload: (request, parts) => remembering(request, parts, () => original.readUpload(request, parts)),
    };
  };
const asItWas = (first: Rejected) => first;

/** Keys that are kept beside the store, looked up and stored in steps of their own. */
const keptBeside = (racing: { creates?: boolean; uploads?: boolean }, pause = 5): Faulty =>
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

/** Keys that are in use for a moment: whoever comes meanwhile is refused. */
const inUse = (refusal: () => Rejected): Faulty =>
  storing((original) => {
    const running = new Set<string>();
    const alone = async <T>(once: IdempotencyKey | undefined, work: () => Promise<T>): Promise<T> => {
      if (!once) return work();
      if (running.has(once.id)) throw refusal();
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

const keyInUse = () =>
  new Rejected(
    problem(409, 'idempotency-key-in-use', 'The first request is still running.', { headers: { 'Retry-After': '1' } }),
  );

/**
 * Keys under which requests meet: `take` makes of each what it is looked up by. It is told whether the request met
 * others, and whether others had met under the key and were gone before it came.
 */
const meeting = (
  which: { creates?: boolean; uploads?: boolean },
  take: (once: IdempotencyKey, met: boolean, earlier: boolean) => IdempotencyKey | undefined,
): Faulty =>
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

/** Uploads to a case in a certain state, refused before their key is looked up. */
const refusingFirst = (concerns: (found: Case) => boolean, refusal: 'case-closed' | 'artifact-limit-reached'): Faulty =>
  storing(({ acceptArtifact, findCase }) => ({
    async acceptArtifact(caller, caseId, ...rest) {
      const found = await findCase(caller, caseId);
      return found && concerns(found) ? refusal : acceptArtifact(caller, caseId, ...rest);
    },
  }));

const createsIgnored = {
  'idempotency.create-replays': 'different-replay',
  'idempotency.create-key-reused': { code: 'wrong-status', status: 201 },
  'idempotency.parallel-create-once': 'different-replay',
} satisfies Fault['breaks'];
const uploadsIgnored = {
  'idempotency.upload-replays': 'different-replay',
  'idempotency.upload-stored-once': 'wrong-artifact-count',
  'idempotency.upload-key-reused-other-file': { code: 'wrong-status', status: 201 },
  'idempotency.upload-key-reused-other-kind': { code: 'wrong-status', status: 201 },
  'idempotency.parallel-upload-once': 'different-replay',
} satisfies Fault['breaks'];

/** Defects that the family idempotency is aimed at. */
export const idempotency: Fault[] = [
  {
    name: 'ignores idempotency keys',
    breaks: {
      ...createsIgnored,
      ...uploadsIgnored,
      'idempotency.illegal-key-400': { code: 'wrong-status', status: 201 },
    },
    parts: takingKeys(() => undefined),
  },
  {
    name: 'ignores idempotency keys after it judged their form',
    breaks: { ...createsIgnored, ...uploadsIgnored },
    parts: takingKeys((_, original) => void original()),
  },
  {
    name: 'ignores the idempotency keys of creates',
    breaks: createsIgnored,
    parts: takingKeys((_, original, url) => (isUpload(url) ? original() : void original())),
  },
  {
    name: 'ignores the idempotency keys of uploads',
    breaks: uploadsIgnored,
    parts: takingKeys((_, original, url) => (isUpload(url) ? void original() : original())),
  },
  {
    name: 'replays creates of persons only',
    breaks: {
      'idempotency.create-replays': 'different-replay',
      'idempotency.create-key-reused': { code: 'wrong-status', row: 'another type' },
    },
    parts: storing(({ openCase }) => ({
      openCase: (caller, opened, once, response) =>
        openCase(caller, opened, opened.type === 'PF' ? once : undefined, response),
    })),
  },

  // what a key is looked up under
  {
    name: 'looks keys up in lower case',
    breaks: { 'idempotency.other-key-other-case': 'shared-case' },
    parts: keyedBy((key) => key.toLowerCase()),
  },
  {
    name: 'looks keys up in upper case',
    breaks: { 'idempotency.other-key-other-case': 'shared-case' },
    parts: keyedBy((key) => key.toUpperCase()),
  },
  {
    name: 'looks keys up by their first 64 characters',
    breaks: { 'idempotency.key-forms': 'shared-case' },
    parts: keyedBy((key) => key.slice(0, 64)),
  },
  {
    name: 'looks keys up by their first 254 characters',
    breaks: { 'idempotency.key-forms': 'shared-case' },
    parts: keyedBy((key) => key.slice(0, 254)),
  },
  {
    name: 'looks keys up by their letters and digits',
    breaks: { 'idempotency.other-key-other-case': 'shared-case' },
    parts: keyedBy((key) => key.replaceAll(/[^A-Za-z0-9]/g, '')),
  },
  {
    name: 'looks keys up without quotes',
    breaks: { 'idempotency.other-key-other-case': 'shared-case' },
    parts: keyedBy((key) => key.replace(/^"(.*)"$/, '$1')),
  },
  {
    name: 'looks keys up by the first of a list',
    breaks: { 'idempotency.other-key-other-case': 'shared-case' },
    parts: keyedBy((key) => key.split(',')[0]!),
  },
  {
    name: 'looks keys up without parameters',
    breaks: { 'idempotency.other-key-other-case': 'shared-case' },
    parts: keyedBy((key) => key.split(';')[0]!),
  },
  {
    name: 'looks keys up percent-decoded',
    breaks: { 'idempotency.other-key-other-case': 'shared-case' },
    parts: keyedBy((key) =>
      key.replaceAll(/%([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    ),
  },
  {
    name: 'looks keys up without tenant',
    breaks: { 'idempotency.scoped-to-tenant': 'shared-case', 'tenancy.ids-unique': 'shared-id' },
    parts: scoping(({ mode }, path, key) => [mode, path, key]),
  },
  {
    name: 'refuses a key that another tenant used for another payload',
    breaks: { 'idempotency.scoped-to-tenant': { code: 'not-accepted', status: 422 } },
    parts: (original) => {
      const scope: Faulty = scoping(({ mode }, path, key) => [mode, path, key]);
      return {
        ...scope(original),
        fingerprintOfCase: original.fingerprintOfCase,
        ...storing(({ openCase }) => ({
          async openCase(caller, opened, once, response) {
            const outcome = await openCase(caller, opened, once, response);
            if (!isReplay(outcome) || !once) return outcome;
            const own = await original.store.findCase(caller, (outcome.replay.body as Case).id);
            return own ? outcome : openCase(caller, opened, { ...once, id: `${caller.tenant} ${once.id}` }, response);
          },
        }))(original),
      };
    },
  },
  {
    name: 'refuses a key that another tenant has used before for another payload',
    breaks: { 'idempotency.scoped-to-tenant': { code: 'not-accepted', status: 422 } },
    parts: storing(({ openCase }) => {
      const used = new Map<string, { tenant: string; fingerprint: string }>();
      return {
        async openCase(caller, opened, once, response) {
          if (!once) return openCase(caller, opened, once, response);
          const key = String((JSON.parse(once.id) as string[]).at(-1));
          const earlier = used.get(key);
          if (earlier && earlier.tenant !== caller.tenant && earlier.fingerprint !== once.fingerprint)
            return 'idempotency-key-reused';
          await wait(20);
          used.set(key, { tenant: caller.tenant, fingerprint: once.fingerprint });
          return openCase(caller, opened, once, response);
        },
      };
    }),
  },
  {
    name: 'looks keys up without mode',
    breaks: { 'tenancy.ids-unique': 'shared-id-across-modes', 'idempotency.scoped-to-mode': 'shared-case' },
    parts: scoping(({ tenant }, path, key) => [tenant, path, key]),
  },
  {
    name: 'refuses a key that was used in the other mode',
    breaks: { 'idempotency.scoped-to-mode': 'not-accepted' },
    parts: storing(({ openCase }) => {
      const modes = new Map<string, string>();
      return {
        openCase: async (caller, opened, once, response) => {
          if (!once) return openCase(caller, opened, once, response);
          const key = `${caller.tenant} ${(JSON.parse(once.id) as string[]).at(-1)}`;
          const mode = modes.get(key) ?? caller.mode;
          modes.set(key, mode);
          return mode === caller.mode ? openCase(caller, opened, once, response) : 'idempotency-key-reused';
        },
      };
    }),
  },
  {
    name: 'refuses the keys of creates to uploads',
    breaks: { 'idempotency.scoped-to-path': 'not-accepted' },
    parts: storing(({ openCase, acceptArtifact }) => {
      const ofCreates = new Set<string>();
      const keyOf = ({ id }: IdempotencyKey) => (JSON.parse(id) as string[]).at(-1)!;
      return {
        openCase(caller, opened, once, response) {
          if (once) ofCreates.add(keyOf(once));
          return openCase(caller, opened, once, response);
        },
        acceptArtifact: async (caller, caseId, accept, once, response) =>
          once && ofCreates.has(keyOf(once))
            ? 'idempotency-key-reused'
            : acceptArtifact(caller, caseId, accept, once, response),
      };
    }),
  },
  {
    name: 'looks keys up without path',
    breaks: { 'idempotency.scoped-to-path': 'not-accepted' },
    parts: scoping(({ tenant, mode }, _, key) => [tenant, mode, key]),
  },
  {
    name: 'looks keys up by operation',
    breaks: { 'idempotency.scoped-to-path': 'not-accepted' },
    parts: scoping(({ tenant, mode }, path, key) => [tenant, mode, isUpload(path), key]),
  },
  {
    name: 'replays the artifact of another case for its key',
    breaks: {
      'idempotency.scoped-to-path': 'wrong-artifact-count',
      'idempotency.upload-key-reused-other-file': { code: 'wrong-status', status: 201 },
      'idempotency.upload-key-reused-other-kind': { code: 'wrong-status', status: 201 },
    },
    parts: together(
      scoping(({ tenant, mode }, path, key) => [tenant, mode, isUpload(path), key]),
      knowingUploadsBy(() => ''),
    ),
  },

  // what counts as the same payload
  {
    name: 'compares the text of JSON',
    breaks: { 'idempotency.equal-json': { code: 'wrong-status', status: 422 } },
    parts: (original) => {
      const texts = new WeakMap<object, string>();
      return {
        parseJson(text) {
          const value = original.parseJson(text);
          if (typeof value === 'object' && value !== null) texts.set(value, text);
          return value;
        },
        fingerprintOfCase: (body) => texts.get(body)!,
      };
    },
  },
  {
    name: 'compares JSON in the order of its members',
    breaks: { 'idempotency.equal-json': { code: 'wrong-status', row: 'another order' } },
    parts: () => ({ fingerprintOfCase: (body) => JSON.stringify(body) }),
  },
  {
    name: 'compares the text of JSON without its white space',
    breaks: { 'idempotency.equal-json': { code: 'wrong-status', row: 'escapes' } },
    parts: (original) => {
      const texts = new WeakMap<object, string>();
      return {
        parseJson(text) {
          const value = original.parseJson(text);
          if (typeof value === 'object' && value !== null)
            texts.set(value, [...text.replaceAll(/\r\n *|[{},]/g, '').replaceAll('": ', '":')].toSorted().join(''));
          return value;
        },
        fingerprintOfCase: (body) => texts.get(body)!,
      };
    },
  },
  {
    name: 'compares no payload of a create',
    breaks: { 'idempotency.create-key-reused': { code: 'wrong-status', status: 201 } },
    parts: knowingCreatesBy(() => ''),
  },
  {
    name: 'compares the type of a create only',
    breaks: { 'idempotency.create-key-reused': { code: 'wrong-status', row: 'another reference' } },
    parts: knowingCreatesBy(({ type }) => type),
  },
  {
    name: 'compares the reference of a create only',
    breaks: { 'idempotency.create-key-reused': { code: 'wrong-status', row: 'another type' } },
    parts: knowingCreatesBy(({ reference }) => reference),
  },
  {
    name: 'compares references without regard to case',
    breaks: { 'idempotency.create-key-reused': { code: 'wrong-status', row: 'the reference in upper case' } },
    parts: knowingCreatesBy(({ type, reference }) => type + reference.toLowerCase()),
  },
  {
    name: 'compares trimmed references',
    breaks: { 'idempotency.create-key-reused': { code: 'wrong-status', row: 'the reference with a space' } },
    parts: knowingCreatesBy(({ type, reference }) => type + reference.trim()),
  },
  {
    name: 'compares references in one Unicode form',
    breaks: { 'idempotency.create-key-reused': { code: 'wrong-status', row: 'the reference in another Unicode form' } },
    parts: knowingCreatesBy(({ type, reference }) => type + reference.normalize('NFC')),
  },
  {
    name: 'compares the beginning of two references',
    breaks: { 'idempotency.create-key-reused': { code: 'wrong-status', row: 'the reference with another end' } },
    parts: knowingCreatesBy(({ type, reference }) => type + reference.slice(0, 200) + (reference.at(-1) === ' ')),
  },
  {
    name: 'compares two references in ASCII',
    breaks: { 'idempotency.create-key-reused': { code: 'wrong-status', row: 'the reference with another letter' } },
    parts: knowingCreatesBy(({ type, reference }) => type + reference.replaceAll(/[^\x20-\x7e]/g, '?')),
  },
  {
    name: 'compares the size of a create',
    breaks: { 'idempotency.create-key-reused': { code: 'wrong-status', status: 201 } },
    parts: knowingCreatesBy(({ type, reference }) => type[1] + String(reference.length)),
  },
  {
    name: 'compares 32 bits of a create',
    breaks: {
      'idempotency.create-key-reused': { code: 'wrong-status', row: 'the reference with an end of the same sum' },
    },
    parts: knowingCreatesBy(({ type, reference }) =>
      String([...(type + reference)].reduce((sum, sign) => (sum * 31 + sign.codePointAt(0)!) | 0, 0)),
    ),
  },
  {
    name: 'compares no payload of an upload',
    breaks: {
      'idempotency.upload-key-reused-other-file': { code: 'wrong-status', status: 201 },
      'idempotency.upload-key-reused-other-kind': { code: 'wrong-status', status: 201 },
    },
    parts: knowingUploadsBy(() => ''),
  },
  {
    name: 'compares the file of an upload only',
    breaks: { 'idempotency.upload-key-reused-other-kind': { code: 'wrong-status', status: 201 } },
    parts: knowingUploadsBy((_, { sha256 }) => sha256),
  },
  {
    name: 'compares the kind of an upload only',
    breaks: { 'idempotency.upload-key-reused-other-file': { code: 'wrong-status', status: 201 } },
    parts: knowingUploadsBy((kind) => kind),
  },
  {
    name: 'compares the size of a file',
    breaks: {
      'idempotency.upload-key-reused-other-file': { code: 'wrong-status', row: 'another beginning, the same size' },
    },
    parts: knowingUploadsBy((kind, { size }) => `${kind} ${size}`),
  },
  {
    name: 'compares the type of a file',
    breaks: { 'idempotency.upload-key-reused-other-file': { code: 'wrong-status', status: 201 } },
    parts: knowingUploadsBy((kind, { type }) => `${kind} ${type}`),
  },
  {
    name: 'compares the first KiB of a file',
    breaks: { 'idempotency.upload-key-reused-other-file': { code: 'wrong-status', row: 'another end, the same size' } },
    parts: together(
      recording((_, bytes) => ({ mark: bytes.toString('latin1', 0, 1024) }) as object),
      knowingUploadsBy((kind, { mark }) => `${kind} ${mark}`),
    ),
  },
  {
    name: 'compares the last KiB of a file',
    breaks: {
      'idempotency.upload-key-reused-other-file': { code: 'wrong-status', row: 'another beginning, the same size' },
    },
    parts: together(
      recording((_, bytes) => ({ mark: bytes.subarray(-1024).toString('latin1') }) as object),
      knowingUploadsBy((kind, { mark, size }) => `${kind} ${size} ${mark}`),
    ),
  },
  {
    name: 'compares the boundary of an upload',
    breaks: { 'idempotency.upload-fingerprint': { code: 'wrong-status', row: 'another boundary' } },
    parts: knowingUploadsToo(({ headers }) => String(headers['content-type'])),
  },
  {
    name: 'compares the order of parts',
    breaks: { 'idempotency.upload-fingerprint': { code: 'wrong-status', row: 'another order of parts' } },
    parts: knowingUploadsToo((_, names) => names.join()),
  },
  {
    name: 'compares file names',
    breaks: { 'idempotency.upload-fingerprint': { code: 'wrong-status', row: 'another file name' } },
    parts: together(
      readingParts(),
      recording((_, __, { filename }) => ({ mark: filename }) as object),
      knowingUploadsBy((kind, { sha256, mark }) => `${kind} ${sha256} ${mark}`),
    ),
  },
  {
    name: 'compares what parts say of their type',
    breaks: { 'idempotency.upload-fingerprint': { code: 'wrong-status', row: 'another label of the same type' } },
    parts: together(
      recording((_, __, { type }) => ({ mark: type }) as object),
      knowingUploadsBy((kind, { sha256, mark }) => `${kind} ${sha256} ${mark}`),
    ),
  },
  {
    name: 'compares whether a length was announced',
    breaks: { 'idempotency.upload-fingerprint': { code: 'wrong-status', row: 'no announced length' } },
    parts: knowingUploadsToo(({ headers }) => String('content-length' in headers)),
  },
  {
    name: 'answers 409 to a key that was used for another payload',
    breaks: {
      'idempotency.create-key-reused': { code: 'wrong-status', status: 409 },
      'idempotency.upload-key-reused-other-file': { code: 'wrong-status', status: 409 },
      'idempotency.upload-key-reused-other-kind': { code: 'wrong-status', status: 409 },
    },
    parts: (original) => ({
      render: (response, ...rest) =>
        original.render(
          'problem' in response && response.problem === 'idempotency-key-reused'
            ? { ...response, status: 409 }
            : response,
          ...rest,
        ),
    }),
  },
  {
    name: 'answers a key that was used for another payload with a problem of its own',
    breaks: {
      'idempotency.create-key-reused': { code: 'wrong-problem-type', actual: '/problems/key-conflict' },
      'idempotency.upload-key-reused-other-file': { code: 'wrong-problem-type', actual: '/problems/key-conflict' },
      'idempotency.upload-key-reused-other-kind': { code: 'wrong-problem-type', actual: '/problems/key-conflict' },
    },
    parts: (original) => ({
      render: (response, ...rest) =>
        original.render(
          'problem' in response && response.problem === 'idempotency-key-reused'
            ? { ...response, problem: 'key-conflict' as never }
            : response,
          ...rest,
        ),
    }),
  },

  // what is replayed
  {
    name: 'answers 200 to the repetition of a create',
    breaks: { 'idempotency.create-replays': { code: 'wrong-status', status: 200 } },
    parts: replayingCreates(() => ({ status: 200 })),
  },
  {
    name: 'answers 409 to the repetition of a create',
    breaks: {
      'idempotency.create-replays': { code: 'wrong-status', status: 409 },
      'idempotency.parallel-create-once': 'missing-header',
    },
    parts: storing(({ openCase }) => ({
      async openCase(...call) {
        const outcome = await openCase(...call);
        if (isReplay(outcome)) throw new Rejected(problem(409, 'idempotency-key-in-use', 'This key was used.'));
        return outcome;
      },
    })),
  },
  {
    name: 'leaves Location away from the repetition of a create',
    breaks: { 'idempotency.create-replays': 'wrong-location' },
    parts: replayingCreates(({ headers: _, ...rest }) => ({ ...rest, headers: {} })),
  },
  {
    name: 'shows only the id to the repetition of a create',
    breaks: { 'idempotency.create-replays': 'different-replay' },
    parts: replayingCreates(({ body }) => ({ body: { id: (body as Case).id } })),
  },
  {
    name: 'shows the time of the repetition of a create',
    breaks: { 'idempotency.create-replays': 'different-replay' },
    parts: replayingCreates(({ body }) => ({ body: { ...(body as Case), created_at: '2020-01-01T00:00:00Z' } })),
  },
  {
    name: 'lets the repetition of a create be stored',
    breaks: { 'http.no-store': { code: 'wrong-header', row: 'a create again with its key' } },
    parts: replayingCreates(({ headers }) => ({ headers: { ...headers, 'Cache-Control': 'private' } })),
  },
  {
    name: 'calls the repetition of an upload text',
    breaks: { 'http.json-answers': { code: 'wrong-media-type', row: 'an upload again with its key' } },
    parts: replayingUploads(() => ({ headers: { 'Content-Type': 'text/plain' } })),
  },
  {
    name: 'forgets a key when it was repeated',
    breaks: {
      'idempotency.create-key-reused': 'both-payloads-accepted',
      'idempotency.upload-key-reused-other-kind': 'both-payloads-accepted',
      'idempotency.create-replays': 'different-replay',
      'idempotency.upload-replays': 'different-replay',
      'idempotency.upload-stored-once': 'wrong-artifact-count',
      'idempotency.parallel-create-once': 'different-replay',
      'idempotency.parallel-upload-once': 'different-replay',
    },
    parts: storing((original) => {
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
  {
    name: 'answers 200 to the repetition of an upload',
    breaks: { 'idempotency.upload-replays': { code: 'wrong-status', status: 200 } },
    parts: replayingUploads(() => ({ status: 200 })),
  },
  {
    name: 'shows the whole case to the repetition of an upload',
    breaks: {
      'idempotency.upload-replays': 'different-replay',
      'idempotency.parallel-upload-once': 'different-replay',
    },
    parts: replayingUploads((_, stored) => ({ body: stored })),
  },
  {
    name: 'gives the repetition of an upload an id of its own',
    breaks: {
      'idempotency.upload-replays': 'different-replay',
      'idempotency.parallel-upload-once': 'different-replay',
    },
    parts: (original) =>
      replayingUploads(({ body }) => ({ body: { ...(body as Artifact), id: original.newArtifactId() } }))(original),
  },
  {
    name: 'stores the repetition of an upload that it answers as the first',
    breaks: {
      'idempotency.upload-stored-once': 'wrong-artifact-count',
      'idempotency.parallel-upload-once': 'wrong-artifacts',
    },
    parts: storing(({ acceptArtifact }) => ({
      async acceptArtifact(caller, caseId, accept, once, response) {
        const outcome = await acceptArtifact(caller, caseId, accept, once, response);
        if (isReplay(outcome)) await acceptArtifact(caller, caseId, accept, undefined, response);
        return outcome;
      },
    })),
  },
  {
    name: 'stores evidence before it looks at the key',
    breaks: {
      'case-lifecycle.decided-case-refuses-evidence': { code: 'wrong-status', status: 201 },
      'limits.twenty-first-artifact': { code: 'wrong-status', status: 201 },
      'idempotency.upload-stored-once': 'wrong-artifact-count',
      'idempotency.parallel-upload-once': 'wrong-artifacts',
    },
    parts: storing(({ acceptArtifact }) => ({
      async acceptArtifact(caller, caseId, accept, once, response) {
        if (!once) return acceptArtifact(caller, caseId, accept, once, response);
        const known = await acceptArtifact(caller, caseId, (to) => to, once, response);
        if (known === 'done' || isReplay(known)) await acceptArtifact(caller, caseId, accept, undefined, response);
        return known;
      },
    })),
  },
  {
    name: 'repeats a create with the evidence that came since',
    breaks: { 'idempotency.first-answer-kept': 'different-replay' },
    parts: replayingCreates(({ body }, stored) => ({ body: { ...(body as Case), artifacts: stored!.artifacts } })),
  },
  {
    name: 'repeats a create with the decision that came since',
    breaks: { 'idempotency.first-answer-kept': 'different-replay' },
    parts: replayingCreates(({ body }, stored) => ({ body: { ...stored, artifacts: (body as Case).artifacts } })),
  },
  {
    name: 'leaves Location away from the repetition of a create whose case has evidence',
    breaks: { 'idempotency.first-answer-kept': 'wrong-location' },
    parts: replayingCreates(({ headers }, stored) => ({ headers: stored!.artifacts.length > 0 ? {} : headers! })),
  },
  {
    name: 'opens another case for a key whose case has evidence',
    breaks: { 'idempotency.first-answer-kept': 'different-replay' },
    parts: storing(({ openCase, findCase }) => ({
      async openCase(caller, opened, once, response) {
        const outcome = await openCase(caller, opened, once, response);
        const earlier = isReplay(outcome) ? await findCase(caller, (outcome.replay.body as Case).id) : undefined;
        return earlier && earlier.artifacts.length > 0 ? openCase(caller, opened, undefined, response) : outcome;
      },
    })),
  },
  {
    name: 'refuses the repetition of an upload when the case is decided',
    breaks: { 'idempotency.replay-after-decision': { code: 'wrong-status', status: 409 } },
    parts: refusingFirst(({ status }) => status !== 'PENDING', 'case-closed'),
  },
  {
    name: 'shows the decided case to the repetition of an upload',
    breaks: { 'idempotency.replay-after-decision': 'different-replay' },
    parts: replayingUploads(({ body }, stored) => ({ body: stored!.status === 'PENDING' ? body : stored })),
  },
  {
    name: 'refuses the repetition of an upload when the case is full',
    breaks: { 'idempotency.replay-after-limit': { code: 'wrong-status', status: 409 } },
    parts: refusingFirst(({ artifacts }) => artifacts.length >= 20, 'artifact-limit-reached'),
  },
  {
    name: 'answers 200 to the repetition of an upload when the case is full',
    breaks: { 'idempotency.replay-after-limit': { code: 'wrong-status', status: 200 } },
    parts: replayingUploads((_, stored) => ({ status: stored!.artifacts.length >= 20 ? 200 : 201 })),
  },

  // what is stored
  {
    name: 'stores refusals under their key',
    breaks: { 'idempotency.only-success-stored': 'not-accepted' },
    parts: storingRefusals(asItWas),
  },
  {
    name: 'stores refusals of uploads under their key',
    breaks: { 'idempotency.only-success-stored': 'not-accepted' },
    parts: storingRefusals(asItWas, (_, url) => isUpload(url)),
  },
  {
    name: 'stores refusals of creates under their key',
    breaks: { 'idempotency.only-success-stored': 'not-accepted' },
    parts: storingRefusals(asItWas, (_, url) => !isUpload(url)),
  },
  {
    name: 'stores refusals of malformed bodies under their key',
    breaks: { 'idempotency.only-success-stored': { code: 'not-accepted', status: 400 } },
    parts: storingRefusals(asItWas, ({ response }) => response.status === 400),
  },
  {
    name: 'stores refusals of files under their key',
    breaks: { 'idempotency.only-success-stored': { code: 'not-accepted', status: 415 } },
    parts: storingRefusals(asItWas, ({ response }) => response.status === 415),
  },
  {
    name: 'stores refusals of malformed uploads under their key',
    breaks: { 'idempotency.only-success-stored': { code: 'not-accepted', status: 400 } },
    parts: storingRefusals(asItWas, ({ response }, url) => response.status === 400 && isUpload(url)),
  },
  {
    name: 'stores refusals of long files under their key',
    breaks: { 'idempotency.only-success-stored': { code: 'not-accepted', status: 413 } },
    parts: storingRefusals(asItWas, ({ response }, url) => response.status === 413 && isUpload(url)),
  },
  {
    name: 'takes a key as used by a refused request',
    breaks: { 'idempotency.only-success-stored': { code: 'not-accepted', status: 422 } },
    parts: storingRefusals(
      () =>
        new Rejected(problem(422, 'idempotency-key-reused', 'This key stands for another payload; take a new one.')),
    ),
  },
  {
    name: 'leaves the key of a refused request in use',
    breaks: { 'idempotency.only-success-stored': { code: 'not-accepted', status: 409 } },
    parts: storingRefusals(
      () =>
        new Rejected(
          problem(409, 'idempotency-key-in-use', 'The first request is still running.', {
            headers: { 'Retry-After': '1' },
          }),
        ),
    ),
  },

  // parallel requests
  {
    name: 'looks up and stores the keys of creates in two steps',
    breaks: {
      'idempotency.create-key-reused': 'both-payloads-accepted',
      'idempotency.parallel-create-once': 'different-replay',
    },
    parts: keptBeside({ creates: true }),
  },
  {
    name: 'looks up and stores the keys of uploads in two steps',
    breaks: {
      'idempotency.upload-key-reused-other-kind': 'both-payloads-accepted',
      'idempotency.parallel-upload-once': 'different-replay',
    },
    parts: keptBeside({ uploads: true }),
  },
  {
    name: 'looks up and stores keys in two steps that follow each other at once',
    breaks: {
      'idempotency.create-key-reused': 'both-payloads-accepted',
      'idempotency.upload-key-reused-other-kind': 'both-payloads-accepted',
      'idempotency.parallel-create-once': 'different-replay',
      'idempotency.parallel-upload-once': 'different-replay',
    },
    parts: keptBeside({ creates: true, uploads: true }, 1),
  },
  {
    name: 'refuses all requests that meet under one key',
    breaks: {
      'idempotency.parallel-create-once': 'none-accepted',
      'idempotency.parallel-upload-once': 'none-accepted',
    },
    parts: meeting({ creates: true, uploads: true }, (once, met) => {
      if (met) throw keyInUse();
      return once;
    }),
  },
  {
    name: 'leaves a key in use under which requests met',
    breaks: { 'idempotency.parallel-create-once': 'not-accepted' },
    parts: meeting({ creates: true }, (once, _, earlier) => {
      if (earlier) throw keyInUse();
      return once;
    }),
  },
  {
    name: 'forgets a key under which requests met',
    breaks: { 'idempotency.parallel-create-once': 'wrong-id' },
    parts: meeting({ creates: true }, (once, _, earlier) => (earlier ? undefined : once)),
  },
  {
    name: 'does not tell when a key in use will be free',
    breaks: {
      'idempotency.parallel-create-once': 'missing-header',
      'idempotency.parallel-upload-once': 'missing-header',
    },
    parts: inUse(() => new Rejected(problem(409, 'idempotency-key-in-use', 'The first request is still running.'))),
  },
  {
    name: 'tells by a date when a key in use will be free',
    breaks: { 'idempotency.parallel-create-once': 'wrong-header', 'idempotency.parallel-upload-once': 'wrong-header' },
    parts: inUse(
      () =>
        new Rejected(
          problem(409, 'idempotency-key-in-use', 'The first request is still running.', {
            headers: { 'Retry-After': new Date(Date.now() + 1000).toUTCString() },
          }),
        ),
    ),
  },
  {
    name: 'answers 425 while a key is in use',
    breaks: {
      'idempotency.parallel-create-once': { code: 'wrong-status', status: 425 },
      'idempotency.parallel-upload-once': { code: 'wrong-status', status: 425 },
    },
    parts: inUse(
      () =>
        new Rejected({
          status: 425 as never,
          problem: 'idempotency-key-in-use',
          detail: 'The first request is still running.',
          headers: { 'Retry-After': '1' },
        }),
    ),
  },
  {
    name: 'takes a key in use for a reused one',
    breaks: {
      'idempotency.parallel-create-once': { code: 'wrong-status', status: 422 },
      'idempotency.parallel-upload-once': { code: 'wrong-status', status: 422 },
    },
    parts: inUse(
      () =>
        new Rejected(problem(422, 'idempotency-key-reused', 'This key stands for another payload; take a new one.')),
    ),
  },
  {
    name: 'fails when two requests store the same key',
    breaks: {
      'idempotency.parallel-create-once': { code: 'wrong-status', status: 500 },
      'idempotency.parallel-upload-once': { code: 'wrong-status', status: 500 },
    },
    parts: inUse(
      () => new Rejected(problem(500, 'internal-error', 'The service failed; quote the instance to its operator.')),
    ),
  },

  // the form of keys
  {
    name: 'takes UUIDs only as keys',
    breaks: {
      'idempotency.key-forms': 'not-accepted',
      'sandbox.error-not-stored': { code: 'wrong-status', status: 400 },
    },
    parts: refusingKeys(/^(?![0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$)/i),
  },
  {
    name: 'takes letters, digits and dashes only as keys',
    breaks: { 'idempotency.key-forms': 'not-accepted', 'idempotency.other-key-other-case': 'not-accepted' },
    parts: refusingKeys(/[^\w-]/),
  },
  {
    name: 'takes no key of more than 64 characters',
    breaks: { 'idempotency.key-forms': 'not-accepted' },
    parts: refusingKeys(/.{65}/),
  },
  {
    name: 'takes no key of 255 characters',
    breaks: { 'idempotency.key-forms': { code: 'not-accepted', row: '255 characters' } },
    parts: refusingKeys(/.{255}/),
  },
  {
    name: 'takes no key of one character',
    breaks: { 'idempotency.key-forms': { code: 'not-accepted', row: 'one character' } },
    parts: refusingKeys(/^.$/),
  },
  {
    name: 'takes no key with a quote',
    breaks: { 'idempotency.key-forms': 'not-accepted', 'idempotency.other-key-other-case': 'not-accepted' },
    parts: refusingKeys(/"/),
  },
  {
    name: 'ignores long keys',
    breaks: { 'idempotency.key-forms': 'different-replay' },
    parts: takingKeys((_, original) => ((original() ?? '').length > 128 ? undefined : original())),
  },
  {
    name: 'takes keys of any form',
    breaks: {
      'idempotency.illegal-key-400': { code: 'wrong-status', status: 201 },
      'http.left-open-answers': { code: 'wrong-status', row: 'an empty idempotency key again' },
    },
    parts: takingKeys((key) => key),
  },
  {
    name: 'cuts keys to 255 characters',
    breaks: { 'idempotency.illegal-key-400': { code: 'wrong-status', status: 201 } },
    parts: takingKeys((key, original) => ((key ?? '').length > 255 ? key!.slice(0, 255) : original())),
  },
  {
    name: 'ignores illegal keys',
    breaks: { 'idempotency.illegal-key-400': { code: 'wrong-status', status: 201 } },
    parts: takingKeys((key) => (/^[!-~]{1,255}$/.test(key ?? '') ? key : undefined)),
  },
  {
    name: 'takes keys of up to 256 characters for a create',
    breaks: { 'idempotency.illegal-key-400': { code: 'wrong-status', row: '256 characters' } },
    parts: takingKeys((key, original, url) => (key?.length === 256 && !isUpload(url) ? key : original())),
  },
  {
    name: 'takes keys with spaces for an upload',
    breaks: { 'idempotency.illegal-key-400': { code: 'wrong-status', row: 'a space in it' } },
    parts: takingKeys((key, original, url) => (key?.includes(' ') && isUpload(url) ? key : original())),
  },
  {
    name: 'takes keys with tabs',
    breaks: { 'idempotency.illegal-key-400': { code: 'wrong-status', row: 'a tab in it' } },
    parts: takingKeys((key, original) => (key?.includes('\t') ? key : original())),
  },
  {
    name: 'takes keys with letters beyond ASCII for a create',
    breaks: { 'idempotency.illegal-key-400': 'wrong-status' },
    parts: takingKeys((key, original, url) => (/[^\0-\x7f]/.test(key ?? '') && !isUpload(url) ? key : original())),
  },
  {
    name: 'takes keys with letters beyond ASCII for an upload',
    breaks: { 'idempotency.illegal-key-400': 'wrong-status' },
    parts: takingKeys((key, original, url) => (/[^\0-\x7f]/.test(key ?? '') && isUpload(url) ? key : original())),
  },
  {
    name: 'takes illegal keys of uploads',
    breaks: { 'idempotency.illegal-key-400': { code: 'wrong-status', status: 201 } },
    parts: takingKeys((key, original, url) => (isUpload(url) ? key : original())),
  },
  {
    name: 'answers 422 to an illegal key',
    breaks: {
      'idempotency.illegal-key-400': { code: 'wrong-status', status: 422 },
      'http.left-open-answers': { code: 'wrong-status', row: 'an empty idempotency key' },
    },
    parts: refusingIn('idempotencyKeyOf', {
      status: 422,
      problem: 'invalid-request',
      errors: [{ pointer: '#', detail: 'has an illegal key' }],
    }),
  },
  {
    name: 'answers an illegal key with a problem of its own',
    breaks: { 'idempotency.illegal-key-400': { code: 'wrong-problem-type', actual: '/problems/illegal-key' } },
    parts: refusingIn('idempotencyKeyOf', { problem: 'illegal-key' }),
  },
];
