import { isUtf8 } from 'node:buffer';
import { bytes, json, parses, text } from './requests.ts';
import { sendsStatus } from './support/changes.ts';
import { accepts, faultsOf, type InputFault, type InputFaults, rejects } from './support/fault.ts';

const fails = (is: RegExp): InputFault => rejects('500')(text((body) => is.test(body)));

const faults: InputFaults = {
  'replaces bytes that are not UTF-8': {
    reads: ({ operation, bytes: sent, text: repaired }) =>
      operation === 'create' && !isUtf8(Buffer.from(sent, 'latin1')) ? repaired : undefined,
  },
  ...faultsOf(accepts, {
    'reads bytes that are not UTF-8 as Latin-1': bytes((sent) => /\xe9(?![\x80-\xbf])/.test(sent)),
    'accepts overlong UTF-8': bytes((sent) => sent.includes('\xc0\xaf')),
    'replaces surrogates that are encoded in UTF-8': bytes((sent) => /\xed[\xa0-\xbf]/.test(sent)),
    'accepts JSON in UTF-16': bytes((sent) => sent.startsWith('\xff\xfe')),
    'recognises JSON in UTF-16 by its zeros': bytes((sent) => sent.startsWith('{\0"\0')),
    'recognises JSON in big-endian UTF-16 by its zeros': bytes((sent) => sent.startsWith('\0{\0"')),
    'recognises JSON in UTF-32 by its zeros': bytes((sent) => /^\{\0{3}"\0{3}/.test(sent)),
    'accepts a trailing comma': text((body) => /,\s*\}/.test(body) && parses(body.replace(/,\s*\}/, '}'))),
    'accepts a brace too many': text((body) => body.endsWith('}}') && parses(body.slice(0, -1))),
    'accepts JSON with single quotes': text((body) => body.includes("'") && parses(body.replaceAll("'", '"'))),
    'accepts a semicolon behind JSON': text((body) => body.endsWith(';') && parses(body.slice(0, -1))),
  }),
  ...faultsOf(fails, {
    'fails at a property name that is not valid Unicode': /"a\\ud83eb":/,
    'fails at a property name of more than 255 letters': /"x{256,}":/,
    'fails at a lone surrogate': /\\ud83e"|\\uddaa/,
    'fails at a lone surrogate in a type': /"type":"a\\ud83e/,
    'fails at a number that is too long': /\d{4300}/,
    'fails at a number that is too large for a double': /"reference":1e400/,
  }),
  ...faultsOf(json, {
    'replaces a lone surrogate': (body) => body.replaceAll(/\\ud83e(?!\\u)|(?<!\\ud83e)\\uddaa/g, '\ufffd'),
    'finds lone surrogates only in escapes in lower case': (body) => body.replaceAll(/\\uD83E(?!\\u)/g, '\ufffd'),
    'accepts any escape as the second half of a surrogate pair': (body) =>
      body.replaceAll(/\\ud83e(?=\\u00)/g, '\ufffd'),
    'accepts a lone surrogate at the end of a string': (body) => body.replaceAll(/\\ud83e(?=")/g, '\ufffd'),
    'drops a property whose name has a lone surrogate': (body) => body.replace(/,"a\\ud83eb":"x"/, ''),
    'drops an unknown property whose value has a lone surrogate': (body) => body.replace(/,"nickname":"a\\ud83eb"/, ''),
    'turns a number of more than 64 bits into a string': (body) =>
      body.replace(/"reference":(18446744073709551616)/, '"reference":"$1"'),
    'ignores an unknown property with an infinite number': (body) => body.replace(',"nickname":1e400', ''),
    'reads the first of two objects': (body) => body.replace(/\}\s*\{\}$/, '}'),
    'accepts JSON behind a guard against scripts': (body) => body.replace(/^\)\]\}'\n/, ''),
    'accepts an object without its closing brace': (body) => (/^\{.*"$/.test(body) ? `${body}}` : body),
    'accepts form data in place of JSON': (body) =>
      body.startsWith('type=') ? JSON.stringify(Object.fromEntries(new URLSearchParams(body))) : body,
    'accepts JSON with comments': (body) => body.replaceAll(/\/\*.*?\*\//g, ''),
    'accepts a tab that is not escaped': (body) =>
      body.replaceAll(/"(?:[^"\\]|\\.)*"/g, (string) => string.replaceAll('\t', String.raw`\t`)),
    'accepts any letter after a backslash': (body) => body.replace(/\\q/, 'q'),
    'trims characters around JSON that are not white space in JSON': (body) => body.trim(),
    'ignores everything after a NUL in JSON': (body) => body.replace(/\0.*$/, ''),
    'accepts NaN as a number': (body) => body.replace(/:NaN/, ':null'),
    'accepts numbers that begin with zero': (body) => body.replace(/":0(?=\d)/, '":'),
    'accepts numbers that end with a dot': (body) => body.replace(/":1\.\}/, '":1}'),
    'accepts numbers that begin with a dot': (body) => body.replace(/":\.5/, '":0.5'),
    'accepts numbers that begin with a plus': (body) => body.replace(/":\+1/, '":1'),
    'accepts hexadecimal numbers': (body) => body.replace(/":0x1/, '":1'),
    'accepts infinite numbers': (body) => body.replace(/":-Infinity/, '":-1e999'),
    'accepts JSON with a comment at its end': (body) => body.replace(/\} \/\/.*$/, '}'),
    'accepts names without quotes': (body) => body.replaceAll(/(?<=[{,])(type|reference)(?=:)/g, '"$1"'),
    'reads JSON as YAML': (body) => body.replaceAll(/(?<=":)(PF|x)\b/g, '"$1"'),
  }),
  'responds with 422 to JSON that does not parse': sendsStatus(
    422,
    '400 malformed-request',
    text((body) => !parses(body)),
  ),
};

export default faults;
