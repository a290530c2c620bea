import { answers, Problem, type Validator } from '../../generated/validators.js';
import type { Rendered } from '../ports.ts';
import type { OperationId } from '../domain/contract.ts';

type Documented = Partial<Record<number, { mediaType: string; validate: Validator<unknown> }>>;

/** The response to a request that matches no operation. */
const rejection = { mediaType: 'application/problem+json', validate: Problem };

/** How a response differs from the contract, without any value; undefined when it does not. */
export function mismatchOf({ status, headers, body }: Rendered, operation?: OperationId): string | undefined {
  // The contract does not describe health checks.
  if (!operation && status === 200) return undefined;
  const documented = operation ? (answers[operation] as Documented)[status] : rejection;
  if (!documented) return `${operation} does not document ${status}`;
  const { mediaType, validate } = documented;
  if (headers['Content-Type'] !== mediaType) return `${status} of ${operation} is not ${mediaType}`;
  if (validate(JSON.parse(body))) return undefined;
  const found = (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  return `${status} of ${operation} does not fit its schema: ${found.join('; ')}`;
}
