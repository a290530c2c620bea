import type { Defect, FaultTable } from '../support/fault.ts';
import { changingMultipart } from '../support/parts.ts';
import type { IncomingMessage } from 'node:http';
import { Rejected, problem, invalid } from '../../../reference-impl/http/problems.ts';
import type { AnyResponse } from '../../../reference-impl/domain/contract.ts';
import type { Parts } from '../../../reference-impl/parts.ts';
import { searching } from '../support/cases.ts';

/** Responds with 500 to some requests. */
const fail = () => {
  throw new Error('nobody thought of this');
};

/** JSON that a parser does not survive. */
const failingAtJson =
  (concerns: RegExp): Defect =>
  ({ parseJson }) => ({ parseJson: (text) => (concerns.test(text) ? fail() : parseJson(text)) });

/** Multipart bodies, shown as ISO-8859-1, that a parser does not survive. */
const failingAtMultipart = (concerns: RegExp): Defect =>
  changingMultipart((body) => (concerns.test(body.toString('latin1', 0, 1000)) ? fail() : body));

/** Responds with 500 to these requests, before it checks the key. */
const failingAtRequest =
  (concerns: (request: IncomingMessage) => boolean): Defect =>
  ({ authenticate }) => ({ authenticate: (request) => (concerns(request) ? fail() : authenticate(request)) });

/** Creates that are rejected because of a header. */
const rejectingCreates =
  (concerns: (request: IncomingMessage) => boolean, rejected: Rejected): Defect =>
  ({ readJson }) => ({
    async readJson(request, parts) {
      if (concerns(request)) throw rejected;
      return readJson(request, parts);
    },
  });

/** Changes the response to requests that match no operation. */
const respondingInFallback =
  (change: (method: string, path: string) => AnyResponse | undefined): Defect =>
  ({ fallback }) => ({
    fallback: (method, path) => (change(method, path) ?? fallback(method, path)) as ReturnType<Parts['fallback']>,
  });

/** Defects that `http.left-open-answers` (`conformance/checks/http/left-open.ts`) must detect; see also `noise.ts`. */
export const httpFaults: FaultTable = {
  'finds a case by the pattern %': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'an id that is a percent sign' } },
    searching((_, id) => /^%+$/.test(id)),
  ],
  'fails at HEAD': [
    {
      'http.head-like-get': 'wrong-status',
      'http.left-open-answers': { code: 'wrong-status', row: 'HEAD of a case' },
      'http.wrong-method-405': { code: 'wrong-status', row: 'HEAD /cases/{case_id}', status: 500 },
    },
    failingAtRequest(({ method }) => method === 'HEAD'),
  ],
  'responds with 200 to an unknown method': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'an unknown method' } },
    respondingInFallback((method) => (method === 'PROPFIND' ? { status: 200, body: {} } : undefined)),
  ],
  'responds with 403 to OPTIONS': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'OPTIONS of all cases', status: 403 } },
    respondingInFallback((method) =>
      method === 'OPTIONS'
        ? ({ ...problem(401, 'unauthorized', 'Not this method.'), status: 403 } as never)
        : undefined,
    ),
  ],
  'redirects a create whose path ends with a slash': [
    {
      'http.left-open-answers': { code: 'wrong-status', row: 'a create whose path ends with a slash', status: 307 },
      'http.unknown-path-404': { code: 'wrong-status', row: 'POST /cases/', status: 307 },
    },
    respondingInFallback((method, path) =>
      method === 'POST' && path === '/cases/' ? { status: 307, headers: { Location: '/cases' }, body: {} } : undefined,
    ),
  ],
  'redirects a create at /Cases': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'a create at /Cases', status: 307 } },
    respondingInFallback((method, path) =>
      method === 'POST' && path === '/Cases' ? { status: 307, headers: { Location: '/cases' }, body: {} } : undefined,
    ),
  ],
  'rejects an unknown query parameter': [
    {
      'http.no-method-override': 'changed-by-query',
      'http.left-open-answers': {
        code: 'wrong-status',
        row: 'a create with invalid percent-encoding in the query',
        status: 422,
      },
    },
    rejectingCreates(
      ({ url }) => url!.includes('?'),
      new Rejected(invalid([{ pointer: '#', detail: 'accepts no query' }])),
    ),
  ],
  'accepts an empty idempotency key as a key': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'an empty idempotency key again' } },
    ({ idempotencyKeyOf }) => ({
      idempotencyKeyOf: (request) => (request.headers['idempotency-key'] === '' ? '' : idempotencyKeyOf(request)),
    }),
  ],
  'fails at an unknown charset': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'an unknown charset', status: 500 } },
    failingAtRequest(({ headers }) => headers['content-type']?.includes('charset=x-') === true),
  ],
  'fails at a byte-order mark': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'a byte-order mark', status: 500 } },
    failingAtJson(/^\ufeff/),
  ],
  'fails at very deep nesting': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'very deep nesting', status: 500 } },
    failingAtJson(/\[{20000}/),
  ],
  'fails at a repeated property': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'a repeated property', status: 500 } },
    failingAtJson(/"type":.*"type":/),
  ],
  'fails at an upload without a boundary': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'no boundary', status: 500 } },
    ({ boundaryOf }) => ({
      boundaryOf: (request) => (/boundary=/.test(request.headers['content-type']!) ? boundaryOf(request) : fail()),
    }),
  ],
  'fails at a part without a name': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'a part without a name', status: 500 } },
    failingAtMultipart(/form-data\r\n/),
  ],
  'ignores a part without a name': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'another part without a name', status: 201 } },
    changingMultipart((body) =>
      Buffer.from(
        body.toString('latin1').replace(/--[^\r]*\r\nContent-Disposition: form-data\r\n\r\nx\r\n/, ''),
        'latin1',
      ),
    ),
  ],
  'fails at a kind with a file name': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'a kind with a file name', status: 500 } },
    failingAtMultipart(/name="kind"; filename/),
  ],
  'fails at a file without a file name': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'a file without a file name', status: 500 } },
    failingAtMultipart(/form-data; name="file"\r\n/),
  ],
  'fails at a file name that is too long': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'a file name of 10,000 bytes', status: 500 } },
    failingAtMultipart(/filename="x{500}/),
  ],
  'fails at an empty file name': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'a file with an empty file name', status: 500 } },
    failingAtMultipart(/filename=""/),
  ],
  'fails at an empty form': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'an empty body', status: 500 } },
    failingAtMultipart(/^$/),
  ],
  'responds with 200 to TRACE of all cases': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'TRACE of all cases', status: 200 } },
    respondingInFallback((method, path) =>
      method === 'TRACE' && path === '/cases' ? { status: 200, body: {} } : undefined,
    ),
  ],
  'fails at TRACE of a case': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'TRACE of a case', status: 500 } },
    failingAtRequest(
      ({ method, url, headers }) => method === 'TRACE' && !!headers.authorization && /s\/[^/]+$/.test(url!),
    ),
  ],
  'responds with 200 to TRACE without a key': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'TRACE of a case without a key', status: 200 } },
    ({ authenticate }) => ({
      authenticate(request) {
        if (request.method === 'TRACE' && !request.headers.authorization)
          throw new Rejected({ status: 200, body: {} } as never);
        return authenticate(request);
      },
    }),
  ],
  'fails at TRACE of the artifacts': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'TRACE of the artifacts', status: 500 } },
    failingAtRequest(({ method, url }) => method === 'TRACE' && url!.endsWith('/artifacts')),
  ],
  'fails at invalid percent-encoding in the query of a create': [
    {
      'http.left-open-answers': {
        code: 'wrong-status',
        row: 'a create with invalid percent-encoding in the query',
        status: 500,
      },
    },
    failingAtRequest(({ method, url }) => method === 'POST' && /^\/cases\?.*%FF/.test(url!)),
  ],
  'fails at invalid percent-encoding in the query of a read': [
    {
      'http.left-open-answers': {
        code: 'wrong-status',
        row: 'a read with invalid percent-encoding in the query',
        status: 500,
      },
    },
    failingAtRequest(({ method, url }) => method === 'GET' && url!.includes('?a=%FF')),
  ],
  'fails at invalid percent-encoding in the query of an upload': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'invalid percent-encoding in the query', status: 500 } },
    failingAtRequest(({ url }) => /artifacts\?a=%FF/.test(url!)),
  ],
  'fails at invalid percent-encoding in a query before it checks the key': [
    {
      'http.left-open-answers': {
        code: 'wrong-status',
        row: 'a read without a key, with invalid percent-encoding in the query',
        status: 500,
      },
    },
    failingAtRequest(({ url, headers }) => url!.endsWith('?%') && headers.authorization === undefined),
  ],
  'fails at two slashes': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'a create with two slashes', status: 500 } },
    failingAtRequest(({ url }) => url === '//cases'),
  ],
  'fails at two slashes before an id': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'two slashes before an id', status: 500 } },
    failingAtRequest(({ url }) => url!.startsWith('/cases//')),
  ],
  'fails at two slashes in the path of an upload': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'two slashes in the path of an upload', status: 500 } },
    failingAtRequest(({ url }) => url!.endsWith('//artifacts')),
  ],
  'fails at two spaces after Bearer': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'two spaces after Bearer', status: 500 } },
    failingAtRequest(({ headers }) => headers.authorization?.startsWith('Bearer  ') === true),
  ],
  'fails at an empty parameter of the media type': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'an empty parameter of the media type', status: 500 } },
    failingAtRequest(({ headers }) => headers['content-type'] === 'application/json;'),
  ],
  'fails at an empty parameter of the form': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'an empty parameter of the form', status: 500 } },
    failingAtRequest(({ headers }) => /^multipart.*;$/.test(headers['content-type'] ?? '')),
  ],
  'fails at an id with an encoded slash': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'an id with an encoded slash', status: 500 } },
    failingAtRequest(({ url }) => /^[^?]*%2F/.test(url!)),
  ],
  'fails at an id with an encoded backslash': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'an id with an encoded backslash', status: 500 } },
    failingAtRequest(({ url }) => /%5C/.test(url!)),
  ],
  'fails at a file name in ISO-8859-1': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'a file name in ISO-8859-1', status: 500 } },
    failingAtMultipart(/filename="[^"]*[a-z][\xe0-\xff][a-z]/),
  ],
  'fails at a key with non-ASCII characters': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'an API key with non-ASCII characters', status: 500 } },
    failingAtRequest(({ headers }) => /[^\0-\x7f]/.test(headers.authorization ?? '')),
  ],
  'fails at an id with a NUL': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'an id with a NUL', status: 500 } },
    ({ getCase }) => ({
      getCase: async (call, parts) => (call.path.case_id.includes('\0') ? fail() : getCase(call, parts)),
    }),
  ],
  'fails at an id that is not UTF-8': [
    { 'http.left-open-answers': { code: 'wrong-status', row: 'an id that is not UTF-8' } },
    ({ authenticate }) => ({
      authenticate(request) {
        if (/^[^?]*%ff/i.test(request.url ?? '')) throw new Error('invalid byte sequence for encoding "UTF8"');
        return authenticate(request);
      },
    }),
  ],
};
