import { type Defect, failing, type FaultTable } from '../support/fault.ts';
import { Rejected, problem } from '../../../reference-impl/http/problems.ts';
import type { Parts } from '../../../reference-impl/parts.ts';
import { together, readingParts, recording } from '../support/parts.ts';
import { knowingUploadsBy } from '../support/idempotency.ts';
import { keyedToo } from '../support/requests.ts';

/** JSON that is refused for the way in which it is written. */
const refusingText =
  (pattern: RegExp): Defect =>
  ({ parseJson }) => ({
    parseJson(text) {
      if (pattern.test(text)) throw new Rejected(problem(400, 'malformed-request', 'This is not JSON.'));
      return parseJson(text);
    },
  });

/** Uploads whose payload counts as the same by something of the request around it, too. */
const knowingUploadsToo =
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

/** Defects that the checks in `conformance/checks/idempotency/fingerprint.ts` must find. */
export const idempotencyFingerprintFaults: FaultTable = {
  'treats an escaped pair of surrogates as two lone ones': [
    {
      'idempotency.equal-json': { code: 'wrong-status', status: 400 },
      'create-case.returns-reference': { code: 'not-accepted', row: 'a backslash before u' },
    },
    refusingText(/\\u[dD][89a-fA-F]/),
  ],
  'knows no escapes in the name of a property': [
    {
      'idempotency.equal-json': { code: 'wrong-status', row: 'escapes' },
      'create-case.unknown-member': 'wrong-status',
    },
    refusingText(/[{,]\s*"\\u/),
  ],
  ...failing(
    { 'idempotency.equal-json': { code: 'wrong-status', row: 'escapes' } },
    {
      'compares the text of JSON without its white space': (original) => {
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
    },
  ),
  'knows escapes in lower case only': [
    { 'idempotency.equal-json': { code: 'wrong-status', row: 'generated values' } },
    refusingText(/\\u[0-9a-f]*[A-F]/),
  ],
  'knows no escaped slash': [
    { 'idempotency.equal-json': { code: 'wrong-status', row: 'short escapes' } },
    refusingText(/(?<!\\)\\\//),
  ],
  'treats white space before a colon as malformed': [
    { 'idempotency.equal-json': { code: 'wrong-status', row: 'white space wherever it may stand' } },
    refusingText(/"\s+:/),
  ],
  // what counts as the same payload
  'compares the text of JSON': [
    { 'idempotency.equal-json': { code: 'wrong-status', status: 422 } },
    (original) => {
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
  ],
  'compares JSON in the order of its properties': [
    { 'idempotency.equal-json': { code: 'wrong-status', row: 'another order' } },
    () => ({ fingerprintOfCase: (body) => JSON.stringify(body) }),
  ],
  'keeps idempotency keys by the media type as it is written': [
    { 'idempotency.equal-json': { code: 'different-replay', row: 'another media type' } },
    keyedToo(({ headers }) => /charset/.exec(headers['content-type'] ?? '')?.[0]),
  ],
  'compares the boundary of an upload': [
    { 'idempotency.upload-fingerprint': { code: 'wrong-status', row: 'another boundary' } },
    knowingUploadsToo(({ headers }) => String(headers['content-type'])),
  ],
  'compares the order of parts': [
    { 'idempotency.upload-fingerprint': { code: 'wrong-status', row: 'another order of parts' } },
    knowingUploadsToo((_, names) => names.join()),
  ],
  'compares file names': [
    { 'idempotency.upload-fingerprint': { code: 'wrong-status', row: 'another file name' } },
    together(
      readingParts(),
      recording((_, __, { filename }) => ({ mark: filename }) as object),
      knowingUploadsBy((kind, { sha256, mark }) => `${kind} ${sha256} ${mark}`),
    ),
  ],
  'compares what parts say of their type': [
    { 'idempotency.upload-fingerprint': { code: 'wrong-status', row: 'another label of the same type' } },
    together(
      recording((_, __, { type }) => ({ mark: type }) as object),
      knowingUploadsBy((kind, { sha256, mark }) => `${kind} ${sha256} ${mark}`),
    ),
  ],
  'compares whether a length was announced': [
    {
      'idempotency.upload-replays': 'changed-by-spelling',
      'idempotency.upload-fingerprint': { code: 'wrong-status', row: 'no announced length' },
    },
    knowingUploadsToo(({ headers }) => String('content-length' in headers)),
  ],
};
