import type { Artifact, Case } from '../../../reference-impl/domain/contract.ts';
import { type Defect, type FaultTable } from '../support/fault.ts';
import type { EvidenceRejection } from '../../../reference-impl/ports.ts';
import { storing, nameOf, seenBy } from '../support/parts.ts';
import { setTimeout } from 'node:timers/promises';
import { Rejected, problem } from '../../../reference-impl/domain/rejections.ts';
import { keptInUseBy, keyInUse } from '../support/idempotency.ts';
import type { Parts } from '../../../reference-impl/parts.ts';
import { ofLiveKey, towards } from '../support/callers.ts';
import { judgedByTwo } from '../support/state.ts';

const limiting =
  (artifacts: number): Defect =>
  ({ limits }) => ({ limits: { ...limits, artifacts } });

/** Counts the artifacts of a case in another way. */
const counting =
  (isFull: (artifacts: Artifact[], added: Artifact, to: Case) => boolean): Defect =>
  ({ accept }) => ({
    accept(to, artifact, parts) {
      if (to.status === 'PENDING' && isFull(to.artifacts, artifact, to)) return 'artifact-limit-reached';
      return accept(to, artifact, { ...parts, limits: { ...parts.limits, artifacts: Infinity } });
    },
  });

/** Reads the case, and writes a result of this read some time later. */
const readingThenWriting = (
  write: (seen: Case, now: Case, accept: (to: Case) => Case | EvidenceRejection) => Case | EvidenceRejection,
): Defect =>
  storing(({ findCase, acceptArtifact }) => ({
    async acceptArtifact(caller, id, accept, ...rest) {
      const seen = await findCase(caller, id);
      await setTimeout(5);
      return acceptArtifact(caller, id, (now) => write(seen ?? now, now, accept), ...rest);
    },
  }));

/** Counts some uploads that store nothing. `concerns` gets the rejection, or by how many artifacts the case grew. */
const countingToo =
  (concerns: (rejection: { status: number } | undefined, grown: number | undefined) => boolean): Defect =>
  ({ uploadArtifact, accept }) => {
    const lost = new Map<string, number>();
    return {
      async uploadArtifact(call, parts) {
        const { case_id: id } = call.path;
        const countArtifacts = async () => (await parts.store.findCase(call.caller, id))?.artifacts.length ?? 0;
        const before = await countArtifacts();
        const countAsStored = () => lost.set(id, (lost.get(id) ?? 0) + 1);
        try {
          const response = await uploadArtifact(call, parts);
          if (response.status === 201 && concerns(undefined, (await countArtifacts()) - before)) countAsStored();
          return response;
        } catch (error) {
          if (error instanceof Rejected && concerns(error.response, undefined)) countAsStored();
          throw error;
        }
      },
      accept(to, artifact, parts) {
        if (to.artifacts.length + (lost.get(to.id) ?? 0) >= 20 && to.status === 'PENDING')
          return 'artifact-limit-reached';
        return accept(to, artifact, parts);
      },
    };
  };

const faults: FaultTable = {
  'limits.twenty-artifacts': {
    'counts rejected uploads towards the limit': countingToo(
      (response) => response !== undefined && response.status < 500,
    ),
    'counts repeated uploads towards the limit': countingToo((_, grown) => grown === 0),
    'accepts only 10 artifacts for an entity': counting(
      ({ length }, _, { type }) => length >= (type === 'PM' ? 10 : 20),
    ),
    'accepts only 19 artifacts': limiting(19),
  },
  'limits.parallel-artifacts-kept': {
    'accepts one key after the other in a case': storing(({ acceptArtifact }) => {
      const locked = new Set<string>();
      return {
        async acceptArtifact(caller, id, accept, once, ...rest) {
          if (!once) return acceptArtifact(caller, id, accept, once, ...rest);
          if (locked.has(id)) throw keyInUse();
          locked.add(id);
          await setTimeout(20);
          return acceptArtifact(caller, id, accept, once, ...rest).finally(() => locked.delete(id));
        },
      };
    }),
    // Of a decision that is written back too, either the time or the artifacts are seen first.
    'loses artifacts of simultaneous uploads': readingThenWriting((seen, _, accept) => accept(seen)),
    'gives simultaneous artifacts the same id': readingThenWriting((seen, now, accept) => {
      const grown = accept(now);
      const [last, ...earlier] = typeof grown === 'string' ? [] : grown.artifacts.toReversed();
      if (typeof grown === 'string' || seen.artifacts.length === now.artifacts.length) return grown;
      return { ...grown, artifacts: [...earlier.toReversed(), { ...last!, id: earlier[0]!.id }] };
    }),
    'lists simultaneous artifacts with the digest of the previous artifact': readingThenWriting((seen, now, accept) => {
      const grown = accept(now);
      const [last, ...earlier] = typeof grown === 'string' ? [] : grown.artifacts.toReversed();
      if (typeof grown === 'string' || seen.artifacts.length === now.artifacts.length) return grown;
      return { ...grown, artifacts: [...earlier.toReversed(), { ...last!, sha256: earlier[0]!.sha256 }] };
    }),
    'rejects an upload while another one is in progress': storing(({ findCase, acceptArtifact }) => ({
      async acceptArtifact(caller, id, accept, ...rest) {
        const seen = await findCase(caller, id);
        await setTimeout(20);
        const change = (now: Case) => {
          if (now.artifacts.length === seen?.artifacts.length) return accept(now);
          const busy = problem(409, 'case-closed', 'The case was changed meanwhile.');
          throw new Rejected({ ...busy, problem: 'case-busy' as 'case-closed' });
        };
        return acceptArtifact(caller, id, change, ...rest);
      },
    })),
  },
  'limits.twenty-first-artifact': {
    'keeps the key of an upload in use after a full case rejected it': keptInUseBy('artifact-limit-reached'),
    'accepts 21 artifacts': limiting(21),
    'accepts 20 artifacts of each kind': counting(
      (artifacts, { kind }) => artifacts.filter((known) => known.kind === kind).length >= 20,
    ),
    'counts artifacts in each of two processes': judgedByTwo((to, own) => ({ ...to, artifacts: own })),
    'accepts 20 artifacts of each type': counting(
      (artifacts, added) => artifacts.filter((known) => known.content_type === added.content_type).length >= 20,
    ),
    'counts identical files once': counting(
      (artifacts, { sha256 }) => new Set([...artifacts.map((known) => known.sha256), sha256]).size > 20,
    ),
    'accepts 21 artifacts with a live key': towards(ofLiveKey, limiting(21)),
    'drops the oldest of 21 artifacts': ({ accept }) => ({
      accept: (to, ...rest) => accept({ ...to, artifacts: to.artifacts.slice(-19) }, ...rest),
    }),
  },
  'upload-artifact.describes-file': {
    'gives simultaneous uploads to a case the digest of the last': ({ uploadArtifact }) => {
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
    'mixes up the files of simultaneous uploads to a case': (original) => {
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
              await setTimeout(running.get(url)! > 1 ? 100 : 5);
              yield { ...part, content: seenBy([], [many ? last.get(url)! : own]) };
            }
          };
          const many = count(url, 1) > 8;
          return original.readUpload(request, { ...parts, readParts }).finally(() => count(url, -1));
        },
      };
    },
  },
  'limits.parallel-artifacts-limited': {
    'checks the limit before it stores, in two steps': readingThenWriting((seen, now, accept) => {
      const grown = accept({ ...now, artifacts: seen.artifacts });
      return typeof grown === 'string'
        ? grown
        : { ...grown, artifacts: [...now.artifacts, ...grown.artifacts.slice(-1)] };
    }),
  },
};

export default faults;
