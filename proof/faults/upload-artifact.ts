import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { bytesOf } from '../../reference-impl/http/bytes.ts';
import type { Artifact, FileType } from '../../reference-impl/domain/contract.ts';
import { invalid, problem, Rejected } from '../../reference-impl/http/problems.ts';
import { changing, changingBody, type Fault } from './fault.ts';
import {
  arranging,
  changingMultipart,
  judgingUploads,
  type NamedPart,
  nameOf,
  readingParts,
  recognising,
  recording,
  refusingIn,
  refusingInvalid,
  together,
} from './seams.ts';

const answering = (change: (artifact: Artifact) => Record<string, unknown>): Fault['parts'] =>
  changingBody('uploadArtifact', (body) => change(body as Artifact));
const refusingFiles = (unwanted: (bytes: Buffer, part: NamedPart) => boolean): Fault['parts'] =>
  together(
    readingParts(),
    recording((_, bytes, part) => {
      if (unwanted(bytes, part)) throw new Rejected(problem(415, 'unsupported-file-type', 'The file is not accepted.'));
      return {};
    }),
  );
const refusingNames = (unwanted: RegExp) => refusingFiles((_, { filename = '' }) => unwanted.test(filename));
const refusingKinds =
  (unwanted: (kind: string, type: string) => boolean): Fault['parts'] =>
  ({ accept }) => ({
    accept(to, artifact, parts) {
      if (unwanted(artifact.kind, to.type))
        throw new Rejected(invalid([{ pointer: '#/kind', detail: 'is not accepted' }]));
      return accept(to, artifact, parts);
    },
  });
const accepting =
  (change: (artifacts: Artifact[], added: Artifact) => Artifact[]): Fault['parts'] =>
  ({ accept }) => ({
    accept(to, artifact, parts) {
      const grown = accept(to, artifact, parts);
      return typeof grown === 'string' ? grown : { ...grown, artifacts: change(to.artifacts, artifact) };
    },
  });
const making =
  (change: (artifact: Artifact) => Artifact): Fault['parts'] =>
  ({ newArtifact }) => ({ newArtifact: (...call) => change(newArtifact(...call)) });
const judgingKind = (standIn: (kind: string) => string): Fault['parts'] =>
  judgingUploads((parts) => (typeof parts['kind'] === 'string' ? { ...parts, kind: standIn(parts['kind']) } : parts));
const takingFor = (type: FileType, fits: (bytes: Buffer, part: NamedPart) => boolean): Fault['parts'] =>
  recognising((bytes, part) => (fits(bytes, part) ? type : undefined));
/** What is recognised besides the three types, by its first bytes. */
const alsoRecognising =
  (type: (first: Buffer, part: NamedPart) => FileType | undefined): Fault['parts'] =>
  ({ receiveFile }) => ({
    receiveFile: (part, parts) =>
      receiveFile(part, { ...parts, recogniseFileType: (head) => parts.recogniseFileType(head) ?? type(head, part) }),
  });
const startingWith =
  (...heads: string[]) =>
  (bytes: Buffer) =>
    heads.some((head) => bytes.subarray(0, head.length).toString('latin1') === head);
const digestOf = (bytes: string | Buffer, algorithm = 'sha256') => createHash(algorithm).update(bytes).digest('hex');
const nameTypes: Record<string, FileType> = { jpg: 'image/jpeg', png: 'image/png', pdf: 'application/pdf' };
const typeOfName = ({ filename = '' }: NamedPart) => nameTypes[filename.split('.').at(-1)!];
const labelOf = ({ type }: NamedPart) => Object.values(nameTypes).find((known) => known === type);
const isSame = (one: Artifact, other: Artifact) => one.sha256 === other.sha256 && one.kind === other.kind;
const without = (...names: string[]) => readingParts((part) => (names.includes(nameOf(part)) ? null : part));
const emptyFile = {
  type: 'image/jpeg',
  size: 1,
  sha256: digestOf(''),
  write: async () => {},
  keep: async () => {},
  discard: async () => {},
} as const;
const acceptingEmpty: Fault['parts'] = ({ receiveFile }) => ({
  receiveFile: (part, parts) =>
    receiveFile(part, parts).catch((error: unknown) => {
      if (error instanceof Rejected && error.response.status === 422) return emptyFile;
      throw error;
    }),
});
/** Uploads of another media type that are taken all the same. */
const readingAs =
  (type: string, fileIn: (body: Buffer) => Buffer | undefined): Fault['parts'] =>
  ({ readUpload }) => ({
    async readUpload(request, parts) {
      if (request.headers['content-type'] !== type) return readUpload(request, parts);
      const bytes = fileIn(await bytesOf(request as AsyncIterable<Buffer>));
      if (!bytes) return readUpload(request, parts);
      const content = (async function* () {
        yield bytes;
      })();
      return {
        kind: 'ID_FRONT',
        file: await parts.receiveFile({ name: Buffer.from('file'), type: undefined, content }, parts),
      };
    },
  });
/** Uploads that are stored before they are refused. */
const storingRefused =
  (type: string): Fault['parts'] =>
  (original) => ({
    uploadArtifact: ({ path, caller, read }, parts) =>
      original.uploadArtifact(
        {
          path,
          caller,
          read: () =>
            read().catch(async (error: unknown) => {
              if (!(error instanceof Rejected) || error.response.problem !== type) throw error;
              const artifact = original.newArtifact({ kind: 'ID_FRONT', file: emptyFile }, parts);
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
/** Refusals of an upload that tell its file name. */
const tellingName: Fault['parts'] = ({ readUpload }) => ({
  async readUpload(request, parts) {
    let name: string | undefined;
    const named = readingParts((part) => {
      name = part.filename ?? name;
      return part;
    })(parts).readParts!;
    return readUpload(request, { ...parts, readParts: named }).catch((error: unknown) => {
      throw error instanceof Rejected
        ? new Rejected({ ...error.response, detail: `The upload of ${name} is not valid.` })
        : error;
    });
  },
});
const unlisted = { 'get-case.lists-evidence': 'wrong-artifacts' } satisfies Fault['breaks'];
const noKind = { 'upload-artifact.accepts-kinds': 'not-accepted' } satisfies Fault['breaks'];
const looseKind = { 'upload-artifact.unknown-kind': { code: 'wrong-status', status: 201 } } satisfies Fault['breaks'];
const looseContent = {
  'upload-artifact.unknown-content': { code: 'wrong-status', status: 201 },
} satisfies Fault['breaks'];
const looseName = { 'upload-artifact.file-name-ignored': 'not-accepted' } satisfies Fault['breaks'];
const ignoredPart = { 'upload-artifact.unknown-part': { code: 'wrong-status', status: 201 } } satisfies Fault['breaks'];
const repeated = { 'upload-artifact.repeated-part': { code: 'wrong-status', status: 201 } } satisfies Fault['breaks'];
const unknownParts = ['note', 'selfie', 'KIND', 'file[]'];

/** Files that are taken by the bytes at their start, whatever their label. */
const acceptingFilesThatBegin = (head: string): Fault['parts'] =>
  alsoRecognising((first, part) => (startingWith(head)(first) ? (labelOf(part) ?? 'image/jpeg') : undefined));

/** Defects of the upload. */
export const uploadArtifact: Fault[] = [
  {
    name: 'does not know the kind ID_FRONT',
    breaks: { 'upload-artifact.accepts-evidence': { code: 'not-accepted', status: 422 } },
    parts: refusingKinds((kind) => kind === 'ID_FRONT'),
  },
  {
    name: 'accepts an upload without a file',
    breaks: {
      'upload-artifact.file-required': 'accepted',
      'upload-artifact.missing-part': { code: 'wrong-status', row: 'no file' },
    },
    parts: together(
      judgingUploads((parts) => ({ file: '', ...parts })),
      ({ readUpload }) => ({
        async readUpload(request, parts) {
          const { kind, file } = (await readUpload(request, parts)) as {
            kind: Artifact['kind'];
            file?: typeof emptyFile;
          };
          return { kind, file: file ?? emptyFile };
        },
      }),
    ),
  },
  {
    name: 'takes an upload without a kind for the front of an ID',
    breaks: {
      'upload-artifact.kind-required': 'accepted',
      'upload-artifact.missing-part': { code: 'wrong-status', row: 'no kind' },
    },
    parts: together(
      judgingUploads((parts) => ({ kind: 'ID_FRONT', ...parts })),
      making(({ kind, ...artifact }) => ({ ...artifact, kind: kind ?? 'ID_FRONT' })),
    ),
  },
  {
    name: 'accepts an upload to a case that never was',
    breaks: { 'upload-artifact.case-must-exist': 'accepted' },
    parts: (original) => ({
      async uploadArtifact(call, parts) {
        const response = await original.uploadArtifact(call, parts);
        if (response.status !== 404 || !/^0{8}-/.test(call.path.case_id)) return response;
        return { status: 201, body: parts.newArtifact((await call.read()).body, parts) };
      },
    }),
  },
  {
    name: 'accepts an upload in JSON',
    breaks: { 'upload-artifact.multipart-required': 'accepted' },
    parts: readingAs('application/json', (body) => {
      const file = /"file":"([^"]+)"/.exec(body.toString())?.[1];
      return file === undefined ? undefined : Buffer.from(file, 'base64');
    }),
  },
  {
    name: 'accepts the bare bytes of a picture',
    breaks: { 'upload-artifact.multipart-required': 'accepted' },
    parts: readingAs('image/jpeg', (body) => body),
  },
  {
    name: 'answers 200 to an upload',
    breaks: { 'upload-artifact.answers-201': { code: 'wrong-status', status: 200 } },
    parts: changing('uploadArtifact', () => ({ status: 200 })),
  },
  {
    name: 'answers 202 to an upload',
    breaks: { 'upload-artifact.answers-201': { code: 'wrong-status', status: 202 } },
    parts: changing('uploadArtifact', () => ({ status: 202 })),
  },
  {
    name: 'answers an upload without the time',
    breaks: {
      ...unlisted,
      'upload-artifact.answers-artifact': { code: 'missing-property', pointer: '/created_at' },
      'http.timestamps-utc': { code: 'wrong-timestamp', row: 'created_at of an artifact' },
    },
    parts: answering(({ created_at: _, ...artifact }) => artifact),
  },
  {
    name: 'answers an upload with the size as text',
    breaks: {
      ...unlisted,
      'upload-artifact.answers-artifact': { code: 'schema-mismatch', pointer: '/size' },
      'upload-artifact.returns-size': 'wrong-size',
    },
    parts: answering((artifact) => ({ ...artifact, size: String(artifact.size) })),
  },
  {
    name: 'answers an upload with times in seconds',
    breaks: {
      ...unlisted,
      'upload-artifact.answers-artifact': { code: 'schema-mismatch', pointer: '/created_at' },
      'http.timestamps-utc': { code: 'wrong-timestamp', row: 'created_at of an artifact' },
    },
    parts: answering((artifact) => ({ ...artifact, created_at: Math.floor(Date.parse(artifact.created_at) / 1000) })),
  },
  {
    name: 'answers an upload of a PDF with no type',
    breaks: {
      'upload-artifact.answers-artifact': { code: 'schema-mismatch', pointer: '/content_type' },
      'upload-artifact.returns-recognised-type': { code: 'wrong-content-type', actual: 'null' },
      'upload-artifact.accepts-bare-signature': { code: 'wrong-content-type', actual: 'null' },
    },
    parts: answering((artifact) => ({
      ...artifact,
      content_type: artifact.content_type === 'application/pdf' ? null : artifact.content_type,
    })),
  },
  {
    name: 'records every kind as the front of an ID',
    breaks: { 'upload-artifact.returns-kind': { code: 'wrong-kind', actual: 'ID_FRONT' } },
    parts: making((artifact) => ({ ...artifact, kind: 'ID_FRONT' })),
  },
  {
    name: 'answers the kind in lower case',
    breaks: {
      ...unlisted,
      'upload-artifact.returns-kind': { code: 'wrong-kind', row: 'ID_FRONT' },
      'upload-artifact.answers-artifact': { code: 'schema-mismatch', pointer: '/kind' },
    },
    parts: answering((artifact) => ({ ...artifact, kind: artifact.kind.toLowerCase() })),
  },
  {
    name: 'counts the size in characters',
    breaks: {
      'upload-artifact.returns-size': 'wrong-size',
      'limits.file-accepted': { code: 'wrong-size', row: 'a selfie as PNG' },
    },
    parts: recording((_, bytes) => ({ size: bytes.toString('utf8').length })),
  },
  {
    name: 'counts the line end before a boundary in the size',
    breaks: { 'upload-artifact.returns-size': 'wrong-size' },
    parts: recording(({ size }) => ({ size: Math.min(size + 2, 10_485_760) })),
  },
  {
    name: 'counts the size of a file in base64',
    breaks: { 'upload-artifact.returns-size': 'wrong-size' },
    parts: recording(({ size }) => ({ size: size < 10 ** 6 ? Math.ceil(size / 3) * 4 : size })),
  },
  {
    name: 'gives the size in KiB',
    breaks: { 'upload-artifact.returns-size': 'wrong-size' },
    parts: recording(({ size }) => ({ size: Math.ceil(size / 1024) })),
  },
  {
    name: 'digests a file as text',
    breaks: { 'upload-artifact.returns-digest': 'wrong-digest' },
    parts: recording((_, bytes) => ({ sha256: digestOf(bytes.toString('utf8')) })),
  },
  {
    name: 'digests a file in base64',
    breaks: { 'upload-artifact.returns-digest': 'wrong-digest' },
    parts: recording((_, bytes) => ({ sha256: digestOf(bytes.toString('base64')) })),
  },
  {
    name: 'digests a file with the line end behind it',
    breaks: { 'upload-artifact.returns-digest': 'wrong-digest' },
    parts: recording((_, bytes) => ({ sha256: digestOf(Buffer.concat([bytes, Buffer.from('\r\n')])) })),
  },
  {
    name: 'looks for a boundary anywhere in a line',
    breaks: {
      'upload-artifact.returns-digest': { code: 'wrong-digest', row: 'a boundary within a line' },
      'upload-artifact.returns-size': { code: 'wrong-size', row: 'a boundary within a line' },
    },
    parts: recording((_, bytes) => {
      const before = bytes.subarray(0, bytes.indexOf('--idv-conformance-boundary'));
      return bytes.includes('--idv-conformance-boundary') ? { size: before.length, sha256: digestOf(before) } : {};
    }),
  },
  {
    name: 'digests a file with its line ends converted',
    breaks: {
      'upload-artifact.returns-digest': { code: 'wrong-digest', row: 'line ends of all kinds' },
      'limits.file-accepted': { code: 'wrong-digest', row: 'a selfie as PNG' },
    },
    parts: recording((_, bytes) => ({
      sha256: digestOf(Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')),
    })),
  },
  {
    name: 'digests a file without the zeros at its end',
    breaks: {
      'upload-artifact.returns-digest': { code: 'wrong-digest', row: 'zeros at the end' },
      'limits.file-accepted': 'wrong-digest',
    },
    parts: recording((_, bytes) => ({
      sha256: digestOf(bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0) + 1)),
    })),
  },
  {
    name: 'digests the first 64 KiB of a file',
    breaks: {
      'upload-artifact.returns-digest': { code: 'wrong-digest', row: '100,000 bytes' },
      'limits.file-accepted': 'wrong-digest',
      'idempotency.upload-key-reused-other-file': { code: 'wrong-status', row: 'another end, the same size' },
    },
    parts: recording((_, bytes) => ({ sha256: digestOf(bytes.subarray(0, 65_536)) })),
  },
  {
    name: 'gives the digest in upper case',
    breaks: {
      'upload-artifact.returns-digest': 'wrong-digest',
      'upload-artifact.answers-artifact': { code: 'schema-mismatch', pointer: '/sha256' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/artifacts/0/sha256' },
    },
    parts: recording(({ sha256 }) => ({ sha256: sha256.toUpperCase() })),
  },
  {
    name: 'gives the digest in base64',
    breaks: {
      'upload-artifact.returns-digest': 'wrong-digest',
      'upload-artifact.answers-artifact': { code: 'schema-mismatch', pointer: '/sha256' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/artifacts/0/sha256' },
    },
    parts: recording(({ sha256 }) => ({ sha256: Buffer.from(sha256, 'hex').toString('base64') })),
  },
  {
    name: 'digests with SHA-512 cut to half',
    breaks: { 'upload-artifact.returns-digest': 'wrong-digest' },
    parts: recording((_, bytes) => ({ sha256: digestOf(bytes, 'sha512').slice(0, 64) })),
  },
  {
    name: 'calls every file a JPEG',
    breaks: {
      'upload-artifact.returns-recognised-type': { code: 'wrong-content-type', row: 'image/png' },
      'upload-artifact.accepts-bare-signature': 'wrong-content-type',
    },
    parts: making((artifact) => ({ ...artifact, content_type: 'image/jpeg' })),
  },
  {
    name: 'repeats the label of a file as its type',
    breaks: { 'upload-artifact.returns-recognised-type': { code: 'wrong-content-type', row: 'image/jpeg' } },
    parts: recording((_, __, { type }) => ({ type: (type ?? 'application/octet-stream') as FileType })),
  },
  {
    name: 'repeats the label of a file that has one as its type',
    breaks: {
      'upload-artifact.returns-recognised-type': { code: 'wrong-content-type', row: 'application/pdf as octet-stream' },
    },
    parts: recording((_, __, { type }) => (type ? { type: type as FileType } : {})),
  },
  {
    name: 'takes the type of a file from its name',
    breaks: {
      'upload-artifact.file-name-ignored': { code: 'wrong-content-type', actual: 'application/pdf' },
      'upload-artifact.accepts-bare-signature': 'wrong-content-type',
    },
    parts: together(
      readingParts(),
      recording((_, __, part) => ({ type: typeOfName(part) ?? 'image/jpeg' })),
    ),
  },
  {
    name: 'takes the digest for the id of an artifact',
    breaks: { 'upload-artifact.ids-differ': 'repeated-id' },
    parts: making((artifact) => ({ ...artifact, id: artifact.sha256 })),
  },
  {
    name: 'accepts no PDF',
    breaks: {
      'upload-artifact.accepts-file-types': { code: 'not-accepted', row: 'application/pdf' },
      'upload-artifact.accepts-bare-signature': { code: 'not-accepted', row: 'application/pdf' },
      'upload-artifact.part-type-optional': { code: 'not-accepted', row: 'PDF without a type' },
    },
    parts: refusingFiles(startingWith('%PDF-')),
  },
  {
    name: 'accepts no PNG',
    breaks: {
      'upload-artifact.accepts-file-types': { code: 'not-accepted', row: 'image/png' },
      'upload-artifact.accepts-bare-signature': { code: 'not-accepted', row: 'image/png' },
      'upload-artifact.part-type-optional': { code: 'not-accepted', row: 'PNG without a type' },
      'idempotency.upload-key-reused-other-file': { code: 'wrong-status', status: 415 },
      'case-lifecycle.decided-case-refuses-evidence': { code: 'wrong-status', status: 415 },
    },
    parts: refusingFiles(startingWith('\x89PNG')),
  },
  {
    name: 'demands the end of a JPEG',
    breaks: { 'upload-artifact.accepts-bare-signature': { code: 'not-accepted', row: 'image/jpeg' } },
    parts: refusingFiles((bytes) => startingWith('\xff\xd8')(bytes) && !bytes.includes(Buffer.from([0xff, 0xd9]))),
  },
  {
    name: 'demands the end of a PNG at the end of the file',
    breaks: {
      'upload-artifact.accepts-bare-signature': { code: 'not-accepted', row: 'image/png' },
      'limits.file-accepted': { code: 'not-accepted', row: 'a selfie as PNG' },
    },
    parts: refusingFiles((bytes) => startingWith('\x89PNG')(bytes) && !bytes.subarray(-8).includes('IEND')),
  },
  {
    name: 'demands nothing behind the end of a PNG',
    breaks: {
      'upload-artifact.accepts-bare-signature': { code: 'not-accepted', row: 'a PNG with bytes behind its end' },
      'limits.file-accepted': { code: 'not-accepted', row: 'a selfie as PNG' },
    },
    parts: refusingFiles(
      (bytes) => startingWith('\x89PNG')(bytes) && bytes.includes('IEND') && !bytes.subarray(-8).includes('IEND'),
    ),
  },
  {
    name: 'demands the header of a PNG',
    breaks: { 'upload-artifact.accepts-bare-signature': { code: 'not-accepted', row: 'image/png' } },
    parts: refusingFiles((bytes) => startingWith('\x89PNG')(bytes) && !bytes.includes('IHDR')),
  },
  {
    name: 'demands the trailer of a PDF',
    breaks: { 'upload-artifact.accepts-bare-signature': { code: 'not-accepted', row: 'application/pdf' } },
    parts: refusingFiles((bytes) => startingWith('%PDF-')(bytes) && !bytes.includes('%%EOF')),
  },
  {
    name: 'accepts PDF of version 1 only',
    breaks: { 'upload-artifact.accepts-bare-signature': { code: 'not-accepted', row: 'application/pdf' } },
    parts: refusingFiles((bytes) => startingWith('%PDF-')(bytes) && !startingWith('%PDF-1.')(bytes)),
  },
  {
    name: 'looks for scripts in files',
    breaks: {
      'upload-artifact.accepts-bare-signature': {
        code: 'not-accepted',
        row: 'a PDF of version 2.0 with a page of HTML',
      },
    },
    parts: refusingFiles((bytes) => bytes.includes('<script') && startingWith('%PDF-')(bytes)),
  },
  {
    name: 'refuses pictures with a PDF in them',
    breaks: { 'upload-artifact.accepts-bare-signature': { code: 'not-accepted', row: 'a JPEG with a PDF in it' } },
    parts: refusingFiles((bytes) => bytes.indexOf('%PDF-') > 0 && startingWith('\xff\xd8\xff')(bytes)),
  },
  {
    name: 'demands a type of the file part',
    breaks: {
      'upload-artifact.part-type-optional': { code: 'not-accepted', row: 'JPEG without a type' },
      'idempotency.upload-fingerprint': { code: 'wrong-status', row: 'no label' },
    },
    parts: refusingFiles((_, { type }) => type === undefined),
  },
  {
    name: 'demands a type of the part of a PDF',
    breaks: { 'upload-artifact.part-type-optional': { code: 'not-accepted', row: 'PDF without a type' } },
    parts: refusingFiles((bytes, { type }) => type === undefined && startingWith('%PDF-')(bytes)),
  },
  {
    name: 'refuses application/octet-stream',
    breaks: {
      'upload-artifact.part-type-optional': { code: 'not-accepted', row: 'JPEG as octet-stream' },
      'idempotency.upload-fingerprint': { code: 'wrong-status', row: 'another label of the same type' },
    },
    parts: refusingFiles((_, { type }) => type === 'application/octet-stream'),
  },
  {
    name: 'ignores the label of a file',
    breaks: { 'upload-artifact.part-type-disagrees': { code: 'wrong-status', status: 201 } },
    parts: () => ({ typeAgrees: () => true }),
  },
  {
    name: 'accepts any picture under the label of another',
    breaks: { 'upload-artifact.part-type-disagrees': { code: 'wrong-status', row: 'a PNG as image/jpeg' } },
    parts: ({ typeAgrees }) => ({
      typeAgrees: (said, type) =>
        typeAgrees(said, type) || (type.startsWith('image/') && /^image\/(jpeg|png)$/.test(said!)),
    }),
  },
  {
    name: 'ignores a label that is not of evidence',
    breaks: { 'upload-artifact.part-type-disagrees': { code: 'wrong-status', row: 'a JPEG as text/plain' } },
    parts: ({ typeAgrees }) => ({ typeAgrees: (said, type) => typeAgrees(said, type) || said === 'text/plain' }),
  },
  {
    name: 'answers 422 to a label that disagrees',
    breaks: { 'upload-artifact.part-type-disagrees': { code: 'wrong-status', status: 422 } },
    parts: ({ typeAgrees }) => ({
      typeAgrees(said, type) {
        if (typeAgrees(said, type)) return true;
        throw new Rejected(invalid([{ pointer: '#/file', detail: 'is not what it says' }]));
      },
    }),
  },
  {
    name: 'trusts the label of a file',
    breaks: {
      ...looseContent,
      'upload-artifact.part-type-disagrees': { code: 'wrong-status', status: 201 },
      'upload-artifact.signature-at-start': { code: 'wrong-status', row: 'a PDF behind 500 bytes' },
    },
    parts: recognising((_, part) => labelOf(part)),
  },
  {
    name: 'trusts the name of a file that it does not recognise',
    breaks: { ...looseContent, 'upload-artifact.signature-at-start': { code: 'wrong-status', status: 201 } },
    parts: together(
      readingParts(),
      alsoRecognising((_, part) => typeOfName(part)),
    ),
  },
  { name: 'accepts plain text', breaks: looseContent, parts: acceptingFilesThatBegin('This') },
  { name: 'accepts GIF', breaks: looseContent, parts: acceptingFilesThatBegin('GIF8') },
  { name: 'accepts WebP', breaks: looseContent, parts: acceptingFilesThatBegin('RIFF') },
  { name: 'accepts TIFF', breaks: looseContent, parts: acceptingFilesThatBegin('II*') },
  { name: 'accepts HTML', breaks: looseContent, parts: acceptingFilesThatBegin('<!doct') },
  { name: 'accepts SVG', breaks: looseContent, parts: acceptingFilesThatBegin('<svg') },
  { name: 'accepts ZIP', breaks: looseContent, parts: acceptingFilesThatBegin('PK\x03\x04') },
  { name: 'accepts programs', breaks: looseContent, parts: acceptingFilesThatBegin('MZ') },
  { name: 'accepts two bytes of a JPEG', breaks: looseContent, parts: acceptingFilesThatBegin('\xff\xd8') },
  { name: 'accepts four bytes of a PNG', breaks: looseContent, parts: acceptingFilesThatBegin('\x89PNG') },
  { name: 'accepts a PDF signature in lower case', breaks: looseContent, parts: acceptingFilesThatBegin('%pdf-') },
  { name: 'accepts a PDF signature without its hyphen', breaks: looseContent, parts: acceptingFilesThatBegin('%PDF1') },
  { name: 'accepts seven bytes of a PNG', breaks: looseContent, parts: acceptingFilesThatBegin('\x89PNG\r\n\x1a\0') },
  {
    name: 'accepts two bytes of a JPEG and another',
    breaks: looseContent,
    parts: acceptingFilesThatBegin('\xff\xd8\0'),
  },
  { name: 'accepts a picture of a phone', breaks: looseContent, parts: acceptingFilesThatBegin('\0\0\0\x18ftyp') },
  {
    name: 'answers 422 to content that it does not know',
    breaks: {
      'upload-artifact.unknown-content': { code: 'wrong-status', status: 422 },
      'upload-artifact.signature-at-start': { code: 'wrong-status', status: 422 },
      'upload-artifact.part-type-disagrees': { code: 'wrong-status', status: 422 },
    },
    parts: refusingIn('receiveFile', { status: 422 }, ({ status }) => status === 415),
  },
  {
    name: 'looks for the signature of a PDF in 1024 bytes',
    breaks: { 'upload-artifact.signature-at-start': { code: 'wrong-status', row: 'a PDF behind a byte-order mark' } },
    parts: takingFor(
      'application/pdf',
      (bytes) => bytes.subarray(0, 1024).includes('%PDF-') && !startingWith('\xff\xd8', '\x89PNG')(bytes),
    ),
  },
  {
    name: 'skips white space in front of a PDF',
    breaks: { 'upload-artifact.signature-at-start': { code: 'wrong-status', row: 'a PDF behind a line end' } },
    parts: takingFor('application/pdf', (bytes) => /^\s+%PDF-/.test(bytes.toString('latin1', 0, 99))),
  },
  {
    name: 'skips a byte-order mark in front of a PDF',
    breaks: { 'upload-artifact.signature-at-start': { code: 'wrong-status', row: 'a PDF behind a byte-order mark' } },
    parts: takingFor('application/pdf', startingWith('\xef\xbb\xbf%PDF-')),
  },
  {
    name: 'looks for the signature of a JPEG anywhere',
    breaks: { 'upload-artifact.signature-at-start': { code: 'wrong-status', row: 'a JPEG behind one byte' } },
    parts: takingFor('image/jpeg', (bytes) => bytes.includes(Buffer.from([0xff, 0xd8, 0xff]))),
  },
  {
    name: 'looks for the letters PNG in the first bytes',
    breaks: { 'upload-artifact.signature-at-start': { code: 'wrong-status', row: 'a PNG behind a space' } },
    parts: takingFor('image/png', (bytes) => startingWith(' ')(bytes) && bytes.subarray(0, 8).includes('PNG')),
  },
  {
    name: 'accepts an empty file',
    breaks: { 'upload-artifact.empty-file': { code: 'wrong-status', status: 201 } },
    parts: acceptingEmpty,
  },
  {
    name: 'accepts an empty file with a label',
    breaks: { 'upload-artifact.empty-file': { code: 'wrong-status', status: 201 } },
    parts: (original) => ({
      receiveFile: (part, parts) =>
        (labelOf(part) ? acceptingEmpty(original).receiveFile! : original.receiveFile)(part, parts),
    }),
  },
  {
    name: 'answers 400 to an empty file',
    breaks: { 'upload-artifact.empty-file': { code: 'wrong-status', status: 400 } },
    parts: refusingIn('receiveFile', { status: 400 }, ({ status }) => status === 422),
  },
  {
    name: 'does not know the kind OWNERSHIP_REGISTER',
    breaks: { ...noKind, 'upload-artifact.any-kind-on-any-type': { code: 'not-accepted', row: 'OWNERSHIP_REGISTER' } },
    parts: refusingKinds((kind) => kind === 'OWNERSHIP_REGISTER'),
  },
  {
    name: 'does not know the kind TAX_CERTIFICATE',
    breaks: { ...noKind, 'upload-artifact.any-kind-on-any-type': { code: 'not-accepted', row: 'TAX_CERTIFICATE' } },
    parts: refusingKinds((kind) => kind === 'TAX_CERTIFICATE'),
  },
  {
    name: 'takes no deed of a person',
    breaks: { 'upload-artifact.accepts-kinds': { code: 'not-accepted', row: 'INCORPORATION_DEED' } },
    parts: refusingKinds((kind, type) => kind === 'INCORPORATION_DEED' && type === 'PF'),
  },
  {
    name: 'takes no selfie of an entity',
    breaks: { 'upload-artifact.any-kind-on-any-type': { code: 'not-accepted', row: 'SELFIE' } },
    parts: refusingKinds((kind, type) => kind === 'SELFIE' && type === 'PM'),
  },
  { name: 'accepts a kind in lower case', breaks: looseKind, parts: judgingKind((kind) => kind.toUpperCase()) },
  { name: 'accepts a kind with hyphens', breaks: looseKind, parts: judgingKind((kind) => kind.replaceAll('-', '_')) },
  { name: 'trims the kind', breaks: looseKind, parts: judgingKind((kind) => kind.trim()) },
  {
    name: 'reads the first of two kinds in one part',
    breaks: looseKind,
    parts: judgingKind((kind) => kind.split(',')[0]!),
  },
  {
    name: 'accepts the beginning of a kind',
    breaks: looseKind,
    parts: judgingKind((kind) => (kind === 'ID' ? 'ID_FRONT' : kind)),
  },
  { name: 'accepts an empty kind', breaks: looseKind, parts: judgingKind((kind) => kind || 'ID_FRONT') },
  {
    name: 'accepts any kind',
    breaks: looseKind,
    parts: judgingKind((kind) => (/^[A-Z_]+$/.test(kind) ? 'ID_FRONT' : kind)),
  },
  {
    name: 'answers 400 to an unknown kind',
    breaks: { 'upload-artifact.unknown-kind': { code: 'wrong-status', status: 400 } },
    parts: refusingInvalid(({ instancePath, keyword }) => instancePath === '/kind' && keyword === 'enum', {
      status: 400,
    }),
  },
  {
    name: 'replaces the only evidence by the same',
    breaks: { 'upload-artifact.repeated-kind': 'wrong-artifacts' },
    parts: accepting((artifacts, added) =>
      artifacts.length === 1 && isSame(artifacts[0]!, added) ? [added] : [...artifacts, added],
    ),
  },
  {
    name: 'does not keep evidence that it has',
    breaks: { 'upload-artifact.repeated-kind': 'wrong-artifacts', 'limits.twenty-first-artifact': 'wrong-status' },
    parts: accepting((artifacts, added) =>
      artifacts.some((known) => isSame(known, added)) ? artifacts : [...artifacts, added],
    ),
  },
  {
    name: 'demands the kind before the file',
    breaks: {
      'upload-artifact.parts-in-either-order': 'not-accepted',
      'idempotency.upload-fingerprint': { code: 'wrong-status', row: 'another order of parts' },
    },
    parts: arranging((parts) => {
      const at = parts.findIndex((part) => nameOf(part) === 'kind');
      return at > 0 ? parts.filter((part) => nameOf(part) !== 'kind') : parts;
    }),
  },
  {
    name: 'loses a byte of a file in front of the kind',
    breaks: {
      'upload-artifact.parts-in-either-order': 'wrong-artifact',
      'idempotency.upload-fingerprint': { code: 'wrong-status', row: 'another order of parts' },
    },
    parts: arranging((parts) =>
      parts.map((part, at) =>
        at === 0 && nameOf(part) === 'file' ? { ...part, bytes: part.bytes.subarray(0, -1) } : part,
      ),
    ),
  },
  {
    name: 'answers 400 to a missing part',
    breaks: {
      'upload-artifact.missing-part': { code: 'wrong-status', status: 400 },
      'upload-artifact.unknown-part': { code: 'wrong-status', status: 400 },
    },
    parts: refusingInvalid(
      ({ params }) =>
        ['file', 'kind'].includes(String(params['missingProperty'])) && params['missingProperty'] !== undefined,
      { status: 400 },
    ),
  },
  {
    name: 'takes the last of repeated parts',
    breaks: repeated,
    parts: arranging((parts) => [...new Map(parts.map((part) => [nameOf(part), part])).values()]),
  },
  {
    name: 'takes the first of repeated kinds',
    breaks: repeated,
    parts: arranging((parts) =>
      parts.filter(
        (part, at) => nameOf(part) !== 'kind' || parts.findIndex((other) => nameOf(other) === 'kind') === at,
      ),
    ),
  },
  {
    name: 'takes the last of repeated files',
    breaks: repeated,
    parts: arranging((parts) =>
      parts.filter(
        (part, at) => nameOf(part) !== 'file' || parts.findLastIndex((other) => nameOf(other) === 'file') === at,
      ),
    ),
  },
  {
    name: 'accepts a repeated part that says the same',
    breaks: repeated,
    parts: arranging((parts) =>
      parts.filter(
        (part, at) =>
          parts.findIndex((other) => nameOf(other) === nameOf(part) && other.bytes.equals(part.bytes)) === at,
      ),
    ),
  },
  {
    name: 'takes a kind that is empty for none',
    breaks: repeated,
    parts: arranging((parts) => parts.filter((part) => nameOf(part) !== 'kind' || part.bytes.length > 0)),
  },
  {
    name: 'takes an empty file behind another for none',
    breaks: repeated,
    parts: arranging((parts) => parts.filter((part, at) => nameOf(part) !== 'file' || at < 2 || part.bytes.length > 0)),
  },
  {
    name: 'answers 400 to a repeated part',
    breaks: { 'upload-artifact.repeated-part': { code: 'wrong-status', status: 400 } },
    parts: refusingIn('readUpload', { status: 400 }, ({ errors }) => errors?.[0]?.detail === 'is repeated'),
  },
  { name: 'ignores unknown parts', breaks: ignoredPart, parts: without(...unknownParts) },
  { name: 'ignores unknown texts', breaks: ignoredPart, parts: without('note') },
  { name: 'ignores unknown files', breaks: ignoredPart, parts: without('selfie') },
  {
    name: 'stops to read when it has both parts',
    breaks: { ...ignoredPart, ...repeated },
    parts: arranging((parts) => (new Set(parts.slice(0, 2).map(nameOf)).size === 2 ? parts.slice(0, 2) : parts)),
  },
  {
    name: 'ignores what stands before both parts',
    breaks: ignoredPart,
    parts: arranging((parts) => (parts.length === 3 && nameOf(parts[0]!) === 'note' ? parts.slice(1) : parts)),
  },
  {
    name: 'reads the names of parts in any letter case',
    breaks: ignoredPart,
    parts: readingParts((part) => ({ ...part, name: Buffer.from(nameOf(part).toLowerCase()) })),
  },
  {
    name: 'reads a list of files',
    breaks: ignoredPart,
    parts: readingParts((part) => ({ ...part, name: Buffer.from(nameOf(part).replace('[]', '')) })),
  },
  {
    name: 'finds a part among the words of its language',
    breaks: {
      'upload-artifact.unknown-part': {
        code: 'wrong-status',
        row: 'a name that every object of JavaScript has',
        status: 201,
      },
    },
    parts: arranging((parts) => parts.filter((part) => !(nameOf(part) in {}))),
  },
  {
    name: 'answers 400 to an unknown part',
    breaks: { 'upload-artifact.unknown-part': { code: 'wrong-status', status: 400 } },
    parts: refusingInvalid(({ params }) => unknownParts.includes(String(params['additionalProperty'])), {
      status: 400,
    }),
  },
  {
    name: 'takes the end of a body for its last boundary',
    breaks: { 'upload-artifact.truncated-multipart': { code: 'wrong-status', status: 201 } },
    parts: changingMultipart((body, boundary) => Buffer.concat([body, Buffer.from(`\r\n--${boundary}--\r\n`)])),
  },
  {
    name: 'accepts a body that ends behind a part',
    breaks: { 'upload-artifact.truncated-multipart': { code: 'wrong-status', row: 'behind the file' } },
    parts: changingMultipart((body, boundary) => Buffer.concat([body, Buffer.from(`--${boundary}--\r\n`)])),
  },
  {
    name: 'takes every boundary at the end for the last',
    breaks: {
      'upload-artifact.truncated-multipart': { code: 'wrong-status', row: 'behind a boundary that is not the last' },
    },
    parts: changingMultipart((body, boundary) =>
      body.subarray(-4 - boundary.length).toString('latin1') === `--${boundary}\r\n`
        ? Buffer.concat([body.subarray(0, -2), Buffer.from('--\r\n')])
        : body,
    ),
  },
  {
    name: 'takes a boundary with one hyphen behind it for the last',
    breaks: {
      'upload-artifact.truncated-multipart': {
        code: 'wrong-status',
        row: 'within the hyphens of the last boundary',
        status: 201,
      },
    },
    parts: changingMultipart((body, boundary) =>
      body.toString('latin1').endsWith(`--${boundary}-`) ? Buffer.concat([body, Buffer.from('-\r\n')]) : body,
    ),
  },
  {
    name: 'answers 422 to a body without its last boundary',
    breaks: { 'upload-artifact.truncated-multipart': { code: 'wrong-status', status: 422 } },
    parts: refusingIn(
      'readUpload',
      { status: 422, problem: 'invalid-request', errors: [{ pointer: '#', detail: 'ends early' }] },
      ({ detail }) => /last boundary/.test(detail),
    ),
  },
  {
    name: 'fails at a body without its last boundary',
    breaks: { 'upload-artifact.truncated-multipart': { code: 'wrong-status', status: 500 } },
    parts: refusingIn('readUpload', { status: 500, problem: 'internal-error' }, ({ detail }) =>
      /last boundary/.test(detail),
    ),
  },
  {
    name: 'drops bytes that are not UTF-8 from a kind',
    breaks: { 'upload-artifact.invalid-utf8-kind': { code: 'wrong-status', status: 201 } },
    parts: ({ decodeUtf8 }) => ({
      decodeUtf8: (bytes) =>
        decodeUtf8(bytes.length < 20 && !isUtf8(bytes) ? bytes.filter((byte) => byte < 0x80) : bytes),
    }),
  },
  {
    name: 'fails at a kind that is not UTF-8',
    breaks: { 'upload-artifact.invalid-utf8-kind': { code: 'wrong-status', status: 500 } },
    parts: ({ decodeUtf8 }) => ({
      decodeUtf8: (bytes) =>
        bytes.length < 20
          ? new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
          : decodeUtf8(bytes),
    }),
  },
  { name: 'refuses files with the name of a program', breaks: looseName, parts: refusingNames(/\.exe$/) },
  { name: 'refuses names with a path', breaks: looseName, parts: refusingNames(/\.\.[/\\]/) },
  { name: 'refuses names of more than 255 characters', breaks: looseName, parts: refusingNames(/.{256}/) },
  { name: 'refuses names beyond ASCII', breaks: looseName, parts: refusingNames(/[^\0-\x7f]/) },
  {
    name: 'demands an extension',
    breaks: { ...looseName, 'upload-artifact.accepts-bare-signature': { code: 'not-accepted', row: 'image/jpeg' } },
    parts: refusingNames(/^[^.]+$/),
  },
  {
    name: 'refuses a name that disagrees with the content',
    breaks: looseName,
    parts: refusingFiles((bytes, part) => typeOfName(part) === 'application/pdf' && startingWith('\xff\xd8')(bytes)),
  },
  { name: 'refuses names with SQL in them', breaks: looseName, parts: refusingNames(/DROP TABLE/) },
  {
    name: 'answers an upload with the file name',
    breaks: { 'upload-artifact.file-name-not-echoed': 'file-name-disclosed' },
    parts: together(
      readingParts(),
      recording((_, __, { filename }) => ({ filename }) as object),
      ({ newArtifact }) => ({
        newArtifact: (upload, parts) => ({
          ...newArtifact(upload, parts),
          file_name: (upload.file as { filename?: string }).filename,
        }),
      }),
    ),
  },
  {
    name: 'lists the file name in a case',
    breaks: { 'upload-artifact.file-name-not-echoed': 'file-name-disclosed' },
    parts: (original) => {
      const names = new Map<string, string | undefined>();
      const keeping = together(
        readingParts(),
        recording((_, __, { filename }) => ({ filename }) as object),
      )(original);
      return {
        ...keeping,
        newArtifact(upload, parts) {
          const artifact = original.newArtifact(upload, parts);
          names.set(artifact.id, (upload.file as { filename?: string }).filename);
          return artifact;
        },
        ...changingBody('getCase', (body) => ({
          ...body,
          artifacts: (body['artifacts'] as Artifact[]).map((artifact) => ({
            ...artifact,
            name: names.get(artifact.id),
          })),
        }))(original),
      };
    },
  },
  {
    name: 'tells the file name in a refusal',
    breaks: {
      'upload-artifact.file-name-not-echoed': 'file-name-disclosed',
      'problems.no-submitted-values': { code: 'input-disclosed', row: 'the name of a file' },
    },
    parts: tellingName,
  },
  {
    name: 'stores an upload that it refuses as invalid-request',
    breaks: { 'upload-artifact.refused-stores-nothing': 'wrong-artifacts' },
    parts: storingRefused('invalid-request'),
  },
  {
    name: 'stores an upload that it refuses as unsupported-file-type',
    breaks: { 'upload-artifact.refused-stores-nothing': 'wrong-artifacts' },
    parts: storingRefused('unsupported-file-type'),
  },
  {
    name: 'stores an upload that it refuses as malformed-request',
    breaks: { 'upload-artifact.refused-stores-nothing': 'wrong-artifacts' },
    parts: storingRefused('malformed-request'),
  },
];
