import { problem, Rejected } from '../../reference-impl/http/problems.ts';
import { storingReference } from './create-case.ts';
import type { Fault } from './fault.ts';
import { escaped, pointing } from './problems.ts';

const pointingAt = (change: (name: string) => string): Fault['parts'] =>
  pointing((path, name, original) => (name === undefined ? original(path, name) : `#${path}/${change(name)}`));

/** JSON that is refused for the way in which it is written. */
const refusingText =
  (pattern: RegExp): Fault['parts'] =>
  ({ parseJson }) => ({
    parseJson(text) {
      if (pattern.test(text)) throw new Rejected(problem(400, 'malformed-request', 'This is no JSON.'));
      return parseJson(text);
    },
  });

/** Defects that show in values of a certain make only, of which there are too many to name them all. */
export const generated: Fault[] = [
  {
    name: 'drops most variation selectors from a reference',
    breaks: { 'create-case.returns-reference': { code: 'wrong-reference', row: 'generated values' } },
    parts: storingReference((text) => text.replaceAll(/[\ufe00-\ufe0e\u{e0100}-\u{e01ef}]/gu, '')),
  },
  {
    name: 'composes Chinese and Korean letters of a reference only',
    breaks: { 'create-case.returns-reference': { code: 'wrong-reference', row: 'generated values' } },
    parts: storingReference((text) =>
      text.replaceAll(/[\u1100-\u11ff\uf900-\ufaff]+/g, (letters) => letters.normalize('NFC')),
    ),
  },
  {
    name: 'replaces private characters of the last planes in a reference',
    breaks: { 'create-case.returns-reference': { code: 'wrong-reference', row: 'generated values' } },
    parts: storingReference((text) => text.replaceAll(/[\u{f0000}-\u{10ffff}]/gu, '\ufffd')),
  },
  {
    name: 'makes wide letters of a reference narrow',
    breaks: {
      'create-case.returns-reference': { code: 'wrong-reference', row: 'generated values' },
      'sandbox.plain-reference-stays-pending': { code: 'wrong-case-status', actual: 'APPROVED' },
    },
    parts: storingReference((text) => text.replaceAll(/[\uff01-\uff5e]/g, (letter) => letter.normalize('NFKC'))),
  },
  {
    name: 'takes an escaped pair of surrogates for two lone ones',
    breaks: {
      'idempotency.equal-json': { code: 'wrong-status', status: 400 },
      'create-case.returns-reference': { code: 'not-accepted', row: 'a backslash before u' },
    },
    parts: refusingText(/\\u[dD][89a-fA-F]/),
  },
  {
    name: 'knows no escapes in the name of a member',
    breaks: { 'idempotency.equal-json': { code: 'wrong-status', row: 'escapes' } },
    parts: refusingText(/[{,]\s*"\\u/),
  },
  {
    name: 'knows escapes in lower case only',
    breaks: { 'idempotency.equal-json': { code: 'wrong-status', row: 'generated values' } },
    parts: refusingText(/\\u[0-9a-f]*[A-F]/),
  },
  {
    name: 'knows no escaped slash',
    breaks: { 'idempotency.equal-json': { code: 'wrong-status', row: 'short escapes' } },
    parts: refusingText(/(?<!\\)\\\//),
  },
  {
    name: 'takes white space before a colon for malformed',
    breaks: { 'idempotency.equal-json': { code: 'wrong-status', row: 'white space wherever it may stand' } },
    parts: refusingText(/"\s+:/),
  },
  {
    name: 'escapes the first slash of a name only',
    breaks: { 'problems.escapes-pointer': { code: 'wrong-pointer', row: 'generated values' } },
    parts: pointingAt((name) =>
      encodeURIComponent(name.replaceAll('~', '~0').replace('/', '~1')).replaceAll('%2F', '/'),
    ),
  },
  {
    name: 'writes the dots of a name as slashes',
    breaks: { 'problems.escapes-pointer': { code: 'wrong-pointer', row: 'generated values' } },
    parts: pointingAt((name) => encodeURIComponent(escaped(name).replaceAll('.', '/')).replaceAll('%2F', '/')),
  },
  {
    name: 'takes brackets in a name for a place in a list',
    breaks: { 'problems.escapes-pointer': { code: 'wrong-pointer', row: 'generated values' } },
    parts: pointingAt((name) =>
      encodeURIComponent(escaped(name).replaceAll(/\[(\d+)\]/g, '/$1')).replaceAll('%2F', '/'),
    ),
  },
  {
    name: 'answers 500 to a letter of two UTF-16 units in a name',
    breaks: { 'create-case.unknown-member': { code: 'wrong-status', row: 'generated values' } },
    parts: pointingAt((name) => escaped(name).split('').map(encodeURIComponent).join('')),
  },
];
