import type { ValidationError, Validator } from '../../generated/validators.js';
import type {
  AnyProblem,
  Problem,
  ProblemResponse,
  ProblemError,
  ProblemStatus,
  ProblemTypes,
} from '../domain/contract.ts';
import type { Parts } from '../parts.ts';

/** A rejection; its detail says what to fix, and contains nothing that was submitted (D77). */
export function problem<Status extends ProblemStatus>(
  status: Status,
  type: ProblemTypes[Status],
  detail: string,
  more: { headers?: Record<string, string>; errors?: ProblemError[] } = {},
): ProblemResponse<Status> {
  return { status, problem: type, detail, ...more };
}

/** The rejection of a request that parses but is not valid. */
export const invalid = (errors: ProblemError[]) =>
  problem(422, 'invalid-request', 'The request is well formed but not valid; see errors.', { errors });

/** The rejection of a request that may succeed later. */
export function unavailable(): ProblemResponse<503> {
  return problem(503, 'unavailable', 'This cannot be done now; repeat it later.', { headers: { 'Retry-After': '5' } });
}

/** Ends the processing of a request; the service responds with the problem. */
export class Rejected extends Error {
  readonly response: AnyProblem;

  constructor(response: AnyProblem) {
    super(response.detail);
    this.response = response;
  }
}

export const malformed = (detail: string) => new Rejected(problem(400, 'malformed-request', detail));

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

/** The body of a problem; `id` is a fresh UUID. */
export function problemBody(response: AnyProblem, id: string): Problem {
  const { problem: type, status, detail, errors } = response;
  const title = type[0]!.toUpperCase() + type.slice(1).replaceAll('-', ' ');
  return { type: `/problems/${type}`, title, status, detail, instance: instanceOf(id), ...(errors && { errors }) };
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
