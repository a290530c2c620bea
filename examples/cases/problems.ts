// Every rejection is a problem (RFC 9457): throw one anywhere, and the error handler of the framework sends it.
import { randomUUID } from 'node:crypto';

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

export const wrongMethod = (allowed: string) =>
  new Problem(405, 'method-not-allowed', 'This path does not have this method; see Allow.', {
    headers: { Allow: allowed },
  });

/** For an error that nobody expected. */
export function internalError(error: unknown): Problem {
  process.stderr.write(`${(error as Error).stack}\n`);
  return new Problem(
    500,
    'internal-error',
    'The service failed. Send the value of instance to the operator of the service.',
  );
}

/** The headers and the body of a problem. */
export function written({ status, type, message: detail, more }: Problem): {
  headers: Record<string, string>;
  body: string;
} {
  const body = {
    type: `/problems/${type}`,
    title: type.replaceAll('-', ' '),
    status,
    detail,
    instance: `urn:uuid:${randomUUID()}`,
    // The same as in the header, which some clients drop.
    ...(more.headers?.['Retry-After'] && { retry_after: Number(more.headers['Retry-After']) }),
    ...(more.errors && { errors: more.errors }),
  };
  return { headers: { ...more.headers, 'Content-Type': 'application/problem+json' }, body: JSON.stringify(body) };
}
