import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Caller } from '../../../reference-impl/ports.ts';
import type { Success } from '../../../reference-impl/domain/contract.ts';
import { problem } from '../../../reference-impl/domain/rejections.ts';
import type { Defect, FaultTable } from '../support/fault.ts';
import { seeing } from '../support/http.ts';
import { replayingCreates, replayingUploads } from '../support/idempotency.ts';
import { keyedToo, queryOf } from '../support/requests.ts';

const requestId = ({ headers }: IncomingMessage) => headers['x-request-id']?.toString();

/** A key that the service does not see if its header is written in this way. */
const ignoringKey =
  (name: string, concerns: (request: IncomingMessage) => boolean = () => true): Defect =>
  ({ idempotencyKeyOf }) => ({
    idempotencyKeyOf: (request) =>
      request.rawHeaders.includes(name) && concerns(request) ? undefined : idempotencyKeyOf(request),
  });

const faults: FaultTable = {
  'http.no-store': {
    'allows caches to store the replay of a create': replayingCreates(({ headers }) => ({
      headers: { ...headers, 'Cache-Control': 'private' },
    })),
  },
  'http.json-responses': {
    'sends the replay of an upload as text/plain': replayingUploads(() => ({
      headers: { 'Content-Type': 'text/plain' },
    })),
  },
  'http.header-names-any-case': {
    'ignores an Idempotency-Key in lower case': ignoringKey('idempotency-key'),
    'ignores an Idempotency-Key in upper case on an upload': ignoringKey('IDEMPOTENCY-KEY', ({ url }) =>
      url!.includes('artifacts'),
    ),
  },
  'http.left-open-responses': {
    'accepts an empty idempotency key as a key': ({ idempotencyKeyOf }) => ({
      idempotencyKeyOf: (request) => (request.headers['idempotency-key'] === '' ? '' : idempotencyKeyOf(request)),
    }),
  },
  'http.no-method-override': {
    'deletes a case after a read whose query says DELETE': seeing((original, requestOf) => {
      const deleted = new Set<string>();
      return {
        async getCase(call, parts) {
          const { case_id: id } = call.path;
          if (deleted.has(id)) return problem(404, 'not-found', 'No case has this id.');
          if (queryOf(requestOf(call.caller)).get('_method') === 'DELETE') deleted.add(id);
          return original.getCase(call, parts);
        },
      };
    }),
  },
  'http.case-before-other-rejections': {
    'reads an upload before it searches for the case': (original) => ({
      async uploadArtifact(call, parts) {
        const read = await call.read();
        return original.uploadArtifact({ ...call, read: async () => read }, parts);
      },
    }),
  },
  'http.nothing-behind-response': {
    // A client that reads the next response skips the line end, so nothing else fails.
    'sends a line end some time after the response to a read': ({ authenticate }) => ({
      authenticate(request) {
        const { _httpMessage: response } = request.socket as Socket & { _httpMessage: ServerResponse };
        const write = () => request.socket.writable && request.socket.write('\r\n');
        response.once('finish', () => {
          if (request.method === 'GET' && response.statusCode === 200) setTimeout(write, 20);
        });
        return authenticate(request);
      },
    }),
  },
  'idempotency.create-replays': {
    'opens only one case for each request id': seeing((original, requestOf) => {
      const known = new Map<string, Success>();
      const idOf = (caller: Caller) => requestId(requestOf(caller));
      return {
        async createCase(call, parts) {
          const id = idOf(call.caller);
          const response = (id === undefined ? undefined : known.get(id)) ?? (await original.createCase(call, parts));
          if (id !== undefined) known.set(id, response as Success);
          return response as Awaited<ReturnType<typeof original.createCase>>;
        },
      };
    }),
    'makes the request id a part of the idempotency key': keyedToo(requestId),
    'stores idempotency keys by the whole URL': keyedToo(({ url }) => url?.split('?')[1]),
  },
};

export default faults;
