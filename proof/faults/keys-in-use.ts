import { setTimeout as wait } from 'node:timers/promises';
import type { Parts } from '../../reference-impl/parts.ts';
import { problem, Rejected } from '../../reference-impl/http/problems.ts';
import type { IdempotencyKey } from '../../reference-impl/ports.ts';
import type { Fault } from './fault.ts';
import { nameOf, recording, storing, together } from './seams.ts';

type Faulty = Fault['parts'];

const keyInUse = () =>
  new Rejected(
    problem(409, 'idempotency-key-in-use', 'The first request is still running.', { headers: { 'Retry-After': '1' } }),
  );

/** Keys that stay in use when what they came with is refused for this reason. */
const leftInUseBy = (reason: 'case-closed' | 'artifact-limit-reached'): Faulty =>
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

/** Keys that are in use only for those who come with the same payload. */
const lockedByPayload = (which: { creates?: boolean; uploads?: boolean }): Faulty =>
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

/** Defects of keys in use, of the memory for keys, and of what is told apart by the whole file. */
export const keysInUse: Fault[] = [
  {
    name: 'leaves the key of an upload in use that was cut',
    breaks: { 'idempotency.only-success-stored': { code: 'not-accepted', row: 'after an upload that was cut' } },
    parts: (original) => {
      const running = new Set<string>();
      return {
        async readUpload(request, parts) {
          const key = parts.idempotencyKeyOf(request);
          const id = JSON.stringify([request.headers.authorization, request.url, key]);
          if (key !== undefined && running.has(id)) throw keyInUse();
          running.add(id);
          try {
            return await original.readUpload(request, parts);
          } finally {
            if (request.complete || !request.destroyed) running.delete(id);
          }
        },
      };
    },
  },
  {
    name: 'leaves the key of evidence in use that a decided case refused',
    breaks: {
      'case-lifecycle.decided-case-refuses-evidence': { code: 'wrong-problem-type', row: 'again with its key' },
    },
    parts: leftInUseBy('case-closed'),
  },
  {
    name: 'leaves the key of evidence in use that a full case refused',
    breaks: { 'limits.twenty-first-artifact': { code: 'wrong-problem-type', actual: 'idempotency-key-in-use' } },
    parts: leftInUseBy('artifact-limit-reached'),
  },
  {
    name: 'holds a key that one tenant uses for every tenant',
    breaks: { 'idempotency.scoped-to-tenant': { code: 'not-accepted', status: 409 } },
    parts: storing(({ openCase }) => {
      const running = new Map<string, string>();
      return {
        async openCase(caller, opened, once, response) {
          const key = once && (JSON.parse(once.id) as string[]).at(-1)!;
          if (key === undefined) return openCase(caller, opened, once, response);
          if ((running.get(key) ?? caller.tenant) !== caller.tenant) throw keyInUse();
          running.set(key, caller.tenant);
          await wait(50);
          running.delete(key);
          return openCase(caller, opened, once, response);
        },
      };
    }),
  },
  {
    name: 'opens a case for each of two payloads that meet under one key',
    breaks: { 'idempotency.create-key-reused': 'both-payloads-accepted' },
    parts: lockedByPayload({ creates: true }),
  },
  {
    name: 'takes each of two pieces of evidence that meet under one key',
    breaks: { 'idempotency.upload-key-reused-other-kind': 'both-payloads-accepted' },
    parts: lockedByPayload({ uploads: true }),
  },
  {
    name: 'compares both ends of a file',
    breaks: {
      'idempotency.upload-key-reused-other-file': { code: 'wrong-status', row: 'another middle, the same size' },
    },
    parts: together(
      recording(
        (_, bytes) =>
          ({ ends: bytes.toString('latin1', 0, 1024) + bytes.subarray(-1024).toString('latin1') }) as object,
      ),
      () => ({
        fingerprintOfUpload: ({ kind, file }: Parameters<Parts['fingerprintOfUpload']>[0]) =>
          JSON.stringify([kind, file.size, (file as unknown as { ends: string }).ends]),
      }),
    ),
  },
  {
    name: 'mixes up the files of one case when many arrive at once',
    breaks: { 'limits.parallel-artifacts-kept': 'wrong-artifact' },
    parts: (original) => {
      const last = new Map<string, Buffer>();
      const running = new Map<string, number>();
      const count = (url: string, by: number) => running.set(url, (running.get(url) ?? 0) + by).get(url)!;
      return {
        async readUpload(request, parts) {
          const url = request.url!;
          const readParts: Parts['readParts'] = async function* (...call) {
            for await (const part of original.readParts(...call)) {
              if (nameOf(part) !== 'file') {
                yield part;
                continue;
              }
              const pieces: Buffer[] = [];
              for await (const piece of part.content) pieces.push(piece);
              const own = Buffer.concat(pieces);
              last.set(url, own);
              await wait(running.get(url)! > 1 ? 100 : 5);
              yield { ...part, content: oneOf(many ? last.get(url)! : own) };
            }
          };
          const many = count(url, 1) > 8;
          return original.readUpload(request, { ...parts, readParts }).finally(() => count(url, -1));
        },
      };
    },
  },
];

async function* oneOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
