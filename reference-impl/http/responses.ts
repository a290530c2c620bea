import type { AnyResponse, ProblemResponse } from '../domain/contract.ts';
import type { Parts } from '../parts.ts';
import type { Rendered } from '../ports.ts';
import { problem } from '../domain/rejections.ts';
import { routesAt } from './routes.ts';

/** The last step of every response: JSON, whatever was asked for (D60), that nobody stores and whose type nobody guesses (D39). */
export function render(response: AnyResponse, id: () => string, { problemBody }: Parts): Rendered {
  const isProblem = 'problem' in response;
  return {
    status: response.status,
    headers: {
      'Content-Type': isProblem ? 'application/problem+json' : 'application/json',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...(isProblem && response.retryAfter !== undefined && { 'Retry-After': String(response.retryAfter) }),
      ...response.headers,
    },
    body: JSON.stringify(isProblem ? problemBody(response, id()) : response.body),
  };
}

/** Responds to a request that matches no operation: 404 (D27) or 405 (D28); `path` is without query. */
export function fallback(_method: string, path: string): ProblemResponse<404 | 405> {
  const allowed = routesAt(path).flatMap(({ methods }) => methods);
  if (allowed.length === 0) return problem(404, 'not-found', 'There is nothing at this path.');
  const headers = { Allow: allowed.join(', ') };
  return problem(405, 'method-not-allowed', 'This path does not have this method; see Allow.', { headers });
}
