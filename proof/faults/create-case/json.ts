import type { Defect, FaultTable } from '../support/fault.ts';
import { parsingProperties } from '../support/parts.ts';

/** JSON in which some escapes are repaired before it is judged. */
const repairingEscapes =
  (lone: RegExp): Defect =>
  ({ parseJson }) => ({ parseJson: (text) => parseJson(text.replaceAll(lone, '\\ufffd')) });

/** JSON at which a reader breaks down. */
const failingAtText =
  (text: RegExp): Defect =>
  ({ parseJson }) => ({
    parseJson(json) {
      if (text.test(json)) throw new Error('The reader broke down.');
      return parseJson(json);
    },
  });

/** A number of this size is read as a text, as a decimal of any precision may be. */
const readingNumbers =
  (text: RegExp, where: (body: Record<string, unknown>) => Record<string, unknown>): Defect =>
  (original) => ({
    parseJson: (json) => {
      const value = original.parseJson(json);
      return text.test(json) ? where(value as Record<string, unknown>) : value;
    },
  });

/** Defects that the checks in `conformance/checks/create-case/json.ts` must find. */
export const createCaseJsonFaults: FaultTable = {
  'replaces a lone surrogate': [
    {
      'create-case.lone-surrogate': { code: 'wrong-status', status: 201 },
      'create-case.returns-reference': { code: 'not-accepted', row: 'a backslash before u' },
    },
    (original) => ({
      parseJson: (text) => original.parseJson(text.replaceAll(/\\ud83e(?!\\u)|(?<!\\ud83e)\\uddaa/g, '\ufffd')),
    }),
  ],
  'reads references that look like times as times': [
    { 'create-case.returns-reference': { code: 'wrong-reference', row: 'a time with an offset' } },
    parsingProperties(({ reference, ...others }) => {
      const isTime = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(String(reference));
      return { ...others, reference: isTime ? new Date(String(reference)).toISOString() : reference };
    }),
  ],
  'fails at a lone surrogate': [
    { 'create-case.lone-surrogate': { code: 'wrong-status', status: 500 } },
    (original) => ({
      parseJson: (text) => (/\\ud83e"|\\uddaa/.test(text) ? encodeURIComponent('\ud83e') : original.parseJson(text)),
    }),
  ],
  'finds lone surrogates only in escapes in lower case': [
    { 'create-case.lone-surrogate': { code: 'wrong-status', row: 'a surrogate in capital digits' } },
    repairingEscapes(/\\uD83E(?!\\u)/g),
  ],
  'accepts any escape as the second half of a surrogate pair': [
    { 'create-case.lone-surrogate': { code: 'wrong-status', row: 'a surrogate before another escape' } },
    repairingEscapes(/\\ud83e(?=\\u00)/g),
  ],
  'accepts a lone surrogate at the end of a string': [
    { 'create-case.lone-surrogate': { code: 'wrong-status', row: 'a surrogate at the end' } },
    repairingEscapes(/\\ud83e(?=")/g),
  ],
  'fails at a lone surrogate in a type': [
    { 'create-case.lone-surrogate': { code: 'wrong-status', row: 'a high surrogate: in a type' } },
    failingAtText(/"type":"a\\ud83e/),
  ],
  'drops a property whose name has a lone surrogate': [
    { 'create-case.lone-surrogate': { code: 'wrong-status', row: 'a surrogate in a name' } },
    ({ parseJson }) => ({ parseJson: (text) => parseJson(text.replace(/,"a\\ud83eb":"x"/, '')) }),
  ],
  'drops an unknown property whose value has a lone surrogate': [
    { 'create-case.lone-surrogate': { code: 'wrong-status', row: 'a high surrogate: in an unknown property' } },
    ({ parseJson }) => ({ parseJson: (text) => parseJson(text.replace(/,"nickname":"a\\ud83eb"/, '')) }),
  ],
  'fails at a number that is too long': [
    { 'create-case.large-number': { code: 'wrong-status', row: '5000 digits' } },
    failingAtText(/\d{4300}/),
  ],
  'turns a number of more than 64 bits into a string': [
    { 'create-case.large-number': { code: 'wrong-status', row: '2^64', status: 201 } },
    readingNumbers(/18446744073709551616/, (body) => ({ ...body, reference: '18446744073709551616' })),
  ],
  'fails at a number that is too large for a double': [
    { 'create-case.large-number': { code: 'wrong-status', row: '1e400', status: 500 } },
    failingAtText(/"reference":1e400/),
  ],
  'ignores an unknown property with an infinite number': [
    { 'create-case.large-number': { code: 'wrong-status', row: '1e400: in an unknown property', status: 201 } },
    ({ parseJson }) => ({ parseJson: (text) => parseJson(text.replace(',"nickname":1e400', '')) }),
  ],
};
