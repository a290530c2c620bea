import { unescape } from 'node:querystring';
import { always, isPending, moved, type Of, reading, reads, uploading } from './support/cases.ts';
import { sends } from './support/changes.ts';
import { accepts, faultsOf, type InputFault, type InputFaults, rejects } from './support/fault.ts';
import { recording } from './support/forms.ts';
import { createsBefore, readsBefore, since } from './support/history.ts';
import type { Artifact, Input, Properties, Shown } from './support/input.ts';

const lists = (change: (artifacts: Artifact[]) => unknown): InputFault =>
  reads(
    ({ artifacts }) => artifacts.length > 0,
    ({ artifacts }) => ({ artifacts: change(artifacts) }),
  );
/** Each artifact is listed otherwise. */
const listsEach = (change: (artifact: Artifact) => Properties) => lists((artifacts) => artifacts.map(change));
const creates = (change: (time: string) => string) =>
  reads(always, ({ created_at: at }) => ({ created_at: change(at) }));
const withStatus = (of: Of) => reads(of, { status: 'IN_REVIEW' });

const idOf = (target: string) => unescape(/^\/cases\/([^/?]+)/.exec(target)?.[1] ?? '');
const isWellFormed = (id: string) => /^(?!\d+$)[\w-]{16,64}$/.test(id);

/** Reads of a case that does not exist for the sender, with such an id. */
const unknown =
  (is: (id: string) => boolean) =>
  ({ operation, method, target, owner, sender }: Input) =>
    operation === 'read' && method === 'GET' && (owner === undefined || owner !== sender) && is(idOf(target));

const isRead = ({ status }: Shown, { operation }: Input) => operation === 'read' && status === 200;

/** The artifacts in the last read of the case; undefined if it was not read. */
const lastListed = (input: Input) =>
  readsBefore(input).findLast(({ shown }) => shown.status === 200)?.shown.body?.['artifacts'] as Artifact[] | undefined;

/** Reads of a case that was opened before, with an id that fits its id. */
const fitting = (fits: (id: string, known: string) => boolean): InputFault =>
  accepts((input) =>
    unknown((id) => createsBefore(input).some(({ shown }) => fits(id, String(shown.body?.['id']))))(input),
  );
/** The same, with ids that are equal after this change. */
const finding = (change: (id: string) => string) => fitting((id, known) => change(id) === change(known));

const faults: InputFaults = {
  'lists no more artifacts than a parameter of the query says': reads(
    (_, input) => /[?&]limit=/.test(input.target),
    ({ artifacts }, input) => ({ artifacts: artifacts.slice(0, Number(/limit=(\d*)/.exec(input.target)![1])) }),
  ),
  'evaluates a condition before it searches for the case': sends(
    ({ status }, { method, header }) => status === 404 && method === 'GET' && header('If-None-Match') === '*',
    { status: 304, text: '' },
  ),
  'fails at a condition on the time of an unknown case': rejects('500')(
    ({ header }, { status }) => status === 404 && header('If-Unmodified-Since') !== undefined,
  ),
  ...faultsOf(rejects('404 not-found'), {
    'responds with 404 to a read of an existing case': ({ operation, method }) =>
      operation === 'read' && method === 'GET',
    'reads from a replica that does not have new cases yet': (input, { status }) =>
      input.operation === 'read' && status === 200 && readsBefore(input).length === 0,
    'responds with 404 to every read with a live key': ({ operation, sender }, { status }) =>
      operation === 'read' && sender === 'live' && status === 200,
  }),
  'fails at reads of cases that were denied': {
    changes: ({ body }, { operation }) =>
      operation === 'read' && body?.['status'] === 'DENIED' ? { status: 500, body: { title: 'Error' } } : undefined,
  },
  'omits the size of the evidence of an entity': reads(
    (found) => found.type === 'PM' && isPending(found),
    ({ artifacts }) => ({ artifacts: artifacts.map(({ size: _, ...rest }) => rest) }),
  ),
  'shows a case without decided_at while it is pending': reading(isPending, ({ decided_at: _, ...found }) => found),
  ...faultsOf(creates, {
    'writes times with +00:00 instead of Z': (at) => at.replace('Z', '+00:00'),
    'shows created_at one millisecond earlier in reads': (at) => moved(at, -1),
    'shows a created_at that is two milliseconds late in every read': (at) => moved(at, 2),
  }),
  ...faultsOf(recording, {
    'shows the size as a string in the response to an upload': ({ size }) => ({ size: String(size) }),
    'shows created_at in seconds in the response to an upload': ({ created_at: at }) => ({
      created_at: Math.floor(Date.parse(at) / 1000),
    }),
    'returns the kind in lower case': ({ kind }) => ({ kind: kind.toLowerCase() }),
  }),
  ...faultsOf(withStatus, {
    'shows a live case with evidence with a status of its own': ({ artifacts }, { sender }) =>
      sender === 'live' && artifacts.length > 0,
    'shows a status that the contract does not define when there is evidence': (found) =>
      isPending(found) && found.artifacts.length > 0 && !found.reference.startsWith('sandbox:'),
  }),
  ...faultsOf(listsEach, {
    'shows an artifact without its digest': ({ sha256: _, ...artifact }) => artifact,
    'lists evidence with the time of the read': (artifact) => ({ ...artifact, created_at: '2020-01-01T00:00:00Z' }),
    'lists kinds with spaces instead of underscores': (artifact) => ({
      ...artifact,
      kind: artifact.kind.replaceAll('_', ' '),
    }),
  }),
  ...faultsOf(lists, {
    'shows evidence in an object by id instead of an array': (artifacts) =>
      Object.fromEntries(artifacts.map((artifact) => [artifact.id, artifact])),
    'lists evidence newest first': (artifacts) => artifacts.toReversed(),
    // As a join in a query does.
    'lists the last artifact twice': (artifacts) => [...artifacts, ...artifacts.slice(-1)],
    'lists evidence in the order of kinds': (artifacts) => artifacts.toSorted((a, b) => (a.kind < b.kind ? -1 : 1)),
    'lists pictures in the order of their types': (artifacts) =>
      artifacts.toSorted((a, b) => a.content_type.localeCompare(b.content_type)),
    'lists only the last evidence of each kind, except ID_FRONT': (artifacts) => [
      ...new Map(artifacts.map((each) => [each.kind === 'ID_FRONT' ? each.id : each.kind, each])).values(),
    ],
  }),
  'shows the status in lower case while there is no evidence': reads(
    ({ artifacts, reference }) => artifacts.length === 0 && !reference.startsWith('sandbox:'),
    ({ status }) => ({ status: status.toLowerCase() }),
  ),
  'shows a score of zero as a string': reads(({ score }) => score === 0, { score: '0' }),
  'shows no score while a case is pending': reads(isPending, { score: null }),
  'shows an empty list of reasons as null': reads(({ reasons }) => reasons.length === 0, { reasons: null }),
  'responds with 202 to a read of a pending case': sends(
    (shown, input) => isRead(shown, input) && shown.body?.['status'] === 'PENDING',
    { status: 202 },
  ),
  'shows a pending case for every well-formed id': accepts(unknown(isWellFormed)),
  'responds with 403 to a read of an unknown case': rejects('403 not-found')(unknown(isWellFormed)),
  'responds with 400 to a read of an unknown case': rejects('400 malformed-request')(unknown(isWellFormed)),
  'sends an undefined problem type for an unknown case': rejects('404 no-case')(unknown(isWellFormed)),
  'responds with 400 to an id of a wrong form': rejects('400 malformed-request')(unknown((id) => !isWellFormed(id))),
  'responds with 422 to an id that is too long': { rejects: unknown((id) => id.length > 64) },
  'fails at an id with non-ASCII letters': rejects('500')(unknown((id) => /[^\0-\x7f]/.test(id))),
  'fails at an id of digits': rejects('500')(unknown((id) => /^\d{12,}$/.test(id))),
  'puts an id into an SQL statement without escaping': accepts(unknown((id) => id.includes("' OR '1'='1"))),
  'lists evidence only in the second read': reads(
    (found, input) => isPending(found) && lastListed(input) !== undefined,
    (_, input) => ({ artifacts: lastListed(input) }),
  ),
  'omits created_at in the response to an upload': uploading(always, ({ created_at: _, ...artifact }) => artifact),
  'reads from a replica that does not have the evidence of a pending case yet': reads(
    (found, input) => isPending(found) && found.artifacts.length > (lastListed(input)?.length ?? 0),
    ({ artifacts }) => ({ artifacts: artifacts.slice(0, -1) }),
  ),
  'responds to a read with an array': sends(isRead, ({ text }) => ({ text: `[${text}]` })),
  'responds with 203 to a read': sends(isRead, { status: 203 }),
  'shows the current time as created_at in reads more than half a second after the create': reads(
    (found, input) =>
      found.reference.includes('Ñandú') && found.artifacts.length === 0 && since(found.created_at, input) > 500,
    (_, { at }) => ({ created_at: new Date(at).toISOString() }),
  ),
  'shows the reference of the first case in all cases': reads(
    (_, input) => createsBefore(input).length > 0,
    (_, input) => ({ reference: createsBefore(input)[0]!.properties!['reference'] }),
  ),
  'shows an id in lower case': {
    ids: ({ id }) => id.toUpperCase(),
    ...reads(
      ({ reference }) => !reference.startsWith('sandbox:'),
      ({ id }) => ({ id: id.toLowerCase() }),
    ),
  },
  'responds with null to a read of an unknown case': sends(
    ({ status }, input) => status === 404 && unknown(isWellFormed)(input),
    { status: 200, text: 'null' },
  ),
  ...faultsOf(finding, {
    'reads ids as UUIDs, with hyphens or without': (id) => id.replaceAll('-', ''),
    'finds a case by its id with a file extension': (id) => id.replace(/\.json$/, ''),
    'trims ids': (id) => id.trim(),
    'cuts an id at a line end': (id) => id.replace(/\n$/, ''),
    'cuts an id at a semicolon': (id) => id.replace(/;.*/, ''),
  }),
  ...faultsOf(fitting, {
    'finds a case by the beginning of its id': (id, known) => id.length > 20 && known.startsWith(id),
    'finds a case by the end of its id': (id, known) => id.length > 20 && known.endsWith(id),
    'cuts long ids': (id, known) => id.startsWith(known),
    'finds a case by a LIKE pattern': (id, known) =>
      id.length > 20 && id.startsWith('_') && new RegExp(`^${id.replaceAll('_', '.')}$`).test(known),
    'finds cases without the prefix of their ids': (id, known) => known === `case_${id}`,
  }),
};

export default faults;
