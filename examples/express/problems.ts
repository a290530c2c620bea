// Every rejection is a problem (RFC 9457): throw one anywhere, and the last handler sends it.
import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

interface Fault {
  pointer: string;
  detail: string;
}

export class Problem extends Error {
  readonly status: number;
  readonly type: string;
  readonly more: { headers?: Record<string, string>; errors?: Fault[] };

  constructor(status: number, type: string, detail: string, more: Problem['more'] = {}) {
    super(detail);
    this.status = status;
    this.type = type;
    this.more = more;
  }
}

/** A request that parses but is not valid; the name of a property or part becomes a pointer, none is the whole body. */
export function invalid(name: string | undefined, detail: string): Problem {
  // RFC 6901 escapes a name, RFC 3986 what a fragment cannot hold; half a character cannot be encoded at all.
  const escaped = name?.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1');
  const pointer = escaped === undefined ? '#' : `#/${encodeURIComponent(escaped)}`;
  const errors = [{ pointer, detail }];
  return new Problem(422, 'invalid-request', 'The request is well formed but not valid; see errors.', { errors });
}

export const notFound = () => new Problem(404, 'not-found', 'There is nothing here, or nothing of yours.');

/** Express knows it by its four parameters. */
export function sendProblem(error: unknown, _request: Request, response: Response, next: NextFunction): void {
  if (response.headersSent) return next(error);
  const problem = problemOf(error);
  const { status, type, message: detail, more } = problem;
  const title = type.replaceAll('-', ' ');
  const instance = `urn:uuid:${randomUUID()}`;
  const body = {
    type: `/problems/${type}`,
    title,
    status,
    detail,
    instance,
    // The same as in the header, which some clients drop.
    ...(more.headers?.['Retry-After'] && { retry_after: Number(more.headers['Retry-After']) }),
    ...(more.errors && { errors: more.errors }),
  };
  response.status(status).set(more.headers ?? {});
  // As bytes, so that Express adds no charset to the media type.
  response.set('Content-Type', 'application/problem+json').end(JSON.stringify(body));
}

/** Errors of Express and its parsers have a status. */
function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  // A path that cannot be decoded names no case.
  if (error instanceof URIError) return notFound();
  const { status } = error as { status?: number };
  if (status === 413) return new Problem(413, 'content-too-large', 'The body is larger than 64 KiB.');
  if (status === 415) return new Problem(415, 'unsupported-media-type', 'Send the body without Content-Encoding.');
  if (status === 400) return new Problem(400, 'malformed-request', 'The body was cut off.');
  process.stderr.write(`${(error as Error).stack}\n`);
  return new Problem(
    500,
    'internal-error',
    'The service failed. Send the value of instance to the operator of the service.',
  );
}
