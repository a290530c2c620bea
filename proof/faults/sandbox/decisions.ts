import type { Defect, FaultTable } from '../support/fault.ts';
import { seeing } from '../support/http.ts';
import { Rejected } from '../../../reference-impl/domain/rejections.ts';
import { type Decision } from '../support/cases.ts';
import { readingDirectives } from '../support/sandbox.ts';

const denial: Decision = { status: 'DENIED', score: 20, reasons: ['OCR_OK', 'FACE_MATCH_FAIL'] };

/** Another decision of the case with the plain directive when the upload has an idempotency key. */
const decidingUploadsWithKey = (decision: Decision | undefined): Defect =>
  seeing((original, requestOf) => ({
    uploadArtifact: (call, parts) =>
      original.uploadArtifact(
        call,
        requestOf(call.caller).headers['idempotency-key'] === undefined
          ? parts
          : { ...parts, decide: (to) => (to.reference === 'sandbox:approve' ? decision : parts.decide(to)) },
      ),
  }));

/** Another decision of a case that has rejected an upload for one of these reasons. */
const decidingAfterRejection =
  (decision: Decision | undefined, of: (status: number, type: string) => boolean): Defect =>
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
  'sandbox.suffix-ignored': {
    'uses the last directive in a reference': readingDirectives((reference) =>
      reference.startsWith('sandbox:') ? reference.slice(reference.lastIndexOf('sandbox:')) : undefined,
    ),
  },
  'sandbox.any-evidence-decides': {
    'does not decide for an upload with an idempotency key': decidingUploadsWithKey(undefined),
    'decides no case that has rejected a file which is too long': decidingAfterRejection(
      undefined,
      (status) => status === 413,
    ),
    'decides no case that has rejected a malformed upload': decidingAfterRejection(
      undefined,
      (_, type) => type === 'malformed-request',
    ),
    'denies a case that has rejected another media type': decidingAfterRejection(
      denial,
      (_, type) => type === 'unsupported-media-type',
    ),
    'denies a case to approve when the upload has an idempotency key': decidingUploadsWithKey(denial),
  },
};

export default faults;
