import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { type Rendered, Unavailable } from '../ports.ts';
import { atMost, skip } from './bytes.ts';
import type { AnyResponse } from '../domain/contract.ts';
import { http } from './node-http.ts';
import type { Parts } from '../parts.ts';
import { instanceOf, problem, Rejected, unavailable } from './problems.ts';
import { perform, targetOf } from './routes.ts';

/** Answers a request: every end of it is an answer, and each answer is one line in the log. */
export async function exchange(response: ServerResponse, parts: Parts, closing: AbortSignal): Promise<void> {
  const started = performance.now();
  const { req: request } = response;
  const target = targetOf(request);
  const id = parts.newInstance();
  const judged = (produced: AnyResponse): Rendered => {
    const rendered = parts.render(produced, id, parts);
    const mismatch = parts.mismatchOf(rendered, target.route?.id);
    // It becomes a 500, and is logged, like everything that is not expected.
    if (mismatch !== undefined) throw new Error(mismatch);
    return rendered;
  };
  let rendered: Rendered;
  try {
    rendered = judged(closing.aborted ? unavailable() : await perform(request, target, parts));
  } catch (error) {
    rendered = judged(refusalOf(error, request, id, parts));
  }
  const { status } = rendered;
  const ms = Math.round(performance.now() - started);
  // Of a request only its route is logged: path, query and headers may hold keys and personal data.
  const line = { instance: instanceOf(id), method: request.method, route: target.route?.path, status, ms };
  // Clients poll: reads that succeed would drown all the rest.
  parts.log[status === 200 ? 'debug' : 'info'](line);
  await send(response, rendered, parts, closing);
}

function refusalOf(error: unknown, request: IncomingMessage, id: string, { log }: Parts): AnyResponse {
  if (error instanceof Rejected) return error.response;
  // The client went away in the middle of its body; nobody hears the answer.
  if (request.destroyed && !request.complete) return problem(400, 'malformed-request', 'The body was cut off.');
  log.error({ instance: instanceOf(id), err: error });
  if (error instanceof Unavailable) return unavailable();
  return problem(500, 'internal-error', 'The service failed; quote the instance to its operator.');
}

async function send(response: ServerResponse, rendered: Rendered, { limits }: Parts, closing: AbortSignal) {
  const { req: request } = response;
  const { status, headers, body } = rendered;
  // What is ready in one turn of the event loop leaves together, which wakes a client once and not for each answer. And
  // a short body mostly came with the header and only waits to be looked at.
  await setImmediate();
  // A connection that stays open would keep a closing service waiting.
  const last = closing.aborted || !request.complete ? { Connection: 'close' } : {};
  response.writeHead(status, { ...headers, ...last, 'Content-Length': Buffer.byteLength(body) });
  if (request.complete) return void response.end(body);
  Readable.from(linger(body, request, limits.lingerBytes)).pipe(response);
}

/**
 * Gives the answer to a request that is still arriving, and closes the connection only after the client stopped sending
 * or `limit` bytes more: closed at once, the connection is reset, and the client may never see the answer (RFC 9112
 * §9.6).
 */
async function* linger(body: string, request: IncomingMessage, limit: number): AsyncGenerator<string> {
  yield body;
  const rest = atMost(limit, request.iterator({ destroyOnReturn: false }), 'The rest');
  // Be it that more comes, or that the client closed the connection, having its answer.
  await skip(rest).catch(() => {});
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
  socket.write(`HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  socket.destroySoon();
}
