import { type Defect, failing, type FaultTable } from '../support/fault.ts';
import { readingParts, together, recording, seenBy } from '../support/parts.ts';
import { Rejected } from '../../../reference-impl/http/problems.ts';
import { making, digestOf } from '../support/uploads.ts';

const returningContent = (encoding: 'base64' | 'hex', length = 2000): Defect =>
  together(
    recording((_, bytes) => ({ content: bytes.toString(encoding) }) as object),
    ({ newArtifact }) => ({
      newArtifact: (upload, parts) => ({
        ...newArtifact(upload, parts),
        content: (upload.file as { content?: string }).content?.slice(0, length),
      }),
    }),
  );

/** Loses the end of a file. */
const losing = (end: RegExp): Defect =>
  recording(({ size }, bytes) => (end.test(bytes.subarray(-4).toString('latin1')) ? { size: size - 1 } : {}));

/** Defects that the checks in `conformance/checks/upload-artifact/record.ts` must find. */
export const uploadArtifactRecordFaults: FaultTable = {
  'counts one byte too many for a file without a name': [
    {
      'upload-artifact.returns-size': {
        code: 'wrong-size',
        row: 'requests of other checks: POST /cases/{case_id}/artifacts, status 201',
      },
    },
    together(
      readingParts(),
      recording((file, _, { filename }) => (filename === undefined ? { size: file.size + 1 } : {})),
    ),
  ],
  'records every kind as ID_FRONT': [
    { 'upload-artifact.returns-kind': { code: 'wrong-kind', actual: 'ID_FRONT' } },
    making((artifact) => ({ ...artifact, kind: 'ID_FRONT' })),
  ],
  'removes a line end at the end of a file': [
    { 'upload-artifact.returns-size': { code: 'wrong-size', row: 'a boundary within a line' } },
    losing(/\r$/),
  ],
  'removes a space at the end of a file': [
    { 'upload-artifact.returns-size': { code: 'wrong-size', row: 'letters of two, three and four bytes' } },
    losing(/ $/),
  ],
  'removes a hyphen at the end of a file': [
    { 'upload-artifact.returns-size': { code: 'wrong-size', row: 'lines like a boundary' } },
    losing(/--$/),
  ],
  'counts the size in characters': [
    {
      'upload-artifact.returns-size': 'wrong-size',
      'limits.file-accepted': { code: 'wrong-size', row: 'a selfie as PNG' },
    },
    recording((_, bytes) => ({ size: bytes.toString('utf8').length })),
  ],
  ...failing(
    { 'upload-artifact.returns-size': 'wrong-size' },
    {
      'includes the line end before a boundary in the size': recording(({ size }) => ({
        size: Math.min(size + 2, 10_485_760),
      })),
      'counts the size of a file in base64': recording(({ size }) => ({
        size: size < 10 ** 6 ? Math.ceil(size / 3) * 4 : size,
      })),
      'shows the size in KiB': recording(({ size }) => ({ size: Math.ceil(size / 1024) })),
    },
  ),
  ...failing(
    { 'upload-artifact.returns-digest': 'wrong-digest' },
    {
      'computes the digest of a file in base64': recording((_, bytes) => ({
        sha256: digestOf(bytes.toString('base64')),
      })),
      'includes the line end after a file in the digest': recording((_, bytes) => ({
        sha256: digestOf(Buffer.concat([bytes, Buffer.from('\r\n')])),
      })),
      'computes the digest with half of SHA-512': recording((_, bytes) => ({
        sha256: digestOf(bytes, 'sha512').slice(0, 64),
      })),
    },
  ),
  'searches for a boundary anywhere in a line': [
    {
      'upload-artifact.returns-digest': { code: 'wrong-digest', row: 'a boundary within a line' },
      'upload-artifact.returns-size': { code: 'wrong-size', row: 'a boundary within a line' },
    },
    recording((_, bytes) => {
      const before = bytes.subarray(0, bytes.indexOf('--idv-conformance-boundary'));
      return bytes.includes('--idv-conformance-boundary') ? { size: before.length, sha256: digestOf(before) } : {};
    }),
  ],
  'computes the digest of a file as text': [
    {
      'upload-artifact.returns-digest': 'wrong-digest',
      'idempotency.upload-key-reused-other-file': { code: 'wrong-status', row: 'another byte that is no UTF-8' },
    },
    recording((_, bytes) => ({ sha256: digestOf(bytes.toString('utf8')) })),
  ],
  'converts line ends before it computes the digest': [
    {
      'idempotency.upload-key-reused-other-file': { code: 'wrong-status', row: 'another line end' },
      'upload-artifact.returns-digest': { code: 'wrong-digest', row: 'line ends of all kinds' },
      'limits.file-accepted': { code: 'wrong-digest', row: 'a selfie as PNG' },
    },
    recording((_, bytes) => ({
      sha256: digestOf(Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')),
    })),
  ],
  'ignores zeros at the end of a file in the digest': [
    {
      'upload-artifact.returns-digest': { code: 'wrong-digest', row: 'zeros at the end' },
      'limits.file-accepted': 'wrong-digest',
    },
    recording((_, bytes) => ({
      sha256: digestOf(bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0) + 1)),
    })),
  ],
  'computes the digest of only the first 64 KiB of a file': [
    {
      'upload-artifact.returns-digest': { code: 'wrong-digest', row: '100,000 bytes' },
      'limits.file-accepted': 'wrong-digest',
      'idempotency.upload-key-reused-other-file': { code: 'wrong-status', row: 'another end, the same size' },
    },
    recording((_, bytes) => ({ sha256: digestOf(bytes.subarray(0, 65_536)) })),
  ],
  ...failing(
    {
      'upload-artifact.returns-digest': 'wrong-digest',
      'upload-artifact.answers-artifact': { code: 'schema-mismatch', pointer: '/sha256' },
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/artifacts/0/sha256' },
    },
    {
      'shows the digest in upper case': recording(({ sha256 }) => ({ sha256: sha256.toUpperCase() })),
      'shows the digest in base64': recording(({ sha256 }) => ({
        sha256: Buffer.from(sha256, 'hex').toString('base64'),
      })),
    },
  ),
  'shows the first bytes of a file of an unknown type in hexadecimal': [
    {
      'upload-artifact.content-not-returned': 'file-content-disclosed',
      'problems.no-submitted-values': { code: 'input-disclosed', row: 'the content of a file' },
    },
    ({ receiveFile }) => ({
      async receiveFile(part, parts) {
        const pieces: Buffer[] = [];
        return receiveFile({ ...part, content: seenBy(pieces, part.content) }, parts).catch((error: unknown) => {
          if (!(error instanceof Rejected) || error.response.status !== 415) throw error;
          const begin = Buffer.concat(pieces).toString('hex', 0, 16);
          throw new Rejected({ ...error.response, detail: `The file begins with ${begin}.` });
        });
      },
    }),
  ],
  ...failing(
    { 'upload-artifact.content-not-returned': 'file-content-disclosed' },
    {
      'returns the content of a file in base64': returningContent('base64'),
      'returns the content of a file in hexadecimal': returningContent('hex'),
      'returns the first 16 bytes of a file in hexadecimal': returningContent('hex', 32),
    },
  ),
};
