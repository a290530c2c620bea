// Services that fail at a request which is legal and seldom sent.
import type { IncomingMessage } from 'node:http';
import { tooLarge } from '../../reference-impl/http/bytes.ts';
import type { Parts } from '../../reference-impl/parts.ts';
import { problem, Rejected } from '../../reference-impl/http/problems.ts';
import { changing, changingBody, type Fault } from './fault.ts';
import { judgingCreates, judgingUploads, recording, refusingCreates, storing } from './seams.ts';

type Faulty = Fault['parts'];

const unsupported = () => new Rejected(problem(415, 'unsupported-media-type', 'Send another media type.'));
/** Media types and encodings that are judged by something else before they are judged as they should be. */
const judgingHeaders =
  (judge: (headers: IncomingMessage['headers'], original: () => void) => void): Faulty =>
  ({ checkMediaType }) => ({
    checkMediaType: (request, expected) => judge(request.headers, () => checkMediaType(request, expected)),
  });
const ignoringEncodings = (which: RegExp): Faulty =>
  judgingHeaders((headers, original) => {
    if (which.test(headers['content-encoding'] ?? '')) delete headers['content-encoding'];
    original();
  });
const refusingTypes = (which: RegExp): Faulty =>
  judgingHeaders(({ 'content-type': type }, original) => {
    if (which.test(type ?? '')) throw unsupported();
    original();
  });

/** JSON bodies of which some have another limit. */
const limitingJson =
  (limitOf: (request: IncomingMessage, body: Buffer) => number): Faulty =>
  ({ piecesOf, limits }) => ({
    async *piecesOf(request, limit, what) {
      if (limit !== limits.jsonBytes) return yield* piecesOf(request, limit, what);
      const pieces: Buffer[] = [];
      for await (const piece of piecesOf(request, 1024 * 1024, what)) pieces.push(piece);
      const whole = Buffer.concat(pieces);
      if (whole.length > limitOf(request, whole)) throw tooLarge(limit, what);
      yield whole;
    },
  });

/** References that are refused, or come back as others. */
const refusingReferences = (unwanted: RegExp): Faulty => refusingCreates(({ reference }) => unwanted.test(reference));
const showingReferences = (change: (reference: string) => string): Faulty =>
  changingBody('getCase', (body) => ({ ...body, reference: change(String(body['reference'])) }));

const kindFor = (standIn: (kind: string) => string): Faulty =>
  judgingUploads((parts) => (typeof parts['kind'] === 'string' ? { ...parts, kind: standIn(parts['kind']) } : parts));

/** Files of which the end is not counted. */
const losing = (end: RegExp): Fault['parts'] =>
  recording(({ size }, bytes) => (end.test(bytes.subarray(-4).toString('latin1')) ? { size: size - 1 } : {}));

/** Reads with a key are answered as the first was. */
const replayingReads: Faulty = ({ authenticate, getCase }) => {
  const keys = new WeakMap<object, string>();
  const kept = new Map<string, ReturnType<Parts['getCase']>>();
  return {
    authenticate(request) {
      const found = authenticate(request);
      const key = request.headers['idempotency-key']?.toString();
      if (typeof found !== 'object' || request.method !== 'GET' || key === undefined) return found;
      const caller = { ...found };
      keys.set(caller, key);
      return caller;
    },
    getCase(call, parts) {
      const key = keys.get(call.caller);
      if (key === undefined) return getCase(call, parts);
      const id = JSON.stringify([call.caller, call.path.case_id, key]);
      if (!kept.has(id)) kept.set(id, getCase(call, parts));
      return kept.get(id)!;
    },
  };
};

/** Replays of creates whose reference has changed. */
const replaying = (change: (reference: string) => string): Faulty =>
  storing(({ openCase }) => ({
    async openCase(...call) {
      const outcome = await openCase(...call);
      if (typeof outcome === 'string') return outcome;
      const body = outcome.replay.body as { reference: string };
      return { replay: { ...outcome.replay, body: { ...body, reference: change(body.reference) } } };
    },
  }));

/** Defects that only what is seldom sent brings out. */
export const unusual: Fault[] = [
  {
    name: 'does not read a type with a space behind it',
    breaks: { 'http.media-type-parameters-ignored': { code: 'not-accepted', status: 415 } },
    parts: refusingTypes(/^application\/json ;/),
  },
  {
    name: 'knows charset in lower case only',
    breaks: { 'http.media-type-parameters-ignored': { code: 'not-accepted', status: 415 } },
    parts: refusingTypes(/Charset/),
  },
  {
    name: 'ignores encodings that it does not know',
    breaks: { 'http.content-encoding-415': { code: 'wrong-status', status: 201 } },
    parts: ignoringEncodings(/^(?!gzip|deflate|br|identity)./),
  },
  {
    name: 'looks at the first of several encodings',
    breaks: { 'http.content-encoding-415': { code: 'wrong-status', status: 201 } },
    parts: ignoringEncodings(/^identity,/),
  },
  {
    name: 'takes less JSON without an announced length',
    breaks: { 'limits.json-accepted': { code: 'not-accepted', status: 413 } },
    parts: limitingJson(({ headers }) => (headers['content-length'] === undefined ? 16_384 : 65_536)),
  },
  {
    name: 'limits the JSON of persons only',
    breaks: {
      'limits.json-refused': { code: 'wrong-status', status: 201 },
      'limits.json-refused-unannounced': { code: 'wrong-status', status: 201 },
    },
    parts: limitingJson((_, body) => (body.includes('"PM"') ? Infinity : 65_536)),
  },
  {
    name: 'tells no Location of an entity',
    breaks: { 'create-case.location': 'missing-header' },
    parts: changing('createCase', ({ headers, body }) => ({
      headers: (body as { type: string }).type === 'PM' ? {} : headers!,
    })),
  },
  {
    name: 'ignores unknown members of an entity',
    breaks: { 'create-case.unknown-member': { code: 'wrong-status', row: 'a nickname of an entity' } },
    parts: judgingCreates(({ nickname, ...body }) =>
      body['type'] === 'PM' || nickname === undefined ? body : { ...body, nickname },
    ),
  },
  {
    name: 'answers 200 to every upload but the first',
    breaks: {
      'upload-artifact.answers-201': { code: 'wrong-status', status: 200 },
      'idempotency.replay-after-decision': { code: 'wrong-status', status: 200 },
      'idempotency.replay-after-limit': { code: 'wrong-status', status: 200 },
    },
    parts: ({ uploadArtifact, store }) => ({
      async uploadArtifact(call, parts) {
        const found = await store.findCase(call.caller, call.path.case_id);
        const response = await uploadArtifact(call, parts);
        return response.status === 201 && found!.artifacts.length > 0 ? { ...response, status: 200 as 201 } : response;
      },
    }),
  },
  {
    name: 'answers 200 to the create of a case that the sandbox decides',
    breaks: { 'create-case.answers-201': { code: 'wrong-status', status: 200 } },
    parts: changing('createCase', ({ body, ...rest }) => ({
      status: /^sandbox:(approve|deny)/.test((body as { reference: string }).reference) ? 200 : rest.status,
    })),
  },
  { name: 'replays reads', breaks: { 'get-case.lists-evidence': 'wrong-artifacts' }, parts: replayingReads },
  {
    name: 'shows references in ASCII',
    breaks: {
      'create-case.returns-reference': 'wrong-reference',
      'create-case.shortest-reference': { code: 'wrong-reference', row: 'one space that does not break' },
      'create-case.longest-reference': 'wrong-reference',
      'get-case.like-created': 'wrong-case',
    },
    parts: showingReferences((text) => text.replaceAll(/[^\x20-\x7e]/gu, '?')),
  },
  {
    name: 'replays a reference without the spaces at its ends',
    breaks: { 'idempotency.create-replays': 'different-replay' },
    parts: replaying((text) => text.trim()),
  },
  {
    name: 'replays the beginning of a reference',
    breaks: { 'idempotency.create-replays': 'different-replay' },
    parts: replaying((text) => [...text].slice(0, 200).join('')),
  },
  {
    name: 'takes a zero for no reference',
    breaks: { 'create-case.shortest-reference': { code: 'not-accepted', row: 'a zero' } },
    parts: refusingReferences(/^0$/),
  },
  {
    name: 'takes the word null for no reference',
    breaks: { 'create-case.shortest-reference': { code: 'not-accepted', row: 'a word of the language' } },
    parts: refusingReferences(/^null$/),
  },
  {
    name: 'shows digits as a number',
    breaks: { 'create-case.returns-reference': { code: 'wrong-reference', row: 'digits with zeros in front' } },
    parts: showingReferences((text) => text.replace(/^0+(?=\d+$)/, '')),
  },
  {
    name: 'shows no suffix of a directive',
    breaks: { 'create-case.returns-reference': 'wrong-reference' },
    parts: showingReferences((text) => text.replace(/^(sandbox:[^#]*)#.*/, '$1')),
  },
  {
    name: 'makes signs of print plain',
    breaks: { 'create-case.returns-reference': { code: 'wrong-reference', row: 'signs with a meaning elsewhere' } },
    parts: showingReferences((text) => text.replaceAll(/[“”]/g, '"')),
  },
  {
    name: 'trims a kind in front',
    breaks: { 'upload-artifact.unknown-kind': { code: 'wrong-status', row: ' ID_FRONT' } },
    parts: kindFor((kind) => kind.trimStart()),
  },
  {
    name: 'reads a kind up to a zero',
    breaks: { 'upload-artifact.unknown-kind': { code: 'wrong-status', row: 'ID_FRONT\u0000' } },
    parts: kindFor((kind) => kind.replace(/\0.*/, '')),
  },
  {
    name: 'loses a line end at the end of a file',
    breaks: { 'upload-artifact.returns-size': { code: 'wrong-size', row: 'a boundary within a line' } },
    parts: losing(/\r$/),
  },
  {
    name: 'loses a space at the end of a file',
    breaks: { 'upload-artifact.returns-size': { code: 'wrong-size', row: 'letters of two, three and four bytes' } },
    parts: losing(/ $/),
  },
  {
    name: 'loses a hyphen at the end of a file',
    breaks: { 'upload-artifact.returns-size': { code: 'wrong-size', row: 'lines like a boundary' } },
    parts: losing(/--$/),
  },
  {
    name: 'takes codes of 64 letters at most',
    breaks: { 'sandbox.denies-with-code': 'not-accepted' },
    parts: refusingReferences(/^sandbox:deny:[^#]{65}/),
  },
  {
    name: 'takes codes with a long first word only',
    breaks: { 'sandbox.denies-with-code': 'not-accepted' },
    parts: refusingReferences(/^sandbox:deny:[A-Z0-9]_/),
  },
  {
    name: 'compares the keys of the Authorization by their end',
    breaks: { 'authentication.whole-key-compared': { code: 'wrong-status', row: 'one character before' } },
    parts: ({ authenticate }) => ({
      authenticate(request) {
        const sent = request.headersDistinct['authorization'];
        if (sent?.[0]?.startsWith('Bearer Z')) sent[0] = sent[0].replace(' Z', ' ');
        return authenticate(request);
      },
    }),
  },
  {
    name: 'finds cases without the prefix of their ids',
    breaks: { 'get-case.whole-id-compared': { code: 'wrong-status', row: 'without its prefix' } },
    parts: storing(({ findCase }) => ({
      findCase: async (caller, id) => (await findCase(caller, id)) ?? findCase(caller, `case_${id}`),
    })),
  },
];
