import type { Defect, FaultTable } from '../support/fault.ts';
import type { IncomingMessage } from 'node:http';
import { problem } from '../../../reference-impl/domain/rejections.ts';
import type { AnyResponse } from '../../../reference-impl/domain/contract.ts';
import type { Parts } from '../../../reference-impl/parts.ts';

/** Responds with 500 to some requests. */
const fail = () => {
  throw new Error('nobody thought of this');
};

/** Responds with 500 to these requests, before it checks the key. */
const failingAtRequest =
  (concerns: (request: IncomingMessage) => boolean): Defect =>
  ({ authenticate }) => ({ authenticate: (request) => (concerns(request) ? fail() : authenticate(request)) });

/** Changes the response to requests that match no operation. */
const respondingInFallback =
  (change: (method: string, path: string) => AnyResponse | undefined): Defect =>
  ({ fallback }) => ({
    fallback: (method, path) => (change(method, path) ?? fallback(method, path)) as ReturnType<Parts['fallback']>,
  });

const faults: FaultTable = {
  'http.left-open-responses': {
    'responds with 200 to an unknown method': respondingInFallback((method) =>
      method === 'PROPFIND' ? { status: 200, body: {} } : undefined,
    ),
    'responds with 403 to OPTIONS': respondingInFallback((method) =>
      method === 'OPTIONS'
        ? ({ ...problem(401, 'unauthorized', 'Not this method.'), status: 403 } as never)
        : undefined,
    ),
    'accepts an empty idempotency key as a key': ({ idempotencyKeyOf }) => ({
      idempotencyKeyOf: (request) => (request.headers['idempotency-key'] === '' ? '' : idempotencyKeyOf(request)),
    }),
  },
  'http.head-like-get': {
    'fails at HEAD': failingAtRequest(({ method }) => method === 'HEAD'),
  },
};

export default faults;
