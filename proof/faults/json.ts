import type { Fault } from './fault.ts';

/** JSON that is mended before it is parsed. */
const mending =
  (mend: (text: string) => string): Fault['parts'] =>
  ({ parseJson }) => ({ parseJson: (text) => parseJson(mend(text)) });

/** Readers of JSON that take more than JSON, as many libraries do on request or on their own. */
export const json: Fault[] = [
  {
    name: 'reads an empty body as an empty object',
    breaks: { 'create-case.malformed-json': { code: 'wrong-status', row: 'an empty body' } },
    parts: mending((text) => text || '{}'),
  },
  {
    name: 'reads JSON with comments',
    breaks: { 'create-case.malformed-json': { code: 'wrong-status', row: 'a comment', status: 201 } },
    parts: mending((text) => text.replaceAll(/\/\*.*?\*\//g, '')),
  },
  {
    name: 'reads a tab that is not escaped',
    breaks: { 'create-case.malformed-json': { code: 'wrong-status', row: 'a tab that is not escaped', status: 422 } },
    parts: mending((text) =>
      text.replaceAll(/"(?:[^"\\]|\\.)*"/g, (string) => string.replaceAll('\t', String.raw`\t`)),
    ),
  },
  {
    name: 'reads the JSON in a string',
    breaks: {
      'create-case.body-is-object': { code: 'accepted', row: 'a string' },
      'create-case.no-object': { code: 'wrong-status', row: 'a string' },
    },
    parts: ({ parseJson }) => ({
      parseJson(text) {
        const value = parseJson(text);
        return typeof value === 'string' && value.startsWith('{') ? parseJson(value) : value;
      },
    }),
  },
  {
    name: 'replaces the surrogates among bytes',
    breaks: { 'create-case.invalid-utf8': { code: 'wrong-status', row: 'a surrogate', status: 201 } },
    parts: ({ decodeUtf8 }) => ({
      decodeUtf8: (bytes) =>
        /\xed[\xa0-\xbf]/.test(Buffer.from(bytes).toString('latin1'))
          ? Buffer.from(bytes).toString('utf8')
          : decodeUtf8(bytes),
    }),
  },
  {
    name: 'fails at a name that is no Unicode',
    breaks: { 'create-case.unknown-member': { code: 'wrong-status', status: 500 } },
    parts: ({ parseJson }) => ({
      parseJson(text) {
        if (text.includes(String.raw`"a\ud83eb":`)) throw new URIError('URI malformed');
        return parseJson(text);
      },
    }),
  },
  {
    name: 'reads JSON in UTF-16',
    breaks: { 'create-case.invalid-utf8': { code: 'wrong-status', row: 'UTF-16', status: 201 } },
    parts: ({ decodeUtf8 }) => ({
      decodeUtf8: (bytes) =>
        bytes[0] === 0xff && bytes[1] === 0xfe ? new TextDecoder('utf-16le').decode(bytes) : decodeUtf8(bytes),
    }),
  },
];
