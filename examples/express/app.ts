// The three operations of the contract, by Express.
import express, { type NextFunction, type Request, type Response } from 'express';
import { authenticator, type Caller } from '../cases/keys.ts';
import { internalError, notFound, Problem, written, wrongMethod } from '../cases/problems.ts';
import { caseIn, checkType, onceFor, onceKeyIn } from '../cases/requests.ts';
import { checkReference, decide } from '../cases/sandbox.ts';
import type { Case, Store } from '../cases/store.ts';
import { readUpload } from './upload.ts';

const callerOf = (response: Response) => response.locals['caller'] as Caller;

export function createApp(store: Store, keys: Record<string, Caller>): express.Express {
  const app = express();
  const authenticate = authenticator(keys);
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing').enable('strict routing');
  app.use((request, response, next) => {
    response.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
    // `headers` would show only the first of several.
    response.locals['caller'] = authenticate(request.headersDistinct['authorization']?.join(', '));
    next();
  });

  app
    .route('/cases')
    .post(takes('application/json'), express.raw({ type: () => true, limit: '64kb' }), (request, response) => {
      const caller = callerOf(response);
      const key = onceKeyOf(request);
      const body = caseIn(request.body as Buffer);
      checkReference(body.reference, caller);
      const opened = store.open(caller, body, onceFor(key, request.path, caller, [body.type, body.reference]));
      send(response.status(201).location(`/cases/${opened.id}`), opened);
    })
    .all(hasOnly('POST'));

  app
    .route('/cases/:id')
    .get((request, response) => send(response, found(request, response)))
    .all(hasOnly('GET, HEAD'));

  app
    .route('/cases/:id/artifacts')
    .post(
      // The case comes before every other fault of the request.
      (request, response, next) => {
        found(request, response);
        next();
      },
      takes('multipart/form-data'),
      async (request, response) => {
        const caller = callerOf(response);
        const key = onceKeyOf(request);
        const upload = await readUpload(request);
        const once = onceFor(key, request.path, caller, [upload.kind, upload.sha256]);
        send(response.status(201), store.add(caller, request.params['id'], upload, decide, once));
      },
    )
    .all(hasOnly('POST'));

  app.use(() => {
    throw notFound();
  });
  app.use(sendProblem);
  return app;

  function found(request: Request, response: Response): Case {
    const one = store.find(callerOf(response), request.params['id'] as string);
    if (!one) throw notFound();
    return one;
  }
}

// As bytes, so that Express adds no charset to the media type.
const send = (response: Response, body: object) =>
  void response.set('Content-Type', 'application/json').end(JSON.stringify(body));

const hasOnly = (allowed: string) => () => {
  throw wrongMethod(allowed);
};

const takes =
  (expected: string): express.RequestHandler =>
  ({ headers }, _response, next) => {
    checkType(expected, headers['content-type'], headers['content-encoding']);
    next();
  };

const onceKeyOf = ({ headers }: Request) => onceKeyIn(headers['idempotency-key'] as string | undefined);

/** Express knows it by its four parameters. */
function sendProblem(error: unknown, _request: Request, response: Response, next: NextFunction): void {
  if (response.headersSent) return next(error);
  const problem = problemOf(error);
  const { headers, body } = written(problem);
  response.status(problem.status).set(headers).end(body);
}

/** Errors of Express and its parsers have a status. */
function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  // A path that cannot be decoded names no case.
  if (error instanceof URIError) return notFound();
  const { status } = error as { status?: number };
  if (status === 413) return new Problem(413, 'content-too-large', 'The body is larger than 64 KiB.');
  if (status === 415) return new Problem(415, 'unsupported-media-type', 'Send the body without Content-Encoding.');
  if (status === 400) return new Problem(400, 'malformed-request', 'The body was cut off.');
  return internalError(error);
}
