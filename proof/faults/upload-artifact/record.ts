import type { FaultTable } from '../support/fault.ts';
import { readingParts, recording, together } from '../support/parts.ts';
import { digestOf } from '../support/uploads.ts';

const faults: FaultTable = {
  'http.left-open-responses': {
    'counts one byte too many for a file without a name': together(
      readingParts(),
      recording((file, _, { filename }) => (filename === undefined ? { size: file.size + 1 } : {})),
    ),
  },
  'upload-artifact.describes-file': {
    'computes the digest of a file as text': recording((_, bytes) => ({ sha256: digestOf(bytes.toString('utf8')) })),
    'computes the digest of only the first 64 KiB of a file': recording((_, bytes) => ({
      sha256: digestOf(bytes.subarray(0, 65_536)),
    })),
  },
  'idempotency.upload-key-reused': {
    'converts line ends before it computes the digest': recording((_, bytes) => ({
      sha256: digestOf(Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')),
    })),
  },
};

export default faults;
