import { setTimeout } from 'node:timers/promises';
import type { Artifact, Case } from '../../reference-impl/domain/contract.ts';
import { problem, Rejected } from '../../reference-impl/http/problems.ts';
import type { Parts } from '../../reference-impl/parts.ts';
import type { EvidenceRejection, ReceivedFile } from '../../reference-impl/ports.ts';
import { changingBody, type Fault } from './fault.ts';
import { arranging, nameOf, refusingIn, storing } from './seams.ts';

const far = 32 * 1024 * 1024;
const limiting =
  (change: Partial<Parts['limits']>): Fault['parts'] =>
  ({ limits }) => ({ limits: { ...limits, ...change } });
/** Bodies of which some are let through whatever their length. */
const unlimiting =
  (which: 'JSON' | 'uploads', announced: boolean): Fault['parts'] =>
  ({ piecesOf, readUpload, limits }) => ({
    piecesOf(request, limit, what) {
      const meant =
        (limit === limits.jsonBytes) === (which === 'JSON') &&
        (request.headers['content-length'] !== undefined) === announced;
      return piecesOf(request, meant ? far : limit, what);
    },
    readUpload(request, parts) {
      const meant = which === 'uploads' && (request.headers['content-length'] !== undefined) === announced;
      return readUpload(request, meant ? { ...parts, limits: { ...limits, fileBytes: far } } : parts);
    },
  });
const demandingLength =
  (type: string): Fault['parts'] =>
  ({ checkMediaType }) => ({
    checkMediaType(request, expected) {
      if (expected === type && request.headers['content-length'] === undefined)
        throw new Rejected({ ...problem(400, 'malformed-request', 'Announce the length.'), status: 411 as 400 });
      checkMediaType(request, expected);
    },
  });
/** Cases that count what they hold in another way. */
const counting =
  (isFull: (artifacts: Artifact[], added: Artifact) => boolean): Fault['parts'] =>
  ({ accept }) => ({
    accept(to, artifact, parts) {
      if (to.status === 'PENDING' && isFull(to.artifacts, artifact)) return 'artifact-limit-reached';
      return accept(to, artifact, { ...parts, limits: { ...parts.limits, artifacts: Infinity } });
    },
  });
/** Uploads that look at the case, and a moment later write what follows from that look. */
const lookingThenWriting = (
  write: (seen: Case, now: Case, accept: (to: Case) => Case | EvidenceRejection) => Case | EvidenceRejection,
): Fault['parts'] =>
  storing(({ findCase, acceptArtifact }) => ({
    async acceptArtifact(caller, id, accept, ...rest) {
      const seen = await findCase(caller, id);
      await setTimeout(5);
      return acceptArtifact(caller, id, (now) => write(seen ?? now, now, accept), ...rest);
    },
  }));
/** Files that are too large for what they are. */
const limitingFiles =
  (concerns: (file: ReceivedFile, kind: string, announced: boolean) => boolean, mebibytes: number): Fault['parts'] =>
  ({ readUpload }) => ({
    async readUpload(request, parts) {
      const upload = await readUpload(request, parts);
      const announced = request.headers['content-length'] !== undefined;
      if (concerns(upload.file, upload.kind, announced) && upload.file.size > mebibytes * 1024 * 1024)
        throw new Rejected(problem(413, 'content-too-large', 'The file is too large.'));
      return upload;
    },
  });
/** Cases of which uploads that store nothing take a place; told are the refusal of the upload, or how the case grew. */
const countingToo =
  (concerns: (refusal: { status: number } | undefined, grown: number | undefined) => boolean): Fault['parts'] =>
  ({ uploadArtifact, accept }) => {
    const lost = new Map<string, number>();
    return {
      async uploadArtifact(call, parts) {
        const { case_id: id } = call.path;
        const held = async () => (await parts.store.findCase(call.caller, id))?.artifacts.length ?? 0;
        const before = await held();
        const lose = () => lost.set(id, (lost.get(id) ?? 0) + 1);
        try {
          const response = await uploadArtifact(call, parts);
          if (response.status === 201 && concerns(undefined, (await held()) - before)) lose();
          return response;
        } catch (error) {
          if (error instanceof Rejected && concerns(error.response, undefined)) lose();
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
/** Refusals of a full case that leave as another problem. */
const refusingFull =
  (refusal: Parameters<typeof problem>): Fault['parts'] =>
  ({ accept }) => ({
    accept(...call) {
      const grown = accept(...call);
      if (grown === 'artifact-limit-reached') throw new Rejected(problem(...refusal));
      return grown;
    },
  });
/** Files that are refused as too large, but stored before. */
const storingLarge =
  (size: number): Fault['parts'] =>
  (original) => ({
    uploadArtifact: ({ path, caller, read }, parts) =>
      original.uploadArtifact(
        {
          path,
          caller,
          read: () =>
            read().catch(async (error: unknown) => {
              if (!(error instanceof Rejected) || error.response.status !== 413) throw error;
              const keep = async () => {};
              const artifact = original.newArtifact(
                {
                  kind: 'ID_FRONT',
                  file: { type: 'image/jpeg', size, sha256: '0'.repeat(64), write: keep, keep, discard: keep },
                },
                parts,
              );
              await original.store.acceptArtifact(
                caller,
                path.case_id,
                (to) => ({ ...to, artifacts: [...to.artifacts, artifact] }),
                undefined,
                { status: 201, body: artifact },
              );
              throw error;
            }),
        },
        parts,
      ),
  });

const largeJson = {
  'limits.json-refused': { code: 'wrong-status', status: 201 },
  'limits.json-refused-unannounced': { code: 'wrong-status', status: 201 },
} satisfies Fault['breaks'];
const largeFile = {
  'limits.file-refused': { code: 'wrong-status', status: 201 },
  'limits.file-refused-unannounced': { code: 'wrong-status', status: 201 },
  'limits.refused-file-not-stored': 'wrong-artifacts',
} satisfies Fault['breaks'];
const another413 = { status: 413, problem: 'payload-too-large' };

/** Defects of the limits. */
export const limits: Fault[] = [
  {
    name: 'takes 65,535 bytes of JSON',
    breaks: { 'limits.json-accepted': { code: 'not-accepted', status: 413 } },
    parts: limiting({ jsonBytes: 65_535 }),
  },
  {
    name: 'takes 10,000 bytes of JSON',
    breaks: { 'limits.json-accepted': { code: 'not-accepted', status: 413 } },
    parts: limiting({ jsonBytes: 10_000 }),
  },
  { name: 'takes 65,537 bytes of JSON', breaks: largeJson, parts: limiting({ jsonBytes: 65_537 }) },
  { name: 'takes JSON of 128 KiB', breaks: largeJson, parts: limiting({ jsonBytes: 131_072 }) },
  { name: 'takes JSON of any size', breaks: largeJson, parts: limiting({ jsonBytes: far }) },
  {
    name: 'counts JSON in characters',
    breaks: largeJson,
    parts: ({ readJson, decodeUtf8, limits: { jsonBytes } }) => ({
      readJson: (request, parts) =>
        readJson(request, { ...parts, limits: { ...parts.limits, jsonBytes: 4 * jsonBytes } }),
      decodeUtf8(bytes) {
        const text = decodeUtf8(bytes);
        if (text.length > jsonBytes)
          throw new Rejected(problem(413, 'content-too-large', 'The JSON body is too long.'));
        return text;
      },
    }),
  },
  {
    name: 'believes the announced length of JSON',
    breaks: { 'limits.json-refused-unannounced': { code: 'wrong-status', status: 201 } },
    parts: unlimiting('JSON', false),
  },
  {
    name: 'limits JSON whose length was not announced',
    breaks: { 'limits.json-refused': { code: 'wrong-status', status: 201 } },
    parts: unlimiting('JSON', true),
  },
  {
    name: 'answers 411 to JSON whose length was not announced',
    breaks: {
      'limits.json-accepted': { code: 'not-accepted', status: 411 },
      'limits.json-refused-unannounced': { code: 'wrong-status', status: 411 },
    },
    parts: demandingLength('application/json'),
  },
  {
    name: 'answers 400 to JSON that is too long',
    breaks: {
      'limits.json-refused': { code: 'wrong-status', status: 400 },
      'limits.json-refused-unannounced': { code: 'wrong-status', status: 400 },
    },
    parts: refusingIn('readJson', { status: 400 }, ({ status }) => status === 413),
  },
  {
    name: 'names a problem of its own for JSON that is too long',
    breaks: { 'limits.json-refused': 'wrong-problem-type', 'limits.json-refused-unannounced': 'wrong-problem-type' },
    parts: refusingIn('readJson', another413, ({ status }) => status === 413),
  },
  {
    name: 'cuts JSON that is too long',
    breaks: {
      'limits.json-refused': { code: 'wrong-status', status: 400 },
      'limits.json-refused-unannounced': { code: 'wrong-status', status: 400 },
    },
    parts: ({ piecesOf, limits: { jsonBytes } }) => ({
      async *piecesOf(request, limit, what) {
        let size = 0;
        for await (const piece of piecesOf(request, limit === jsonBytes ? far : limit, what)) {
          yield limit === jsonBytes ? piece.subarray(0, Math.max(0, limit - size)) : piece;
          size += piece.length;
        }
      },
    }),
  },
  {
    name: 'takes files of 10,000,000 bytes',
    breaks: { 'limits.file-accepted': { code: 'not-accepted', row: 'a JPEG with a long name and boundary' } },
    parts: limiting({ fileBytes: 10_000_000 }),
  },
  {
    name: 'takes files of 10,485,759 bytes',
    breaks: { 'limits.file-accepted': { code: 'not-accepted', row: 'a JPEG with a long name and boundary' } },
    parts: limiting({ fileBytes: 10_485_759 }),
  },
  {
    name: 'takes bodies of 10 MiB with all around the file',
    breaks: { 'limits.file-accepted': { code: 'not-accepted', row: 'a JPEG with a long name and boundary' } },
    parts: ({ piecesOf }) => ({
      piecesOf: (request, limit, what) => piecesOf(request, Math.min(limit, 10_485_760), what),
    }),
  },
  {
    name: 'keeps a file of 10 MiB without its last byte',
    breaks: { 'limits.file-accepted': 'wrong-size' },
    parts: arranging((parts) =>
      parts
        .map((part) =>
          nameOf(part) === 'file' && part.bytes.length === 10_485_760
            ? { ...part, bytes: part.bytes.subarray(1) }
            : part,
        )
        .map((part) => ({
          ...part,
          bytes: part.bytes[0] === 0xd8 ? Buffer.concat([Buffer.from([0xff]), part.bytes.subarray(0, -1)]) : part.bytes,
        })),
    ),
  },
  { name: 'takes files of 10,485,761 bytes', breaks: largeFile, parts: limiting({ fileBytes: 10_485_761 }) },
  { name: 'takes what fits into the body', breaks: largeFile, parts: limiting({ fileBytes: 10_485_760 + 200_000 }) },
  {
    name: 'believes the announced length of an upload',
    breaks: {
      'limits.file-refused-unannounced': { code: 'wrong-status', status: 201 },
      'limits.refused-file-not-stored': 'wrong-artifacts',
    },
    parts: unlimiting('uploads', false),
  },
  {
    name: 'limits uploads whose length was not announced',
    breaks: {
      'limits.file-refused': { code: 'wrong-status', status: 201 },
      'limits.refused-file-not-stored': 'wrong-artifacts',
    },
    parts: unlimiting('uploads', true),
  },
  {
    name: 'answers 411 to an upload whose length was not announced',
    breaks: {
      'limits.file-refused-unannounced': { code: 'wrong-status', status: 411 },
      'idempotency.upload-fingerprint': { code: 'wrong-status', row: 'no announced length' },
      'limits.file-accepted': { code: 'not-accepted', status: 411 },
    },
    parts: demandingLength('multipart/form-data'),
  },
  {
    name: 'answers 422 to a file that is too large',
    breaks: {
      'limits.file-refused': { code: 'wrong-status', status: 422 },
      'limits.file-refused-unannounced': { code: 'wrong-status', status: 422 },
    },
    parts: refusingIn('readUpload', { status: 422 }, ({ status }) => status === 413),
  },
  {
    name: 'names a problem of its own for a file that is too large',
    breaks: { 'limits.file-refused': 'wrong-problem-type', 'limits.file-refused-unannounced': 'wrong-problem-type' },
    parts: refusingIn('readUpload', another413, ({ status }) => status === 413),
  },
  { name: 'cuts a file that is too large', breaks: largeFile, parts: arrangingLarge() },
  {
    name: 'stores a file that it refuses as too large',
    breaks: { 'limits.refused-file-not-stored': 'wrong-artifacts' },
    parts: storingLarge(10_485_761),
  },
  {
    name: 'stores the beginning of a file that it refuses as too large',
    breaks: { 'limits.refused-file-not-stored': 'wrong-artifacts' },
    parts: storingLarge(10_485_760),
  },
  {
    name: 'takes PDFs of 5 MiB',
    breaks: { 'limits.file-accepted': { code: 'not-accepted', row: 'a PDF without announced length' } },
    parts: limitingFiles(({ type }) => type === 'application/pdf', 5),
  },
  {
    name: 'takes PNGs of 5 MiB',
    breaks: { 'limits.file-accepted': { code: 'not-accepted', row: 'a selfie as PNG' } },
    parts: limitingFiles(({ type }) => type === 'image/png', 5),
  },
  {
    name: 'takes selfies of 2 MiB',
    breaks: { 'limits.file-accepted': { code: 'not-accepted', row: 'a selfie as PNG' } },
    parts: limitingFiles((_, kind) => kind === 'SELFIE', 2),
  },
  {
    name: 'takes files of 1 MiB whose length was not announced',
    breaks: { 'limits.file-accepted': { code: 'not-accepted', row: 'a PDF without announced length' } },
    parts: limitingFiles((_, __, announced) => !announced, 1),
  },
  {
    name: 'takes 512 bytes around a file',
    breaks: { 'limits.file-accepted': { code: 'not-accepted', row: 'a JPEG with a long name and boundary' } },
    parts: ({ piecesOf }) => ({
      piecesOf: (request, limit, what) => piecesOf(request, Math.min(limit, 10_485_760 + 512), what),
    }),
  },
  {
    name: 'counts evidence that it refused',
    breaks: { 'limits.twenty-artifacts': 'not-accepted' },
    parts: countingToo((response) => response !== undefined && response.status < 500),
  },
  {
    name: 'counts evidence that was repeated',
    breaks: { 'limits.twenty-artifacts': 'not-accepted' },
    parts: countingToo((_, grown) => grown === 0),
  },
  {
    name: 'takes 19 artifacts',
    breaks: { 'limits.twenty-artifacts': 'not-accepted', 'limits.parallel-artifacts-kept': 'not-accepted' },
    parts: limiting({ artifacts: 19 }),
  },
  {
    name: 'lists the first 19 artifacts of a case',
    breaks: {
      'limits.twenty-artifacts': 'wrong-artifact-count',
      'limits.twenty-first-artifact': 'wrong-artifact-count',
      'limits.parallel-artifacts-kept': 'wrong-artifact-count',
      'limits.parallel-artifacts-limited': 'wrong-artifacts',
    },
    parts: changingBody('getCase', (body) => ({ ...body, artifacts: (body['artifacts'] as Artifact[]).slice(0, 19) })),
  },
  {
    name: 'takes 21 artifacts',
    breaks: {
      'limits.twenty-first-artifact': { code: 'wrong-status', status: 201 },
      'limits.parallel-artifacts-limited': { code: 'artifact-limit-exceeded', actual: '21' },
    },
    parts: limiting({ artifacts: 21 }),
  },
  {
    name: 'takes any number of artifacts',
    breaks: {
      'limits.twenty-first-artifact': { code: 'wrong-status', status: 201 },
      'limits.parallel-artifacts-limited': { code: 'artifact-limit-exceeded', actual: '30' },
    },
    parts: limiting({ artifacts: Infinity }),
  },
  {
    name: 'takes 21 artifacts for an entity',
    breaks: { 'limits.twenty-first-artifact': { code: 'wrong-status', status: 201 } },
    parts: ({ accept }) => ({
      accept: (to, artifact, parts) =>
        accept(to, artifact, { ...parts, limits: { ...parts.limits, artifacts: to.type === 'PM' ? 21 : 20 } }),
    }),
  },
  {
    name: 'takes 20 artifacts of each type',
    breaks: { 'limits.twenty-first-artifact': { code: 'wrong-status', status: 201 } },
    parts: counting(
      (artifacts, added) => artifacts.filter((known) => known.content_type === added.content_type).length >= 20,
    ),
  },
  {
    name: 'takes 20 artifacts of each kind',
    breaks: {
      'limits.twenty-first-artifact': { code: 'wrong-status', status: 201 },
      'limits.parallel-artifacts-limited': { code: 'artifact-limit-exceeded', actual: '30' },
    },
    parts: counting((artifacts, { kind }) => artifacts.filter((known) => known.kind === kind).length >= 20),
  },
  {
    name: 'takes any number of selfies',
    breaks: {
      'limits.twenty-first-artifact': { code: 'wrong-status', status: 201 },
      'limits.parallel-artifacts-limited': 'artifact-limit-exceeded',
    },
    parts: counting((artifacts, { kind }) => kind !== 'SELFIE' && artifacts.length >= 20),
  },
  {
    name: 'counts equal files once',
    breaks: { 'limits.twenty-first-artifact': { code: 'wrong-status', status: 201 } },
    parts: counting((artifacts, { sha256 }) => new Set([...artifacts.map((known) => known.sha256), sha256]).size > 20),
  },
  {
    name: 'drops the oldest of 21 artifacts',
    breaks: {
      'limits.twenty-first-artifact': { code: 'wrong-status', status: 201 },
      'limits.parallel-artifacts-limited': 'wrong-artifacts',
    },
    parts: ({ accept }) => ({
      accept: (to, ...rest) => accept({ ...to, artifacts: to.artifacts.slice(-19) }, ...rest),
    }),
  },
  {
    name: 'answers 422 to the 21st artifact',
    breaks: {
      'limits.twenty-first-artifact': { code: 'wrong-status', status: 422 },
      'limits.parallel-artifacts-limited': { code: 'wrong-status', status: 422 },
    },
    parts: refusingFull([422, 'invalid-request', 'The case is full.']),
  },
  {
    name: 'calls a full case closed',
    breaks: {
      'limits.twenty-first-artifact': { code: 'wrong-problem-type', actual: '/problems/case-closed' },
      'limits.parallel-artifacts-limited': { code: 'wrong-problem-type', actual: '/problems/case-closed' },
    },
    parts: refusingFull([409, 'case-closed', 'The case is full.']),
  },
  {
    name: 'writes back the artifacts that it read before',
    // Of a decision that is written back too, either the time or the artifacts are seen first.
    breaks: {
      'limits.parallel-artifacts-kept': 'wrong-artifact-count',
      'limits.parallel-artifacts-limited': 'wrong-artifacts',
      'case-lifecycle.decided-once-under-load': 'wrong-decision-time',
    },
    parts: lookingThenWriting((seen, _, accept) => accept(seen)),
  },
  {
    name: 'numbers artifacts by what the case held when they came',
    breaks: {
      'limits.parallel-artifacts-kept': 'wrong-artifacts',
      'limits.parallel-artifacts-limited': 'wrong-artifacts',
    },
    parts: lookingThenWriting((seen, now, accept) => {
      const grown = accept(now);
      const [last, ...earlier] = typeof grown === 'string' ? [] : grown.artifacts.toReversed();
      if (typeof grown === 'string' || seen.artifacts.length === now.artifacts.length) return grown;
      return { ...grown, artifacts: [...earlier.toReversed(), { ...last!, id: earlier[0]!.id }] };
    }),
  },
  {
    name: 'lists artifacts that meet with the digest of the one before',
    breaks: { 'limits.parallel-artifacts-kept': { code: 'wrong-artifact', status: 200 } },
    parts: lookingThenWriting((seen, now, accept) => {
      const grown = accept(now);
      const [last, ...earlier] = typeof grown === 'string' ? [] : grown.artifacts.toReversed();
      if (typeof grown === 'string' || seen.artifacts.length === now.artifacts.length) return grown;
      return { ...grown, artifacts: [...earlier.toReversed(), { ...last!, sha256: earlier[0]!.sha256 }] };
    }),
  },
  {
    name: 'looks whether a case is full before it adds',
    breaks: { 'limits.parallel-artifacts-limited': 'artifact-limit-exceeded' },
    parts: lookingThenWriting((seen, now, accept) => {
      const grown = accept({ ...now, artifacts: seen.artifacts });
      return typeof grown === 'string'
        ? grown
        : { ...grown, artifacts: [...now.artifacts, ...grown.artifacts.slice(-1)] };
    }),
  },
  {
    name: 'refuses an upload that meets another',
    breaks: {
      'limits.parallel-artifacts-kept': 'not-accepted',
      'limits.parallel-artifacts-limited': { code: 'wrong-problem-type', actual: '/problems/case-busy' },
      'case-lifecycle.decided-once-under-load': { code: 'wrong-problem-type', actual: '/problems/case-busy' },
    },
    parts: storing(({ findCase, acceptArtifact }) => ({
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
];

function arrangingLarge(): Fault['parts'] {
  return (original) => ({
    ...limiting({ fileBytes: 10_485_760, overheadBytes: far })(original),
    ...arranging((parts) =>
      parts.map((part) => (nameOf(part) === 'file' ? { ...part, bytes: part.bytes.subarray(0, 10_485_760) } : part)),
    )(original),
  });
}
