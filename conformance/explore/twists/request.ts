import { eachOf, labelled, setHeader, type Twist, type Twists } from '../step.ts';
import * as values from './request-values.ts';

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

/** Changes that any request can have: its key, address, method and headers. */
export const anyTwists: Twists = {
  ...eachOf('authorization', values.authorizations, (write) => (draft, { validKey }) => {
    draft.authorization = write(validKey);
  }),
  'another Authorization after it': (draft) => {
    draft.headers.push(['Authorization', draft.authorization ?? 'Bearer x']);
    draft.authorization = 'Bearer never-issued-4f1c6b0d9a7e';
  },
  'another Authorization before it': (draft) =>
    void draft.headers.push(['Authorization', 'Bearer never-issued-4f1c6b0d9a7e']),
  ...eachOf('key only in', values.otherPlaces, ([name, template]) => (draft, { validKey }) => {
    draft.authorization = undefined;
    setHeader(draft, name, template.replaceAll('{key}', validKey));
  }),
  ...eachOf('key of the owner also in', values.otherPlaces, ([name, template]) => (draft, { ownerKey }) => {
    setHeader(draft, name, template.replaceAll('{key}', ownerKey));
  }),
  'the cookies that were set': (draft, { cookies }) => {
    const set = cookies();
    if (set !== '') setHeader(draft, 'Cookie', set);
  },
  ...eachOf('key only in the query', values.foreignParameters, (name) => (draft, { validKey }) => {
    draft.authorization = undefined;
    draft.path += `?${name}=${encodeURIComponent(validKey)}`;
  }),
  ...eachOf('query', values.queries, (query) => (draft) => {
    draft.path += `?${query}`;
  }),
  ...eachOf('method', values.methods, (method) => (draft) => {
    draft.method = method;
  }),
  ...eachOf(
    'override',
    values.overrides,
    ([name, method]) =>
      (draft) =>
        setHeader(draft, name!, method!),
  ),
  ...eachOf('tunnel', values.tunnels, ([sent, name, named]) => (draft) => {
    draft.method = sent;
    setHeader(draft, name, named);
  }),
  ...eachOf('preflight', labelled('https://shop.example', 'null'), (origin) => (draft) => {
    draft.method = 'OPTIONS';
    setHeader(draft, 'Origin', origin);
    setHeader(draft, 'Access-Control-Request-Method', 'POST');
  }),
  ...eachOf('header names', values.letterCases, (nameOf) => (draft) => {
    draft.nameOf = nameOf;
  }),
  ...eachOf('another path', values.paths, (path) => (draft, { caseId }) => {
    draft.path = path.replace('{case_id}', caseId);
  }),
  ...eachOf('path', values.suffixes, (suffix) => (draft) => {
    draft.path += suffix;
  }),
  ...eachOf('path in front', labelled('/v1', '/api', '/Cases', '/case'), (front) => (draft) => {
    draft.path = front.startsWith('/C') || front === '/case' ? draft.path.replace('/cases', front) : front + draft.path;
  }),
  ...eachOf('unknown path', labelled('GET', 'POST', 'PUT', 'DELETE', 'PATCH'), (method) => (draft) => {
    draft.method = method;
    draft.path = '/no-such-path';
  }),
  ...eachOf('condition', values.conditions, ([name, value]) => header(name)(value)),
  ...Object.fromEntries(
    Object.entries(values.ignored).flatMap(([name, values]) =>
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
    values.keys,
    (write) =>
      (draft, { unique }) =>
        setHeader(draft, 'Idempotency-Key', write(unique)),
  ),
  'two idempotency keys': (draft, { unique }) =>
    void draft.headers.push(['Idempotency-Key', `${unique}1`], ['Idempotency-Key', `${unique}2`]),
  ...eachOf('nearly the idempotency key', values.nearKeys, ownKey),
  ...eachOf('coding', values.codings, header('Content-Encoding')),
  ...eachOf('media type', values.mediaTypes, header('Content-Type')),
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
export const caseTwists: Twists = eachOf('id', values.ids, (change) => (draft, { caseId }) => {
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
