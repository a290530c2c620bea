import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Rendered } from './answers.ts';
import type { AnyAnswer } from './contract.ts';
import type { Caller } from './keys.ts';
import type { Parts } from './parts.ts';
import { problem, Refused } from './problems.ts';

type Perform = (request: FastifyRequest, caller: Caller) => Promise<AnyAnswer>;

/** Serves a request: who calls is known before anything else is looked at (D23), and every end is an answer. */
export function respond(parts: Parts, perform: Perform) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const answer = await answerOf(request, parts, perform);
    return send(reply, parts.render(answer, request.id, parts), parts);
  };
}

async function answerOf(request: FastifyRequest, parts: Parts, perform: Perform): Promise<AnyAnswer> {
  try {
    const caller = parts.authenticate(request.raw);
    if (typeof caller !== 'string') return await perform(request, caller);
    const headers = { 'WWW-Authenticate': parts.challenge(caller) };
    return problem(401, 'unauthorized', 'Send an issued key as "Authorization: Bearer <key>".', { headers });
  } catch (error) {
    if (error instanceof Refused) return error.answer;
    // The client went away in the middle of its body; nobody hears the answer.
    if (request.raw.destroyed && !request.raw.complete)
      return problem(400, 'malformed-request', 'The body was cut off.');
    request.log.error(error);
    return problem(500, 'internal-error', 'The service failed; quote the instance to its operator.');
  }
}

async function send(reply: FastifyReply, rendered: Rendered, { limits }: Parts): Promise<FastifyReply> {
  const { raw } = reply.request;
  const bytes = Buffer.from(rendered.body);
  reply.code(rendered.status).headers({ ...rendered.headers, 'Content-Length': bytes.length });
  // A short body mostly came with the header and only waits to be looked at.
  if (!raw.complete) await setImmediate();
  if (raw.complete) return reply.send(bytes);
  return reply.header('Connection', 'close').send(Readable.from(linger(bytes, raw, limits.lingerBytes)));
}

/**
 * Gives the answer to a request that is still arriving, and closes the connection only after the client stopped sending
 * or `limit` bytes more: closed at once, the connection is reset, and the client may never see the answer (RFC 9112
 * §9.6).
 */
async function* linger(answer: Buffer, request: IncomingMessage, limit: number): AsyncGenerator<Buffer> {
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
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const answer = problem(400, 'malformed-request', 'This is not an HTTP request that can be read.');
  const { status, headers, body } = parts.render(answer, parts.newInstance(), parts);
  const fields = { ...headers, 'Content-Length': String(Buffer.byteLength(body)), Connection: 'close' };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  socket.destroySoon();
}
