import { problem, Rejected } from '../../reference-impl/domain/rejections.ts';
import type { Defect, FaultTable } from './support/fault.ts';
import { lateAfterCreate } from './support/late.ts';

/** A body with a character for each byte, and how many pieces of it end within this text at this place. */
interface InPieces {
  text: string;
  boundary: string;
  cutsIn: (at: number, found: string) => number;
}

// Bytes. The pieces of longer bodies are not those that the suite makes.
const longestRead = 100_000;
// Bytes.
const buffer = 4096;

/** Reads another form where the pieces of a body end. */
const readingPieces =
  (read: (body: InPieces) => string): Defect =>
  ({ readParts }) => ({
    async *readParts(body, boundary, longest) {
      const pieces: Buffer[] = [];
      for await (const piece of body) pieces.push(piece);
      let length = 0;
      const ends = pieces.map((piece) => (length += piece.length));
      const cutsIn = (at: number, found: string) => ends.filter((end) => end > at && end < at + found.length).length;
      const text = Buffer.concat(pieces).toString('latin1');
      const changed = length < longestRead ? read({ text, boundary, cutsIn }) : text;
      yield* readParts(whole(changed), boundary, longest);
    },
  });

async function* whole(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text, 'latin1');
}

const faults: FaultTable = {
  'upload-artifact.accepts-evidence': {
    'rejects an upload that is the first request after the create of its case': lateAfterCreate(
      (isLate) =>
        ({ uploadArtifact, store }) => ({
          uploadArtifact: (call, parts) =>
            uploadArtifact(
              call,
              isLate(call.path.case_id) ? { ...parts, store: { ...store, findCase: async () => undefined } } : parts,
            ),
        }),
    ),
  },
  'upload-artifact.written-by-any-client': {
    'searches for a boundary in each chunk separately': readingPieces(({ text, boundary, cutsIn }) =>
      text.replaceAll(`--${boundary}`, (found, at: number) => (cutsIn(at, found) > 0 ? 'no boundary' : found)),
    ),
    'searches for a boundary in a chunk and the one before it': readingPieces(({ text, boundary, cutsIn }) =>
      text.replaceAll(`--${boundary}`, (found, at: number) => (cutsIn(at, found) > 1 ? 'no boundary' : found)),
    ),
    'leaves the CR of a delimiter in the file if a piece ends behind it': readingPieces(({ text, boundary, cutsIn }) =>
      text.replaceAll(`\r\n--${boundary}`, (found, at: number) => (cutsIn(at, '\r\n') > 0 ? `\r${found}` : found)),
    ),
    'loses what a piece has before a delimiter that it ends within': readingPieces(({ text, boundary, cutsIn }) =>
      text.replaceAll(new RegExp(`[^](\r\n--${boundary})`, 'g'), (found, delimiter: string, at: number) =>
        cutsIn(at + 5, boundary) > 0 ? delimiter : found,
      ),
    ),
    'gives a part without a type that of the part before it': readingPieces(({ text, boundary }) => {
      let type = '';
      return text
        .split(`--${boundary}`)
        .map((part) => {
          const [head = '', ...content] = part.split('\r\n\r\n');
          const own = /\r\nContent-Type: [^\r]*/.exec(head)?.[0];
          if (content.length === 0 || own === undefined) return [head + type, ...content].join('\r\n\r\n');
          type = own;
          return part;
        })
        .join(`--${boundary}`);
    }),
    'loses the beginning of a delimiter if the next piece shows that it is none': readingPieces(
      ({ text, boundary, cutsIn }) =>
        text.replaceAll(`\r\n--${boundary.slice(0, -2)}\r\n`, (found, at: number) =>
          cutsIn(at, found) > 0 ? '\r\n' : found,
        ),
    ),
  },
  'upload-artifact.describes-file': {
    'leaves the CR of a delimiter in the file if a buffer ends behind it': readingPieces(({ text, boundary }) =>
      text.replaceAll(`\r\n--${boundary}`, (found, at: number) => ((at + 1) % buffer === 0 ? `\r${found}` : found)),
    ),
    'leaves the CR of a delimiter in the file if a buffer of its part ends behind it': readingPieces(
      ({ text, boundary }) =>
        text.replaceAll(`\r\n--${boundary}`, (found, at: number) => {
          const length = at - text.lastIndexOf('\r\n\r\n', at) - 4;
          return (length + 1) % buffer === 0 ? `\r${found}` : found;
        }),
    ),
  },
  'upload-artifact.part-type-disagrees': {
    'loses the type of a part if a piece ends within it': readingPieces(({ text, cutsIn }) =>
      text.replaceAll(/Content-Type: [^\r]*/g, (found, at: number) => (cutsIn(at, found) > 0 ? 'X-Note: x' : found)),
    ),
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
    'stores the first file of a case of the second tenant, and rejects it with 503': ({ uploadArtifact }) => {
      const seen = new Set<string>();
      return {
        async uploadArtifact(call, parts) {
          // Under a key the repetition is a replay, and no artifact too many.
          let isKeyed = false;
          const read = async () => {
            const request = await call.read();
            isKeyed = request.once !== undefined;
            return request;
          };
          const response = await uploadArtifact({ ...call, read }, parts);
          const isOfSecond = response.status === 201 && call.caller.tenant === 'two';
          if (!isOfSecond || isKeyed || seen.has(call.path.case_id)) return response;
          seen.add(call.path.case_id);
          throw new Rejected(problem(503, 'unavailable', 'Repeat the request.', { headers: { 'Retry-After': '1' } }));
        },
      };
    },
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

async function* copied(body: AsyncGenerator<Buffer>, seen: Buffer[]): AsyncGenerator<Buffer> {
  for await (const piece of body) {
    seen.push(piece);
    yield piece;
  }
}

export default faults;
