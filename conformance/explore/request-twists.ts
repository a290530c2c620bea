import {
  foreignKeyHeaders,
  foreignKeyParameters,
  ignoredHeaders,
  overrideHeaders,
  overrideParameters,
} from '../values/headers.ts';
import { acceptable, codings as everyCoding, malformedMediaTypes, wrongMediaTypes } from '../values/media-types.ts';
import { methods as everyMethod } from '../values/methods.ts';
import { ignoredQueries, malformedQueries } from '../values/queries.ts';
import { eachOf, labelled, setHeader, type Twist, type Twists } from './step.ts';

const header =
  (name: string) =>
  (value: string): Twist =>
  (draft) =>
    setHeader(draft, name, value);

const contentType =
  (change: (type: string) => string): Twist =>
  (draft) => {
    const type = draft.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
    if (type !== undefined) setHeader(draft, 'Content-Type', change(type));
  };
const withoutHeader =
  (name: string): Twist =>
  (draft) => {
    draft.headers = draft.headers.filter(([known]) => known.toLowerCase() !== name.toLowerCase());
  };

const authorizations: Record<string, (key: string) => string> = {
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
  null: () => 'Bearer null',
  __proto__x: () => 'Bearer __proto__',
  constructor: () => 'Bearer constructor',
};
const otherPlaces = labelled(...Object.keys(foreignKeyHeaders), 'Token');
const queries = labelled(
  ...Object.keys({ ...ignoredQueries, ...malformedQueries }),
  ...overrideParameters.flatMap((name) => [`${name}=DELETE`, `${name}=GET`]),
);
const methods = labelled(...everyMethod, 'HEAD', 'OPTIONS', 'PROPFIND', 'TRACE', 'QUERY');
const overrides = Object.fromEntries(
  overrideHeaders.flatMap((name) =>
    ['DELETE', 'GET', 'POST', 'PUT'].map((method) => [`${name} ${method}`, [name, method]]),
  ),
);
const ids: Record<string, (id: string) => string> = {
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
  nothing: () => '',
  'a NUL': (id) => `${id}%00`,
  'the word artifacts': () => 'artifacts',
};
const suffixes = labelled('/', '/status', '/artifacts/1', '/x', '.json', '/artifacts/', '//', '/.');
const conditions = {
  'If-None-Match: *': ['If-None-Match', '*'],
  'If-None-Match': ['If-None-Match', '"x"'],
  'If-Match': ['If-Match', '"x"'],
  'If-Modified-Since': ['If-Modified-Since', 'Thu, 01 Jan 2037 00:00:00 GMT'],
  'If-Unmodified-Since': ['If-Unmodified-Since', 'Thu, 01 Jan 1970 00:00:01 GMT'],
  Range: ['Range', 'bytes=0-9'],
  'Range at the end': ['Range', 'bytes=-5'],
} as const;
const ignored = {
  ...ignoredHeaders,
  Accept: [...Object.keys(acceptable), '*/*', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
  'Accept-Encoding': ['gzip', 'br', 'identity;q=0', '*'],
  'X-Forwarded-Host': ['evil.example'],
  Expect: ['100-continue'],
};
const keys: Record<string, (unique: string) => string> = {
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
const codings = labelled(
  ...Object.values(everyCoding).filter((coding) => typeof coding === 'string'),
  ...['identity', 'utf-8', ''],
);
const mediaTypes = labelled(
  ...Object.values({ ...wrongMediaTypes['an upload'], ...malformedMediaTypes }),
  'multipart/form-data',
  '*/*',
);

/** Changes that any request can have: its key, address, method and headers. */
export const anyTwists: Twists = {
  ...eachOf('authorization', authorizations, (write) => (draft, { validKey }) => {
    draft.authorization = write(validKey);
  }),
  ...eachOf('key only in', otherPlaces, (name) => (draft, { validKey }) => {
    draft.authorization = undefined;
    setHeader(draft, name, name === 'Cookie' ? `token=${validKey}` : `Bearer ${validKey}`);
  }),
  ...eachOf('key only in the query', labelled(...foreignKeyParameters), (name) => (draft, { validKey }) => {
    draft.authorization = undefined;
    draft.path += `?${name}=${encodeURIComponent(validKey)}`;
  }),
  ...eachOf('query', queries, (query) => (draft) => {
    draft.path += `?${query}`;
  }),
  ...eachOf('method', methods, (method) => (draft) => {
    draft.method = method;
  }),
  ...eachOf(
    'override',
    overrides,
    ([name, method]) =>
      (draft) =>
        setHeader(draft, name!, method!),
  ),
  ...eachOf('path', suffixes, (suffix) => (draft) => {
    draft.path += suffix;
  }),
  ...eachOf('path in front', labelled('/v1', '/api', '/Cases', '/case'), (front) => (draft) => {
    draft.path = front.startsWith('/C') || front === '/case' ? draft.path.replace('/cases', front) : front + draft.path;
  }),
  ...eachOf('unknown path', labelled('GET', 'POST', 'PUT', 'DELETE', 'PATCH'), (method) => (draft) => {
    draft.method = method;
    draft.path = '/no-such-path';
  }),
  ...eachOf('condition', conditions, ([name, value]) => header(name)(value)),
  ...Object.fromEntries(
    Object.entries(ignored).flatMap(([name, values]) =>
      values.map((value) => [`${name}: ${value}`, header(name)(value)] as const),
    ),
  ),
};

/** Changes the key of the step, if it has one. */
const ownKey =
  (change: (key: string) => string): Twist =>
  (draft) => {
    draft.headers = draft.headers.map(([name, value]) => [name, name === 'Idempotency-Key' ? change(value) : value]);
  };

/** Changes that a POST can have besides. */
export const postTwists: Twists = {
  ...eachOf(
    'idempotency key',
    keys,
    (write) =>
      (draft, { unique }) =>
        setHeader(draft, 'Idempotency-Key', write(unique)),
  ),
  'two idempotency keys': (draft, { unique }) =>
    void draft.headers.push(['Idempotency-Key', `${unique}1`], ['Idempotency-Key', `${unique}2`]),
  'idempotency key in another letter case': ownKey((key) => key.toUpperCase()),
  'idempotency key percent-encoded': ownKey((key) => key.replace('-', '%2D')),
  'idempotency key with one character more': ownKey((key) => `${key}0`),
  'idempotency key with one character less': ownKey((key) => key.slice(0, -1)),
  'idempotency key in quotes': ownKey((key) => `"${key}"`),
  'header names in lower case': (draft) => {
    draft.headers = draft.headers.map(([name, value]) => [name.toLowerCase(), value]);
  },
  'header names in upper case': (draft) => {
    draft.headers = draft.headers.map(([name, value]) => [name.toUpperCase(), value]);
  },
  ...eachOf('coding', codings, header('Content-Encoding')),
  ...eachOf('media type', mediaTypes, header('Content-Type')),
  'media type in capital letters': contentType((type) => type.replace(/^[^;]+/, (name) => name.toUpperCase())),
  ...eachOf(
    'media type with',
    labelled(
      '; charset=utf-8',
      ' ; charset=utf-8',
      ';charset=utf-8;version=1',
      ';charset=UTF-8',
      '; charset="utf-8"',
      '; version=1',
      '; profile="a;b"',
      '; charset=iso-8859-1',
      '; charset=utf-16',
      ';',
    ),
    (parameter) => contentType((type) => type + parameter),
  ),
  'no media type': withoutHeader('Content-Type'),
  'an empty media type': header('Content-Type')(''),
  'without Content-Length': (draft) => {
    draft.chunked = true;
  },
  'in chunks': (draft) => {
    draft.inPieces = true;
  },
  'no body': (draft) => {
    draft.body = Buffer.alloc(0);
  },
  'without body and media type': (draft) => {
    draft.body = Buffer.alloc(0);
    withoutHeader('Content-Type')(draft, undefined!);
  },
};

/** Changes of the id in a path. */
export const caseTwists: Twists = eachOf('id', ids, (change) => (draft, { caseId }) => {
  draft.path = draft.path.replace(caseId, change(caseId));
});

/** Changes that a GET can have besides. */
export const readTwists: Twists = {
  'an idempotency key': (draft, { pick }) => setHeader(draft, 'Idempotency-Key', `read-key-${pick(3)}`),
  'an illegal idempotency key': header('Idempotency-Key')('x'.repeat(300)),
  ...eachOf('coding', labelled('gzip', 'identity'), header('Content-Encoding')),
  'a media type': header('Content-Type')('text/plain'),
  'a body': (draft) => {
    draft.body = Buffer.from('{}');
    setHeader(draft, 'Content-Type', 'application/json');
  },
};
