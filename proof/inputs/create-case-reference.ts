import { codePoints, create, invalid, isDirective, reference, referenceLike, references, text } from './requests.ts';
import { always, creating, reads } from './support/cases.ts';
import { accepts, faultsOf, type InputFaults, rejects } from './support/fault.ts';

/** The response to a create, or to a read, shows another reference. */
const creatingWith = (change: (reference: string) => string) =>
  creating(always, (body) => ({ ...body, reference: change(body.reference) }));
const readingWith = (change: (reference: string) => string) =>
  reads(always, ({ reference: sent }) => ({ reference: change(sent) }));

const faults: InputFaults = {
  ...faultsOf(references, {
    'normalises a reference to NFC': (text) => text.normalize('NFC'),
    'normalises a reference to NFD': (text) => text.normalize('NFD'),
    'case-folds a reference': (text) => text.toLowerCase(),
    'replaces compatibility characters in a reference, as NFKC does': (text) =>
      text.replaceAll(/[ﬁⅧ]/g, (letter) => letter.normalize('NFKC')),
    'trims the reference': (text) => text.trim() || text,
    'removes the spaces after a reference': (text) => text.trimEnd() || text,
    'replaces several spaces in a reference by one': (text) => text.replaceAll(/ +/g, ' '),
    'removes directional formatting characters from a reference': (text) =>
      text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, ''),
    'turns two single quotes in a reference into one': (text) => text.replaceAll("''", "'"),
    'removes a backslash before quotes and backslashes in a reference': (text) => text.replaceAll(/\\(['"\\])/g, '$1'),
    'replaces the names of pictures in a reference': (text) => text.replaceAll(':smile:', '🙂').replaceAll(':)', '🙂'),
    'reads references that are words of YAML as true or false': (text) =>
      text.replace(/^(no|off)$/i, 'false').replace(/^(yes|on)$/i, 'true'),
    'resolves numeric entities in a reference': (text) => text.replaceAll('&#233;', 'é'),
    'removes a byte-order mark from a reference': (text) => text.replaceAll('\ufeff', ''),
    'trims white space except plain spaces from a reference': (text) =>
      text.replaceAll(/^[\u00a0\u3000]+|[\u2003\u3000]+$/g, ''),
    'decodes a reference as form data': (text) => text.replaceAll('+', ' ').replaceAll('%41', 'A'),
    'removes directional marks from a reference': (text) => text.replaceAll(/[\u200e\u200f]/g, ''),
    'replaces noncharacters in a reference': (text) => text.replaceAll('\ufffe', '\ufffd'),
    'removes most variation selectors from a reference': (text) =>
      text.replaceAll(/[\ufe00-\ufe0e\u{e0100}-\u{e01ef}]/gu, ''),
    'normalises only Chinese and Korean characters of a reference': (text) =>
      text.replaceAll(/[\u1100-\u11ff\uf900-\ufaff]+/g, (letters) => letters.normalize('NFC')),
    'replaces private-use characters of the last Unicode planes in a reference': (text) =>
      text.replaceAll(/[\u{f0000}-\u{10ffff}]/gu, '\ufffd'),
    'replaces several spaces inside a reference by one': (text) => text.replaceAll(/(?<=[a-z]) +(?=[a-z])/g, ' '),
    'trims zero-width characters from a reference': (text) =>
      text.replaceAll(/^[\u200b-\u200d]+|[\u200b-\u200d]+$/g, ''),
    'removes U+FE0F from a reference': (text) => text.replaceAll('\ufe0f', ''),
    'loses the last letter of a reference of exactly 255': (text) =>
      codePoints(text) === 255 ? [...text].slice(0, 254).join('') : text,
    'cuts a reference to 255 code points': (text) =>
      codePoints(text) === 256 ? [...text].slice(0, 255).join('') : text,
    'replaces letters that are not Latin in a reference': (text) =>
      [...text].map((letter) => (letter.codePointAt(0)! < 0x250 ? letter : '?')).join(''),
    'reads a reference of digits as a number': (text) =>
      text.trim() !== '' && Number.isFinite(Number(text)) ? String(Number(text)) : text,
    'reads references that look like times as times': (text) =>
      /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text) ? new Date(text).toISOString() : text,
    'cuts long references': (text) => [...text].slice(0, 256).join(''),
    'removes control characters from a reference': (text) => text.replaceAll(/[\0-\x1f\x7f-\x9f]/g, ''),
    'trims control characters around a reference': (text) => text.replaceAll(/^[\t\n\r]+|[\t\n\r]+$/g, ''),
  }),
  'responds to a create with the reference in NFC, but stores it as sent': creatingWith((text) =>
    text.normalize('NFC'),
  ),
  ...faultsOf(readingWith, {
    'replaces characters of more than three bytes in a reference': (text) =>
      text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '\ufffd'),
    'escapes a reference for HTML': (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    'replaces typographic characters by ASCII': (text) => text.replaceAll(/[“”]/g, '"'),
    'returns a reference in lower case only in reads': (text) => text.toLowerCase(),
    'replaces non-ASCII characters in references': (text) => text.replaceAll(/[^\x20-\x7e]/gu, '?'),
    'shows a reference of digits as a number': (text) => text.replace(/^0+(?=\d+$)/, ''),
    'shows a reference without the suffix of its directive': (text) => text.replace(/^(sandbox:[^#]*)#.*/, '$1'),
    'cuts a reference to 256 UTF-16 units': (text) => text.slice(0, 256),
  }),
  'omits the suffix of a sandbox reference in the response to a create': creatingWith((text) =>
    text.replace(/^(sandbox:\w+)#.*/s, '$1'),
  ),
  'treats a backslash before u as an escape': rejects('400 malformed-request')(text((body) => /\\\\ud83ew/.test(body))),
  'accepts only references of two code points and more': { rejects: reference((text) => codePoints(text) < 2) },
  'limits references to 256 bytes': { rejects: reference((text) => Buffer.byteLength(text) > 256) },
  'limits references to 256 UTF-16 units': { rejects: reference((text) => text.length > 256) },
  'rejects a line separator behind a directive of the sandbox': {
    rejects: reference((text) => /^sandbox:.*[\u2028\u2029]/s.test(text)),
  },
  'rejects a blank reference': { rejects: reference((text) => /^ +$/.test(text)) },
  'rejects a reference with the replacement character': { rejects: reference((text) => text.includes('\ufffd')) },
  'accepts only references of two UTF-16 units and more': { rejects: reference((text) => text.length < 2) },
  'rejects a reference that is blank in Unicode': { rejects: reference((text) => text !== ' ' && text.trim() === '') },
  'rejects the reference 0 as missing': { rejects: reference((text) => text === '0') },
  'rejects the reference null as missing': { rejects: reference((text) => text === 'null') },
  'accepts references only up to 255 code points': { rejects: reference((text) => codePoints(text) > 255) },
  'limits references of live cases to 256 UTF-16 units': {
    rejects: create(({ reference: sent }, { sender }) => sender === 'live' && String(sent).length > 256),
  },
  'limits references of the second tenant to 256 bytes': {
    rejects: create(({ reference: sent }, { sender }) => sender === 'other' && Buffer.byteLength(String(sent)) > 256),
  },
  'rejects a reference of exactly 255 letters': { rejects: reference((text) => text.length === 255) },
  'rejects a reference of 256 code points of an entity': {
    rejects: create(({ type, reference: sent }) => type === 'PM' && codePoints(String(sent)) === 256),
  },
  ...faultsOf(accepts, {
    'accepts an empty reference': reference((text) => text === ''),
    'accepts a reference of 257 code points': reference((text) => codePoints(text) === 257),
    'accepts references of any length': referenceLike((text) => text.slice(0, 200)),
    'limits references to 256 graphemes': referenceLike((text) =>
      [...new Intl.Segmenter().segment(text)].map(() => 'x').join(''),
    ),
    'normalises a reference before it counts the code points': referenceLike((text) => text.normalize('NFC')),
    'does not count spaces at the end of a reference': referenceLike((text) => text.replace(/ +$/, '')),
    'does not count the text after a directive': referenceLike((text) =>
      isDirective(text) ? text.slice(0, 200) : text,
    ),
    'accepts a reference with a line feed at its end': reference((text) =>
      /^[^\0-\x1f\x7f-\x9f]{1,256}\n$/u.test(text),
    ),
    'accepts tabs in a reference': referenceLike((text) => text.replaceAll('\t', 'x')),
    'accepts DEL in a reference': referenceLike((text) => text.replaceAll('\x7f', 'x')),
    'accepts C0 controls in a reference': referenceLike((text) => text.replaceAll(/[\0-\x08\x0e-\x1f]/g, 'x')),
    'accepts line feeds in a reference': referenceLike((text) => text.replaceAll('\n', 'x')),
    'accepts carriage returns in a reference': referenceLike((text) => text.replaceAll('\r', 'x')),
    'accepts C1 controls in a reference': referenceLike((text) => text.replaceAll(/[\x80-\x9f]/g, 'x')),
    'accepts some C1 controls in a reference': referenceLike((text) => text.replaceAll(/[\x90-\x9e]/g, 'x')),
  }),
  'responds with 400 to an empty reference': rejects('400 invalid-request')(
    invalid(({ keyword }) => keyword === 'minLength'),
  ),
  'rejects a long reference with 413': rejects('413 content-too-large')(
    invalid(({ keyword }) => keyword === 'maxLength'),
  ),
};

export default faults;
