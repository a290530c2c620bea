// The values of any request: its key, address, method and headers.
import {
  foreignKeyHeaders,
  foreignKeyParameters,
  ignoredHeaders,
  ignoredOnPost,
  overrideHeaders,
  overrideParameters,
} from '../../values/headers.ts';
import { unlikelyKeys } from '../../values/keys.ts';
import { acceptable, codings as everyCoding, malformedMediaTypes, wrongMediaTypes } from '../../values/media-types.ts';
import { malformedIds } from '../../values/ids.ts';
import { methods as everyMethod, unknownPaths } from '../../values/paths.ts';
import { ignoredQueries, malformedQueries } from '../../values/queries.ts';
import { labelled } from '../step.ts';

const otherTemplate = (template: string) => (template.startsWith('Bearer') ? '{key}' : 'Bearer {key}');
export const authorizations: Record<string, (key: string) => string> = {
  bearer: (key) => `bearer ${key}`,
  BEARER: (key) => `BEARER ${key}`,
  bEaReR: (key) => `bEaReR ${key}`,
  Basic: (key) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
  'Basic with the key': (key) => `Basic ${key}`,
  Token: (key) => `Token ${key}`,
  ApiKey: (key) => `ApiKey ${key}`,
  Bearerx: (key) => `Bearerx ${key}`,
  'no scheme': (key) => key,
  'no token': () => 'Bearer',
  'no space': (key) => `Bearer${key}`,
  'one character less': (key) => `Bearer ${key.slice(0, -1)}`,
  'one character more': (key) => `Bearer ${key}x`,
  'a character before it': (key) => `Bearer x${key}`,
  'without the first character': (key) => `Bearer ${key.slice(1)}`,
  'the first character changed': (key) => `Bearer ${key[0] === 'a' ? 'b' : 'a'}${key.slice(1)}`,
  'the last character changed': (key) => `Bearer ${key.slice(0, -1)}${key.at(-1) === 'a' ? 'b' : 'a'}`,
  'one character in the middle changed': (key) => {
    const at = Math.floor(key.length / 2);
    return `Bearer ${key.slice(0, at)}${key[at] === 'a' ? 'b' : 'a'}${key.slice(at + 1)}`;
  },
  'one character in the middle missing': (key) =>
    `Bearer ${key.slice(0, key.length / 2)}${key.slice(key.length / 2 + 1)}`,
  'the first half': (key) => `Bearer ${key.slice(0, key.length / 2)}`,
  twice: (key) => `Bearer ${key}${key}`,
  'a long token': () => `Bearer ${'k'.repeat(500)}`,
  'in upper case': (key) => `Bearer ${key.toUpperCase()}`,
  'a wildcard': () => 'Bearer *',
  'followed by a word': (key) => `Bearer ${key} x`,
  'followed by a comma': (key) => `Bearer ${key},`,
  'followed by a comma and a word': (key) => `Bearer ${key},x`,
  ...Object.fromEntries(Object.entries(unlikelyKeys).map(([what, key]) => [what, () => `Bearer ${key}`])),
  'a pattern of SQL': (key) => `Bearer ${key.slice(0, 4)}%`,
  'a pattern of one letter': (key) => `Bearer ${'_'.repeat(key.length)}`,
  'a regular expression': () => 'Bearer .*',
  'not ASCII': () => 'Bearer clave-\xf1and\xfa',
  'in quotes': (key) => `Bearer "${key}"`,
  'percent-encoded': (key) => `Bearer %${key.codePointAt(0)!.toString(16)}${key.slice(1)}`,
  'an equals sign behind it': (key) => `Bearer ${key}=`,
  'two spaces': (key) => `Bearer  ${key}`,
  xBearer: (key) => `xBearer ${key}`,
  'the password of Basic': (key) => `Basic ${Buffer.from(`api:${key}`).toString('base64')}`,
};
export const otherPlaces: Record<string, [header: string, template: string]> = {
  ...foreignKeyHeaders,
  Token: ['Token', '{key}'],
  ...Object.fromEntries(
    Object.values(foreignKeyHeaders).map(([name, template]) => [
      `${name} as ${otherTemplate(template)}`,
      [name, otherTemplate(template)],
    ]),
  ),
};
export const foreignParameters = labelled(...foreignKeyParameters);
export const queries = labelled(
  ...Object.keys({ ...ignoredQueries, ...malformedQueries }),
  ...overrideParameters.flatMap((name) => [`${name}=DELETE`, `${name}=GET`]),
);
export const methods = labelled(...everyMethod, 'HEAD', 'OPTIONS', 'PROPFIND', 'TRACE', 'QUERY');
export const overrides = Object.fromEntries(
  overrideHeaders.flatMap((name) =>
    ['DELETE', 'GET', 'POST', 'PUT'].map((method) => [`${name} ${method}`, [name, method]]),
  ),
);
/** For each override: the method that is sent, and the one that is named. */
export const tunnels = Object.fromEntries(
  overrideHeaders.flatMap((name) =>
    ['GET', 'POST', 'DELETE'].flatMap((sent) =>
      ['GET', 'POST']
        .filter((named) => named !== sent)
        .map((named) => [`${sent} as ${named} by ${name}`, [sent, name, named] as const]),
    ),
  ),
);
export const ids: Record<string, (id: string) => string> = {
  'one character less': (id) => id.slice(0, -1),
  'one character more': (id) => `${id}x`,
  'without the first character': (id) => id.slice(1),
  'the last character changed': (id) => id.slice(0, -1) + (id.endsWith('a') ? 'b' : 'a'),
  'in upper case': (id) => id.toUpperCase(),
  'in lower case': (id) => id.toLowerCase(),
  'one character': () => 'x',
  'without its prefix': (id) => id.replace(/^[a-z]+_/, ''),
  'the second half': (id) => id.slice(id.length / 2),
  'the first half': (id) => id.slice(0, id.length / 2),
  digits: () => '1234567890123456',
  '65 characters': () => 'x'.repeat(65),
  'well formed': () => 'case_NoSuchCaseNoSuchCase',
  'a dot': (id) => `${id}.json`,
  'a semicolon': (id) => `${id};x=1`,
  'a wildcard': () => '*',
  __proto__x: () => '__proto__',
  constructor: () => 'constructor',
  'a quote': (id) => `${id}'`,
  'an encoded letter': (id) => `%${id.codePointAt(0)!.toString(16)}${id.slice(1)}`,
  'an encoded slash': (id) => `${id}%2f`,
  'a space': (id) => `${id}%20`,
  'not UTF-8': () => '%ff%fe',
  'without its hyphens': (id) => id.replaceAll('-', ''),
  'with other hyphens': (id) => id.replace(/[-_]/, (sign) => (sign === '-' ? '_' : '-')),
  'in braces': (id) => `{${id}}`,
  'as a URN': (id) => `urn:uuid:${id}`,
  twice: (id) => id + id,
  'its letters reversed': (id) => id.slice(0, 5) + id.slice(5).split('').toReversed().join(''),
  'two characters changed': (id) => `${id.slice(0, -2)}${id.endsWith('zz') ? 'yy' : 'zz'}`,
  'a hyphen behind it': (id) => `${id}-`,
  ...Object.fromEntries(
    malformedIds.map((id) => [`the id ${id.slice(0, 20)}, ${id.length}`, () => encodeURIComponent(id)]),
  ),
  nothing: () => '',
  'a NUL': (id) => `${id}%00`,
  'the word artifacts': () => 'artifacts',
};
export const suffixes = labelled('/', '/status', '/artifacts/1', '/x', '.json', '/artifacts/', '//', '/.');
export const paths = labelled(...unknownPaths);
export const conditions = {
  'If-None-Match: *': ['If-None-Match', '*'],
  'If-None-Match': ['If-None-Match', '"x"'],
  'If-Match': ['If-Match', '"x"'],
  'If-Modified-Since': ['If-Modified-Since', 'Thu, 01 Jan 2037 00:00:00 GMT'],
  'If-Unmodified-Since': ['If-Unmodified-Since', 'Thu, 01 Jan 1970 00:00:01 GMT'],
  Range: ['Range', 'bytes=0-9'],
  'Range at the end': ['Range', 'bytes=-5'],
} as const;
export const ignored = {
  ...ignoredHeaders,
  Accept: [...Object.keys(acceptable), '*/*', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
  'Accept-Encoding': ['gzip', 'br', 'identity;q=0', '*'],
  'X-Forwarded-Host': ['evil.example'],
  Expect: ['100-continue'],
  'Access-Control-Request-Method': ['POST'],
  ...ignoredOnPost,
};
export const keys: Record<string, (unique: string) => string> = {
  'one character': () => '!',
  '255 characters': (unique) => unique.padEnd(255, 'x'),
  '256 characters': (unique) => unique.padEnd(256, 'x'),
  '1000 characters': (unique) => unique.padEnd(1000, 'x'),
  signs: (unique) => `!"#$%&'()*+,-./:;<=>?@[]^_{|}~${unique}`,
  'a space': (unique) => `a b ${unique}`,
  'a tab': (unique) => `a\tb${unique}`,
  empty: () => '',
  'not ASCII': (unique) => `é${unique}`,
  'a comma': (unique) => `a,${unique}`,
  quotes: (unique) => `"${unique}"`,
};
/** Keys that a careless service takes for the same one. */
export const nearKeys: Record<string, (key: string) => string> = {
  'in upper case': (key) => key.toUpperCase(),
  'in lower case': (key) => key.toLowerCase(),
  'percent-encoded': (key) => key.replace('-', '%2D'),
  'with one character more': (key) => `${key}0`,
  'with one character less': (key) => key.slice(0, -1),
  'in quotes': (key) => `"${key}"`,
  'with an underscore': (key) => key.replace('-', '_'),
  'without a hyphen': (key) => key.replace('-', ''),
  'with a comma': (key) => `${key},x`,
  'with a parameter': (key) => `${key};x=1`,
  'with a zero in front': (key) => `0${key}`,
  'with a plus sign': (key) => key.replace('-', '+'),
  'with a long end': (key) => key.padEnd(255, 'x'),
  'with a long end and another letter': (key) => `${key.padEnd(254, 'x')}y`,
};
export const codings = labelled(
  ...Object.values(everyCoding).filter((coding) => typeof coding === 'string'),
  'identity',
  'utf-8',
  '',
);
export const mediaTypes = labelled(
  ...Object.values({ ...wrongMediaTypes['an upload'], ...malformedMediaTypes }),
  'multipart/form-data',
  '*/*',
);

/** Ways to write the name of a header. */
export const letterCases: Record<string, (name: string) => string> = {
  'in lower case': (name) => name.toLowerCase(),
  'in upper case': (name) => name.toUpperCase(),
  'in both cases': (name) =>
    name.replaceAll(/[a-z]/gi, (letter, at: number) => (at % 2 === 0 ? letter.toLowerCase() : letter.toUpperCase())),
};
