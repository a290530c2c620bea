import type { Fault, FaultTable } from './support/fault.ts';
import { authenticationRequiredKeyFaults } from './authentication/required-key.ts';
import { authenticationKeyLocationFaults } from './authentication/key-location.ts';
import { authenticationPrecedenceFaults } from './authentication/precedence.ts';
import { authenticationChallengeFaults } from './authentication/challenge.ts';
import { caseLifecyclePendingFaults } from './case-lifecycle/pending.ts';
import { caseLifecycleDecidedFaults } from './case-lifecycle/decided.ts';
import { caseLifecycleDecisionFaults } from './case-lifecycle/decision.ts';
import { caseLifecycleTimesFaults } from './case-lifecycle/times.ts';
import { createCaseReferenceFaults } from './create-case/reference.ts';
import { createCaseIdFaults } from './create-case/id.ts';
import { createCaseBodyFaults } from './create-case/body.ts';
import { createCaseJsonFaults } from './create-case/json.ts';
import { createCaseCreateFaults } from './create-case/create.ts';
import { getCaseUnknownCaseFaults } from './get-case/unknown-case.ts';
import { getCaseEvidenceFaults } from './get-case/evidence.ts';
import { getCaseReadFaults } from './get-case/read.ts';
import { httpMediaTypesFaults } from './http/media-types.ts';
import { httpHeadersFaults } from './http/headers.ts';
import { httpHeadFaults } from './http/head.ts';
import { httpResponseEndFaults } from './http/response-end.ts';
import { httpRequestHeadersFaults } from './http/request-headers.ts';
import { httpMethodsFaults } from './http/methods.ts';
import { httpTimestampsFaults } from './http/timestamps.ts';
import { httpFaults } from './http/index.ts';
import { httpNoiseFaults } from './http/noise.ts';
import { httpPathsFaults } from './http/paths.ts';
import { idempotencyReplaysFaults } from './idempotency/replays.ts';
import { idempotencyFingerprintFaults } from './idempotency/fingerprint.ts';
import { idempotencyKeyFormsFaults } from './idempotency/key-forms.ts';
import { idempotencyKeyReusedFaults } from './idempotency/key-reused.ts';
import { idempotencyParallelFaults } from './idempotency/parallel.ts';
import { idempotencyRepeatsFaults } from './idempotency/repeats.ts';
import { idempotencyScopeFaults } from './idempotency/scope.ts';
import { limitsArtifactsFaults } from './limits/artifacts.ts';
import { limitsFileFaults } from './limits/file.ts';
import { limitsJsonFaults } from './limits/json.ts';
import { problemsProblemFaults } from './problems/problem.ts';
import { problemsSubmittedValuesFaults } from './problems/submitted-values.ts';
import { problemsPointersFaults } from './problems/pointers.ts';
import { problemsInternalsFaults } from './problems/internals.ts';
import { sandboxDecisionsFaults } from './sandbox/decisions.ts';
import { sandboxReferencesFaults } from './sandbox/references.ts';
import { sandboxPendingFaults } from './sandbox/pending.ts';
import { sandboxErrorsFaults } from './sandbox/errors.ts';
import { tenancySeparationFaults } from './tenancy/separation.ts';
import { tenancyLikeUnknownFaults } from './tenancy/like-unknown.ts';
import { tenancyForeignCaseFaults } from './tenancy/foreign-case.ts';
import { tenancyModesFaults } from './tenancy/modes.ts';
import { uploadArtifactRecordFaults } from './upload-artifact/record.ts';
import { uploadArtifactKindFaults } from './upload-artifact/kind.ts';
import { uploadArtifactFormFaults } from './upload-artifact/form.ts';
import { uploadArtifactFileTypeFaults } from './upload-artifact/file-type.ts';
import { uploadArtifactFileNameFaults } from './upload-artifact/file-name.ts';
import { uploadArtifactTransferEncodingFaults } from './upload-artifact/transfer-encoding.ts';
import { uploadArtifactUploadFaults } from './upload-artifact/upload.ts';
import { webhookRetriesFaults } from './webhook/retries.ts';
import { webhookContentFaults } from './webhook/content.ts';
import { webhookSignatureFaults } from './webhook/signature.ts';
import { webhookArrivalFaults } from './webhook/arrival.ts';

const tables: FaultTable[] = [
  authenticationRequiredKeyFaults,
  authenticationKeyLocationFaults,
  authenticationPrecedenceFaults,
  authenticationChallengeFaults,
  caseLifecyclePendingFaults,
  caseLifecycleDecidedFaults,
  caseLifecycleDecisionFaults,
  caseLifecycleTimesFaults,
  createCaseReferenceFaults,
  createCaseIdFaults,
  createCaseBodyFaults,
  createCaseJsonFaults,
  createCaseCreateFaults,
  getCaseUnknownCaseFaults,
  getCaseEvidenceFaults,
  getCaseReadFaults,
  httpMediaTypesFaults,
  httpHeadersFaults,
  httpMethodsFaults,
  httpHeadFaults,
  httpResponseEndFaults,
  httpRequestHeadersFaults,
  httpTimestampsFaults,
  httpFaults,
  httpNoiseFaults,
  httpPathsFaults,
  idempotencyReplaysFaults,
  idempotencyRepeatsFaults,
  idempotencyFingerprintFaults,
  idempotencyKeyFormsFaults,
  idempotencyKeyReusedFaults,
  idempotencyParallelFaults,
  idempotencyScopeFaults,
  limitsArtifactsFaults,
  limitsFileFaults,
  limitsJsonFaults,
  problemsProblemFaults,
  problemsSubmittedValuesFaults,
  problemsPointersFaults,
  problemsInternalsFaults,
  sandboxDecisionsFaults,
  sandboxReferencesFaults,
  sandboxPendingFaults,
  sandboxErrorsFaults,
  tenancySeparationFaults,
  tenancyLikeUnknownFaults,
  tenancyForeignCaseFaults,
  tenancyModesFaults,
  uploadArtifactRecordFaults,
  uploadArtifactKindFaults,
  uploadArtifactFormFaults,
  uploadArtifactTransferEncodingFaults,
  uploadArtifactFileTypeFaults,
  uploadArtifactFileNameFaults,
  uploadArtifactUploadFaults,
  webhookRetriesFaults,
  webhookContentFaults,
  webhookSignatureFaults,
  webhookArrivalFaults,
];

/** Every fault, by the family of the first check that it fails. */
export const faults: Fault[] = tables.flatMap((table) =>
  Object.entries(table).map(([name, [breaks, parts, profile]]) => ({
    name,
    breaks,
    parts,
    ...(profile && { profile }),
  })),
);
