import type { IncomingMessage } from 'node:http';
import type { AnyResponse } from '../../reference-impl/domain/contract.ts';
import type { Parts } from '../../reference-impl/parts.ts';
import { invalid, problem, Rejected } from '../../reference-impl/http/problems.ts';
import type { Fault } from './fault.ts';
import { changingMultipart } from './seams.ts';

type Faulty = Fault['parts'];
/** The service fails, which it answers with 500. */
const fail = () => {
  throw new Error('nobody thought of this');
};

/** JSON that a parser does not survive. */
const failingAtJson =
  (concerns: RegExp): Faulty =>
  ({ parseJson }) => ({ parseJson: (text) => (concerns.test(text) ? fail() : parseJson(text)) });

/** Multipart bodies, shown as ISO-8859-1, that a parser does not survive. */
const failingAtMultipart = (concerns: RegExp): Faulty =>
  changingMultipart((body) => (concerns.test(body.toString('latin1', 0, 1000)) ? fail() : body));

/** Requests that are not survived before anything else is looked at. */
const failingAt =
  (concerns: (request: IncomingMessage) => boolean): Faulty =>
  ({ authenticate }) => ({ authenticate: (request) => (concerns(request) ? fail() : authenticate(request)) });

/** Creates that are refused for what stands in their head. */
const refusing =
  (concerns: (request: IncomingMessage) => boolean, refused: Rejected): Faulty =>
  ({ readJson }) => ({
    async readJson(request, parts) {
      if (concerns(request)) throw refused;
      return readJson(request, parts);
    },
  });

/** What no operation takes is answered in another way. */
const falling =
  (change: (method: string, path: string) => AnyResponse | undefined): Faulty =>
  ({ fallback }) => ({
    fallback: (method, path) => (change(method, path) ?? fallback(method, path)) as ReturnType<Parts['fallback']>,
  });

/** Requests that the contract leaves open, answered in a way that it does not leave open. */
export const leftOpen: Fault[] = [
  {
    name: 'fails at HEAD',
    breaks: {
      'http.left-open-answers': { code: 'wrong-status', row: 'HEAD of a case' },
      'http.wrong-method-405': { code: 'wrong-status', row: 'HEAD /cases/{case_id}', status: 500 },
    },
    parts: failingAt(({ method }) => method === 'HEAD'),
  },
  {
    name: 'says yes to a method that HTTP does not know',
    breaks: { 'http.left-open-answers': { code: 'wrong-status', row: 'a method that HTTP does not know' } },
    parts: falling((method) => (method === 'PROPFIND' ? { status: 200, body: {} } : undefined)),
  },
  {
    name: 'answers 403 to OPTIONS',
    breaks: { 'http.left-open-answers': { code: 'wrong-status', row: 'OPTIONS of all cases', status: 403 } },
    parts: falling((method) =>
      method === 'OPTIONS'
        ? ({ ...problem(401, 'unauthorized', 'Not this method.'), status: 403 } as never)
        : undefined,
    ),
  },
  {
    name: 'redirects a create with a slash at its end',
    breaks: {
      'http.left-open-answers': { code: 'wrong-status', row: 'a create with a slash at its end', status: 307 },
      'http.unknown-path-404': { code: 'wrong-status', row: 'POST /cases/', status: 307 },
    },
    parts: falling((method, path) =>
      method === 'POST' && path === '/cases/' ? { status: 307, headers: { Location: '/cases' }, body: {} } : undefined,
    ),
  },
  {
    name: 'refuses a query that it does not know',
    breaks: {
      'http.left-open-answers': {
        code: 'wrong-status',
        row: 'a create with an unknown parameter in the query',
        status: 422,
      },
    },
    parts: refusing(
      ({ url }) => url!.includes('?'),
      new Rejected(invalid([{ pointer: '#', detail: 'takes no query' }])),
    ),
  },
  {
    name: 'takes an empty idempotency key for a key',
    breaks: { 'http.left-open-answers': { code: 'wrong-status', row: 'an empty idempotency key again' } },
    parts: ({ idempotencyKeyOf }) => ({
      idempotencyKeyOf: (request) => (request.headers['idempotency-key'] === '' ? '' : idempotencyKeyOf(request)),
    }),
  },
  {
    name: 'fails at a charset that it does not know',
    breaks: { 'http.left-open-answers': { code: 'wrong-status', row: 'an unknown charset', status: 500 } },
    parts: failingAt(({ headers }) => headers['content-type']?.includes('charset=x-') === true),
  },
  {
    name: 'fails at a byte-order mark',
    breaks: { 'http.left-open-answers': { code: 'wrong-status', row: 'a byte-order mark', status: 500 } },
    parts: failingAtJson(/^\ufeff/),
  },
  {
    name: 'fails at very deep nesting',
    breaks: { 'http.left-open-answers': { code: 'wrong-status', row: 'very deep nesting', status: 500 } },
    parts: failingAtJson(/\[{20000}/),
  },
  {
    name: 'fails at a repeated member',
    breaks: { 'http.left-open-answers': { code: 'wrong-status', row: 'a repeated member', status: 500 } },
    parts: failingAtJson(/"type":.*"type":/),
  },
  {
    name: 'fails at an upload without a boundary',
    breaks: { 'http.left-open-answers': { code: 'wrong-status', row: 'no boundary', status: 500 } },
    parts: ({ boundaryOf }) => ({
      boundaryOf: (request) => (/boundary=/.test(request.headers['content-type']!) ? boundaryOf(request) : fail()),
    }),
  },
  {
    name: 'fails at a part without a name',
    breaks: { 'http.left-open-answers': { code: 'wrong-status', row: 'a part without a name', status: 500 } },
    parts: failingAtMultipart(/form-data\r\n/),
  },
  {
    name: 'fails at a kind with a file name',
    breaks: { 'http.left-open-answers': { code: 'wrong-status', row: 'a kind with a file name', status: 500 } },
    parts: failingAtMultipart(/name="kind"; filename/),
  },
  {
    name: 'fails at a file without a file name',
    breaks: { 'http.left-open-answers': { code: 'wrong-status', row: 'a file without a file name', status: 500 } },
    parts: failingAtMultipart(/form-data; name="file"\r\n/),
  },
  {
    name: 'fails at a file name in ISO-8859-1',
    breaks: { 'http.left-open-answers': { code: 'wrong-status', row: 'a file name in ISO-8859-1', status: 500 } },
    parts: failingAtMultipart(/filename="[^"]*[a-z][\xe0-\xff][a-z]/),
  },
  {
    name: 'fails at a key that is not ASCII',
    breaks: { 'http.left-open-answers': { code: 'wrong-status', row: 'an API key that is not ASCII', status: 500 } },
    parts: failingAt(({ headers }) => /[^\0-\x7f]/.test(headers.authorization ?? '')),
  },
  {
    name: 'fails at an id with a NUL',
    breaks: { 'http.left-open-answers': { code: 'wrong-status', row: 'an id with a NUL', status: 500 } },
    parts: ({ getCase }) => ({
      getCase: async (call, parts) => (call.path.case_id.includes('\0') ? fail() : getCase(call, parts)),
    }),
  },
];
