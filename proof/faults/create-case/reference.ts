import type { Case, Artifact } from '../../../reference-impl/domain/contract.ts';
import type { Caller } from '../../../reference-impl/ports.ts';
import { type Defect, changingBody, failing, type FaultTable } from '../support/fault.ts';
import { showingFound } from '../support/state.ts';
import { parsingProperties, judgingCreates, storing, rejectingCreates, rejectingInvalid } from '../support/parts.ts';
import { isDirective, rejectingReferences } from '../support/sandbox.ts';
import { Rejected, invalid, malformed } from '../../../reference-impl/http/problems.ts';
import { rewriting } from '../support/requests.ts';

/** Evidence that is listed by every case which has this in common. */
const listingBy = (what: (found: Case, caller: Caller) => string): Defect => {
  return (original) => {
    const kept = new Map<string, Map<string, Artifact[]>>();
    const read = showingFound((found, caller) => {
      const cases = kept.get(what(found, caller));
      return { ...found, artifacts: cases ? [...cases.values()].flat() : found.artifacts };
    })(original);
    return {
      ...read,
      async uploadArtifact(call, parts) {
        const response = await original.uploadArtifact(call, parts);
        const found = await parts.store.findCase(call.caller, call.path.case_id);
        if (!found) return response;
        const key = what(found, call.caller);
        kept.set(key, (kept.get(key) ?? new Map<string, Artifact[]>()).set(found.id, found.artifacts));
        return response;
      },
    };
  };
};

const codePoints = (text: unknown) => [...String(text)].length;

const storingReference = (change: (reference: string) => string): Defect =>
  parsingProperties((body) =>
    typeof body['reference'] === 'string' && !isDirective(body['reference'])
      ? { ...body, reference: change(body['reference']) }
      : body,
  );

const judgingReference = (standIn: (reference: string) => string): Defect =>
  judgingCreates((body) =>
    typeof body['reference'] === 'string' ? { ...body, reference: standIn(body['reference']) } : body,
  );

const oneCaseForAReference = storing(({ openCase }) => {
  const known = new Map<string, Case>();
  return {
    async openCase(caller, opened, once, first) {
      const name = [caller.tenant, caller.mode, opened.reference].join();
      const earlier = known.get(name);
      known.set(name, earlier ?? opened);
      const response = { status: 201, headers: { Location: `/cases/${earlier?.id}` }, body: earlier };
      return earlier && !once && !isDirective(opened.reference)
        ? { replay: response as never }
        : openCase(caller, opened, once, first);
    },
  };
});

/** References in which the signs are judged as letters. */
const acceptingInReferences = (signs: RegExp): Defect => judgingReference((text) => text.replaceAll(signs, 'x'));

/** Decodes each chunk of a JSON body separately. */
const textByPiece: Defect = ({ readJson }) => ({
  readJson: (request, parts) =>
    readJson(request, {
      ...parts,
      async *piecesOf(...call) {
        const pieces: Buffer[] = [];
        for await (const piece of parts.piecesOf(...call)) pieces.push(piece);
        // A body in one chunk may still contain bytes that are not UTF-8, which is another defect.
        for (const piece of pieces) yield pieces.length === 1 ? piece : Buffer.from(piece.toString('utf8'));
      },
    }),
});

const showingReferences = (change: (reference: string) => string): Defect =>
  changingBody('getCase', (body) => ({ ...body, reference: change(String(body['reference'])) }));

/** Defects that the checks in `conformance/checks/create-case/reference.ts` must find. */
export const createCaseReferenceFaults: FaultTable = {
  'normalises a reference to NFC': [
    {
      'create-case.returns-reference': { code: 'wrong-reference', row: 'composed and decomposed letters' },
      'create-case.too-long-reference': { code: 'wrong-status', row: 'letters with a combining accent' },
      'idempotency.create-key-reused': { code: 'wrong-status', row: 'composed and decomposed letters' },
    },
    storingReference((text) => text.normalize('NFC')),
  ],
  'responds to a create with the reference in NFC, but stores it as sent': [
    { 'create-case.returns-reference': { code: 'wrong-reference', row: 'composed and decomposed letters' } },
    changingBody('createCase', (body) => ({ ...body, reference: String(body['reference']).normalize('NFC') })),
  ],
  'normalises a reference to NFD': [
    {
      'create-case.returns-reference': { code: 'wrong-reference', row: 'composed and decomposed letters' },
      'create-case.longest-reference': { code: 'not-accepted', row: '256 letters of two bytes' },
      'idempotency.create-key-reused': { code: 'wrong-status', row: 'composed and decomposed letters' },
    },
    storingReference((text) => text.normalize('NFD')),
  ],
  'replaces compatibility characters in a reference, as NFKC does': [
    { 'create-case.returns-reference': { code: 'wrong-reference', row: 'compatibility forms' } },
    storingReference((text) => text.replaceAll(/[ﬁⅧ]/g, (letter) => letter.normalize('NFKC'))),
  ],
  ...failing(
    {
      'create-case.returns-reference': { code: 'wrong-reference', row: 'spaces at both ends' },
      'create-case.too-long-reference': { code: 'wrong-status', row: '256 letters and a space' },
      'create-case.control-character': { code: 'wrong-status', row: 'a line end at the end' },
      'idempotency.create-key-reused': { code: 'wrong-status', row: 'a text with and without a space at the end' },
    },
    {
      'trims the reference': storingReference((text) => text.trim() || text),
      'removes the spaces after a reference': storingReference((text) => text.trimEnd() || text),
    },
  ),
  'replaces several spaces in a reference by one': [
    { 'create-case.returns-reference': { code: 'wrong-reference', row: 'spaces at both ends' } },
    storingReference((text) => text.replaceAll(/ +/g, ' ')),
  ],
  'removes directional formatting characters from a reference': [
    {
      'create-case.returns-reference': { code: 'wrong-reference', row: 'all space and zero-width characters' },
    },
    storingReference((text) => text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')),
  ],
  'removes a byte-order mark from a reference': [
    { 'create-case.returns-reference': { code: 'wrong-reference', row: 'byte-order marks' } },
    storingReference((text) => text.replaceAll('\ufeff', '')),
  ],
  'trims white space except plain spaces from a reference': [
    {
      'create-case.returns-reference': { code: 'wrong-reference', row: 'wide spaces at both ends' },
      'create-case.shortest-reference': { code: 'not-accepted', row: 'one no-break space' },
    },
    storingReference((text) => text.replaceAll(/^[\u00a0\u3000]+|[\u2003\u3000]+$/g, '')),
  ],
  'case-folds a reference': [
    {
      'create-case.returns-reference': 'wrong-reference',
      'idempotency.create-key-reused': { code: 'wrong-status', row: 'letters of both cases' },
    },
    storingReference((text) => text.toLowerCase()),
  ],
  'replaces letters that are not Latin in a reference': [
    {
      'idempotency.create-key-reused': {
        code: 'wrong-status',
        row: 'two characters outside the Basic Multilingual Plane',
      },
      'create-case.returns-reference': 'wrong-reference',
      'create-case.longest-reference': 'wrong-reference',
      'create-case.shortest-reference': { code: 'wrong-reference', row: 'one astral letter' },
    },
    storingReference((text) => [...text].map((letter) => (letter.codePointAt(0)! < 0x250 ? letter : '?')).join('')),
  ],
  'replaces characters of more than three bytes in a reference': [
    {
      'create-case.returns-reference': {
        code: 'wrong-reference',
        row: 'a read: letters outside the Basic Multilingual Plane',
      },
      'create-case.longest-reference': 'wrong-reference',
      'create-case.shortest-reference': { code: 'wrong-reference', row: 'a read: one astral letter' },
      'get-case.like-created': 'wrong-case',
    },
    changingBody('getCase', (body) => ({
      ...body,
      reference: String(body['reference']).replaceAll(/[\u{10000}-\u{10ffff}]/gu, '\ufffd'),
    })),
  ],
  ...failing(
    {
      'create-case.returns-reference': {
        code: 'wrong-reference',
        row: 'a read: characters with a meaning in other formats',
      },
    },
    {
      'escapes a reference for HTML': changingBody('getCase', (body) => ({
        ...body,
        reference: String(body['reference']).replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
      })),
      'replaces typographic characters by ASCII': showingReferences((text) => text.replaceAll(/[“”]/g, '"')),
    },
  ),
  'decodes a reference as form data': [
    { 'create-case.returns-reference': { code: 'not-accepted', row: 'characters with a meaning in other formats' } },
    storingReference((text) => (text.includes('%41') ? decodeURIComponent(text.replaceAll('+', ' ')) : text)),
  ],
  'removes directional marks from a reference': [
    { 'create-case.returns-reference': { code: 'wrong-reference', row: 'writing from right to left' } },
    storingReference((text) => text.replaceAll(/[\u200e\u200f]/g, '')),
  ],
  'reads a reference of digits as a number': [
    {
      'idempotency.create-key-reused': { code: 'wrong-status', row: 'numbers with and without an exponent' },
      'create-case.returns-reference': { code: 'wrong-reference', row: 'a number' },
    },
    storingReference((text) => (text.trim() !== '' && Number.isFinite(Number(text)) ? String(Number(text)) : text)),
  ],
  'replaces noncharacters in a reference': [
    { 'create-case.returns-reference': { code: 'wrong-reference', row: 'a noncharacter and a private-use character' } },
    storingReference((text) => text.replaceAll('\ufffe', '\ufffd')),
  ],
  'returns a reference in lower case only in reads': [
    { 'create-case.returns-reference': 'wrong-reference', 'get-case.like-created': 'wrong-case' },
    changingBody('getCase', (body) => ({ ...body, reference: String(body['reference']).toLowerCase() })),
  ],
  'omits the suffix of a sandbox reference in the response to a create': [
    { 'create-case.returns-reference': { code: 'wrong-reference', actual: '"sandbox:hold"' } },
    changingBody('createCase', (body) => ({
      ...body,
      reference: String(body['reference']).replace(/^(sandbox:\w+)#.*/s, '$1'),
    })),
  ],
  'rejects a character whose bytes arrive in two chunks': [
    { 'create-case.returns-reference': { code: 'not-accepted', row: 'a character in two chunks' } },
    ({ piecesOf, decodeUtf8, limits: { jsonBytes } }) => ({
      async *piecesOf(request, limit, what) {
        for await (const piece of piecesOf(request, limit, what)) {
          if (limit === jsonBytes && Number(request.headers['content-length']) < 10_000) decodeUtf8(piece);
          yield piece;
        }
      },
    }),
  ],
  ...failing(
    { 'create-case.returns-reference': { code: 'wrong-reference', row: 'generated values' } },
    {
      'removes most variation selectors from a reference': storingReference((text) =>
        text.replaceAll(/[\ufe00-\ufe0e\u{e0100}-\u{e01ef}]/gu, ''),
      ),
      'normalises only Chinese and Korean characters of a reference': storingReference((text) =>
        text.replaceAll(/[\u1100-\u11ff\uf900-\ufaff]+/g, (letters) => letters.normalize('NFC')),
      ),
      'replaces private-use characters of the last Unicode planes in a reference': storingReference((text) =>
        text.replaceAll(/[\u{f0000}-\u{10ffff}]/gu, '\ufffd'),
      ),
    },
  ),
  'replaces full-width letters in a reference': [
    {
      'idempotency.create-key-reused': { code: 'wrong-status', row: 'full-width and half-width letters' },
      'create-case.returns-reference': { code: 'wrong-reference', row: 'generated values' },
      'sandbox.plain-reference-stays-pending': { code: 'wrong-case-status', actual: 'APPROVED' },
    },
    storingReference((text) => text.replaceAll(/[\uff01-\uff5e]/g, (letter) => letter.normalize('NFKC'))),
  ],
  'replaces several spaces inside a reference by one': [
    { 'create-case.returns-reference': { code: 'wrong-reference', row: 'consecutive spaces' } },
    storingReference((text) => text.replaceAll(/(?<=[a-z]) +(?=[a-z])/g, ' ')),
  ],
  'trims zero-width characters from a reference': [
    { 'create-case.returns-reference': { code: 'wrong-reference', row: 'zero-width characters at both ends' } },
    storingReference((text) => text.replaceAll(/^[\u200b-\u200d]+|[\u200b-\u200d]+$/g, '')),
  ],
  'rejects a reference with the replacement character': [
    { 'create-case.returns-reference': { code: 'not-accepted', row: 'the replacement character' } },
    rejectingCreates(({ reference }) => reference.includes('\ufffd')),
  ],
  'decodes each chunk of a body separately': [
    { 'create-case.returns-reference': { code: 'wrong-reference', row: 'a character in two chunks' } },
    textByPiece,
  ],
  'treats a backslash before u as an escape': [
    { 'create-case.returns-reference': { code: 'not-accepted', row: 'a backslash before u' } },
    ({ parseJson }) => ({
      parseJson(text) {
        if (/\\\\ud83ew/.test(text)) throw malformed('A lone surrogate.');
        return parseJson(text);
      },
    }),
  ],
  'removes U+FE0F from a reference': [
    {
      'create-case.returns-reference': { code: 'wrong-reference', row: 'a variation selector' },
    },
    rewriting(/\ufe0f/g, ''),
  ],
  'replaces non-ASCII characters in references': [
    {
      'create-case.returns-reference': 'wrong-reference',
      'create-case.shortest-reference': { code: 'wrong-reference', row: 'a read: one no-break space' },
      'create-case.longest-reference': 'wrong-reference',
      'get-case.like-created': 'wrong-case',
    },
    showingReferences((text) => text.replaceAll(/[^\x20-\x7e]/gu, '?')),
  ],
  'shows a reference of digits as a number': [
    { 'create-case.returns-reference': { code: 'wrong-reference', row: 'a read: digits that begin with zeros' } },
    showingReferences((text) => text.replace(/^0+(?=\d+$)/, '')),
  ],
  'shows a reference without the suffix of its directive': [
    { 'create-case.returns-reference': 'wrong-reference' },
    showingReferences((text) => text.replace(/^(sandbox:[^#]*)#.*/, '$1')),
  ],
  ...failing(
    { 'create-case.shortest-reference': { code: 'not-accepted', row: 'one letter' } },
    {
      'accepts only references of two code points and more': rejectingCreates(
        ({ reference }) => codePoints(reference) < 2,
      ),
      'accepts only references of two UTF-16 units and more': rejectingCreates(({ reference }) => reference.length < 2),
    },
  ),
  'rejects a blank reference': [
    { 'create-case.shortest-reference': { code: 'not-accepted', row: 'one space' } },
    rejectingCreates(({ reference }) => reference.trim() === ''),
  ],
  'rejects a reference that is blank in Unicode': [
    { 'create-case.shortest-reference': { code: 'not-accepted', row: 'one no-break space' } },
    rejectingCreates(({ reference }) => reference !== ' ' && reference.trim() === ''),
  ],
  'rejects the reference 0 as missing': [
    { 'create-case.shortest-reference': { code: 'not-accepted', row: 'a zero' } },
    rejectingReferences(/^0$/),
  ],
  'rejects the reference null as missing': [
    {
      'create-case.shortest-reference': {
        code: 'not-accepted',
        row: 'a property name inherited from Object.prototype',
      },
    },
    rejectingReferences(/^null$/),
  ],
  'accepts references only up to 255 code points': [
    { 'create-case.longest-reference': 'not-accepted' },
    rejectingCreates(({ reference }) => codePoints(reference) > 255),
  ],
  'limits references to 256 UTF-16 units': [
    {
      'create-case.longest-reference': { code: 'not-accepted', row: '256 letters, most of two UTF-16 units' },
      'create-case.returns-reference': { code: 'not-accepted', row: 'all space and zero-width characters' },
    },
    rejectingCreates(({ reference }) => reference.length > 256),
  ],
  'limits references to 256 bytes': [
    {
      'create-case.longest-reference': { code: 'not-accepted', row: '256 letters of two bytes' },
      'create-case.returns-reference': { code: 'not-accepted', row: 'all space and zero-width characters' },
    },
    rejectingCreates(({ reference }) => Buffer.byteLength(reference) > 256),
  ],
  'cuts a reference to 256 UTF-16 units': [
    {
      'create-case.longest-reference': {
        code: 'wrong-reference',
        row: 'a read: 256 letters, most of two UTF-16 units',
      },
      'create-case.returns-reference': {
        code: 'wrong-reference',
        row: 'a read: all space and zero-width characters',
      },
    },
    changingBody('getCase', (body) => ({ ...body, reference: String(body['reference']).slice(0, 256) })),
  ],
  'cuts a reference to 255 code points': [
    { 'create-case.returns-reference': 'wrong-reference', 'create-case.longest-reference': 'wrong-reference' },
    storingReference((text) => (codePoints(text) === 256 ? [...text].slice(0, 255).join('') : text)),
  ],
  'accepts an empty reference': [
    { 'create-case.empty-reference': { code: 'wrong-status', status: 201 } },
    judgingReference((text) => text || 'x'),
  ],
  'responds with 400 to an empty reference': [
    { 'create-case.empty-reference': { code: 'wrong-status', status: 400 } },
    rejectingInvalid(({ keyword }) => keyword === 'minLength', { status: 400 }),
  ],
  ...failing(
    { 'create-case.too-long-reference': { code: 'wrong-status', row: '257 letters' } },
    {
      'accepts a reference of 257 code points': judgingReference((text) =>
        codePoints(text) === 257 ? [...text].slice(1).join('') : text,
      ),
      'accepts references of any length': judgingReference((text) => text.slice(0, 200)),
      'cuts long references': storingReference((text) => [...text].slice(0, 256).join('')),
    },
  ),
  ...failing(
    { 'create-case.too-long-reference': { code: 'wrong-status', row: 'letters with a combining accent' } },
    {
      'limits references to 256 graphemes': judgingReference((text) =>
        text.includes('\u0301') ? [...new Intl.Segmenter().segment(text)].map(() => 'x').join('') : text,
      ),
      'normalises a reference before it counts the code points': judgingReference((text) => text.normalize('NFC')),
    },
  ),
  'does not count spaces at the end of a reference': [
    { 'create-case.too-long-reference': { code: 'wrong-status', row: '256 letters and a space' } },
    judgingReference((text) => text.replace(/ +$/, '') || text),
  ],
  'rejects a long reference with 413': [
    { 'create-case.too-long-reference': { code: 'wrong-status', status: 413 } },
    rejectingInvalid(({ keyword }) => keyword === 'maxLength', { status: 413, problem: 'content-too-large' }),
  ],
  'does not count the text after a directive': [
    { 'create-case.too-long-reference': { code: 'wrong-status', row: 'a long suffix' } },
    judgingReference((text) => (isDirective(text) ? text.slice(0, 200) : text)),
  ],
  ...failing(
    { 'create-case.control-character': { code: 'wrong-status', status: 201 } },
    {
      'accepts C0 controls in a reference': acceptingInReferences(/[\0-\x08\x0e-\x1f]/g),
      'accepts tabs in a reference': acceptingInReferences(/\t/g),
      'accepts line feeds in a reference': acceptingInReferences(/\n/g),
      'accepts carriage returns in a reference': acceptingInReferences(/\r/g),
      'accepts DEL in a reference': acceptingInReferences(/\x7f/g),
      'accepts C1 controls in a reference': acceptingInReferences(/[\x80-\x9f]/g),
      'removes control characters from a reference': storingReference((text) =>
        text.replaceAll(/[\0-\x1f\x7f-\x9f]/g, ''),
      ),
    },
  ),
  ...failing(
    { 'create-case.control-character': { code: 'wrong-status', row: 'a line end at the end' } },
    {
      'accepts a reference with a line feed at its end': judgingReference((text) => text.replace(/\n$/, '')),
      'trims control characters around a reference': storingReference((text) =>
        text.replaceAll(/^[\t\n\r]+|[\t\n\r]+$/g, ''),
      ),
    },
  ),
  'accepts some C1 controls in a reference': [
    { 'create-case.control-character': { code: 'wrong-status', row: 'U+0091' } },
    judgingReference((text) => text.replaceAll(/[\x90-\x9e]/g, 'x')),
  ],
  // facts that are stored by the reference instead of the case
  'lists the evidence of all cases of a tenant with the same reference': [
    { 'upload-artifact.refused-stores-nothing': 'wrong-artifacts', 'create-case.repeated-reference': 'foreign-data' },
    listingBy(({ reference }, { tenant, mode }) => JSON.stringify([tenant, mode, reference])),
  ],
  'lists the evidence of all cases with the same reference': [
    {
      'upload-artifact.refused-stores-nothing': 'wrong-artifacts',
      'create-case.repeated-reference': 'foreign-data',
      'tenancy.same-reference-apart': 'foreign-data',
    },
    listingBy(({ reference }) => reference),
  ],
  'opens only one case for each reference': [{ 'create-case.repeated-reference': 'shared-case' }, oneCaseForAReference],
  'rejects a repeated reference': [
    { 'create-case.repeated-reference': 'not-accepted' },
    storing(({ openCase }) => {
      const seen = new Set<string>();
      return {
        async openCase(caller, opened, once, response) {
          const name = [caller.tenant, caller.mode, opened.reference].join();
          if (seen.has(name) && !once && !isDirective(opened.reference))
            throw new Rejected(invalid([{ pointer: '#/reference', detail: 'is taken' }]));
          seen.add(name);
          return openCase(caller, opened, once, response);
        },
      };
    }),
  ],
};
