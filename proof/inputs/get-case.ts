import { unescape } from 'node:querystring';
import type { InputFault, InputFaults } from './input-fault.ts';
import type { Input } from './support/input.ts';
import { always, type Artifact, isPending, moved, reading, reads, uploading } from './support/cases.ts';

const lists = (change: (artifacts: Artifact[]) => unknown): InputFault =>
  reads(
    ({ artifacts }) => artifacts.length > 0,
    ({ artifacts }) => ({ artifacts: change(artifacts) }),
  );

const idOf = (target: string) => unescape(/^\/cases\/([^/?]+)/.exec(target)?.[1] ?? '');
const isWellFormed = (id: string) => /^(?!\d+$)[\w-]{16,64}$/.test(id);

/** Reads of a case that does not exist for the sender, with such an id. */
const unknown =
  (is: (id: string) => boolean) =>
  ({ operation, method, target, owner, sender }: Input) =>
    operation === 'read' && method === 'GET' && (owner === undefined || owner !== sender) && is(idOf(target));

const faults: InputFaults = {
  'responds with 404 to a read of an existing case': {
    rejects: ({ operation, method }) => operation === 'read' && method === 'GET',
    as: '404 not-found',
  },
  'fails at reads of cases that were denied': {
    changes: ({ body }, { operation }) =>
      operation === 'read' && body?.['status'] === 'DENIED' ? { status: 500, body: { title: 'Error' } } : undefined,
  },
  'shows a live case with evidence with a status of its own': reads(
    ({ artifacts }, { sender }) => sender === 'live' && artifacts.length > 0,
    () => ({ status: 'IN_REVIEW' }),
  ),
  'omits the size of the evidence of an entity': reads(
    (found) => found.type === 'PM' && isPending(found),
    ({ artifacts }) => ({ artifacts: artifacts.map(({ size: _, ...rest }) => rest) }),
  ),
  'shows a case without decided_at while it is pending': reading(isPending, ({ decided_at: _, ...found }) => found),
  'writes times with +00:00 instead of Z': reads(always, ({ created_at: at }) => ({
    created_at: at.replace('Z', '+00:00'),
  })),
  'shows an artifact without its digest': lists((artifacts) => artifacts.map(({ sha256: _, ...artifact }) => artifact)),
  'shows a status that the contract does not define when there is evidence': reads(
    (found) => isPending(found) && found.artifacts.length > 0 && !found.reference.startsWith('sandbox:'),
    () => ({ status: 'IN_REVIEW' }),
  ),
  'shows the status in lower case while there is no evidence': reads(
    ({ artifacts, reference }) => artifacts.length === 0 && !reference.startsWith('sandbox:'),
    ({ status }) => ({ status: status.toLowerCase() }),
  ),
  'shows a score of zero as a string': reads(
    ({ score }) => score === 0,
    () => ({ score: '0' }),
  ),
  'shows no score while a case is pending': reads(isPending, () => ({ score: null })),
  'shows an empty list of reasons as null': reads(
    ({ reasons }) => reasons.length === 0,
    () => ({ reasons: null }),
  ),
  'responds with 202 to a read of a pending case': {
    changes: ({ body }, { operation }) =>
      operation === 'read' && body?.['status'] === 'PENDING' ? { status: 202 } : undefined,
  },
  'shows created_at one millisecond earlier in reads': reads(always, ({ created_at: at }) => ({
    created_at: moved(at, -1),
  })),
  'shows a created_at that is two milliseconds late in every read': reads(always, ({ created_at: at }) => ({
    created_at: moved(at, 2),
  })),
  'lists evidence with the time of the read': lists((artifacts) =>
    artifacts.map((artifact) => ({ ...artifact, created_at: '2020-01-01T00:00:00Z' })),
  ),
  'shows evidence in an object by id instead of an array': lists((artifacts) =>
    Object.fromEntries(artifacts.map((artifact) => [artifact.id, artifact])),
  ),
  'lists kinds with spaces instead of underscores': lists((artifacts) =>
    artifacts.map((artifact) => ({ ...artifact, kind: artifact.kind.replaceAll('_', ' ') })),
  ),
  'shows the size as a string in the response to an upload': uploading(always, (artifact) => ({
    ...artifact,
    size: String(artifact['size']),
  })),
  'shows created_at in seconds in the response to an upload': uploading(always, (artifact) => ({
    ...artifact,
    created_at: Math.floor(Date.parse(artifact.created_at) / 1000),
  })),
  'returns the kind in lower case': uploading(always, (artifact) => ({
    ...artifact,
    kind: artifact.kind.toLowerCase(),
  })),
  'lists evidence newest first': lists((artifacts) => artifacts.toReversed()),
  'lists evidence in the order of kinds': lists((artifacts) =>
    artifacts.toSorted((a, b) => (a.kind < b.kind ? -1 : 1)),
  ),
  'lists pictures in the order of their types': lists((artifacts) =>
    artifacts.toSorted((a, b) => a.content_type.localeCompare(b.content_type)),
  ),
  'lists only the last evidence of each kind, except ID_FRONT': lists((artifacts) => [
    ...new Map(artifacts.map((each) => [each.kind === 'ID_FRONT' ? each.id : each.kind, each])).values(),
  ]),
  'shows a pending case for every well-formed id': { accepts: unknown(isWellFormed) },
  'responds with 403 to a read of an unknown case': { rejects: unknown(isWellFormed), as: '403 not-found' },
  'responds with 400 to a read of an unknown case': { rejects: unknown(isWellFormed), as: '400 malformed-request' },
  'sends an undefined problem type for an unknown case': { rejects: unknown(isWellFormed), as: '404 no-case' },
  'responds with 400 to an id of a wrong form': {
    rejects: unknown((id) => !isWellFormed(id)),
    as: '400 malformed-request',
  },
  'responds with 422 to an id that is too long': { rejects: unknown((id) => id.length > 64) },
  'fails at an id with non-ASCII letters': { rejects: unknown((id) => /[^\0-\x7f]/.test(id)), as: '500' },
  'fails at an id of digits': { rejects: unknown((id) => /^\d{12,}$/.test(id)), as: '500' },
  'puts an id into an SQL statement without escaping': { accepts: unknown((id) => id.includes("' OR '1'='1")) },
};

export default faults;
