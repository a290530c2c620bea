import type { ProblemResponse } from '../../../reference-impl/domain/contract.ts';
import type { Defect, FaultTable } from '../support/fault.ts';
import type { Parts } from '../../../reference-impl/parts.ts';
import { opening, isOf } from '../support/sandbox.ts';
import { problem } from '../../../reference-impl/http/problems.ts';

/** Changes the temporary rejection. */
const changingErrorResponses =
  (status: 429 | 503, change: (response: ProblemResponse<429 | 503>) => object): Defect =>
  ({ sandboxError }) => ({
    sandboxError(asked) {
      const response = sandboxError(asked);
      return asked === status ? { ...response, ...change(response) } : response;
    },
  });

/** The result of a create whose idempotency key got a sandbox error before. */
const remembering =
  (
    then: (error: ProblemResponse<429 | 503>, sameBody: boolean) => ReturnType<Parts['createCase']> | undefined,
  ): Defect =>
  ({ createCase }) => {
    const kept = new Map<string, { fingerprint: string; error: ProblemResponse<429 | 503> }>();
    return {
      async createCase(call, parts) {
        const read = await call.read();
        const { id, fingerprint } = read.once ?? {};
        const earlier = kept.get(id ?? '');
        const response = earlier && then(earlier.error, earlier.fingerprint === fingerprint);
        if (response) return response;
        const fresh = await createCase({ ...call, read: async () => read }, parts);
        const isError = 'problem' in fresh && (fresh.status === 429 || fresh.status === 503);
        if (id && isError) kept.set(id, { fingerprint: fingerprint!, error: fresh as ProblemResponse<429 | 503> });
        return fresh;
      },
    };
  };

/** Defects that the checks in `conformance/checks/sandbox/errors.ts` must find. */
export const sandboxErrorsFaults: FaultTable = {
  'responds to sandbox:error:429 without Retry-After': [
    { 'sandbox.error-429': 'missing-header' },
    changingErrorResponses(429, () => ({ headers: {} })),
  ],
  'responds to sandbox:error:429 with Retry-After: 5': [
    { 'sandbox.error-429': { code: 'wrong-header', actual: 'Retry-After: 5' } },
    changingErrorResponses(429, () => ({ headers: { 'Retry-After': '5' } })),
  ],
  'opens a case for sandbox:error:429': [
    { 'sandbox.error-429': { code: 'wrong-status', status: 201 } },
    opening((reference, directive) => (isOf('error:429')(reference) ? undefined : directive)),
  ],
  'responds to sandbox:error:503 without Retry-After': [
    { 'sandbox.error-503': 'missing-header' },
    changingErrorResponses(503, () => ({ headers: {} })),
  ],
  'responds to sandbox:error:503 with a date in Retry-After': [
    { 'sandbox.error-503': { code: 'wrong-header', actual: 'GMT' } },
    changingErrorResponses(503, () => ({ headers: { 'Retry-After': new Date(Date.now() + 1000).toUTCString() } })),
  ],
  'responds to sandbox:error:503 with an undefined problem type': [
    { 'sandbox.error-503': { code: 'wrong-problem-type', actual: '/problems/internal-error' } },
    changingErrorResponses(503, () => ({ problem: 'internal-error' })),
  ],
  'responds with 500 to sandbox:error:503': [
    {
      'idempotency.other-payload-rejected': 'wrong-status',
      'sandbox.error-503': { code: 'wrong-status', status: 500 },
    },
    changingErrorResponses(503, () => ({ status: 500, problem: 'internal-error' })),
  ],
  'opens a case of an entity for sandbox:error:503': [
    { 'sandbox.error-503': { code: 'wrong-status', status: 201 } },
    ({ createCase }) => ({
      async createCase(call, parts) {
        const read = await call.read();
        const opens = read.body.type === 'PM' && isOf('error:503')(read.body.reference);
        return createCase(
          { ...call, read: async () => read },
          opens ? { ...parts, directiveOf: () => undefined } : parts,
        );
      },
    }),
  ],
  'opens a case for the second create after a sandbox error': [
    { 'sandbox.error-not-stored': { code: 'wrong-status', status: 201 } },
    (original) =>
      remembering((_, sameBody) =>
        sameBody
          ? original.createCase(
              {
                path: {},
                caller: { tenant: 'one', mode: 'sandbox' },
                read: async () => ({ body: { type: 'PF', reference: 'x' }, once: undefined }),
              } as never,
              original,
            )
          : undefined,
      )(original),
  ],
  'replays a sandbox error for another payload with the same key': [
    { 'sandbox.error-not-stored': 'not-accepted' },
    remembering(async (error) => error),
  ],
  'stores the payload of a sandbox error under its key': [
    { 'sandbox.error-not-stored': { code: 'not-accepted', status: 422 } },
    remembering((_, sameBody) =>
      sameBody ? undefined : Promise.resolve(problem(422, 'idempotency-key-reused', 'Take a new key.')),
    ),
  ],
};
