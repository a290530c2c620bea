import { invalid, Rejected } from '../domain/rejections.ts';
import type { ValidationError, Validator } from '../../generated/validators.js';
import type { AnyProblem, Problem, ProblemError } from '../domain/contract.ts';
import type { Parts } from '../parts.ts';

/**
 * The value, known to fit its schema.
 *
 * @throws Rejected with 422 when it does not
 */
export function validated<T>(value: unknown, fits: Validator<T>, { explain, toPointer }: Parts): T {
  if (fits(value)) return value;
  throw new Rejected(invalid(explain(fits.errors ?? [], toPointer)));
}

/** Names one request, in its problem and in the log; `id` is a fresh UUID. */
export const instanceOf = (id: string) => `urn:uuid:${id}`;

/** The body of a problem (D75); `id` is a fresh UUID. */
export function problemBody(response: AnyProblem, id: string): Problem {
  const { problem: type, status, detail, retryAfter, errors } = response;
  const title = type[0]!.toUpperCase() + type.slice(1).replaceAll('-', ' ');
  return {
    type: `/problems/${type}`,
    title,
    status,
    detail,
    ...(retryAfter !== undefined && { retry_after: retryAfter }),
    instance: instanceOf(id),
    ...(errors && { errors }),
  };
}

/**
 * A JSON pointer as a URI fragment, from the path of a value, which is a pointer already, and the name of its property:
 * the name is escaped as RFC 6901 asks, then all is percent-encoded as RFC 3986 asks.
 */
export function toPointer(path: string, name?: string): string {
  const last = name === undefined ? '' : `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  // encodeURI spares `#`, which a fragment does not allow.
  return `#${encodeURI(path + last).replaceAll('#', '%23')}`;
}

/** The errors of a validator for the client. ajv reports a missing or unknown property at its parent (D62). */
export function explain(errors: ValidationError[], pointer: typeof toPointer): ProblemError[] {
  return errors.slice(0, 20).map(({ instancePath, keyword, params, message = 'is not valid' }) => {
    const name = (params['missingProperty'] ?? params['additionalProperty']) as string | undefined;
    return { pointer: pointer(instancePath, name), detail: details[keyword] ?? message };
  });
}

const details: Record<string, string> = { required: 'is required', additionalProperties: 'is not known' };
