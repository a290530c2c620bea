import type { IncomingMessage } from 'node:http';
import { unescape } from 'node:querystring';
import { operations } from '../../generated/operations.ts';
import type { AnyResponse, OperationId } from '../domain/contract.ts';
import type { Handler, Parts } from '../parts.ts';
import { Empty, problem, Rejected } from '../domain/rejections.ts';

/** The path and methods of each operation in the contract; GET implies HEAD (D92). No header names another method (D45). */
const routes = (Object.keys(operations) as OperationId[]).map((id) => {
  const { method, path } = operations[id];
  const pattern = new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
  return { id, path, pattern, methods: method === 'GET' ? ['GET', 'HEAD'] : [method] };
});

export const routesAt = (path: string) => routes.filter(({ pattern }) => pattern.test(path));

/** The path of a request, as it was sent but without query, and the operation that has both path and method. */
export function targetOf({ method, url }: IncomingMessage) {
  const [path] = url!.split('?', 1) as [string];
  for (const route of routes) {
    const match = route.methods.includes(method!) && route.pattern.exec(path);
    if (match) return { path, route, named: match.groups ?? {} };
  }
  return { path, named: {} };
}
export type Target = ReturnType<typeof targetOf>;

/** Performs a request. The caller is authenticated before anything else is checked (D23). */
export async function perform(
  request: IncomingMessage,
  { path, route, named }: Target,
  parts: Parts,
): Promise<AnyResponse> {
  // Readiness and liveness, outside the contract and without a key.
  if (path === '/readyz') await parts.store.findCase({ tenant: '', mode: 'live' }, '');
  if (path === '/readyz' || path === '/healthz') return { status: 200, body: { status: 'ok' } };
  const caller = parts.authenticate(request);
  if (typeof caller === 'string') {
    // However it is wrong (D26).
    const headers = { 'WWW-Authenticate': parts.challenge(caller) };
    return problem(401, 'unauthorized', 'Send an issued key as "Authorization: Bearer <key>".', { headers });
  }
  if (!route) return parts.fallback(request.method!, path);
  const handler = parts[route.id] as Handler<OperationId>;
  // A read of a case never calls it: a key there is ignored (D83).
  const read = async () => {
    const key = parts.idempotencyKeyOf(request);
    const id = key === undefined ? undefined : parts.idempotencyScope(caller, path, key);
    try {
      const { body, fingerprint } = await readers[route.id](request, parts);
      return { body, once: id === undefined ? undefined : { id, fingerprint } };
    } catch (error) {
      // The client must not take its request for an invalid one: it was carried out (D83).
      if (error instanceof Empty && id !== undefined && (await parts.store.hasKey(id))) throw sentEmptyAgain;
      throw error;
    }
  };
  // `unescape` keeps what it cannot decode: such an id is unknown (D6).
  const values = Object.entries(named).map(([name, value]) => [name, unescape(value)]);
  return handler({ path: Object.fromEntries(values), caller, read }, parts);
}

const sentEmptyAgain = new Rejected(
  problem(
    422,
    'idempotency-key-reused',
    'A request with this key was already answered, and this one has no body, or an empty file. Send it with its body.',
  ),
);

/** Read the body of an operation and digest it, so that a repeated one is known. */
const readers = {
  async createCase(request: IncomingMessage, parts: Parts) {
    const body = await parts.readJson(request, parts);
    return { body, fingerprint: parts.fingerprintOfCase(body) };
  },
  getCase: async () => ({ body: undefined, fingerprint: '' }),
  async uploadArtifact(request: IncomingMessage, parts: Parts) {
    const body = await parts.readUpload(request, parts);
    return { body, fingerprint: parts.fingerprintOfUpload(body) };
  },
};
