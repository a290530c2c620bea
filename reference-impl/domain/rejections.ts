import type { AnyProblem, ProblemResponse, ProblemError, ProblemStatus, ProblemTypes } from './contract.ts';

/** A rejection; its detail says what to fix, and contains nothing that was submitted (D77). */
export function problem<Status extends ProblemStatus>(
  status: Status,
  type: ProblemTypes[Status],
  detail: string,
  more: Pick<AnyProblem, 'headers' | 'errors' | 'retryAfter'> = {},
): ProblemResponse<Status> {
  return { status, problem: type, detail, ...more };
}

/** The rejection of a request that parses but is not valid (D35). */
export const invalid = (errors: ProblemError[]) =>
  problem(422, 'invalid-request', 'The request is well formed but not valid; see errors.', { errors });

/** The rejection of a request that may succeed later. */
export function unavailable(): ProblemResponse<503> {
  return problem(503, 'unavailable', 'This cannot be done now; repeat it later.', { retryAfter: 5 });
}

/** Ends the processing of a request; the service responds with the problem. */
export class Rejected extends Error {
  readonly response: AnyProblem;

  constructor(response: AnyProblem) {
    super(response.detail);
    this.response = response;
  }
}

/** The rejection of a body, or of a file, without a byte. A library that sends a request again may have read its stream before. */
export class Empty extends Rejected {}

export const malformed = (detail: string) => new Rejected(problem(400, 'malformed-request', detail));
