import type { InputFaults } from './input-fault.ts';
import { codePoints, create, parses, reference, text, type } from './requests.ts';

const faults: InputFaults = {
  'accepts an empty reference': { accepts: reference((text) => text === '') },
  'accepts tabs in a reference': { accepts: reference((text) => /^[^\0-\x08\n-\x1f\x7f-\x9f]{1,256}$/u.test(text)) },
  'accepts DEL in a reference': { accepts: reference((text) => /^[^\0-\x1f\x80-\x9f]{1,256}$/u.test(text)) },
  'accepts a reference with a line feed at its end': {
    accepts: reference((text) => /^[^\0-\x1f\x7f-\x9f]{1,256}\n$/u.test(text)),
  },
  'accepts a reference of 257 code points': { accepts: reference((text) => codePoints(text) === 257) },
  'accepts only references of two code points and more': { rejects: reference((text) => codePoints(text) < 2) },
  'limits references to 256 bytes': { rejects: reference((text) => Buffer.byteLength(text) > 256) },
  'limits references to 256 UTF-16 units': { rejects: reference((text) => text.length > 256) },
  'rejects a line separator behind a directive of the sandbox': {
    rejects: reference((text) => /^sandbox:.*[\u2028\u2029]/s.test(text)),
  },
  'rejects a blank reference': { rejects: reference((text) => /^ +$/.test(text)) },
  'rejects a reference with the replacement character': { rejects: reference((text) => text.includes('\ufffd')) },
  'accepts a type in lower case': { accepts: type((type) => /^p[fm]$/.test(String(type))) },
  'accepts a type with a line end after it': { accepts: type((type) => /^P[FM]\n$/.test(String(type))) },
  'treats an empty type as a person': { accepts: type((type) => type === '') },
  'treats a null type as a person': { accepts: type((type) => type === null) },
  'accepts a type in an array of one element': {
    accepts: type((type) => Array.isArray(type) && type.length === 1 && /^P[FM]$/.test(String(type[0]))),
  },
  'accepts a trailing comma': { accepts: text((body) => /,\s*\}/.test(body) && parses(body.replace(/,\s*\}/, '}'))) },
  'accepts a brace too many': { accepts: text((body) => body.endsWith('}}') && parses(body.slice(0, -1))) },
  'accepts JSON with single quotes': {
    accepts: text((body) => body.includes("'") && parses(body.replaceAll("'", '"'))),
  },
  'accepts a semicolon behind JSON': { accepts: text((body) => body.endsWith(';') && parses(body.slice(0, -1))) },
  'ignores unknown properties that are null': {
    accepts: create(({ type: _, reference: __, ...more }) => Object.values(more).some((value) => value === null)),
  },
  'ignores unknown properties that begin with an underscore': {
    accepts: create(({ type: _, reference: __, ...more }) => Object.keys(more).some((name) => name.startsWith('_'))),
  },
};

export default faults;
