import { setTimeout } from 'node:timers/promises';
import type { Case } from '../../reference-impl/domain/contract.ts';
import { problem, Rejected } from '../../reference-impl/domain/rejections.ts';
import type { Parts } from '../../reference-impl/parts.ts';
import type { EvidenceRejection } from '../../reference-impl/ports.ts';
import type { Defect, FaultTable } from './support/fault.ts';
import { keyInUse } from './support/keys.ts';
import { judgedByTwo, storing } from './support/store.ts';

type Grown = Case | EvidenceRejection;

/** Reads the case, and writes a result of this read some time later. */
const readingThenWriting = (write: (seen: Case, now: Case, accept: (to: Case) => Grown) => Grown, pause = 5): Defect =>
  storing(({ findCase, acceptArtifact }) => ({
    async acceptArtifact(caller, id, accept, ...rest) {
      const seen = await findCase(caller, id);
      await setTimeout(pause);
      return acceptArtifact(caller, id, (now) => write(seen ?? now, now, accept), ...rest);
    },
  }));

/** Artifacts of simultaneous uploads that have this in common with the previous one. */
const sharing = (property: 'id' | 'sha256') =>
  readingThenWriting((seen, now, accept) => {
    const grown = accept(now);
    if (typeof grown === 'string' || seen.artifacts.length === now.artifacts.length) return grown;
    const [previous, last] = grown.artifacts.slice(-2);
    return { ...grown, artifacts: [...now.artifacts, { ...last!, [property]: previous![property] }] };
  });

const faults: FaultTable = {
  'limits.pause-accepted': {
    'closes a connection after ten seconds without a byte': ({ limits }) => ({
      limits: { ...limits, idleTime: 10_000 },
    }),
    'gives a request ten seconds to arrive': ({ limits }) => ({
      limits: { ...limits, headerTime: 3000, requestTime: 10_000 },
    }),
  },
  'limits.twenty-artifacts': {
    'counts an upload towards the limit whose client has left within its body': ({ uploadArtifact, limits }) => {
      const left = new Map<string, number>();
      return {
        uploadArtifact(call, parts) {
          const { case_id: id } = call.path;
          const read = () =>
            call.read().catch((error: unknown) => {
              if (!(error instanceof Rejected)) left.set(id, (left.get(id) ?? 0) + 1);
              throw error;
            });
          const artifacts = limits.artifacts - (left.get(id) ?? 0);
          const accept: Parts['accept'] = (to, artifact, rest) =>
            parts.accept(to, artifact, { ...rest, limits: { ...limits, artifacts } });
          return uploadArtifact({ ...call, read }, { ...parts, accept });
        },
      };
    },
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
    'gives simultaneous artifacts the same id': sharing('id'),
    'lists simultaneous artifacts with the digest of the previous artifact': sharing('sha256'),
    'rejects an upload while another one is in progress': readingThenWriting((seen, now, accept) => {
      if (now.artifacts.length === seen.artifacts.length) return accept(now);
      const busy = problem(409, 'case-closed', 'The case was changed meanwhile.');
      throw new Rejected({ ...busy, problem: 'case-busy' as 'case-closed' });
    }, 20),
  },
  'limits.twenty-first-artifact': {
    'counts artifacts in each of two processes': judgedByTwo((to, own) => ({ ...to, artifacts: own })),
  },
  'limits.parallel-artifacts-limited': {
    'checks the limit before it stores, in two steps': readingThenWriting((seen, now, accept) => {
      const grown = accept({ ...now, artifacts: seen.artifacts });
      if (typeof grown === 'string') return grown;
      return { ...grown, artifacts: [...now.artifacts, ...grown.artifacts.slice(-1)] };
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
          const many = count(url, 1) > 8;
          const readParts: Parts['readParts'] = async function* (...call) {
            for await (const part of original.readParts(...call)) {
              const pieces: Buffer[] = [];
              for await (const piece of part.content) pieces.push(piece);
              const own = Buffer.concat(pieces);
              const isFile = part.name.toString() === 'file';
              if (isFile) {
                last.set(url, own);
                await setTimeout(5);
                // On a busy machine the others need a while to arrive.
                await until(() => (many ? last.get(url) !== own : running.get(url) === 1 || running.get(url)! > 8));
              }
              yield { ...part, content: piecesOf(isFile && many ? last.get(url)! : own) };
            }
          };
          return original.readUpload(request, { ...parts, readParts }).finally(() => count(url, -1));
        },
      };
    },
  },
};

/** Resolves when the condition holds, or after half a second. */
async function until(isTrue: () => boolean): Promise<void> {
  for (let tries = 0; tries < 50 && !isTrue(); tries += 1) await setTimeout(10);
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

export default faults;
