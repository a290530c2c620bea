import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { type Rendered, Unavailable } from '../ports.ts';
import { atMost, skip } from './bytes.ts';
import type { AnyResponse } from '../domain/contract.ts';
import { http } from './node-http.ts';
import type { Parts } from '../parts.ts';
import { instanceOf } from './problems.ts';
import { problem, Rejected, unavailable } from '../domain/rejections.ts';
import { perform, targetOf } from './routes.ts';

/** Responds to a request: every outcome is a response, and each response is one line in the log. */
export async function exchange(response: ServerResponse, parts: Parts, closing: AbortSignal): Promise<void> {
  const started = performance.now();
  const { req: request } = response;
  const target = targetOf(request);
  let instance: string | undefined;
  // Made only when a problem or the log names the request: most requests are reads that succeed.
  const id = () => (instance ??= parts.newInstance());
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
    rendered = judged(rejectionOf(error, request, id, parts));
  }
  const { status } = rendered;
  const ms = Math.round(performance.now() - started);
  // Of a request only its route is logged: path, query and headers may hold keys and personal data.
  const line = { method: request.method, route: target.route?.path, status, ms };
  // Clients poll: reads that succeed would drown all the rest.
  if (status === 200) parts.log.debug(line);
  else parts.log.info({ instance: instanceOf(id()), ...line });
  await send(response, rendered, parts, closing);
}

function rejectionOf(error: unknown, request: IncomingMessage, id: () => string, { log }: Parts): AnyResponse {
  if (error instanceof Rejected) return error.response;
  // The client closed the connection within its body and will not receive the response.
  if (request.destroyed && !request.complete) return problem(400, 'malformed-request', 'The body was cut off.');
  log.error({ instance: instanceOf(id()), err: error });
  if (error instanceof Unavailable) return unavailable();
  return problem(
    500,
    'internal-error',
    'The service failed. Send the value of instance to the operator of the service.',
  );
}

async function send(response: ServerResponse, rendered: Rendered, { limits }: Parts, closing: AbortSignal) {
  const { req: request } = response;
  const { status, headers, body } = rendered;
  // Responses that are ready in one turn of the event loop leave together, which wakes a client once. And a short body
  // has usually arrived with the header and is complete after this turn.
  await setImmediate();
  // A connection that stays open would keep a closing service waiting.
  const last = closing.aborted || !request.complete ? { Connection: 'close' } : {};
  response.writeHead(status, { ...headers, ...last, 'Content-Length': Buffer.byteLength(body) });
  if (request.complete) return void response.end(body);
  Readable.from(linger(body, request, limits.lingerBytes)).pipe(response);
}

/**
 * Responds to a request that is still arriving, and closes the connection only after the client stopped sending or
 * `limit` more bytes: closed at once, the connection is reset, and the client may never see the response (RFC 9112 §9.6).
 */
async function* linger(body: string, request: IncomingMessage, limit: number): AsyncGenerator<string> {
  yield body;
  const rest = atMost(limit, request.iterator({ destroyOnReturn: false }), 'The rest');
  // More bytes, or a connection that the client closed after the response, are no error.
  await skip(rest).catch(() => {});
}

/** Responds to broken HTTP, and closes the connection: the start of the next request is unknown. */
export function answerBroken(error: NodeJS.ErrnoException, socket: Socket, parts: Parts): void {
  // The response that Node is sending on this socket, if any.
  const { _httpMessage: begun } = socket as { _httpMessage?: ServerResponse | null };
  if (error.code === 'ECONNRESET' || !socket.writable || begun?.headersSent) return void socket.destroy();
  const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const detail = late ? 'The request took too long to arrive.' : 'This is not an HTTP request that can be read.';
  const instance = parts.newInstance();
  const { status, headers, body } = parts.render(problem(400, 'malformed-request', detail), () => instance, parts);
  parts.log.info({ instance: instanceOf(instance), status, code: error.code });
  const fields = { ...headers, 'Content-Length': String(Buffer.byteLength(body)), Connection: 'close' };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  socket.destroySoon();
}
