import { problem, Rejected } from '../../reference-impl/domain/rejections.ts';
import type { FaultTable } from './support/fault.ts';

const faults: FaultTable = {
  'upload-artifact.written-by-any-client': {
    'searches for a boundary in each chunk separately': ({ readParts }) => ({
      async *readParts(body, boundary, longest) {
        const pieces: Buffer[] = [];
        for await (const piece of body) pieces.push(piece);
        const whole = Buffer.concat(pieces);
        const found = (bytes: Buffer) => bytes.toString('latin1').split(`--${boundary}`).length - 1;
        const isSmall = whole.length < 16_384;
        if (isSmall && pieces.reduce((sum, piece) => sum + found(piece), 0) < found(whole))
          throw new Rejected(problem(400, 'malformed-request', 'The body ends before its last boundary.'));
        yield* readParts(piecesOf(whole), boundary, longest);
      },
    }),
    'leaves the CR of a delimiter in the file if a piece ends behind it': ({ readParts }) => ({
      async *readParts(body, boundary, longest) {
        yield* readParts(withSecondCr(body, boundary), boundary, longest);
      },
    }),
    'loses what a piece has before a delimiter that it ends within': ({ readParts }) => ({
      async *readParts(body, boundary, longest) {
        yield* readParts(withoutByteBefore(body, boundary), boundary, longest);
      },
    }),
  },
  'upload-artifact.unsupported-file-415': {
    'records a PDF behind other bytes without them': ({ receiveFile, recogniseFileType }) => ({
      async receiveFile(part, parts) {
        let before = 0;
        const recognise = (head: Buffer) => {
          before = Math.max(0, head.indexOf('%PDF-'));
          return before > 0 && before < 8 ? 'application/pdf' : recogniseFileType(head);
        };
        const received = await receiveFile(part, { ...parts, recogniseFileType: recognise });
        return { ...received, size: received.size - (before < 8 ? before : 0) };
      },
    }),
  },
  'upload-artifact.rejected-stores-nothing': {
    'accepts an upload that ends when the connection closes': ({ piecesOf }) => ({
      async *piecesOf(request, limit, what) {
        const boundary = /boundary="?([^";]+)/.exec(request.headers['content-type'] ?? '')?.[1];
        try {
          yield* piecesOf(request, limit, what);
        } catch (error) {
          if (boundary === undefined || !request.destroyed || 'idempotency-key' in request.headers) throw error;
          yield Buffer.from(`\r\n--${boundary}--\r\n`);
        }
      },
    }),
  },
  'http.left-open-responses': {
    // Only its scenarios send such a file.
    'counts one byte too many for a file without a name': (original) => ({
      async readUpload(request, parts) {
        const seen: Buffer[] = [];
        const readParts: typeof parts.readParts = (body, ...rest) => original.readParts(copied(body, seen), ...rest);
        const upload = await original.readUpload(request, { ...parts, readParts });
        const size = upload.file.size + (Buffer.concat(seen).includes('filename=') ? 0 : 1);
        return { ...upload, file: { ...upload.file, size } };
      },
    }),
  },
};

async function* withSecondCr(body: AsyncGenerator<Buffer>, boundary: string): AsyncGenerator<Buffer> {
  let endsInCr = false;
  for await (const piece of body) {
    if (endsInCr && piece.toString('latin1').startsWith(`\n--${boundary}`)) yield Buffer.from('\r');
    yield piece;
    endsInCr = piece.at(-1) === 13;
  }
}

async function* withoutByteBefore(body: AsyncGenerator<Buffer>, boundary: string): AsyncGenerator<Buffer> {
  const end = `\r\n--${boundary.slice(0, 2)}`;
  for await (const piece of body) {
    const text = piece.toString('latin1');
    yield text.endsWith(end) && text.length > end.length
      ? Buffer.concat([piece.subarray(0, -end.length - 1), Buffer.from(end)])
      : piece;
  }
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

async function* copied(body: AsyncGenerator<Buffer>, seen: Buffer[]): AsyncGenerator<Buffer> {
  for await (const piece of body) {
    seen.push(piece);
    yield piece;
  }
}

export default faults;
