import type { Defect, FaultTable } from '../support/fault.ts';
import type { IncomingMessage } from 'node:http';

/** Responds with 500 to some requests. */
const fail = () => {
  throw new Error('nobody thought of this');
};

/** Responds with 500 to these requests, before it checks the key. */
const failingAtRequest =
  (concerns: (request: IncomingMessage) => boolean): Defect =>
  ({ authenticate }) => ({ authenticate: (request) => (concerns(request) ? fail() : authenticate(request)) });

const faults: FaultTable = {
  'http.left-open-responses': {
    'accepts an empty idempotency key as a key': ({ idempotencyKeyOf }) => ({
      idempotencyKeyOf: (request) => (request.headers['idempotency-key'] === '' ? '' : idempotencyKeyOf(request)),
    }),
  },
  'http.head-like-get': {
    'fails at HEAD': failingAtRequest(({ method }) => method === 'HEAD'),
  },
};

export default faults;
