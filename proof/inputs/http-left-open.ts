// Requests to which the contract allows several responses, and what changes no response.
import { both, header, isUpload, query, target } from './requests.ts';
import { sends } from './support/changes.ts';
import { accepts, faultsOf, type InputFault, type InputFaults, type Is, rejects } from './support/fault.ts';
import type { Input } from './support/input.ts';

/** Also before it looks at the key. */
const fails = (is: Is): InputFault => ({ rejects: is, rejectsFirst: is, as: '500' });
const failsWithKey = (is: Is): InputFault => rejects('500')(is);
const notThere = (is: Is): InputFault => rejects('404 not-found')(is);
const otherType = (is: Is): InputFault => rejects('406 unsupported-media-type')(is);
const notMet = (is: Is): InputFault => rejects('412 malformed-request')(is);

const body =
  (operation: Input['operation'], pattern: RegExp): Is =>
  (input) =>
    input.operation === operation && pattern.test(input.text);

const redirects = (to: RegExp): InputFault =>
  sends(
    (_, { method, target: sent }) => method === 'POST' && to.test(sent),
    ({ headers }) => ({ status: 307, headers: [...headers, ['Location', '/cases']], text: '{}' }),
  );

const faults: InputFaults = {
  'finds a case by the pattern %': accepts(target(/^\/cases\/(%25)+$/, 'GET')),
  'redirects a create whose path ends with a slash': redirects(/^\/cases\/$/),
  'redirects a create at /Cases': redirects(/^\/Cases$/),
  ...faultsOf(fails, {
    'fails at an unknown charset': header('Content-Type', /charset=x-/),
    'fails at TRACE of the artifacts': target(/\/artifacts$/, 'TRACE'),
    'fails at invalid percent-encoding in the query of a create': target(/^\/cases\?.*%FF/, 'POST'),
    'fails at invalid percent-encoding in the query of a read': target(/\?a=%FF/, 'GET'),
    'fails at invalid percent-encoding in the query of an upload': target(/artifacts\?a=%FF/),
    'fails at invalid percent-encoding in a query before it checks the key': (input) =>
      target(/\?%$/)(input) && input.header('Authorization') === undefined,
    'fails at invalid percent-encoding in a query': target(/%zz/),
    'fails at two slashes': target(/^\/\/cases$/),
    'fails at two slashes before an id': target(/^\/cases\/\//),
    'fails at two slashes in the path of an upload': target(/\/\/artifacts$/),
    'fails at two spaces after Bearer': header('Authorization', /^Bearer {2}/),
    'fails at an empty parameter of the media type': header('Content-Type', /^application\/json;$/),
    'fails at an empty parameter of the form': header('Content-Type', /^multipart.*;$/),
    'fails at an id with an encoded slash': target(/^[^?]*%2F/),
    'fails at an id with an encoded backslash': target(/%5C/),
    'fails at a key with non-ASCII characters': header('Authorization', /[^\0-\x7f]/),
    'fails at an id that is not UTF-8': target(/^[^?]*%ff/i),
    'responds with 500 to an unknown Accept-Language': header('Accept-Language', /^x$/),
  }),
  ...faultsOf(failsWithKey, {
    'fails at a byte-order mark': body('create', /^\ufeff/),
    'fails at very deep nesting': body('create', /\[{20000}/),
    'fails at a repeated property': body('create', /"type":.*"type":/),
    'fails at an upload without a boundary': (input) =>
      isUpload(input) && header('Content-Type', /^multipart(?!.*boundary=)/)(input),
    'fails at a part with an empty name': body('upload', /name=""\r\n/),
    'fails at a part in which no file was chosen': body('upload', /name="selfie"; filename=""/),
    'fails at a part that names a charset': body('upload', /name="_charset_"\r\n\r\nutf-8/),
    'fails at a part that names no charset': body('upload', /name="_charset_"\r\n\r\nx/),
    'fails at a part with a space in its name': body('upload', /name="( kind|kind |file )"/),
    'fails at a part with the name of a constructor': body('upload', /name="constructor"/),
    'fails at a boundary within a line': body('upload', /[^\n]--idv-conformance-boundary/),
    'fails at a boundary without its hyphens': body('upload', /\nidv-conformance-boundary/),
    'fails at a form that ends after an inner boundary': body('upload', /boundary\r\n$/),
    'fails at a kind with the type of any bytes': body('upload', /name="kind"\r\nContent-Type: application\/octet/),
    'fails at a kind with the type of JSON': body('upload', /name="kind"\r\nContent-Type: application\/json/),
    'fails at a kind in UTF-16': body('upload', /charset=utf-16le/),
    'fails at a kind in an unknown charset': body('upload', /charset=x-unknown/),
    'fails at a space behind the boundary': both(isUpload, header('Content-Type', /boundary ;/)),
    'fails at a parameter that contains a boundary': both(isUpload, header('Content-Type', /note="boundary=/)),
    'fails at an empty JSON body': (input) =>
      target(/^\/cases$/, 'POST')(input) && input.header('Content-Type') === 'application/json' && input.size === 0,
    'fails at a part without a name': body('upload', /form-data\r\n/),
    'fails at a file without the name of its part': body('upload', /form-data; filename="[^"]*"\r\n/),
    'fails at a part that is declared as a form': body('upload', /Content-Type: multipart\//),
    'fails at a part that is declared as a message': body('upload', /Content-Type: message\//),
    'fails at a type of a part that has one half': body('upload', /Content-Type: \w+\r\n/),
    'fails at a parameter without a value in the type of a part': body('upload', /Content-Type: \S+; \w+\r\n/),
    'fails at two types of a part': body('upload', /\r\nContent-Type: .*\r\nContent-Type: /),
    'fails at a boundary twice': both(isUpload, header('Content-Type', /boundary=.*; boundary=/)),
    'fails at a kind with a file name': body('upload', /name="kind"; filename/),
    'fails at a file without a file name': body('upload', /form-data; name="file"\r\n/),
    'fails at a file name that is too long': body('upload', /filename="x{500}/),
    'fails at an empty file name': body('upload', /filename=""/),
    'fails at a form that ends within the headers of a part': body('upload', /name="file"; $/),
    'fails at a form without parts': body('upload', /^--[^\r]*--\r\n$/),
    'fails at a form that is a line end': body('upload', /^\r\n$/),
    'fails at a form that is a text': body('upload', /^kind=/),
    'fails at a boundary behind a boundary': body('upload', /^(--[^\r]*\r\n)\1/),
    'fails at an empty form': ({ operation, size }) => operation === 'upload' && size === 0,
    'fails at TRACE of a case': target(/s\/[^/]+$/, 'TRACE'),
    'fails at a file name in ISO-8859-1': body('upload', /filename="[^"]*[a-z]\ufffd[a-z]/),
    'fails at a file name in Shift_JIS': body('upload', /filename="\ufffde\ufffdX/),
    'fails at an id with a NUL': target(/^\/cases\/[^/?]*%00/, 'GET'),
  }),
  ...faultsOf(rejects('417 malformed-request'), {
    'rejects an upload that expects 100-continue': both(isUpload, header('Expect', /^100-continue$/)),
    'rejects a create that expects 100-continue': both(target(/^\/cases$/, 'POST'), header('Expect', /^100-continue$/)),
  }),
  ...faultsOf(rejects('501 malformed-request'), {
    'rejects a create that asks for h2c': both(target(/^\/cases$/, 'POST'), header('Upgrade', /^h2c$/)),
    'rejects an upload that asks for h2c': both(isUpload, header('Upgrade', /^h2c$/)),
    'rejects a read that asks for h2c': both(target(/./, 'GET'), header('Upgrade', /^h2c$/)),
  }),
  'responds with 200 to TRACE of all cases': sends(
    ({ status }, { method, target: sent }) => status !== 401 && method === 'TRACE' && sent === '/cases',
    { status: 200 },
  ),
  'responds with 200 to TRACE without a key': sends(
    (_, { method, header: sent }) => method === 'TRACE' && sent('Authorization') === undefined,
    { status: 200 },
  ),
  'rejects an unknown query parameter': { rejects: target(/^\/cases\?/, 'POST') },
  ...faultsOf(notThere, {
    'routes by X-Original-URL': header('X-Original-URL', /^\/cases\/other$/),
    'routes an upload by X-Rewrite-URL': (input) => isUpload(input) && header('X-Rewrite-URL', /^\/cases$/)(input),
    'rejects a read that a page of another site links to, unless a script sends it': ({ method, header: sent }) =>
      method === 'GET' && sent('Referer') !== undefined && (sent('X-Requested-With') ?? sent('Origin')) === undefined,
    'rejects requests from pages of other sites': (input) => isUpload(input) && input.header('Origin') !== undefined,
    'uses the case id in the query of an upload': (input) => isUpload(input) && query('case_id', input) !== null,
    'rejects requests with both Client-IP and X-Forwarded-For': ({ header: sent }) =>
      sent('Client-IP') !== undefined && sent('X-Forwarded-For') !== undefined,
    'requires the Content-Length of an upload': (input) => isUpload(input) && input.chunked,
  }),
  ...faultsOf(notMet, {
    'evaluates If-None-Match: * of a create': both(target(/^\/cases$/, 'POST'), header('If-None-Match', /^\*$/)),
    'evaluates If-Match of an upload': both(isUpload, header('If-Match', /./)),
    'evaluates If-Unmodified-Since of a create': both(target(/^\/cases$/, 'POST'), header('If-Unmodified-Since', /./)),
  }),
  ...faultsOf(rejects('400 malformed-request'), {
    'compares the Content-MD5 of an upload with its body': both(isUpload, header('Content-MD5', /./)),
    'compares the Digest of a create with its body': both(target(/^\/cases$/, 'POST'), header('Digest', /./)),
    'rejects a read with Content-Length: 0': both(target(/./, 'GET'), header('Content-Length', /^0$/)),
    'rejects headers of more than 2,000 bytes': both(
      ({ headers }) => headers.flat().join('').length > 2000,
      header('Cookie', /./),
    ),
    'rejects an old Date': header('Date', / 1994 /),
    'rejects an unknown X-Forwarded-Host': header('X-Forwarded-Host', /./),
  }),
  'evaluates a conditional header of a create': notMet(
    (input) => target(/^\/cases$/, 'POST')(input) && header('If-None-Match', /^"x"$/)(input),
  ),
  'evaluates a conditional header of a read': notMet(
    (input) => input.method === 'GET' && header('If-Match', /^"x"$/)(input),
  ),
  'requires a media type for a read': otherType(
    (input) => input.method === 'GET' && header('Content-Type', /^text\/plain$/)(input),
  ),
  'responds with 406 to a format in the query of a read': otherType(
    (input) => input.method === 'GET' && query('format', input) === 'xml',
  ),
};

export default faults;
