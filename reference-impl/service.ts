import Fastify, { type RouteOptions } from 'fastify';
import { operations } from '../generated/operations.ts';
import type { Call, Handlers, OperationId, Reader } from './contract.ts';
import { answerBroken, authenticated, responder } from './exchange.ts';
import { Gate } from './gate.ts';
import { defaultParts, type Parts } from './parts.ts';
import { startSender } from './sender.ts';

export interface Service {
  /** Begins to serve and tells the address: `http://127.0.0.1:8080`. */
  listen: (at: { port: number; host: string }) => Promise<string>;
  /** Lets the running requests end, answers new ones with 503 meanwhile, then frees everything. */
  close: () => Promise<void>;
}

/** A service of the given parts, and of the default ones for the rest. */
export async function createService(given: Partial<Parts> = {}): Promise<Service> {
  const parts = defaultParts(given);
  const { headerTime, requestTime, idleTime, closeTime } = parts.limits;
  const gate = new Gate();
  const respond = responder(parts, gate);
  const fallback = respond(authenticated(parts, ({ method, url }) => parts.fallback(method, pathOf(url))));
  const app = Fastify({
    genReqId: () => parts.newInstance(),
    // An id of any length is looked up, and what reaches a closing service is still answered.
    routerOptions: { maxParamLength: 65_536 },
    return503OnClosing: false,
    connectionTimeout: idleTime,
    requestTimeout: requestTime,
    http: { headersTimeout: headerTime, connectionsCheckingInterval: Math.ceil(headerTime / 3) },
    frameworkErrors: (_, request, reply) => void fallback(request, reply),
    clientErrorHandler: (error, socket) => answerBroken(error, socket, parts),
  });
  // Bodies are left to the handlers: Fastify would judge their type before it is known who asks for what (D23).
  for (const method of app.supportedMethods) app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  for (const id of Object.keys(operations) as OperationId[]) app.route(routeOf(id, parts, respond));
  // Outside the contract, and without a key: whether the process lives, and whether it can serve.
  const alive = () => ({ status: 200, body: { status: 'ok' } });
  const ready = () => parts.store.findCase({ tenant: '', mode: 'live' }, '').then(alive);
  app.get('/healthz', respond(alive));
  app.get('/readyz', respond(ready));
  app.setNotFoundHandler(fallback);
  app.setErrorHandler((cause, request, reply) => respond(() => Promise.reject(cause))(request, reply));
  await app.ready();
  const senders = parts.endpoints.map((endpoint) => startSender(endpoint, parts));
  return {
    listen: (at) => app.listen(at),
    async close() {
      const { promise: cut, resolve } = Promise.withResolvers<void>();
      const patience = setTimeout(() => {
        app.server.closeAllConnections();
        resolve();
      }, closeTime);
      // Until nothing runs any more, new requests hear that they shall come back later.
      await Promise.race([gate.close(), cut]);
      await app.close();
      clearTimeout(patience);
      await Promise.all(senders.map((sender) => sender.stop()));
      await parts.store.close();
    },
  };
}

/** The route of an operation, as the contract has it. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- one id ties the handler to its path and body
function routeOf<Id extends OperationId>(id: Id, parts: Parts, respond: ReturnType<typeof responder>): RouteOptions {
  const { method, path } = operations[id];
  const handlers: Handlers = parts;
  const reader: Reader<Id> = readers[id];
  const perform = authenticated(parts, ({ params, url, raw }, caller) => {
    const read = async () => {
      const key = parts.idempotencyKeyOf(raw);
      const { body, fingerprint } = await reader(raw, parts);
      if (key === undefined) return { body, once: undefined };
      return { body, once: { id: parts.idempotencyScope(caller, pathOf(url), key), fingerprint } };
    };
    return handlers[id]({ path: params as Call<Id>['path'], caller, read }, parts);
  });
  return { method, url: path.replaceAll(/\{(\w+)\}/g, ':$1'), handler: respond(perform, id) };
}

function pathOf(url: string): string {
  return url.split('?', 1)[0]!;
}

const readers: { [Id in OperationId]: Reader<Id> } = {
  async createCase(request, parts) {
    const body = await parts.readJson(request, parts);
    return { body, fingerprint: parts.fingerprintOfCase(body) };
  },
  getCase: async () => ({ body: undefined, fingerprint: '' }),
  async uploadArtifact(request, parts) {
    const body = await parts.readUpload(request, parts);
    return { body, fingerprint: parts.fingerprintOfUpload(body) };
  },
};
