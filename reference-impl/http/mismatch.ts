import { answers, Problem, type Validator } from '../../generated/validators.js';
import type { Rendered } from '../ports.ts';
import type { OperationId } from '../domain/contract.ts';

type Documented = Partial<Record<number, { mediaType: string; validate: Validator<unknown> }>>;

/** What no operation takes is refused. */
const refusal = { mediaType: 'application/problem+json', validate: Problem };

/** How an answer differs from what the contract documents for its operation, without any value; undefined when it fits. */
export function mismatchOf({ status, headers, body }: Rendered, operation?: OperationId): string | undefined {
  // Health is no matter of the contract.
  if (!operation && status === 200) return undefined;
  const documented = operation ? (answers[operation] as Documented)[status] : refusal;
  if (!documented) return `${operation} does not document ${status}`;
  const { mediaType, validate } = documented;
  if (headers['Content-Type'] !== mediaType) return `${status} of ${operation} is not ${mediaType}`;
  if (validate(JSON.parse(body))) return undefined;
  const found = (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  return `${status} of ${operation} does not fit its schema: ${found.join('; ')}`;
}
