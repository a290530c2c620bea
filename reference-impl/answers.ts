import { operations } from '../generated/operations.ts';
import type { AnyAnswer } from './contract.ts';
import type { Parts } from './parts.ts';
import { problem, type ProblemAnswer } from './problems.ts';

/** An answer as it goes over the wire. */
export interface Rendered {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The last step of every answer. */
export function render(answer: AnyAnswer, id: string, { problemBody }: Parts): Rendered {
  const isProblem = 'problem' in answer;
  return {
    status: answer.status,
    headers: {
      'Content-Type': isProblem ? 'application/problem+json' : 'application/json',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...answer.headers,
    },
    body: JSON.stringify(isProblem ? problemBody(answer, id) : answer.body),
  };
}

/** Answers a request that no operation takes; `path` is without query. */
export function fallback(method: string, path: string): ProblemAnswer<404 | 405> {
  const methods = Object.values(operations)
    .filter((operation) => patternOf(operation.path).test(path))
    .flatMap((operation) => (operation.method === 'GET' ? ['GET', 'HEAD'] : [operation.method]));
  // A path that has the method comes here when its id does not decode: an id of a wrong form (D6).
  if (methods.length === 0 || methods.includes(method))
    return problem(404, 'not-found', 'There is nothing at this path.');
  const headers = { Allow: methods.join(', ') };
  return problem(405, 'method-not-allowed', 'This path does not have this method; see Allow.', { headers });
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}
