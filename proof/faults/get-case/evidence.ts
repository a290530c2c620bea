import { type Fault, changingBody, failing, type FaultTable } from '../support/fault.ts';
import { atRest, showingFound } from '../support/state.ts';
import type { Case, Artifact } from '../../../reference-impl/domain/contract.ts';
import { changingReads, changingListed } from '../support/cases.ts';
import { changingResponses } from '../support/uploads.ts';

const unlisted = { 'get-case.lists-evidence': 'wrong-artifacts' } satisfies Fault['breaks'];

/** Defects that the checks in `conformance/checks/get-case/evidence.ts` must find. */
export const getCaseEvidenceFaults: FaultTable = {
  'loses the evidence of pending cases when no request is in progress': [
    { 'get-case.lists-evidence': 'wrong-artifacts', 'tenancy.foreign-upload-stores-nothing': 'wrong-case' },
    atRest((isAtRest) =>
      showingFound((found) => (isAtRest() && found.status === 'PENDING' ? { ...found, artifacts: [] } : found)),
    ),
  ],
  'lists evidence only in the second read': [
    {
      'get-case.lists-evidence': 'wrong-artifacts',
      'idempotency.parallel-upload-once': 'wrong-artifacts',
      'limits.refused-file-not-stored': 'wrong-artifacts',
    },
    (original) => {
      const last = new Map<string, Case>();
      return changingReads((found) => {
        const before = last.get(found.id);
        last.set(found.id, found);
        return { ...found, artifacts: (found.status === 'PENDING' && before ? before : found).artifacts };
      })(original);
    },
  ],
  'lists evidence with the time of the read': [
    {
      'get-case.lists-evidence': 'wrong-artifacts',
      'http.timestamps-by-clock': 'clock-disagrees',
      'case-lifecycle.times-in-order': 'times-out-of-order',
    },
    changingListed((artifacts) => artifacts.map((artifact) => ({ ...artifact, created_at: '2020-01-01T00:00:00Z' }))),
  ],
  'shows evidence in an object by id instead of an array': [
    {
      'get-case.lists-evidence': 'not-an-array',
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/artifacts' },
    },
    changingBody('getCase', (body) => ({
      ...body,
      artifacts:
        (body['artifacts'] as Artifact[]).length === 0
          ? []
          : Object.fromEntries((body['artifacts'] as Artifact[]).map((artifact) => [artifact.id, artifact])),
    })),
  ],
  'lists kinds with spaces instead of underscores': [
    {
      'get-case.lists-evidence': 'wrong-artifacts',
      'get-case.answers-case': { code: 'schema-mismatch', pointer: '/artifacts/0/kind' },
    },
    changingListed((artifacts) =>
      artifacts.map((artifact) => ({ ...artifact, kind: artifact.kind.replaceAll('_', ' ') })),
    ),
  ],
  'omits created_at in the response to an upload': [
    {
      ...unlisted,
      'upload-artifact.answers-artifact': { code: 'missing-property', pointer: '/created_at' },
      'http.timestamps-utc': { code: 'wrong-timestamp', row: 'created_at of an artifact' },
    },
    changingResponses(({ created_at: _, ...artifact }) => artifact),
  ],
  'shows the size as a string in the response to an upload': [
    {
      ...unlisted,
      'upload-artifact.answers-artifact': { code: 'schema-mismatch', pointer: '/size' },
      'upload-artifact.returns-size': 'wrong-size',
    },
    changingResponses((artifact) => ({ ...artifact, size: String(artifact.size) })),
  ],
  'shows created_at in seconds in the response to an upload': [
    {
      ...unlisted,
      'upload-artifact.answers-artifact': { code: 'schema-mismatch', pointer: '/created_at' },
      'http.timestamps-utc': { code: 'wrong-timestamp', row: 'created_at of an artifact' },
    },
    changingResponses((artifact) => ({ ...artifact, created_at: Math.floor(Date.parse(artifact.created_at) / 1000) })),
  ],
  'returns the kind in lower case': [
    {
      ...unlisted,
      'upload-artifact.returns-kind': { code: 'wrong-kind', row: 'ID_FRONT' },
      'upload-artifact.answers-artifact': { code: 'schema-mismatch', pointer: '/kind' },
    },
    changingResponses((artifact) => ({ ...artifact, kind: artifact.kind.toLowerCase() })),
  ],
  'lists evidence newest first': [
    {
      'get-case.evidence-in-order': 'wrong-order',
      'get-case.lists-evidence': 'wrong-artifacts',
      'upload-artifact.repeated-kind': 'wrong-artifacts',
    },
    changingListed((artifacts) => artifacts.toReversed()),
  ],
  ...failing(
    { 'get-case.evidence-in-order': 'wrong-order' },
    {
      'lists evidence in the order of kinds': changingListed((artifacts) =>
        artifacts.toSorted((a, b) => (a.kind < b.kind ? -1 : 1)),
      ),
      'lists pictures in the order of their types': changingListed((artifacts) =>
        artifacts.toSorted((a, b) => a.content_type.localeCompare(b.content_type)),
      ),
    },
  ),
  'lists only the last evidence of each kind, except ID_FRONT': [
    {
      'get-case.evidence-in-order': 'wrong-order',
      'limits.parallel-artifacts-kept': 'wrong-artifact-count',
      'limits.parallel-artifacts-limited': 'wrong-artifacts',
      'limits.twenty-first-artifact': 'wrong-artifact-count',
    },
    changingListed((artifacts) => [
      ...new Map(
        artifacts.map((artifact) => [artifact.kind === 'ID_FRONT' ? artifact.id : artifact.kind, artifact]),
      ).values(),
    ]),
  ],
};
