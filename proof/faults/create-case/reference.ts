import type { Case, Artifact } from '../../../reference-impl/domain/contract.ts';
import type { Caller } from '../../../reference-impl/ports.ts';
import { type Defect, changingBody, type FaultTable } from '../support/fault.ts';
import { showingFound } from '../support/state.ts';
import { parsingProperties, judgingCreates, storing, rejectingCreates, rejectingInvalid } from '../support/parts.ts';
import { isDirective, rejectingReferences } from '../support/sandbox.ts';
import { Rejected, invalid, malformed } from '../../../reference-impl/domain/rejections.ts';
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

const faults: FaultTable = {
  'create-case.returns-reference': {
    'normalises a reference to NFC': storingReference((text) => text.normalize('NFC')),
    'responds to a create with the reference in NFC, but stores it as sent': changingBody('createCase', (body) => ({
      ...body,
      reference: String(body['reference']).normalize('NFC'),
    })),
    'normalises a reference to NFD': storingReference((text) => text.normalize('NFD')),
    'replaces compatibility characters in a reference, as NFKC does': storingReference((text) =>
      text.replaceAll(/[ﬁⅧ]/g, (letter) => letter.normalize('NFKC')),
    ),
    'trims the reference': storingReference((text) => text.trim() || text),
    'removes the spaces after a reference': storingReference((text) => text.trimEnd() || text),
    'replaces several spaces in a reference by one': storingReference((text) => text.replaceAll(/ +/g, ' ')),
    'removes directional formatting characters from a reference': storingReference((text) =>
      text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, ''),
    ),
    'removes a byte-order mark from a reference': storingReference((text) => text.replaceAll('\ufeff', '')),
    'trims white space except plain spaces from a reference': storingReference((text) =>
      text.replaceAll(/^[\u00a0\u3000]+|[\u2003\u3000]+$/g, ''),
    ),
    'case-folds a reference': storingReference((text) => text.toLowerCase()),
    'replaces characters of more than three bytes in a reference': changingBody('getCase', (body) => ({
      ...body,
      reference: String(body['reference']).replaceAll(/[\u{10000}-\u{10ffff}]/gu, '\ufffd'),
    })),
    'escapes a reference for HTML': changingBody('getCase', (body) => ({
      ...body,
      reference: String(body['reference']).replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    })),
    'replaces typographic characters by ASCII': showingReferences((text) => text.replaceAll(/[“”]/g, '"')),
    'decodes a reference as form data': storingReference((text) =>
      text.includes('%41') ? decodeURIComponent(text.replaceAll('+', ' ')) : text,
    ),
    'removes directional marks from a reference': storingReference((text) => text.replaceAll(/[\u200e\u200f]/g, '')),
    'replaces noncharacters in a reference': storingReference((text) => text.replaceAll('\ufffe', '\ufffd')),
    'returns a reference in lower case only in reads': changingBody('getCase', (body) => ({
      ...body,
      reference: String(body['reference']).toLowerCase(),
    })),
    'omits the suffix of a sandbox reference in the response to a create': changingBody('createCase', (body) => ({
      ...body,
      reference: String(body['reference']).replace(/^(sandbox:\w+)#.*/s, '$1'),
    })),
    'rejects a character whose bytes arrive in two chunks': ({ piecesOf, decodeUtf8, limits: { jsonBytes } }) => ({
      async *piecesOf(request, limit, what) {
        for await (const piece of piecesOf(request, limit, what)) {
          if (limit === jsonBytes && Number(request.headers['content-length']) < 10_000) decodeUtf8(piece);
          yield piece;
        }
      },
    }),
    'removes most variation selectors from a reference': storingReference((text) =>
      text.replaceAll(/[\ufe00-\ufe0e\u{e0100}-\u{e01ef}]/gu, ''),
    ),
    'normalises only Chinese and Korean characters of a reference': storingReference((text) =>
      text.replaceAll(/[\u1100-\u11ff\uf900-\ufaff]+/g, (letters) => letters.normalize('NFC')),
    ),
    'replaces private-use characters of the last Unicode planes in a reference': storingReference((text) =>
      text.replaceAll(/[\u{f0000}-\u{10ffff}]/gu, '\ufffd'),
    ),
    'replaces several spaces inside a reference by one': storingReference((text) =>
      text.replaceAll(/(?<=[a-z]) +(?=[a-z])/g, ' '),
    ),
    'trims zero-width characters from a reference': storingReference((text) =>
      text.replaceAll(/^[\u200b-\u200d]+|[\u200b-\u200d]+$/g, ''),
    ),
    'decodes each chunk of a body separately': textByPiece,
    'treats a backslash before u as an escape': ({ parseJson }) => ({
      parseJson(text) {
        if (/\\\\ud83ew/.test(text)) throw malformed('A lone surrogate.');
        return parseJson(text);
      },
    }),
    'removes U+FE0F from a reference': rewriting(/\ufe0f/g, ''),
    'replaces non-ASCII characters in references': showingReferences((text) => text.replaceAll(/[^\x20-\x7e]/gu, '?')),
    'shows a reference of digits as a number': showingReferences((text) => text.replace(/^0+(?=\d+$)/, '')),
    'shows a reference without the suffix of its directive': showingReferences((text) =>
      text.replace(/^(sandbox:[^#]*)#.*/, '$1'),
    ),
    'cuts a reference to 255 code points': storingReference((text) =>
      codePoints(text) === 256 ? [...text].slice(0, 255).join('') : text,
    ),
  },
  'idempotency.create-key-reused': {
    'replaces letters that are not Latin in a reference': storingReference((text) =>
      [...text].map((letter) => (letter.codePointAt(0)! < 0x250 ? letter : '?')).join(''),
    ),
    'reads a reference of digits as a number': storingReference((text) =>
      text.trim() !== '' && Number.isFinite(Number(text)) ? String(Number(text)) : text,
    ),
    'replaces full-width letters in a reference': storingReference((text) =>
      text.replaceAll(/[\uff01-\uff5e]/g, (letter) => letter.normalize('NFKC')),
    ),
  },
  'create-case.reference-lengths': {
    'accepts only references of two UTF-16 units and more': rejectingCreates(({ reference }) => reference.length < 2),
    'rejects a reference that is blank in Unicode': rejectingCreates(
      ({ reference }) => reference !== ' ' && reference.trim() === '',
    ),
    'rejects the reference 0 as missing': rejectingReferences(/^0$/),
    'rejects the reference null as missing': rejectingReferences(/^null$/),
    'accepts references only up to 255 code points': rejectingCreates(({ reference }) => codePoints(reference) > 255),
    'cuts a reference to 256 UTF-16 units': changingBody('getCase', (body) => ({
      ...body,
      reference: String(body['reference']).slice(0, 256),
    })),
  },
  'create-case.reference-rejected': {
    'responds with 400 to an empty reference': rejectingInvalid(({ keyword }) => keyword === 'minLength', {
      status: 400,
    }),
    'accepts references of any length': judgingReference((text) => text.slice(0, 200)),
    'cuts long references': storingReference((text) => [...text].slice(0, 256).join('')),
    'limits references to 256 graphemes': judgingReference((text) =>
      text.includes('\u0301') ? [...new Intl.Segmenter().segment(text)].map(() => 'x').join('') : text,
    ),
    'normalises a reference before it counts the code points': judgingReference((text) => text.normalize('NFC')),
    'does not count spaces at the end of a reference': judgingReference((text) => text.replace(/ +$/, '') || text),
    'rejects a long reference with 413': rejectingInvalid(({ keyword }) => keyword === 'maxLength', {
      status: 413,
      problem: 'content-too-large',
    }),
    'does not count the text after a directive': judgingReference((text) =>
      isDirective(text) ? text.slice(0, 200) : text,
    ),
    'accepts C0 controls in a reference': acceptingInReferences(/[\0-\x08\x0e-\x1f]/g),
    'accepts line feeds in a reference': acceptingInReferences(/\n/g),
    'accepts carriage returns in a reference': acceptingInReferences(/\r/g),
    'accepts C1 controls in a reference': acceptingInReferences(/[\x80-\x9f]/g),
    'removes control characters from a reference': storingReference((text) =>
      text.replaceAll(/[\0-\x1f\x7f-\x9f]/g, ''),
    ),
    'trims control characters around a reference': storingReference((text) =>
      text.replaceAll(/^[\t\n\r]+|[\t\n\r]+$/g, ''),
    ),
    'accepts some C1 controls in a reference': judgingReference((text) => text.replaceAll(/[\x90-\x9e]/g, 'x')),
  },
  'upload-artifact.rejected-stores-nothing': {
    // facts that are stored by the reference instead of the case
    'lists the evidence of all cases of a tenant with the same reference': listingBy(
      ({ reference }, { tenant, mode }) => JSON.stringify([tenant, mode, reference]),
    ),
    'lists the evidence of all cases with the same reference': listingBy(({ reference }) => reference),
  },
  'create-case.repeated-reference': {
    'opens only one case for each reference': oneCaseForAReference,
    'rejects a repeated reference': storing(({ openCase }) => {
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
  },
};

export default faults;
