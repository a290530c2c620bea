import type { IncomingMessage } from 'node:http';
import type { AnyResponse } from '../../reference-impl/domain/contract.ts';
import type { Parts } from '../../reference-impl/parts.ts';
import { invalid, problem, Rejected } from '../../reference-impl/http/problems.ts';
import type { Fault } from './fault.ts';
import { changingMultipart } from './seams.ts';

type Faulty = Fault['parts'];

const breaks = (words: string): Fault['breaks'] => ({ 'http.left-open-answers': words });
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
    breaks: { ...breaks('(HEAD of a case)'), 'http.wrong-method-405': '(HEAD /cases/{case_id}), but saw status 500' },
    parts: failingAt(({ method }) => method === 'HEAD'),
  },
  {
    name: 'says yes to a method that HTTP does not know',
    breaks: breaks('(a method that HTTP does not know)'),
    parts: falling((method) => (method === 'PROPFIND' ? { status: 200, body: {} } : undefined)),
  },
  {
    name: 'answers 403 to OPTIONS',
    breaks: breaks('(OPTIONS of all cases), but saw status 403'),
    parts: falling((method) =>
      method === 'OPTIONS'
        ? ({ ...problem(401, 'unauthorized', 'Not this method.'), status: 403 } as never)
        : undefined,
    ),
  },
  {
    name: 'redirects a create with a slash at its end',
    breaks: {
      ...breaks('(a create with a slash at its end), but saw status 307'),
      'http.unknown-path-404': '(POST /cases/), but saw status 307',
    },
    parts: falling((method, path) =>
      method === 'POST' && path === '/cases/' ? { status: 307, headers: { Location: '/cases' }, body: {} } : undefined,
    ),
  },
  {
    name: 'refuses a query that it does not know',
    breaks: breaks('(a create with an unknown parameter in the query), but saw status 422'),
    parts: refusing(
      ({ url }) => url!.includes('?'),
      new Rejected(invalid([{ pointer: '#', detail: 'takes no query' }])),
    ),
  },
  {
    name: 'takes an empty idempotency key for a key',
    breaks: breaks('(an empty idempotency key'),
    parts: ({ idempotencyKeyOf }) => ({
      idempotencyKeyOf: (request) => (request.headers['idempotency-key'] === '' ? '' : idempotencyKeyOf(request)),
    }),
  },
  {
    name: 'fails at a charset that it does not know',
    breaks: breaks('(an unknown charset), but saw status 500'),
    parts: failingAt(({ headers }) => headers['content-type']?.includes('charset=x-') === true),
  },
  {
    name: 'fails at a byte-order mark',
    breaks: breaks('(a byte-order mark), but saw status 500'),
    parts: failingAtJson(/^\ufeff/),
  },
  {
    name: 'fails at very deep nesting',
    breaks: breaks('(very deep nesting), but saw status 500'),
    parts: failingAtJson(/\[{20000}/),
  },
  {
    name: 'fails at a repeated member',
    breaks: breaks('(a repeated member), but saw status 500'),
    parts: failingAtJson(/"type":.*"type":/),
  },
  {
    name: 'fails at an upload without a boundary',
    breaks: breaks('(no boundary), but saw status 500'),
    parts: ({ boundaryOf }) => ({
      boundaryOf: (request) => (/boundary=/.test(request.headers['content-type']!) ? boundaryOf(request) : fail()),
    }),
  },
  {
    name: 'fails at a part without a name',
    breaks: breaks('(a part without a name), but saw status 500'),
    parts: failingAtMultipart(/form-data\r\n/),
  },
  {
    name: 'fails at a kind with a file name',
    breaks: breaks('(a kind with a file name), but saw status 500'),
    parts: failingAtMultipart(/name="kind"; filename/),
  },
  {
    name: 'fails at a file without a file name',
    breaks: breaks('(a file without a file name), but saw status 500'),
    parts: failingAtMultipart(/form-data; name="file"\r\n/),
  },
  {
    name: 'fails at a file name in ISO-8859-1',
    breaks: breaks('(a file name in ISO-8859-1), but saw status 500'),
    parts: failingAtMultipart(/filename="[^"]*[a-z][\xe0-\xff][a-z]/),
  },
  {
    name: 'fails at a key that is not ASCII',
    breaks: breaks('(an API key that is not ASCII), but saw status 500'),
    parts: failingAt(({ headers }) => /[^\0-\x7f]/.test(headers.authorization ?? '')),
  },
  {
    name: 'fails at an id with a NUL',
    breaks: breaks('(an id with a NUL), but saw status 500'),
    parts: ({ getCase }) => ({
      getCase: async (call, parts) => (call.path.case_id.includes('\0') ? fail() : getCase(call, parts)),
    }),
  },
];
