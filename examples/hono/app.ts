// The three operations of the contract, by Hono. `app.fetch` runs wherever Hono does; the store needs Node.
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { largestFile } from '../cases/evidence.ts';
import { authenticator, type Caller } from '../cases/keys.ts';
import { internalError, notFound, Problem, written, wrongMethod } from '../cases/problems.ts';
import { caseIn, checkType, onceFor, onceKeyIn } from '../cases/requests.ts';
import { checkReference, decide } from '../cases/sandbox.ts';
import type { Store } from '../cases/store.ts';
import { readUpload } from './upload.ts';

interface Env {
  Variables: { caller: Caller };
}

export function createApp(store: Store, keys: Record<string, Caller>): Hono<Env> {
  const app = new Hono<Env>();
  const authenticate = authenticator(keys);
  app.use(async (context, next) => {
    context.header('Cache-Control', 'no-store');
    context.header('X-Content-Type-Options', 'nosniff');
    context.set('caller', authenticate(context.req.header('authorization')));
    await next();
  });

  app.post('/cases', takes('application/json', 64 * 1024), async (context) => {
    const caller = context.get('caller');
    const key = onceKeyIn(context.req.header('idempotency-key'));
    const body = caseIn(new Uint8Array(await context.req.arrayBuffer()));
    checkReference(body.reference, caller);
    const opened = store.open(caller, body, onceFor(key, context.req.path, caller, [body.type, body.reference]));
    return context.body(JSON.stringify(opened), 201, { ...json, Location: `/cases/${opened.id}` });
  });
  app.all('/cases', hasOnly('POST'));

  // Hono responds to HEAD as to GET, without the body.
  app.get('/cases/:id', (context) => context.body(JSON.stringify(found(context)), 200, json));
  app.all('/cases/:id', hasOnly('GET, HEAD'));

  app.post(
    '/cases/:id/artifacts',
    // The case comes before every other fault of the request.
    async (context, next) => {
      found(context);
      await next();
    },
    takes('multipart/form-data', largestFile + 1024 * 1024),
    async (context) => {
      const caller = context.get('caller');
      const key = onceKeyIn(context.req.header('idempotency-key'));
      const upload = await readUpload(context.req);
      const once = onceFor(key, context.req.path, caller, [upload.kind, upload.sha256]);
      const artifact = store.add(caller, context.req.param('id')!, upload, decide, once);
      return context.body(JSON.stringify(artifact), 201, json);
    },
  );
  app.all('/cases/:id/artifacts', hasOnly('POST'));

  app.notFound((context) => send(context, notFound()));
  app.onError((error, context) => send(context, problemOf(error)));
  return app;

  function found(context: Context<Env>) {
    const one = store.find(context.get('caller'), context.req.param('id')!);
    if (!one) throw notFound();
    return one;
  }
}

const json = { 'Content-Type': 'application/json' };

function send(context: Context, problem: Problem): Response {
  const { headers, body } = written(problem);
  return context.body(body, problem.status as never, headers);
}

function problemOf(error: Error): Problem {
  if (error instanceof Problem) return error;
  if ('code' in error && error.code === 'ECONNRESET')
    return new Problem(400, 'malformed-request', 'The body was cut off.');
  return internalError(error);
}

const hasOnly = (allowed: string) => () => {
  throw wrongMethod(allowed);
};

/** Lets only requests of this media type through, up to so many bytes. */
const takes = (expected: string, maxSize: number) => {
  const limit = bodyLimit({
    maxSize,
    onError: () => {
      throw new Problem(413, 'content-too-large', `The body is larger than ${maxSize} bytes.`);
    },
  });
  return async (context: Context, next: () => Promise<void>) => {
    checkType(expected, context.req.header('content-type'), context.req.header('content-encoding'));
    return limit(context, next);
  };
};
