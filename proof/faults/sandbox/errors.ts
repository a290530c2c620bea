import type { CreateCase, ProblemResponse } from '../../../reference-impl/domain/contract.ts';
import type { Defect, FaultTable } from '../support/fault.ts';
import type { Parts } from '../../../reference-impl/parts.ts';
import { ofSecondTenant, towards } from '../support/callers.ts';
import { isOf } from '../support/sandbox.ts';
import { problem } from '../../../reference-impl/domain/rejections.ts';

/** Changes the temporary rejection. */
const changingErrorResponses =
  (status: 429 | 503, change: (response: ProblemResponse<429 | 503>) => object): Defect =>
  ({ sandboxError }) => ({
    sandboxError(asked) {
      const response = sandboxError(asked);
      return asked === status ? { ...response, ...change(response) } : response;
    },
  });

const withoutPause =
  (isMeant: (body: CreateCase) => boolean): Defect =>
  ({ createCase }) => ({
    async createCase(call, parts) {
      const read = await call.read();
      const response = await createCase({ ...call, read: async () => read }, parts);
      return response.status === 429 || response.status === 503
        ? { ...response, ...(isMeant(read.body) && { headers: {} }) }
        : response;
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

const faults: FaultTable = {
  'sandbox.error-429': {
    'responds to sandbox:error:429 without Retry-After': changingErrorResponses(429, () => ({ headers: {} })),
    'responds to sandbox:error:429 with a suffix without Retry-After': withoutPause(({ reference }) =>
      reference.startsWith('sandbox:error:429#'),
    ),
    'responds to sandbox:error:429 with Retry-After: 5': changingErrorResponses(429, () => ({
      headers: { 'Retry-After': '5' },
    })),
  },
  'sandbox.error-503': {
    'responds to sandbox:error:503 without Retry-After': changingErrorResponses(503, () => ({ headers: {} })),
    'responds to sandbox:error:503 of the second tenant without Retry-After': towards(
      ofSecondTenant,
      withoutPause(({ reference }) => isOf('error:503')(reference)),
    ),
    'responds to sandbox:error:503 with a date in Retry-After': changingErrorResponses(503, () => ({
      headers: { 'Retry-After': new Date(Date.now() + 1000).toUTCString() },
    })),
    'responds to sandbox:error:503 with an undefined problem type': changingErrorResponses(503, () => ({
      problem: 'internal-error',
    })),
  },
  'idempotency.other-payload-rejected': {
    'responds with 500 to sandbox:error:503': changingErrorResponses(503, () => ({
      status: 500,
      problem: 'internal-error',
    })),
  },
  'sandbox.error-not-stored': {
    'opens a case for the second create after a sandbox error': (original) =>
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
    'replays a sandbox error for another payload with the same key': remembering(async (error) => error),
    'stores the payload of a sandbox error under its key': remembering((_, sameBody) =>
      sameBody ? undefined : Promise.resolve(problem(422, 'idempotency-key-reused', 'Take a new key.')),
    ),
  },
};

export default faults;
