import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Rendered } from './answers.ts';
import type { AnyAnswer, OperationId } from './contract.ts';
import type { Gate } from './gate.ts';
import type { Caller } from './keys.ts';
import type { Parts } from './parts.ts';
import { instanceOf, problem, Refused, unavailable } from './problems.ts';
import { Unavailable } from './store.ts';

export type Perform = (request: FastifyRequest) => AnyAnswer | Promise<AnyAnswer>;

/** Makes routes: every end of a request is an answer, and each answer is one line in the log. */
export const responder =
  (parts: Parts, gate: Gate) =>
  (perform: Perform, operation?: OperationId) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const started = performance.now();
    const rendered = parts.render(await answerOf(request, parts, perform, gate), request.id, parts);
    const mismatch = parts.mismatchOf(rendered, operation);
    // It becomes a 500, and is logged, like everything that is not expected.
    if (mismatch !== undefined) throw new Error(mismatch);
    // Of a request only its route is logged: path, query and headers may hold keys and personal data.
    const { id, method, routeOptions } = request;
    const ms = Math.round(performance.now() - started);
    const line = { instance: instanceOf(id), method, route: routeOptions.url, status: rendered.status, ms };
    // Clients poll: reads that succeed would drown all the rest.
    parts.log[rendered.status === 200 ? 'debug' : 'info'](line);
    await send(reply, rendered, parts, gate);
  };

/** Who calls is known before anything else is looked at (D23). */
export function authenticated(
  parts: Parts,
  perform: (request: FastifyRequest, caller: Caller) => AnyAnswer | Promise<AnyAnswer>,
): Perform {
  return (request) => {
    const caller = parts.authenticate(request.raw);
    if (typeof caller !== 'string') return perform(request, caller);
    const headers = { 'WWW-Authenticate': parts.challenge(caller) };
    return problem(401, 'unauthorized', 'Send an issued key as "Authorization: Bearer <key>".', { headers });
  };
}

async function answerOf(request: FastifyRequest, parts: Parts, perform: Perform, gate: Gate): Promise<AnyAnswer> {
  if (gate.closing) return unavailable();
  gate.enter();
  try {
    return await perform(request);
  } catch (error) {
    if (error instanceof Refused) return error.answer;
    // The client went away in the middle of its body; nobody hears the answer.
    if (request.raw.destroyed && !request.raw.complete)
      return problem(400, 'malformed-request', 'The body was cut off.');
    parts.log.error({ instance: instanceOf(request.id), err: error });
    if (error instanceof Unavailable) return unavailable();
    return problem(500, 'internal-error', 'The service failed; quote the instance to its operator.');
  } finally {
    gate.leave();
  }
}

/** Writes the answer itself: Fastify would add a charset to the media type. */
async function send(reply: FastifyReply, { status, headers, body }: Rendered, { limits }: Parts, gate: Gate) {
  const request = reply.request.raw;
  // A short body mostly came with the header and only waits to be looked at.
  if (!request.complete) await setImmediate();
  // A connection that stays open would keep a closing service waiting.
  const last = gate.closing || !request.complete ? { Connection: 'close' } : {};
  reply.raw.writeHead(status, { ...headers, ...last, 'Content-Length': Buffer.byteLength(body) });
  reply.hijack();
  if (request.complete) return void reply.raw.end(body);
  Readable.from(linger(body, request, limits.lingerBytes)).pipe(reply.raw);
}

/**
 * Gives the answer to a request that is still arriving, and closes the connection only after the client stopped sending
 * or `limit` bytes more: closed at once, the connection is reset, and the client may never see the answer (RFC 9112
 * §9.6).
 */
async function* linger(answer: string, request: IncomingMessage, limit: number): AsyncGenerator<string> {
  yield answer;
  let size = 0;
  try {
    for await (const piece of request.iterator({ destroyOnReturn: false })) {
      size += (piece as Buffer).length;
      if (size > limit) return;
    }
  } catch {
    // The client closed the connection, having its answer.
  }
}

/** Answers what is broken below HTTP, and closes the connection: where the next request would begin is not known. */
export function answerBroken(error: NodeJS.ErrnoException, socket: Socket, parts: Parts): void {
  // The answer that is on its way, as Node itself looks for it.
  const { _httpMessage: begun } = socket as { _httpMessage?: ServerResponse | null };
  if (error.code === 'ECONNRESET' || !socket.writable || begun?.headersSent) return void socket.destroy();
  const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const detail = late ? 'The request took too long to arrive.' : 'This is not an HTTP request that can be read.';
  const instance = parts.newInstance();
  const { status, headers, body } = parts.render(problem(400, 'malformed-request', detail), instance, parts);
  parts.log.info({ instance: instanceOf(instance), status, code: error.code });
  const fields = { ...headers, 'Content-Length': String(Buffer.byteLength(body)), Connection: 'close' };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  socket.destroySoon();
}
