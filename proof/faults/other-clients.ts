// Services that read only what one kind of client writes, or more than the contract lets any client write.
import { randomUUID } from 'node:crypto';
import { problem, Rejected } from '../../reference-impl/http/problems.ts';
import type { ProblemResponse } from '../../reference-impl/domain/contract.ts';
import type { Fault } from './fault.ts';
import { arranging, changingMultipart, judgingCreates, nameOf, parsingMembers, storing } from './seams.ts';

/** Multipart bodies with certain bytes in them that are refused. */
const refusingMultipart = (
  pattern: RegExp,
  response: ProblemResponse<400 | 415> = problem(400, 'malformed-request', 'The body does not parse.'),
): Fault['parts'] =>
  changingMultipart((body) => {
    if (pattern.test(body.toString('latin1'))) throw new Rejected(response);
    return body;
  });
const refusingBoundaries =
  (unwanted: RegExp): Fault['parts'] =>
  ({ boundaryOf }) => ({
    boundaryOf(request) {
      if (unwanted.test(request.headers['content-type']!))
        throw new Rejected(problem(400, 'malformed-request', 'There is no boundary.'));
      return boundaryOf(request);
    },
  });
const disagreeing = problem(415, 'unsupported-file-type', 'The part is of another type.');

/** Members that are not known and not refused. */
const ignoring = (ignored: (name: string, value: unknown) => boolean): Fault['parts'] =>
  judgingCreates((body) => Object.fromEntries(Object.entries(body).filter((member) => !ignored(...member))));

/** Ids that are read as something else before they are looked up. */
const readingIds = (change: (id: string) => string): Fault['parts'] =>
  storing(({ findCase }) => ({ findCase: (caller, id) => findCase(caller, change(id)) }));
/** Cases are found by what is left of their ids. */
const findingBy =
  (newCaseId: () => string, key: (id: string) => string): Fault['parts'] =>
  (original) => {
    const known = new Map<string, string>();
    const made = () => {
      const id = newCaseId();
      known.set(key(id), id);
      return id;
    };
    return { newCaseId: made, ...readingIds((id) => known.get(key(id)) ?? id)(original) };
  };

const inQuery = ({ url }: { url?: string | undefined }) => new URL(url!, 'http://localhost').searchParams;

const known = (query: URLSearchParams) =>
  Object.fromEntries([...query].filter(([name]) => ['type', 'reference'].includes(name)));
const memberFromQuery: Fault['parts'] = ({ readJson }) => ({
  readJson: (request, parts) =>
    readJson(request, { ...parts, ...parsingMembers((body) => ({ ...known(inQuery(request)), ...body }))(parts) }),
});

const kindFromQuery: Fault['parts'] = ({ readUpload }) => ({
  readUpload(request, parts) {
    const kind = inQuery(request).get('kind');
    const adding = arranging((all) =>
      kind === null || all.some((part) => nameOf(part) === 'kind')
        ? all
        : [...all, { ...all[0]!, name: Buffer.from('kind'), bytes: Buffer.from(kind) }],
    );
    return readUpload(request, { ...parts, ...adding(parts) });
  },
});

/** Each piece of a JSON body is turned into text by itself. */
const textByPiece: Fault['parts'] = ({ readJson }) => ({
  readJson: (request, parts) =>
    readJson(request, {
      ...parts,
      async *piecesOf(...call) {
        const pieces: Buffer[] = [];
        for await (const piece of parts.piecesOf(...call)) pieces.push(piece);
        // What is one piece may still not be UTF-8, which is another defect.
        for (const piece of pieces) yield pieces.length === 1 ? piece : Buffer.from(piece.toString('utf8'));
      },
    }),
});

/** A boundary is looked for in each piece by itself. */
const boundaryByPiece: Fault['parts'] = ({ readParts }) => ({
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

/** Defects that only the clients of other languages, or none but hostile ones, come across. */
export const otherClients: Fault[] = [
  {
    name: 'does not read a boundary in quotes',
    breaks: { 'upload-artifact.written-by-any-client': { code: 'not-accepted', row: 'a boundary in quotes' } },
    parts: refusingBoundaries(/boundary="/),
  },
  {
    name: 'takes letters, digits and hyphens for a boundary',
    breaks: {
      'upload-artifact.written-by-any-client': {
        code: 'not-accepted',
        row: 'a boundary of signs and of letters of both cases',
      },
    },
    parts: refusingBoundaries(/boundary="[^"]*[^\w"-]/),
  },
  {
    name: 'folds the letter case of a boundary',
    breaks: {
      'upload-artifact.written-by-any-client': {
        code: 'not-accepted',
        row: 'a boundary of signs and of letters of both cases',
      },
    },
    parts: ({ boundaryOf }) => ({ boundaryOf: (request) => boundaryOf(request).toLowerCase() }),
  },
  {
    name: 'looks for the boundary in the first parameter only',
    breaks: {
      'upload-artifact.written-by-any-client': { code: 'not-accepted', row: 'a boundary behind another parameter' },
      'http.left-open-answers': { code: 'wrong-status', row: 'another charset of the form' },
    },
    parts: refusingBoundaries(/; .*; boundary=/),
  },
  {
    name: 'knows the headers of parts in one letter case only',
    breaks: { 'upload-artifact.written-by-any-client': { code: 'not-accepted', row: 'headers in lower case' } },
    parts: refusingMultipart(/\r\ncontent-disposition:/),
  },
  {
    name: 'takes every part with a type for a file',
    breaks: { 'upload-artifact.written-by-any-client': { code: 'not-accepted', row: 'a kind with a type' } },
    parts: refusingMultipart(/name="kind"\r\nContent-Type/),
  },
  {
    name: 'takes a boundary within a line for one',
    breaks: {
      'upload-artifact.accepts-bare-signature': { code: 'not-accepted', row: 'a JPEG with a boundary within a line' },
    },
    parts: refusingMultipart(/[^\n]--idv-conformance-boundary/),
  },
  {
    name: 'takes the name of a file that comes first for that of its part',
    breaks: {
      'upload-artifact.written-by-any-client': { code: 'not-accepted', row: 'the file name in front of the name' },
    },
    parts: refusingMultipart(/form-data; filename=/),
  },
  {
    name: 'takes the first header of a part for its name',
    breaks: { 'upload-artifact.written-by-any-client': { code: 'not-accepted', row: 'the type in front of the name' } },
    parts: refusingMultipart(/\r\nContent-Type: .*\r\nContent-Disposition/),
  },
  {
    name: 'adds a byte to a file whose part has its type first',
    breaks: { 'upload-artifact.written-by-any-client': 'wrong-artifact' },
    parts: changingMultipart((body) => {
      if (!/Content-Type: .*\r\nContent-Disposition/.test(body.toString('latin1'))) return body;
      const end = body.lastIndexOf('\r\n--');
      return Buffer.concat([body.subarray(0, end), Buffer.from('x'), body.subarray(end)]);
    }),
  },
  {
    name: 'looks for a boundary in each piece',
    breaks: { 'upload-artifact.written-by-any-client': { code: 'not-accepted', row: 'a boundary in two pieces' } },
    parts: boundaryByPiece,
  },
  {
    name: 'turns each piece of a body into text',
    breaks: { 'create-case.returns-reference': { code: 'wrong-reference', row: 'a letter in two pieces' } },
    parts: textByPiece,
  },
  {
    name: 'compares the type of a file by letter case',
    breaks: { 'upload-artifact.part-type-any-form': { code: 'not-accepted', row: 'IMAGE/JPEG' } },
    parts: refusingMultipart(/Content-Type: IMAGE\/JPEG/, disagreeing),
  },
  {
    name: 'compares the type of a file with its parameters',
    breaks: { 'upload-artifact.part-type-any-form': { code: 'not-accepted', row: 'image/jpeg; name="evidence.jpg"' } },
    parts: refusingMultipart(/Content-Type: image\/jpeg;/, disagreeing),
  },
  {
    name: 'records the type of a part in upper case as it stands',
    breaks: { 'upload-artifact.part-type-any-form': 'wrong-content-type' },
    parts: ({ readParts, newArtifact }) => {
      const seen = { upper: false };
      return {
        async *readParts(body, ...rest) {
          const pieces: Buffer[] = [];
          for await (const piece of body) pieces.push(piece);
          const whole = Buffer.concat(pieces);
          seen.upper = whole.includes('Content-Type: IMAGE/JPEG');
          const again = (async function* () {
            yield whole;
          })();
          yield* readParts(again, ...rest);
        },
        newArtifact(...call) {
          const artifact = newArtifact(...call);
          return seen.upper ? { ...artifact, content_type: 'IMAGE/JPEG' as 'image/jpeg' } : artifact;
        },
      };
    },
  },
  {
    name: 'takes members in another letter case',
    breaks: { 'create-case.unknown-member': { code: 'wrong-status', row: 'names in another letter case alone' } },
    parts: parsingMembers((body) =>
      'Type' in body && 'Reference' in body ? { type: body['Type'], reference: body['Reference'] } : body,
    ),
  },
  {
    name: 'ignores unknown members that are null',
    breaks: { 'create-case.unknown-member': { code: 'wrong-status', row: 'middle_name' } },
    parts: ignoring((_, value) => value === null),
  },
  {
    name: 'ignores unknown members that are empty',
    breaks: { 'create-case.unknown-member': { code: 'wrong-status', row: 'tags' } },
    parts: ignoring((_, value) => Array.isArray(value) && value.length === 0),
  },
  {
    name: 'ignores a member without a name',
    breaks: { 'create-case.unknown-member': { code: 'wrong-status', row: '' } },
    parts: ignoring((name) => name === ''),
  },
  {
    name: 'ignores members with an underscore',
    breaks: { 'create-case.unknown-member': { code: 'wrong-status', row: '_internal' } },
    parts: ignoring((name) => /^_[a-z]/.test(name)),
  },
  {
    name: 'ignores members with a dollar',
    breaks: { 'create-case.unknown-member': { code: 'wrong-status', row: '$schema' } },
    parts: ignoring((name) => name.startsWith('$')),
  },
  {
    name: 'ignores the member __proto__',
    breaks: { 'create-case.unknown-member': { code: 'wrong-status', status: 201 } },
    parts: ignoring((name) => name === '__proto__'),
  },
  {
    name: 'takes members that are missing from the query',
    breaks: { 'create-case.missing-member': { code: 'accepted', row: 'the type in the query' } },
    parts: memberFromQuery,
  },
  {
    name: 'takes a kind that is missing from the query',
    breaks: { 'upload-artifact.missing-part': 'accepted' },
    parts: kindFromQuery,
  },
  {
    name: 'reads ids as UUIDs, with hyphens or without',
    breaks: { 'get-case.whole-id-compared': { code: 'wrong-status', row: 'without its hyphens' } },
    parts: findingBy(randomUUID, (id) => id.replaceAll('-', '')),
  },
  {
    name: 'folds the letter case of ids',
    breaks: { 'get-case.unknown-404': { code: 'wrong-status', status: 200 } },
    parts: findingBy(
      () => `case-${randomUUID()}-AbCdEf`,
      (id) => id.toLowerCase(),
    ),
  },
  {
    name: 'reads an id up to a line end',
    breaks: { 'get-case.whole-id-compared': { code: 'accepted', row: 'with a line end behind' } },
    parts: readingIds((id) => id.replace(/\n$/, '')),
  },
  {
    name: 'reads an id up to a semicolon',
    breaks: { 'get-case.whole-id-compared': { code: 'accepted', row: 'with a parameter behind' } },
    parts: readingIds((id) => id.replace(/;.*/, '')),
  },
];
