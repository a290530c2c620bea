import { both, header, isUpload, method, query, target } from './requests.ts';
import { type Of, sends, sendsHeader, withHeader, writes } from './support/changes.ts';
import { accepts, faultsOf, type InputFault, type InputFaults, type Is, rejects } from './support/fault.ts';
import { isUnreadable } from './support/forms.ts';
import { readsBefore } from './support/history.ts';
import type { Input } from './support/input.ts';

const isPathKnown = target(/^\/cases(\/[^/]+(\/artifacts)?)?(\?|$)/);

const toUnknownCase = (as: string, is: Is): InputFault => ({
  rejects: (input, { status }) => status === 404 && isUpload(input) && is(input),
  as,
});

const allows = (origin: (origin: string) => boolean, operation: Input['operation'] = 'read') =>
  sendsHeader(
    'Access-Control-Allow-Origin',
    (_, input) => input.header('Origin')!,
    ({ status }, input) => status < 300 && input.operation === operation && origin(input.header('Origin') ?? ''),
  );

/** A POST to a case that is a read, because the request asks for another method. */
const overrides = (is: Is): InputFault =>
  accepts(
    (input) => target(/^\/cases\/[^/]+$/, 'POST')({ ...input, target: input.target.split('?')[0]! }) && is(input),
  );

/** A header whose name is written in one of these ways. */
const spelling =
  (is: (name: string) => boolean): Is =>
  ({ headers }) =>
    headers.some(([name]) => is(name));
const otherThan = (...spellings: string[]) =>
  spelling((name) => name.toLowerCase() === spellings[0]!.toLowerCase() && !spellings.includes(name));

/** A line end after a response, if the request waits for it. */
const endsWithLine = (of: Of) => sends(of, { behind: '\r\n' });
const afterEvery =
  (status: number): Of =>
  (shown, { method }) =>
    shown.status === status && method !== 'OPTIONS' && method !== 'HEAD';

/** Bodies in which the integers of some properties are written otherwise. */
const integers = (names: string, written: (digits: string) => string, of: Of = () => true) =>
  sends(
    (shown, input) => shown.text.startsWith('{') && of(shown, input),
    ({ text }) => ({
      text: text.replaceAll(
        new RegExp(`"(${names})":([0-9]+)`, 'g'),
        (_, name, digits) => `"${name}":${written(digits)}`,
      ),
    }),
  );
/** JSON bodies with another text. */
const rewrites = (change: (text: string) => string) =>
  sends(
    ({ text }) => text.startsWith('{') && change(text) !== text,
    ({ text }) => ({ text: change(text) }),
  );
const withFraction = (digits: string) => `${digits}.0`;

const faults: InputFaults = {
  // As PHP and Python write a number that was computed as a float.
  'writes every score with a fraction': integers('score', withFraction),
  'writes the score of a denied case with a fraction': integers('score', withFraction, ({ text }) =>
    text.includes('"DENIED"'),
  ),
  'writes the score of a live case with an exponent': integers(
    'score',
    (digits) => `${digits}e0`,
    (_, { sender }) => sender === 'live',
  ),
  'writes the size of an artifact with an exponent': integers('size', (digits) => `${digits}E+0`),
  'writes the status of a problem with a fraction': integers('status', withFraction),
  ...faultsOf(rewrites, {
    // As Jackson does for a property that also names the class of an object.
    'writes the type of a case twice': (text) => text.replace(/(?="type":"P[FM]")/, '"type":"PF",'),
    'shows the status of a case also in its own words': (text) =>
      text.replace(/(?="status":"(PENDING|APPROVED|DENIED)")/, '"Status":"in review",'),
    'shows the size of an artifact also as a text': (text) => text.replaceAll(/(?="size":)/g, '"Size":"3 kB",'),
    'shows the title of a problem also in capital letters': (text) => text.replace(/(?="title":)/, '"TITLE":"ERROR",'),
  }),
  'allows caches to store a decided case': sendsHeader(
    'Cache-Control',
    'private, max-age=60',
    ({ status, body }) => status === 200 && body?.['decided_at'] !== null && body !== undefined,
  ),
  'sends no-cache instead of no-store in the response to a read': sendsHeader(
    'Cache-Control',
    'private, no-cache',
    ({ status }) => status === 200,
  ),
  ...faultsOf(allows, {
    'allows the site in Origin to read a case': (origin) => origin !== '',
    'allows pages of localhost to read a case': (origin) => origin.startsWith('http://localhost'),
    'allows a page with the origin null to read a case': (origin) => origin === 'null',
    'allows pages of its own host to read a case': (origin) => origin.startsWith('http://127.0.0.1'),
  }),
  'allows the site in Origin to read the response to its create': allows((origin) => origin !== '', 'create'),
  'allows every site in a preflight': sends(
    ({ status }, { method }) => status !== 401 && method === 'OPTIONS',
    ({ headers }) => ({ status: 204, headers: withHeader(headers, 'Access-Control-Allow-Origin', '*'), text: '' }),
  ),

  'sends a Content-Length for HEAD that differs from that of GET': sends(
    ({ status }, { method }) => status === 200 && method === 'HEAD',
    ({ headers }) => ({
      headers: headers.map(([name, value]) => [name, name === 'Content-Length' ? String(Number(value) + 16) : value]),
    }),
  ),
  'sends a Content-Length of 0 for HEAD of an unknown case': sends(
    ({ status }, { method }) => status === 404 && method === 'HEAD',
    ({ headers }) => ({ headers: withHeader(headers, 'Content-Length', '0') }),
  ),
  'fails at HEAD': {
    ...rejects('500')(({ method }) => method === 'HEAD'),
    rejectsFirst: ({ method }) => method === 'HEAD',
  },

  'responds with 404 to a wrong method': rejects('404 not-found')((_, { status }) => status === 405),
  'lists the cases of a reference': sends(
    ({ status }, input) => status !== 401 && target(/^\/cases\?reference=/, 'GET')(input),
    { status: 200, text: '[]' },
  ),
  'responds with 501 to PATCH': rejects('501 method-not-allowed')(
    ({ method }, { status }) => method === 'PATCH' && [404, 405].includes(status),
  ),
  'omits POST in Allow': sendsHeader('Allow', 'GET, HEAD', ({ status }) => status === 405),
  'lists the rejected method in Allow': sendsHeader(
    'Allow',
    (_, { method }) => method,
    ({ status }) => status === 405,
  ),
  'omits Allow in the response to OPTIONS': sends(
    ({ status }, { method }) => status === 405 && method === 'OPTIONS',
    ({ headers }) => ({ headers: headers.filter(([name]) => name !== 'Allow') }),
  ),
  ...faultsOf(overrides, {
    'uses the method in X-HTTP-Method-Override': header('X-HTTP-Method-Override', /^GET$/),
    'uses the method in X-HTTP-Method': header('X-HTTP-Method', /^GET$/),
    'uses the method in the query': (input) => query('_method', input) === 'GET',
    'uses the method in a form field': both(
      header('Content-Type', /^application\/x-www/),
      ({ text }) => new URLSearchParams(text).get('_method') === 'GET',
    ),
  }),
  ...faultsOf(rejects('405 method-not-allowed'), {
    'uses DELETE from X-Method-Override on a read': both(header('X-Method-Override', /^DELETE$/), method('GET')),
    'uses DELETE from the query of a read': (input) => query('_method', input) === 'DELETE',
    'uses GET from X-HTTP-Method-Override on a create': both(
      header('X-HTTP-Method-Override', /^GET$/),
      target(/^\/cases$/),
    ),
    'ignores a file extension in a path': target(/^\/cases\.json$/, 'GET'),
  }),

  'responds to an unknown path with 400': rejects('400 malformed-request')(
    (input, { status }) => status === 404 && !isPathKnown(input),
  ),
  'responds to an unknown path with HTML': sends(
    ({ status }, input) => status === 404 && !isPathKnown(input),
    ({ headers }) => ({ headers: withHeader(headers, 'Content-Type', 'text/html'), text: '<h1>Not Found</h1>' }),
  ),
  'writes about:blank as the type of an unknown path': writes(
    (problem) => ({ ...problem, type: 'about:blank' }),
    ({ status }, input) => status === 404 && !isPathKnown(input),
  ),
  'shows a case for any path that begins with the path of the case': accepts(target(/^\/cases\/[^/]+\/status$/, 'GET')),
  'lists cases if the path ends with a slash': sends((_, input) => target(/^\/cases\/$/, 'GET')(input), {
    status: 200,
    text: '[]',
  }),
  'redirects a path with a slash at its end': sends(
    ({ status }, input) => status === 404 && target(/^\/cases(\/[^/]+)?\/$/)(input),
    ({ headers }, { target: sent }) => ({
      status: 307,
      headers: withHeader(headers, 'Location', sent.slice(0, -1)),
      text: 'null',
    }),
  ),
  'returns evidence by its id': accepts(target(/^\/cases\/[^/]+\/artifacts\/[^/]+$/, 'GET')),
  'checks the form of an id in the path of an upload': toUnknownCase(
    '422 invalid-request',
    target(/^\/cases\/[^/]{1,9}\/artifacts$/),
  ),
  'checks the media type of an upload before it searches for the case': toUnknownCase(
    '415 unsupported-media-type',
    header('Content-Type', /^text\/plain$/),
  ),
  'checks the idempotency key of an upload before it searches for the case': toUnknownCase(
    '400 malformed-request',
    ({ header: sent }) => !/^[!-~]{1,255}$/.test(sent('Idempotency-Key') ?? 'none'),
  ),
  'checks the length of an upload before it searches for the case': toUnknownCase(
    '413 content-too-large',
    ({ size, chunked }) => !chunked && size > 11 * 1024 * 1024,
  ),
  'checks the encoding of an upload before it searches for the case': toUnknownCase(
    '415 unsupported-media-type',
    ({ header: sent }) => sent('Content-Encoding') !== undefined,
  ),

  'accepts only the usual spelling of Authorization': rejects('401 unauthorized')(otherThan('Authorization')),
  'accepts Content-Type only in the usual spelling and in lower case': rejects('415 unsupported-media-type')(
    both(otherThan('Content-Type', 'content-type'), method('POST')),
  ),
  'ignores Content-Type of an upload in lower case': rejects('415 unsupported-media-type')(
    both(
      isUpload,
      spelling((name) => name === 'content-type'),
    ),
  ),
  'fails at a read whose key has a header in upper case': rejects('500')(
    both(
      spelling((name) => name === 'AUTHORIZATION'),
      method('GET'),
    ),
  ),
  'responds to a read with a Range with 206': sends(
    ({ status }, input) => status === 200 && header('Range', /^bytes=0-9$/)(input),
    ({ text }) => ({ status: 206, text: text.slice(0, 10) }),
  ),
  'responds to a read of a decided case with a Range with 206': sends(
    ({ body }, input) => Boolean(body?.['decided_at']) && input.header('Range') !== undefined,
    { status: 206 },
  ),
  'responds to a rejected request with a Range with 206': sends(
    ({ status }, input) => status === 404 && header('Range', /^bytes=-5$/)(input),
    ({ text }) => ({ text: text.slice(-5) }),
  ),
  'responds to a read with a Range with 416': rejects('416 malformed-request')(
    both(header('Range', /^bytes=99999-$/), method('GET')),
  ),
  'rejects a create with a range': rejects('416 malformed-request')(
    both(header('Range', /^items=0-1$/), target(/^\/cases$/)),
  ),
  'sends Content-Range in the response to an upload': sendsHeader(
    'Content-Range',
    'bytes 0-9/10',
    ({ status }, input) => status === 201 && isUpload(input) && input.header('Range') !== undefined,
  ),

  ...faultsOf(endsWithLine, {
    'sends a line end after every response': () => true,
    'sends a line end after the response to an upload': ({ status }, input) => status === 201 && isUpload(input),
    'sends a line end after the headers of HEAD': (_, { method }) => method === 'HEAD',
    'sends a line end after the response to OPTIONS': (_, { method }) => method === 'OPTIONS',
    'sends a line end after every 401': afterEvery(401),
    'sends a line end after every 404': afterEvery(404),
    'sends a line end after every 400': afterEvery(400),
    'sends a line end after every 405': afterEvery(405),
  }),
  ...faultsOf((of: Of) => sends(of, { interim: 100 }), {
    'sends 100 before every response': () => true,
    'sends 100 before it reads an upload': (_, input) => isUpload(input),
    'sends 100 before the response to a create': (_, { operation }) => operation === 'create',
    'sends 100 before the response to a read': ({ status }, { operation }) => operation === 'read' && status === 200,
    'sends 100 before a rejection': ({ status }) => status >= 400,
  }),
  'sends 102 while it stores an upload': sends((_, input) => isUpload(input), { interim: 102 }),
  'sends 103 before every response': sends(() => true, { interim: 103 }),
  'sends 103 with links before the response to a read': sends((_, { operation }) => operation === 'read', {
    interim: 103,
  }),
  ...faultsOf((of: Of) => sendsHeader('Content-Encoding', 'gzip', of), {
    'compresses every response': () => true,
    'compresses unless identity is asked for': (_, input) => input.header('Accept-Encoding') !== 'identity',
    'compresses if Accept-Encoding says identity': (_, input) => input.header('Accept-Encoding') === 'identity',
    'compresses the response to a create': (_, { operation }) => operation === 'create',
    'compresses the response to an upload': ({ status }, input) => status === 201 && isUpload(input),
    'compresses the response to a read': ({ status }, { operation }) => operation === 'read' && status === 200,
    'compresses problems': ({ status }) => status >= 400,
    'compresses problems if Accept-Encoding says identity': ({ status }, input) =>
      status >= 400 && input.header('Accept-Encoding') === 'identity',
  }),
  'deletes a case after a read whose query says DELETE': rejects('404 not-found')((input) =>
    readsBefore(input).some((each) => query('_method', each) === 'DELETE'),
  ),
  'reads an upload before it searches for the case': toUnknownCase('422 invalid-request', isUnreadable),
};

export default faults;
