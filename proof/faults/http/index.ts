import type { Defect, FaultTable } from '../support/fault.ts';
import { changingMultipart } from '../support/parts.ts';
import type { IncomingMessage } from 'node:http';
import { Rejected, problem, invalid } from '../../../reference-impl/domain/rejections.ts';
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

const faults: FaultTable = {
  'http.left-open-responses': {
    'finds a case by the pattern %': searching((_, id) => /^%+$/.test(id)),
    'responds with 200 to an unknown method': respondingInFallback((method) =>
      method === 'PROPFIND' ? { status: 200, body: {} } : undefined,
    ),
    'responds with 403 to OPTIONS': respondingInFallback((method) =>
      method === 'OPTIONS'
        ? ({ ...problem(401, 'unauthorized', 'Not this method.'), status: 403 } as never)
        : undefined,
    ),
    'redirects a create whose path ends with a slash': respondingInFallback((method, path) =>
      method === 'POST' && path === '/cases/' ? { status: 307, headers: { Location: '/cases' }, body: {} } : undefined,
    ),
    'redirects a create at /Cases': respondingInFallback((method, path) =>
      method === 'POST' && path === '/Cases' ? { status: 307, headers: { Location: '/cases' }, body: {} } : undefined,
    ),
    'accepts an empty idempotency key as a key': ({ idempotencyKeyOf }) => ({
      idempotencyKeyOf: (request) => (request.headers['idempotency-key'] === '' ? '' : idempotencyKeyOf(request)),
    }),
    'fails at an unknown charset': failingAtRequest(
      ({ headers }) => headers['content-type']?.includes('charset=x-') === true,
    ),
    'fails at a byte-order mark': failingAtJson(/^\ufeff/),
    'fails at very deep nesting': failingAtJson(/\[{20000}/),
    'fails at a repeated property': failingAtJson(/"type":.*"type":/),
    'fails at an upload without a boundary': ({ boundaryOf }) => ({
      boundaryOf: (request) => (/boundary=/.test(request.headers['content-type']!) ? boundaryOf(request) : fail()),
    }),
    'fails at a part without a name': failingAtMultipart(/form-data\r\n/),
    'ignores a part without a name': changingMultipart((body) =>
      Buffer.from(
        body.toString('latin1').replace(/--[^\r]*\r\nContent-Disposition: form-data\r\n\r\nx\r\n/, ''),
        'latin1',
      ),
    ),
    'fails at a kind with a file name': failingAtMultipart(/name="kind"; filename/),
    'fails at a file without a file name': failingAtMultipart(/form-data; name="file"\r\n/),
    'fails at a file name that is too long': failingAtMultipart(/filename="x{500}/),
    'fails at an empty file name': failingAtMultipart(/filename=""/),
    'fails at an empty form': failingAtMultipart(/^$/),
    'responds with 200 to TRACE of all cases': respondingInFallback((method, path) =>
      method === 'TRACE' && path === '/cases' ? { status: 200, body: {} } : undefined,
    ),
    'fails at TRACE of a case': failingAtRequest(
      ({ method, url, headers }) => method === 'TRACE' && !!headers.authorization && /s\/[^/]+$/.test(url!),
    ),
    'responds with 200 to TRACE without a key': ({ authenticate }) => ({
      authenticate(request) {
        if (request.method === 'TRACE' && !request.headers.authorization)
          throw new Rejected({ status: 200, body: {} } as never);
        return authenticate(request);
      },
    }),
    'fails at TRACE of the artifacts': failingAtRequest(
      ({ method, url }) => method === 'TRACE' && url!.endsWith('/artifacts'),
    ),
    'fails at invalid percent-encoding in the query of a create': failingAtRequest(
      ({ method, url }) => method === 'POST' && /^\/cases\?.*%FF/.test(url!),
    ),
    'fails at invalid percent-encoding in the query of a read': failingAtRequest(
      ({ method, url }) => method === 'GET' && url!.includes('?a=%FF'),
    ),
    'fails at invalid percent-encoding in the query of an upload': failingAtRequest(({ url }) =>
      /artifacts\?a=%FF/.test(url!),
    ),
    'fails at invalid percent-encoding in a query before it checks the key': failingAtRequest(
      ({ url, headers }) => url!.endsWith('?%') && headers.authorization === undefined,
    ),
    'fails at two slashes': failingAtRequest(({ url }) => url === '//cases'),
    'fails at two slashes before an id': failingAtRequest(({ url }) => url!.startsWith('/cases//')),
    'fails at two slashes in the path of an upload': failingAtRequest(({ url }) => url!.endsWith('//artifacts')),
    'fails at two spaces after Bearer': failingAtRequest(
      ({ headers }) => headers.authorization?.startsWith('Bearer  ') === true,
    ),
    'fails at an empty parameter of the media type': failingAtRequest(
      ({ headers }) => headers['content-type'] === 'application/json;',
    ),
    'fails at an empty parameter of the form': failingAtRequest(({ headers }) =>
      /^multipart.*;$/.test(headers['content-type'] ?? ''),
    ),
    'fails at an id with an encoded slash': failingAtRequest(({ url }) => /^[^?]*%2F/.test(url!)),
    'fails at an id with an encoded backslash': failingAtRequest(({ url }) => /%5C/.test(url!)),
    'fails at a file name in ISO-8859-1': failingAtMultipart(/filename="[^"]*[a-z][\xe0-\xff][a-z]/),
    'fails at a key with non-ASCII characters': failingAtRequest(({ headers }) =>
      /[^\0-\x7f]/.test(headers.authorization ?? ''),
    ),
    'fails at an id with a NUL': ({ getCase }) => ({
      getCase: async (call, parts) => (call.path.case_id.includes('\0') ? fail() : getCase(call, parts)),
    }),
    'fails at an id that is not UTF-8': ({ authenticate }) => ({
      authenticate(request) {
        if (/^[^?]*%ff/i.test(request.url ?? '')) throw new Error('invalid byte sequence for encoding "UTF8"');
        return authenticate(request);
      },
    }),
  },
  'http.head-like-get': {
    'fails at HEAD': failingAtRequest(({ method }) => method === 'HEAD'),
  },
  'http.no-method-override': {
    'rejects an unknown query parameter': rejectingCreates(
      ({ url }) => url!.includes('?'),
      new Rejected(invalid([{ pointer: '#', detail: 'accepts no query' }])),
    ),
  },
};

export default faults;
