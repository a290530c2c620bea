import type { Defect, FaultTable } from '../support/fault.ts';
import { readingParts, together, recording, seenBy } from '../support/parts.ts';
import { Rejected } from '../../../reference-impl/domain/rejections.ts';
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

const faults: FaultTable = {
  'upload-artifact.describes-file': {
    'counts one byte too many for a file without a name': together(
      readingParts(),
      recording((file, _, { filename }) => (filename === undefined ? { size: file.size + 1 } : {})),
    ),
    'removes a line end at the end of a file': losing(/\r$/),
    'removes a space at the end of a file': losing(/ $/),
    'removes a hyphen at the end of a file': losing(/--$/),
    'counts the size in characters': recording((_, bytes) => ({ size: bytes.toString('utf8').length })),
    'includes the line end before a boundary in the size': recording(({ size }) => ({
      size: Math.min(size + 2, 10_485_760),
    })),
    'counts the size of a file in base64': recording(({ size }) => ({
      size: size < 10 ** 6 ? Math.ceil(size / 3) * 4 : size,
    })),
    'shows the size in KiB': recording(({ size }) => ({ size: Math.ceil(size / 1024) })),
    'records every kind as ID_FRONT': making((artifact) => ({ ...artifact, kind: 'ID_FRONT' })),
    'computes the digest of a file in base64': recording((_, bytes) => ({
      sha256: digestOf(bytes.toString('base64')),
    })),
    'includes the line end after a file in the digest': recording((_, bytes) => ({
      sha256: digestOf(Buffer.concat([bytes, Buffer.from('\r\n')])),
    })),
    'computes the digest with half of SHA-512': recording((_, bytes) => ({
      sha256: digestOf(bytes, 'sha512').slice(0, 64),
    })),
    'searches for a boundary anywhere in a line': recording((_, bytes) => {
      const before = bytes.subarray(0, bytes.indexOf('--idv-conformance-boundary'));
      return bytes.includes('--idv-conformance-boundary') ? { size: before.length, sha256: digestOf(before) } : {};
    }),
    'computes the digest of a file as text': recording((_, bytes) => ({ sha256: digestOf(bytes.toString('utf8')) })),
    'ignores zeros at the end of a file in the digest': recording((_, bytes) => ({
      sha256: digestOf(bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0) + 1)),
    })),
    'computes the digest of only the first 64 KiB of a file': recording((_, bytes) => ({
      sha256: digestOf(bytes.subarray(0, 65_536)),
    })),
    'shows the digest in upper case': recording(({ sha256 }) => ({ sha256: sha256.toUpperCase() })),
    'shows the digest in base64': recording(({ sha256 }) => ({
      sha256: Buffer.from(sha256, 'hex').toString('base64'),
    })),
  },
  'idempotency.upload-key-reused': {
    'converts line ends before it computes the digest': recording((_, bytes) => ({
      sha256: digestOf(Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')),
    })),
  },
  'upload-artifact.file-not-returned': {
    'shows the first bytes of a file of an unknown type in hexadecimal': ({ receiveFile }) => ({
      async receiveFile(part, parts) {
        const pieces: Buffer[] = [];
        return receiveFile({ ...part, content: seenBy(pieces, part.content) }, parts).catch((error: unknown) => {
          if (!(error instanceof Rejected) || error.response.status !== 415) throw error;
          const begin = Buffer.concat(pieces).toString('hex', 0, 16);
          throw new Rejected({ ...error.response, detail: `The file begins with ${begin}.` });
        });
      },
    }),
    'returns the content of a file in base64': returningContent('base64'),
    'returns the content of a file in hexadecimal': returningContent('hex'),
    'returns the first 16 bytes of a file in hexadecimal': returningContent('hex', 32),
  },
};

export default faults;
