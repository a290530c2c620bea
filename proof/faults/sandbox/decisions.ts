import type { Defect, FaultTable } from '../support/fault.ts';
import { seeing } from '../support/http.ts';
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

const faults: FaultTable = {
  'sandbox.suffix-ignored': {
    'uses the last directive in a reference': readingDirectives((reference) =>
      reference.startsWith('sandbox:') ? reference.slice(reference.lastIndexOf('sandbox:')) : undefined,
    ),
  },
  'sandbox.any-evidence-decides': {
    'does not decide for an upload with an idempotency key': decidingUploadsWithKey(undefined),
    'denies a case to approve when the upload has an idempotency key': decidingUploadsWithKey(denial),
  },
};

export default faults;
