import { setTimeout } from 'node:timers/promises';
import type { ProblemResponse } from '../../reference-impl/domain/contract.ts';
import { Rejected } from '../../reference-impl/domain/rejections.ts';
import type { Parts } from '../../reference-impl/parts.ts';
import type { Defect, FaultTable } from './support/fault.ts';

type SandboxError = ProblemResponse<429 | 503>;

/** A key with which the sandbox responded with an error gets this error for every other payload. */
const replayingErrors: Defect = ({ createCase }) => {
  const kept = new Map<string, SandboxError>();
  return {
    async createCase(call, parts) {
      const read = await call.read();
      const earlier = kept.get(read.once?.id ?? '');
      if (earlier) return earlier;
      const response = await createCase({ ...call, read: async () => read }, parts);
      if (read.once && (response.status === 429 || response.status === 503))
        kept.set(read.once.id, response as SandboxError);
      return response;
    },
  };
};

/** Another decision of a case that has rejected an upload for one of these reasons. */
const decidingAfterRejection =
  (decision: ReturnType<Parts['decide']>, of: (status: number, type: string) => boolean): Defect =>
  ({ uploadArtifact, decide }) => {
    const rejected = new Set<string>();
    return {
      decide: (found) => (rejected.has(found.id) ? decision : decide(found)),
      async uploadArtifact(call, parts) {
        try {
          return await uploadArtifact(call, parts);
        } catch (error) {
          if (error instanceof Rejected && of(error.response.status, error.response.problem))
            rejected.add(call.path.case_id);
          throw error;
        }
      },
    };
  };

const faults: FaultTable = {
  'sandbox.any-evidence-decides': {
    'decides no case that has rejected a file which is too long': decidingAfterRejection(
      undefined,
      (status) => status === 413,
    ),
    'decides no case that has rejected a malformed upload': decidingAfterRejection(
      undefined,
      (_, type) => type === 'malformed-request',
    ),
    'denies a case that has rejected another media type': decidingAfterRejection(
      { status: 'DENIED', score: 20, reasons: ['DOC_FAIL'] },
      (_, type) => type === 'unsupported-media-type',
    ),
  },
  'sandbox.error-503': {
    // Several requests show it: one error without the type may come from a gateway.
    'responds to sandbox:error:503 with an undefined problem type': ({ sandboxError }) => ({
      sandboxError: (status) => ({
        ...sandboxError(status),
        ...(status === 503 && { problem: 'internal-error' as 'unavailable' }),
      }),
    }),
  },
  'sandbox.error-not-stored': {
    // The same.
    'replays a sandbox error for another payload with the same key': replayingErrors,
  },
  'sandbox.rejected-without-capability': {
    // The same.
    'responds with sandbox errors without the sandbox': ({ createCase, directiveOf }) => ({
      async createCase(call, parts) {
        const read = await call.read();
        const directive = directiveOf(read.body.reference);
        if (call.caller.mode === 'live' && directive?.effect === 'error') return parts.sandboxError(directive.status);
        return createCase({ ...call, read: async () => read }, parts);
      },
    }),
  },
  'sandbox.no-decision-without-evidence': {
    'shows a decision before the evidence that caused it': ({ uploadArtifact, getCase }) => {
      const running = new Set<string>();
      return {
        async uploadArtifact(call, parts) {
          running.add(call.path.case_id);
          const response = await uploadArtifact(call, parts);
          await setTimeout(50);
          running.delete(call.path.case_id);
          return response;
        },
        async getCase(call, parts) {
          const response = await getCase(call, parts);
          if (response.status !== 200 || response.body.status === 'PENDING' || !running.has(call.path.case_id))
            return response;
          return { ...response, body: { ...response.body, artifacts: [] } };
        },
      };
    },
  },
};

export default faults;
