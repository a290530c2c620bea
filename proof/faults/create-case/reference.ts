import type { Case, Artifact } from '../../../reference-impl/domain/contract.ts';
import type { Caller } from '../../../reference-impl/ports.ts';
import { type Defect, changingBody, failing, type FaultTable } from '../support/fault.ts';
import { showingFound } from '../support/state.ts';
import { parsingMembers, judgingCreates, storing, refusingCreates, refusingInvalid } from '../support/parts.ts';
import { isDirective, refusingReferences } from '../support/sandbox.ts';
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
  parsingMembers((body) =>
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

/** Each piece of a JSON body is turned into text by itself. */
const textByPiece: Defect = ({ readJson }) => ({
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

const showingReferences = (change: (reference: string) => string): Defect =>
  changingBody('getCase', (body) => ({ ...body, reference: change(String(body['reference'])) }));

/** Defects that the checks in `conformance/checks/create-case/reference.ts` must find. */
export const createCaseReferenceFaults: FaultTable = {
  'composes the letters of a reference (NFC)': [
    {
      'create-case.returns-reference': { code: 'wrong-reference', row: 'composed and decomposed letters' },
      'create-case.too-long-reference': { code: 'wrong-status', row: 'letters with a combining accent' },
      'idempotency.create-key-reused': { code: 'wrong-status', row: 'the reference in another Unicode form' },
    },
    storingReference((text) => text.normalize('NFC')),
  ],
  'responds to a create with the composed reference that it keeps as it was sent': [
    { 'create-case.returns-reference': { code: 'wrong-reference', row: 'composed and decomposed letters' } },
    changingBody('createCase', (body) => ({ ...body, reference: String(body['reference']).normalize('NFC') })),
  ],
  'decomposes the letters of a reference (NFD)': [
    {
      'create-case.returns-reference': { code: 'wrong-reference', row: 'composed and decomposed letters' },
      'create-case.longest-reference': { code: 'not-accepted', row: '256 letters of two bytes' },
      'idempotency.create-key-reused': { code: 'wrong-status', row: 'the reference in another Unicode form' },
    },
    storingReference((text) => text.normalize('NFD')),
  ],
  'replaces compatibility forms in a reference (NFKC), composed letters left alone': [
    { 'create-case.returns-reference': { code: 'wrong-reference', row: 'compatibility forms' } },
    storingReference((text) => text.replaceAll(/[ﬁⅧ]/g, (letter) => letter.normalize('NFKC'))),
  ],
  ...failing(
    {
      'create-case.returns-reference': { code: 'wrong-reference', row: 'spaces at both ends' },
      'create-case.too-long-reference': { code: 'wrong-status', row: '256 letters and a space' },
      'create-case.control-character': { code: 'wrong-status', row: 'a line end at the end' },
      'idempotency.create-key-reused': { code: 'wrong-status', row: 'the reference with a space' },
    },
    {
      'trims the reference': storingReference((text) => text.trim() || text),
      'cuts the spaces after a reference': storingReference((text) => text.trimEnd() || text),
    },
  ),
  'joins the spaces in a reference': [
    { 'create-case.returns-reference': { code: 'wrong-reference', row: 'spaces at both ends' } },
    storingReference((text) => text.replaceAll(/ +/g, ' ')),
  ],
  'drops what turns the direction of writing from a reference': [
    {
      'create-case.returns-reference': { code: 'wrong-reference', row: 'every space and every sign without width' },
    },
    storingReference((text) => text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')),
  ],
  'drops a byte-order mark from a reference': [
    { 'create-case.returns-reference': { code: 'wrong-reference', row: 'byte-order marks' } },
    storingReference((text) => text.replaceAll('\ufeff', '')),
  ],
  'trims all but plain spaces from a reference': [
    {
      'create-case.returns-reference': { code: 'wrong-reference', row: 'wide spaces at both ends' },
      'create-case.shortest-reference': { code: 'not-accepted', row: 'one space that does not break' },
    },
    storingReference((text) => text.replaceAll(/^[\u00a0\u3000]+|[\u2003\u3000]+$/g, '')),
  ],
  'folds the case of a reference': [
    {
      'create-case.returns-reference': 'wrong-reference',
      'idempotency.create-key-reused': { code: 'wrong-status', row: 'the reference in upper case' },
    },
    storingReference((text) => text.toLowerCase()),
  ],
  'keeps a reference in Latin letters only': [
    {
      'idempotency.create-key-reused': { code: 'wrong-status', row: 'two signs outside the Basic Multilingual Plane' },
      'create-case.returns-reference': 'wrong-reference',
      'create-case.longest-reference': 'wrong-reference',
      'create-case.shortest-reference': { code: 'wrong-reference', row: 'one astral letter' },
    },
    storingReference((text) => [...text].map((letter) => (letter.codePointAt(0)! < 0x250 ? letter : '?')).join('')),
  ],
  'keeps letters of three bytes at most': [
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
    { 'create-case.returns-reference': { code: 'wrong-reference', row: 'a read: signs with a meaning elsewhere' } },
    {
      'escapes a reference for HTML': changingBody('getCase', (body) => ({
        ...body,
        reference: String(body['reference']).replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
      })),
      'makes signs of print plain': showingReferences((text) => text.replaceAll(/[“”]/g, '"')),
    },
  ),
  'reads a reference as form data': [
    { 'create-case.returns-reference': { code: 'not-accepted', row: 'signs with a meaning elsewhere' } },
    storingReference((text) => (text.includes('%41') ? decodeURIComponent(text.replaceAll('+', ' ')) : text)),
  ],
  'strips marks of direction from a reference': [
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
    { 'create-case.returns-reference': { code: 'wrong-reference', row: 'a noncharacter and a private one' } },
    storingReference((text) => text.replaceAll('\ufffe', '\ufffd')),
  ],
  'reads a reference in lower case although it was returned as sent': [
    { 'create-case.returns-reference': 'wrong-reference', 'get-case.like-created': 'wrong-case' },
    changingBody('getCase', (body) => ({ ...body, reference: String(body['reference']).toLowerCase() })),
  ],
  'responds to a create of the sandbox without its suffix': [
    { 'create-case.returns-reference': { code: 'wrong-reference', actual: '"sandbox:hold"' } },
    changingBody('createCase', (body) => ({
      ...body,
      reference: String(body['reference']).replace(/^(sandbox:\w+)#.*/s, '$1'),
    })),
  ],
  'rejects a letter that arrives in two pieces': [
    { 'create-case.returns-reference': { code: 'not-accepted', row: 'a letter in two pieces' } },
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
      'drops most variation selectors from a reference': storingReference((text) =>
        text.replaceAll(/[\ufe00-\ufe0e\u{e0100}-\u{e01ef}]/gu, ''),
      ),
      'composes Chinese and Korean letters of a reference only': storingReference((text) =>
        text.replaceAll(/[\u1100-\u11ff\uf900-\ufaff]+/g, (letters) => letters.normalize('NFC')),
      ),
      'replaces private characters of the last planes in a reference': storingReference((text) =>
        text.replaceAll(/[\u{f0000}-\u{10ffff}]/gu, '\ufffd'),
      ),
    },
  ),
  'makes wide letters of a reference narrow': [
    {
      'idempotency.create-key-reused': { code: 'wrong-status', row: 'wide and narrow letters' },
      'create-case.returns-reference': { code: 'wrong-reference', row: 'generated values' },
      'sandbox.plain-reference-stays-pending': { code: 'wrong-case-status', actual: 'APPROVED' },
    },
    storingReference((text) => text.replaceAll(/[\uff01-\uff5e]/g, (letter) => letter.normalize('NFKC'))),
  ],
  'joins the spaces within a reference': [
    { 'create-case.returns-reference': { code: 'wrong-reference', row: 'spaces side by side' } },
    storingReference((text) => text.replaceAll(/(?<=[a-z]) +(?=[a-z])/g, ' ')),
  ],
  'trims signs without width from a reference': [
    { 'create-case.returns-reference': { code: 'wrong-reference', row: 'signs without width at both ends' } },
    storingReference((text) => text.replaceAll(/^[\u200b-\u200d]+|[\u200b-\u200d]+$/g, '')),
  ],
  'treats the replacement character as broken text': [
    { 'create-case.returns-reference': { code: 'not-accepted', row: 'the sign of a replacement' } },
    refusingCreates(({ reference }) => reference.includes('\ufffd')),
  ],
  'turns each piece of a body into text': [
    { 'create-case.returns-reference': { code: 'wrong-reference', row: 'a letter in two pieces' } },
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
  'omits the character that chooses the form of another': [
    {
      'create-case.returns-reference': { code: 'wrong-reference', row: 'a sign that chooses the form of another' },
    },
    rewriting(/\ufe0f/g, ''),
  ],
  'shows references in ASCII': [
    {
      'create-case.returns-reference': 'wrong-reference',
      'create-case.shortest-reference': { code: 'wrong-reference', row: 'a read: one space that does not break' },
      'create-case.longest-reference': 'wrong-reference',
      'get-case.like-created': 'wrong-case',
    },
    showingReferences((text) => text.replaceAll(/[^\x20-\x7e]/gu, '?')),
  ],
  'shows digits as a number': [
    { 'create-case.returns-reference': { code: 'wrong-reference', row: 'a read: digits with zeros in front' } },
    showingReferences((text) => text.replace(/^0+(?=\d+$)/, '')),
  ],
  'shows no suffix of a directive': [
    { 'create-case.returns-reference': 'wrong-reference' },
    showingReferences((text) => text.replace(/^(sandbox:[^#]*)#.*/, '$1')),
  ],
  ...failing(
    { 'create-case.shortest-reference': { code: 'not-accepted', row: 'one letter' } },
    {
      'accepts references of two code points and more': refusingCreates(({ reference }) => codePoints(reference) < 2),
      'accepts references of two UTF-16 units and more': refusingCreates(({ reference }) => reference.length < 2),
    },
  ),
  'rejects a blank reference': [
    { 'create-case.shortest-reference': { code: 'not-accepted', row: 'one space' } },
    refusingCreates(({ reference }) => reference.trim() === ''),
  ],
  'rejects a reference that is blank in Unicode': [
    { 'create-case.shortest-reference': { code: 'not-accepted', row: 'one space that does not break' } },
    refusingCreates(({ reference }) => reference !== ' ' && reference.trim() === ''),
  ],
  'treats a zero as no reference': [
    { 'create-case.shortest-reference': { code: 'not-accepted', row: 'a zero' } },
    refusingReferences(/^0$/),
  ],
  'treats the word null as no reference': [
    { 'create-case.shortest-reference': { code: 'not-accepted', row: 'a word of the language' } },
    refusingReferences(/^null$/),
  ],
  'accepts references of 255 code points': [
    { 'create-case.longest-reference': 'not-accepted' },
    refusingCreates(({ reference }) => codePoints(reference) > 255),
  ],
  'limits references to 256 UTF-16 units': [
    {
      'create-case.longest-reference': { code: 'not-accepted', row: '256 letters, most of two UTF-16 units' },
      'create-case.returns-reference': { code: 'not-accepted', row: 'every space and every sign without width' },
    },
    refusingCreates(({ reference }) => reference.length > 256),
  ],
  'limits references to 256 bytes': [
    {
      'create-case.longest-reference': { code: 'not-accepted', row: '256 letters of two bytes' },
      'create-case.returns-reference': { code: 'not-accepted', row: 'every space and every sign without width' },
    },
    refusingCreates(({ reference }) => Buffer.byteLength(reference) > 256),
  ],
  'keeps 256 UTF-16 units of a reference': [
    {
      'create-case.longest-reference': {
        code: 'wrong-reference',
        row: 'a read: 256 letters, most of two UTF-16 units',
      },
      'create-case.returns-reference': {
        code: 'wrong-reference',
        row: 'a read: every space and every sign without width',
      },
    },
    changingBody('getCase', (body) => ({ ...body, reference: String(body['reference']).slice(0, 256) })),
  ],
  'keeps 255 code points of a reference': [
    { 'create-case.returns-reference': 'wrong-reference', 'create-case.longest-reference': 'wrong-reference' },
    storingReference((text) => (codePoints(text) === 256 ? [...text].slice(0, 255).join('') : text)),
  ],
  'accepts an empty reference': [
    { 'create-case.empty-reference': { code: 'wrong-status', status: 201 } },
    judgingReference((text) => text || 'x'),
  ],
  'responds with 400 to an empty reference': [
    { 'create-case.empty-reference': { code: 'wrong-status', status: 400 } },
    refusingInvalid(({ keyword }) => keyword === 'minLength', { status: 400 }),
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
      'composes a reference before it counts': judgingReference((text) => text.normalize('NFC')),
    },
  ),
  'counts a reference without the spaces at its end': [
    { 'create-case.too-long-reference': { code: 'wrong-status', row: '256 letters and a space' } },
    judgingReference((text) => text.replace(/ +$/, '') || text),
  ],
  'rejects a long reference with 413': [
    { 'create-case.too-long-reference': { code: 'wrong-status', status: 413 } },
    refusingInvalid(({ keyword }) => keyword === 'maxLength', { status: 413, problem: 'content-too-large' }),
  ],
  'does not count what follows a directive': [
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
      'strips control characters from a reference': storingReference((text) =>
        text.replaceAll(/[\0-\x1f\x7f-\x9f]/g, ''),
      ),
    },
  ),
  ...failing(
    { 'create-case.control-character': { code: 'wrong-status', row: 'a line end at the end' } },
    {
      'accepts a line end after a reference': judgingReference((text) => text.replace(/\n$/, '')),
      'trims control characters around a reference': storingReference((text) =>
        text.replaceAll(/^[\t\n\r]+|[\t\n\r]+$/g, ''),
      ),
    },
  ),
  'accepts some C1 controls in a reference': [
    { 'create-case.control-character': { code: 'wrong-status', row: 'U+0091' } },
    judgingReference((text) => text.replaceAll(/[\x90-\x9e]/g, 'x')),
  ],
  // what is remembered by something else than the case
  'lists the evidence of all cases that a tenant opened with the reference': [
    { 'upload-artifact.refused-stores-nothing': 'wrong-artifacts', 'create-case.repeated-reference': 'foreign-data' },
    listingBy(({ reference }, { tenant, mode }) => JSON.stringify([tenant, mode, reference])),
  ],
  'lists the evidence of all cases that have the reference': [
    {
      'upload-artifact.refused-stores-nothing': 'wrong-artifacts',
      'create-case.repeated-reference': 'foreign-data',
      'tenancy.same-reference-apart': 'foreign-data',
    },
    listingBy(({ reference }) => reference),
  ],
  'opens one case for a reference': [{ 'create-case.repeated-reference': 'shared-case' }, oneCaseForAReference],
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
