// The three operations of the contract, by Express.
import express, { type Request, type Response } from 'express';
import { authenticate, type Caller } from './keys.ts';
import { invalid, notFound, Problem, sendProblem } from './problems.ts';
import { checkReference, decide } from './sandbox.ts';
import type { Case, Once, Store } from './store.ts';
import { readUpload } from './upload.ts';

const callerOf = (response: Response) => response.locals['caller'] as Caller;

export function createApp(store: Store, keys: Record<string, Caller>): express.Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing').enable('strict routing');
  app.use((_request, response, next) => {
    response.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
    next();
  });
  app.use(authenticate(keys));

  app
    .route('/cases')
    .post(takes('application/json'), express.raw({ type: () => true, limit: '64kb' }), (request, response) => {
      const key = onceKeyOf(request, callerOf(response));
      const body = caseIn(request.body);
      checkReference(body.reference, callerOf(response));
      const payload = JSON.stringify([body.type, body.reference]);
      const opened = store.open(callerOf(response), body, onceFor(key, payload));
      send(response.status(201).location(`/cases/${opened.id}`), opened);
    })
    .all(wrongMethod('POST'));

  app
    .route('/cases/:id')
    .get((request, response) => send(response, found(request, response)))
    .all(wrongMethod('GET, HEAD'));

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
        const key = onceKeyOf(request, callerOf(response));
        const upload = await readUpload(request);
        const payload = JSON.stringify([upload.kind, upload.sha256]);
        const id = request.params['id'];
        const artifact = store.add(callerOf(response), id, upload, decide, onceFor(key, payload));
        send(response.status(201), artifact);
      },
    )
    .all(wrongMethod('POST'));

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

const wrongMethod = (allowed: string) => () => {
  throw new Problem(405, 'method-not-allowed', 'This path does not have this method; see Allow.', {
    headers: { Allow: allowed },
  });
};

/** Lets only requests of this media type through, whatever its parameters and letter case. */
function takes(expected: string): express.RequestHandler {
  return ({ headers }, _response, next) => {
    const type = headers['content-type']?.split(';', 1)[0]!.trim().toLowerCase();
    const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
    if (type === expected && encoding === 'identity') return next();
    throw new Problem(415, 'unsupported-media-type', `Send ${expected} without Content-Encoding.`);
  };
}

/** The Idempotency-Key with its scope; without the header every request is a new one. */
function onceKeyOf({ headers, path }: Request, { tenant, mode }: Caller): string | undefined {
  const key = headers['idempotency-key'] as string | undefined;
  if (key === undefined) return undefined;
  if (!/^[!-~]{1,255}$/.test(key))
    throw new Problem(400, 'malformed-request', 'An Idempotency-Key has 1 to 255 visible ASCII characters.');
  return JSON.stringify([tenant, mode, path, key]);
}

const onceFor = (key: string | undefined, payload: string): Once | undefined =>
  key === undefined ? undefined : { key, payload };

/** The body of a create; express.json would repair what is not UTF-8 without a word. */
function caseIn(bytes: unknown): Pick<Case, 'type' | 'reference'> {
  const body = parsed(bytes);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid(undefined, 'must be an object');
  const { type, reference } = body as Record<string, unknown>;
  const unknown = Object.keys(body).find((name) => name !== 'type' && name !== 'reference');
  if (unknown !== undefined) throw invalid(unknown, 'is not a property of this request');
  if (type !== 'PF' && type !== 'PM') throw invalid('type', type === undefined ? 'is required' : 'must be PF or PM');
  if (typeof reference !== 'string')
    throw invalid('reference', reference === undefined ? 'is required' : 'must be a string');
  const length = [...reference].length;
  if (length < 1 || length > 256) throw invalid('reference', 'must have 1 to 256 characters');
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f-\u009f]/.test(reference) || !reference.isWellFormed())
    throw invalid('reference', 'must not have control characters or half characters');
  return { type, reference };
}

function parsed(bytes: unknown): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes as Buffer));
  } catch {
    throw new Problem(400, 'malformed-request', 'The body is not JSON in UTF-8.');
  }
}
