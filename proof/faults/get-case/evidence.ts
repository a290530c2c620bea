import { changingBody, type FaultTable } from '../support/fault.ts';
import { atRest, showingFound } from '../support/state.ts';
import type { Case, Artifact } from '../../../reference-impl/domain/contract.ts';
import { changingReads, changingListed } from '../support/cases.ts';
import { changingResponses } from '../support/uploads.ts';

const faults: FaultTable = {
  'get-case.lists-evidence': {
    'loses the evidence of pending cases when no request is in progress': atRest((isAtRest) =>
      showingFound((found) => (isAtRest() && found.status === 'PENDING' ? { ...found, artifacts: [] } : found)),
    ),
    'lists evidence only in the second read': (original) => {
      const last = new Map<string, Case>();
      return changingReads((found) => {
        const before = last.get(found.id);
        last.set(found.id, found);
        return { ...found, artifacts: (found.status === 'PENDING' && before ? before : found).artifacts };
      })(original);
    },
    'lists evidence with the time of the read': changingListed((artifacts) =>
      artifacts.map((artifact) => ({ ...artifact, created_at: '2020-01-01T00:00:00Z' })),
    ),
    'shows evidence in an object by id instead of an array': changingBody('getCase', (body) => ({
      ...body,
      artifacts:
        (body['artifacts'] as Artifact[]).length === 0
          ? []
          : Object.fromEntries((body['artifacts'] as Artifact[]).map((artifact) => [artifact.id, artifact])),
    })),
    'lists kinds with spaces instead of underscores': changingListed((artifacts) =>
      artifacts.map((artifact) => ({ ...artifact, kind: artifact.kind.replaceAll('_', ' ') })),
    ),
    'omits created_at in the response to an upload': changingResponses(({ created_at: _, ...artifact }) => artifact),
    'shows the size as a string in the response to an upload': changingResponses((artifact) => ({
      ...artifact,
      size: String(artifact.size),
    })),
    'shows created_at in seconds in the response to an upload': changingResponses((artifact) => ({
      ...artifact,
      created_at: Math.floor(Date.parse(artifact.created_at) / 1000),
    })),
    'returns the kind in lower case': changingResponses((artifact) => ({
      ...artifact,
      kind: artifact.kind.toLowerCase(),
    })),
  },
  'get-case.evidence-in-order': {
    'lists evidence newest first': changingListed((artifacts) => artifacts.toReversed()),
    'lists evidence in the order of kinds': changingListed((artifacts) =>
      artifacts.toSorted((a, b) => (a.kind < b.kind ? -1 : 1)),
    ),
    'lists pictures in the order of their types': changingListed((artifacts) =>
      artifacts.toSorted((a, b) => a.content_type.localeCompare(b.content_type)),
    ),
    'lists only the last evidence of each kind, except ID_FRONT': changingListed((artifacts) => [
      ...new Map(
        artifacts.map((artifact) => [artifact.kind === 'ID_FRONT' ? artifact.id : artifact.kind, artifact]),
      ).values(),
    ]),
  },
};

export default faults;
