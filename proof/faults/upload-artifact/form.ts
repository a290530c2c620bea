import type { Defect, FaultTable } from '../support/fault.ts';
import { Rejected, problem } from '../../../reference-impl/domain/rejections.ts';
import { arranging, nameOf, rejectingIn } from '../support/parts.ts';

/** Searches for a boundary in each chunk separately. */
const boundaryByPiece: Defect = ({ readParts }) => ({
  async *readParts(body, boundary, longest) {
    const pieces: Buffer[] = [];
    for await (const piece of body) pieces.push(piece);
    const whole = Buffer.concat(pieces);
    const found = (bytes: Buffer) => bytes.toString('latin1').split(`--${boundary}`).length - 1;
    const small = whole.length < 16_384;
    if (small && pieces.reduce((sum, piece) => sum + found(piece), 0) < found(whole))
      throw new Rejected(problem(400, 'malformed-request', 'The body ends before its last boundary.'));
    const again = (async function* () {
      yield whole;
    })();
    yield* readParts(again, boundary, longest);
  },
});

const faults: FaultTable = {
  'upload-artifact.written-by-any-client': {
    'searches for a boundary in each chunk separately': boundaryByPiece,
  },
  'upload-artifact.describes-file': {
    'loses a byte of a file that precedes the kind': arranging((parts) =>
      parts.map((part, at) =>
        at === 0 && nameOf(part) === 'file' ? { ...part, bytes: part.bytes.subarray(0, -1) } : part,
      ),
    ),
  },
  'http.left-open-responses': {
    'fails at a body without its last boundary': rejectingIn(
      'readUpload',
      { status: 500, problem: 'internal-error' },
      ({ detail }) => /last boundary/.test(detail),
    ),
  },
};

export default faults;
