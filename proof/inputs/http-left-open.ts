// Requests to which the contract allows several responses, and what changes no response.
import type { InputFault, InputFaults } from './input-fault.ts';
import { header, type Is, isUpload, query, target } from './requests.ts';
import { sends } from './support/changes.ts';
import type { Input } from './support/input.ts';

/** Also before it looks at the key. */
const fails = (is: Is): InputFault => ({ rejects: is, rejectsFirst: is, as: '500' });
const failsWithKey = (is: Is): InputFault => ({ rejects: is, as: '500' });
const notThere = (is: Is): InputFault => ({ rejects: is, as: '404 not-found' });
const otherType = (is: Is): InputFault => ({ rejects: is, as: '406 unsupported-media-type' });
const notMet = (is: Is): InputFault => ({ rejects: is, as: '412 malformed-request' });

const body =
  (operation: Input['operation'], pattern: RegExp): Is =>
  (input) =>
    input.operation === operation && pattern.test(input.text);

/** A form without its part that has no name. */
const isNameless: Is = ({ parts }) => parts.some(({ name }) => name === undefined);

const redirects = (to: RegExp): InputFault =>
  sends(
    (_, { method, target: sent }) => method === 'POST' && to.test(sent),
    ({ headers }) => ({ status: 307, headers: [...headers, ['Location', '/cases']], text: '{}' }),
  );

const faults: InputFaults = {
  'finds a case by the pattern %': { accepts: target(/^\/cases\/(%25)+$/, 'GET') },
  'redirects a create whose path ends with a slash': redirects(/^\/cases\/$/),
  'redirects a create at /Cases': redirects(/^\/Cases$/),
  'fails at an unknown charset': fails(header('Content-Type', /charset=x-/)),
  'fails at a byte-order mark': failsWithKey(body('create', /^\ufeff/)),
  'fails at very deep nesting': failsWithKey(body('create', /\[{20000}/)),
  'fails at a repeated property': failsWithKey(body('create', /"type":.*"type":/)),
  'fails at an upload without a boundary': failsWithKey(
    (input) => isUpload(input) && header('Content-Type', /^multipart(?!.*boundary=)/)(input),
  ),
  'fails at a part without a name': failsWithKey(body('upload', /form-data\r\n/)),
  'ignores a part without a name': {
    accepts: (input) => isNameless(input) && input.file !== undefined && input.kind !== undefined,
  },
  'fails at a kind with a file name': failsWithKey(body('upload', /name="kind"; filename/)),
  'fails at a file without a file name': failsWithKey(body('upload', /form-data; name="file"\r\n/)),
  'fails at a file name that is too long': failsWithKey(body('upload', /filename="x{500}/)),
  'fails at an empty file name': failsWithKey(body('upload', /filename=""/)),
  'fails at an empty form': failsWithKey(({ operation, size }) => operation === 'upload' && size === 0),
  'fails at TRACE of a case': failsWithKey(target(/s\/[^/]+$/, 'TRACE')),
  'fails at TRACE of the artifacts': fails(target(/\/artifacts$/, 'TRACE')),
  'responds with 200 to TRACE of all cases': sends(
    ({ status }, { method, target: sent }) => status !== 401 && method === 'TRACE' && sent === '/cases',
    () => ({ status: 200 }),
  ),
  'responds with 200 to TRACE without a key': sends(
    (_, { method, header: sent }) => method === 'TRACE' && sent('Authorization') === undefined,
    () => ({ status: 200 }),
  ),
  'fails at invalid percent-encoding in the query of a create': fails(target(/^\/cases\?.*%FF/, 'POST')),
  'fails at invalid percent-encoding in the query of a read': fails(target(/\?a=%FF/, 'GET')),
  'fails at invalid percent-encoding in the query of an upload': fails(target(/artifacts\?a=%FF/)),
  'fails at invalid percent-encoding in a query before it checks the key': fails(
    (input) => target(/\?%$/)(input) && input.header('Authorization') === undefined,
  ),
  'fails at invalid percent-encoding in a query': fails(target(/%zz/)),
  'fails at two slashes': fails(target(/^\/\/cases$/)),
  'fails at two slashes before an id': fails(target(/^\/cases\/\//)),
  'fails at two slashes in the path of an upload': fails(target(/\/\/artifacts$/)),
  'fails at two spaces after Bearer': fails(header('Authorization', /^Bearer {2}/)),
  'fails at an empty parameter of the media type': fails(header('Content-Type', /^application\/json;$/)),
  'fails at an empty parameter of the form': fails(header('Content-Type', /^multipart.*;$/)),
  'fails at an id with an encoded slash': fails(target(/^[^?]*%2F/)),
  'fails at an id with an encoded backslash': fails(target(/%5C/)),
  'fails at a file name in ISO-8859-1': failsWithKey(body('upload', /filename="[^"]*[a-z]\ufffd[a-z]/)),
  'fails at a key with non-ASCII characters': fails(header('Authorization', /[^\0-\x7f]/)),
  'fails at an id with a NUL': failsWithKey(target(/^\/cases\/[^/?]*%00/, 'GET')),
  'fails at an id that is not UTF-8': fails(target(/^[^?]*%ff/i)),
  'rejects an unknown query parameter': { rejects: target(/^\/cases\?/, 'POST') },

  'routes by X-Original-URL': notThere(header('X-Original-URL', /^\/cases\/other$/)),
  'routes an upload by X-Rewrite-URL': notThere(
    (input) => isUpload(input) && header('X-Rewrite-URL', /^\/cases$/)(input),
  ),
  'responds with 500 to an unknown Accept-Language': fails(header('Accept-Language', /^x$/)),
  'rejects a read that a page of another site links to, unless a script sends it': notThere(
    ({ method, header: sent }) =>
      method === 'GET' && sent('Referer') !== undefined && (sent('X-Requested-With') ?? sent('Origin')) === undefined,
  ),
  'rejects requests from pages of other sites': notThere(
    (input) => isUpload(input) && input.header('Origin') !== undefined,
  ),
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
  'uses the case id in the query of an upload': notThere(
    (input) => isUpload(input) && query('case_id', input) !== null,
  ),
  'rejects requests with both Client-IP and X-Forwarded-For': notThere(
    ({ header: sent }) => sent('Client-IP') !== undefined && sent('X-Forwarded-For') !== undefined,
  ),
  'requires the Content-Length of an upload': notThere((input) => isUpload(input) && input.chunked),
};

export default faults;
