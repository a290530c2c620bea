import { isUtf8 } from 'node:buffer';
import type { InputFault, InputFaults } from './input-fault.ts';
import { bytes, json, parses, text } from './requests.ts';
import { sendsStatus } from './support/changes.ts';

const fails = (is: RegExp): InputFault => ({ rejects: text((body) => is.test(body)), as: '500' });

const faults: InputFaults = {
  'replaces bytes that are not UTF-8': {
    reads: ({ operation, bytes: sent, text: repaired }) =>
      operation === 'create' && !isUtf8(Buffer.from(sent, 'latin1')) ? repaired : undefined,
  },
  'reads bytes that are not UTF-8 as Latin-1': { accepts: bytes((sent) => /\xe9(?![\x80-\xbf])/.test(sent)) },
  'accepts overlong UTF-8': { accepts: bytes((sent) => sent.includes('\xc0\xaf')) },
  'replaces surrogates that are encoded in UTF-8': { accepts: bytes((sent) => /\xed[\xa0-\xbf]/.test(sent)) },
  'accepts JSON in UTF-16': { accepts: bytes((sent) => sent.startsWith('\xff\xfe')) },
  'fails at a property name that is not valid Unicode': fails(/"a\\ud83eb":/),
  'replaces a lone surrogate': {
    reads: json((body) => body.replaceAll(/\\ud83e(?!\\u)|(?<!\\ud83e)\\uddaa/g, '\ufffd')),
  },
  'fails at a lone surrogate': fails(/\\ud83e"|\\uddaa/),
  'finds lone surrogates only in escapes in lower case': {
    reads: json((body) => body.replaceAll(/\\uD83E(?!\\u)/g, '\ufffd')),
  },
  'accepts any escape as the second half of a surrogate pair': {
    reads: json((body) => body.replaceAll(/\\ud83e(?=\\u00)/g, '\ufffd')),
  },
  'accepts a lone surrogate at the end of a string': {
    reads: json((body) => body.replaceAll(/\\ud83e(?=")/g, '\ufffd')),
  },
  'fails at a lone surrogate in a type': fails(/"type":"a\\ud83e/),
  'drops a property whose name has a lone surrogate': {
    reads: json((body) => body.replace(/,"a\\ud83eb":"x"/, '')),
  },
  'drops an unknown property whose value has a lone surrogate': {
    reads: json((body) => body.replace(/,"nickname":"a\\ud83eb"/, '')),
  },
  'fails at a number that is too long': fails(/\d{4300}/),
  'turns a number of more than 64 bits into a string': {
    reads: json((body) => body.replace(/"reference":(18446744073709551616)/, '"reference":"$1"')),
  },
  'fails at a number that is too large for a double': fails(/"reference":1e400/),
  'ignores an unknown property with an infinite number': {
    reads: json((body) => body.replace(',"nickname":1e400', '')),
  },
  'accepts a trailing comma': { accepts: text((body) => /,\s*\}/.test(body) && parses(body.replace(/,\s*\}/, '}'))) },
  'accepts a brace too many': { accepts: text((body) => body.endsWith('}}') && parses(body.slice(0, -1))) },
  'accepts JSON with single quotes': {
    accepts: text((body) => body.includes("'") && parses(body.replaceAll("'", '"'))),
  },
  'accepts a semicolon behind JSON': { accepts: text((body) => body.endsWith(';') && parses(body.slice(0, -1))) },
  'reads the first of two objects': { reads: json((body) => body.replace(/\}\s*\{\}$/, '}')) },
  'accepts JSON behind a guard against scripts': { reads: json((body) => body.replace(/^\)\]\}'\n/, '')) },
  'accepts an object without its closing brace': { reads: json((body) => (/^\{.*"$/.test(body) ? `${body}}` : body)) },
  'accepts form data in place of JSON': {
    reads: json((body) =>
      body.startsWith('type=') ? JSON.stringify(Object.fromEntries(new URLSearchParams(body))) : body,
    ),
  },
  'responds with 422 to JSON that does not parse': sendsStatus(
    422,
    '400 malformed-request',
    text((body) => !parses(body)),
  ),
  'reads an empty body as an empty object': { reads: json((body) => body || '{}') },
  'accepts JSON with comments': { reads: json((body) => body.replaceAll(/\/\*.*?\*\//g, '')) },
  'accepts a tab that is not escaped': {
    reads: json((body) => body.replaceAll(/"(?:[^"\\]|\\.)*"/g, (string) => string.replaceAll('\t', String.raw`\t`))),
  },
  'accepts any letter after a backslash': { reads: json((body) => body.replace(/\\q/, 'q')) },
  'trims characters around JSON that are not white space in JSON': { reads: json((body) => body.trim()) },
  'ignores everything after a NUL in JSON': { reads: json((body) => body.replace(/\0.*$/, '')) },
  'accepts NaN as a number': { reads: json((body) => body.replace(/:NaN/, ':null')) },
  'accepts numbers that begin with zero': { reads: json((body) => body.replace(/":0(?=\d)/, '":')) },
  'accepts numbers that end with a dot': { reads: json((body) => body.replace(/":1\.\}/, '":1}')) },
  'accepts numbers that begin with a dot': { reads: json((body) => body.replace(/":\.5/, '":0.5')) },
  'accepts numbers that begin with a plus': { reads: json((body) => body.replace(/":\+1/, '":1')) },
  'accepts hexadecimal numbers': { reads: json((body) => body.replace(/":0x1/, '":1')) },
  'accepts infinite numbers': { reads: json((body) => body.replace(/":-Infinity/, '":-1e999')) },
  'accepts JSON with a comment at its end': { reads: json((body) => body.replace(/\} \/\/.*$/, '}')) },
  'accepts names without quotes': {
    reads: json((body) => body.replaceAll(/(?<=[{,])(type|reference)(?=:)/g, '"$1"')),
  },
  'reads JSON as YAML': { reads: json((body) => body.replaceAll(/(?<=":)(PF|x)\b/g, '"$1"')) },
};

export default faults;
