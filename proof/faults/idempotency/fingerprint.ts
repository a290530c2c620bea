import type { Defect, FaultTable } from '../support/fault.ts';
import { Rejected, problem } from '../../../reference-impl/domain/rejections.ts';
import type { Parts } from '../../../reference-impl/parts.ts';
import { together, readingParts, recording } from '../support/parts.ts';
import { comparingUploadsBy } from '../support/idempotency.ts';
import { keyedToo } from '../support/requests.ts';

/** Rejects valid JSON that is written in an unusual way. */
const rejectingText =
  (pattern: RegExp): Defect =>
  ({ parseJson }) => ({
    parseJson(text) {
      if (pattern.test(text)) throw new Rejected(problem(400, 'malformed-request', 'This is not JSON.'));
      return parseJson(text);
    },
  });

/** Includes other parts of the request in the comparison of two uploads. */
const comparingUploadsToo =
  (mark: (request: Parameters<Parts['readUpload']>[0], names: string[]) => string): Defect =>
  (original) => {
    const marks = new WeakMap<object, string>();
    return {
      async readUpload(request, parts) {
        const names: string[] = [];
        const readParts: Parts['readParts'] = async function* (...call) {
          for await (const part of original.readParts(...call)) {
            names.push(part.name.toString());
            yield part;
          }
        };
        const upload = await original.readUpload(request, { ...parts, readParts });
        marks.set(upload, mark(request, names));
        return upload;
      },
      fingerprintOfUpload: (upload) => `${original.fingerprintOfUpload(upload)} ${marks.get(upload)}`,
    };
  };

const faults: FaultTable = {
  'idempotency.equal-json': {
    'rejects an escaped surrogate pair as two lone surrogates': rejectingText(/\\u[dD][89a-fA-F]/),
    'does not decode escapes in property names': rejectingText(/[{,]\s*"\\u/),
    'compares JSON as text without white space': (original) => {
      const texts = new WeakMap<object, string>();
      return {
        parseJson(text) {
          const value = original.parseJson(text);
          if (typeof value === 'object' && value !== null)
            texts.set(value, [...text.replaceAll(/\r\n *|[{},]/g, '').replaceAll('": ', '":')].toSorted().join(''));
          return value;
        },
        fingerprintOfCase: (body) => texts.get(body)!,
      };
    },
    'decodes only escapes in lower case': rejectingText(/\\u[0-9a-f]*[A-F]/),
    'rejects an escaped slash': rejectingText(/(?<!\\)\\\//),
    'treats white space before a colon as malformed': rejectingText(/"\s+:/),
    // comparison of payloads
    'compares JSON as text': (original) => {
      const texts = new WeakMap<object, string>();
      return {
        parseJson(text) {
          const value = original.parseJson(text);
          if (typeof value === 'object' && value !== null) texts.set(value, text);
          return value;
        },
        fingerprintOfCase: (body) => texts.get(body)!,
      };
    },
    'compares JSON with the order of its properties': () => ({ fingerprintOfCase: (body) => JSON.stringify(body) }),
    'stores idempotency keys by the spelling of the media type': keyedToo(
      ({ headers }) => /charset/.exec(headers['content-type'] ?? '')?.[0],
    ),
  },
  'idempotency.upload-fingerprint': {
    'compares the boundary of an upload': comparingUploadsToo(({ headers }) => String(headers['content-type'])),
    'compares the order of parts': comparingUploadsToo((_, names) => names.join()),
    'compares file names': together(
      readingParts(),
      recording((_, __, { filename }) => ({ mark: filename }) as object),
      comparingUploadsBy((kind, { sha256, mark }) => `${kind} ${sha256} ${mark}`),
    ),
    'compares the Content-Type of parts': together(
      recording((_, __, { type }) => ({ mark: type }) as object),
      comparingUploadsBy((kind, { sha256, mark }) => `${kind} ${sha256} ${mark}`),
    ),
  },
  'idempotency.upload-replays': {
    'compares whether a request had a Content-Length': comparingUploadsToo(({ headers }) =>
      String('content-length' in headers),
    ),
  },
};

export default faults;
