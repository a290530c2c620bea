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

const faults: FaultTable = {
  'create-case.unreadable-body': {
    'replaces a lone surrogate': (original) => ({
      parseJson: (text) => original.parseJson(text.replaceAll(/\\ud83e(?!\\u)|(?<!\\ud83e)\\uddaa/g, '\ufffd')),
    }),
    'fails at a lone surrogate': (original) => ({
      parseJson: (text) => (/\\ud83e"|\\uddaa/.test(text) ? encodeURIComponent('\ud83e') : original.parseJson(text)),
    }),
    'finds lone surrogates only in escapes in lower case': repairingEscapes(/\\uD83E(?!\\u)/g),
    'accepts any escape as the second half of a surrogate pair': repairingEscapes(/\\ud83e(?=\\u00)/g),
    'accepts a lone surrogate at the end of a string': repairingEscapes(/\\ud83e(?=")/g),
    'fails at a lone surrogate in a type': failingAtText(/"type":"a\\ud83e/),
    'drops a property whose name has a lone surrogate': ({ parseJson }) => ({
      parseJson: (text) => parseJson(text.replace(/,"a\\ud83eb":"x"/, '')),
    }),
    'drops an unknown property whose value has a lone surrogate': ({ parseJson }) => ({
      parseJson: (text) => parseJson(text.replace(/,"nickname":"a\\ud83eb"/, '')),
    }),
    'fails at a number that is too long': failingAtText(/\d{4300}/),
    'turns a number of more than 64 bits into a string': readingNumbers(/18446744073709551616/, (body) => ({
      ...body,
      reference: '18446744073709551616',
    })),
    'fails at a number that is too large for a double': failingAtText(/"reference":1e400/),
    'ignores an unknown property with an infinite number': ({ parseJson }) => ({
      parseJson: (text) => parseJson(text.replace(',"nickname":1e400', '')),
    }),
  },
  'create-case.returns-reference': {
    'reads references that look like times as times': parsingProperties(({ reference, ...others }) => {
      const isTime = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(String(reference));
      return { ...others, reference: isTime ? new Date(String(reference)).toISOString() : reference };
    }),
  },
};

export default faults;
