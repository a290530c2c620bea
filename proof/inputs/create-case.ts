import { create, isDirective } from './requests.ts';
import { always, creating, reads } from './support/cases.ts';
import { sends, sendsHeader } from './support/changes.ts';
import { accepts, type InputFaults, rejects } from './support/fault.ts';
import { createsBefore } from './support/history.ts';
import type { Input, Properties, Shown } from './support/input.ts';
import { keyOf } from './support/keys.ts';

const isCreated = ({ status }: Shown, { operation }: Input) => operation === 'create' && status === 201;
const isCreatedEntity = (shown: Shown, input: Input) => isCreated(shown, input) && shown.body?.['type'] === 'PM';

const located = (path: (id: string) => string) =>
  sendsHeader('Location', ({ body }) => path(String(body!['id'])), isCreated);

/** Cases of this type are shown otherwise in the response to a create. */
const creatingOf = (type: string, change: (body: Properties) => Properties) =>
  creating((body) => body.type === type, change);

/** The case that the sender opened before with the same reference, without an idempotency key. */
const createdBefore = (input: Input) =>
  keyOf(input) === undefined && !isDirective(input.properties?.['reference'])
    ? createsBefore(input).find(
        (each) => each.sender === input.sender && each.properties?.['reference'] === input.properties?.['reference'],
      )
    : undefined;

const hasSameType = (one: Input, other: Input) => one.properties?.['type'] === other.properties?.['type'];

const isEntity = ({ type, reference }: Properties) => type === 'PM' && !isDirective(reference);

const faults: InputFaults = {
  'takes the reference of an invalid create for one that is in use': rejects('409 case-closed')(
    create(({ reference }, { earlier }) =>
      earlier.some((each) => each.shown.status === 422 && each.properties?.['reference'] === reference),
    ),
  ),
  'rejects every person outside the sandbox': {
    rejects: create((body) => body['type'] === 'PF' && !isDirective(body['reference'])),
  },
  'rejects every entity outside the sandbox': {
    rejects: create((body) => body['type'] === 'PM' && !isDirective(body['reference'])),
  },
  'wraps the created case of a person in another object': creatingOf('PF', (data) => ({ data })),
  'wraps the created case of an entity in another object': creatingOf('PM', (data) => ({ data })),
  'shows an entity as a person in the response to its create': creatingOf('PM', (body) => ({ ...body, type: 'PF' })),
  'shows a person as an entity in the response to its create': creatingOf('PF', (body) => ({ ...body, type: 'PM' })),
  'stores an entity as a person': reads(always, { type: 'PF' }),
  'responds with 202 to the create of an entity': sends(isCreatedEntity, { status: 202 }),
  'sends no Location for an entity': sends(isCreatedEntity, ({ headers }) => ({
    headers: headers.filter(([name]) => name !== 'Location'),
  })),
  'sends the path of all cases as the Location': located(() => '/cases'),
  'sends the path of the artifacts as the Location': located((id) => `/cases/${id}/artifacts`),
  'responds to a create with the time of creation in milliseconds': creating(always, (body) => ({
    ...body,
    created_at: Date.parse(body.created_at),
  })),
  'responds to the create of an entity with only the id': creatingOf('PM', ({ id }) => ({ id })),
  'shows an artifact that was never uploaded in a new case': creating(always, (body) => ({
    ...body,
    artifacts: [
      {
        id: 'artifact_0123456789abcdef',
        kind: 'ID_FRONT',
        content_type: 'image/jpeg',
        size: 3,
        sha256: '0'.repeat(64),
        created_at: body.created_at,
      },
    ],
  })),
  'gives ids of 12 characters': { ids: ({ id }) => `c_${id.slice(-10)}` },
  'gives ids that contain only digits': { ids: ({ id }) => id.replaceAll(/\D/g, '7').padStart(20, '7') },
  'counts ids up': { ids: ({ at }) => `case_${String(at).padStart(20, '0')}` },
  'counts ids up in steps of 37': { ids: ({ at }) => `case-number-${100_000 + 37 * at}` },
  'counts ids up in hexadecimal digits of a UUID': {
    ids: ({ at }) => `5b0c2f4e-0000-4000-8000-${at.toString(16).padStart(12, '0')}`,
  },
  'counts ids up in letters and digits': { ids: ({ at }) => `case_of_ours_${(46_000 + at).toString(36)}` },
  'counts ids up before a fixed suffix': { ids: ({ at }) => `${1000 + at}-case-of-production` },
  'counts ids up in base64': { ids: ({ at }) => Buffer.from(`Case:${1_000_000 + at}`).toString('base64url') },
  'counts ids up in base64 behind a fixed prefix': {
    ids: ({ at }) => `case_${Buffer.from(String(at).padStart(12, '0')).toString('base64url')}`,
  },
  'counts ids down': { ids: ({ at }) => `case_${2 ** 40 - at}` },
  'uses the time in milliseconds as the id': { ids: ({ time }) => `case_of_ours_${time}` },
  'adds a counter to the time in milliseconds': {
    ids: ({ at, time }) => `case${time.toString(36)}${at.toString(36).padStart(6, '0')}`,
  },
  'gives ids that are UUIDs of version 1': {
    ids({ at, time }) {
      const ticks = (BigInt(time + 12_219_292_800_000) * 10_000n + BigInt(at % 10_000)).toString(16).padStart(15, '0');
      return `${ticks.slice(7)}-${ticks.slice(3, 7)}-1${ticks.slice(0, 3)}-92c8-0242ac120002`;
    },
  },
  'responds with 200 to the create of a case that the sandbox decides': sends(
    (shown, input) => isCreated(shown, input) && /^sandbox:(approve|deny)/.test(String(shown.body?.['reference'])),
    { status: 200 },
  ),
  'sends the path of the first case as the Location': sendsHeader(
    'Location',
    (_, input) => `/cases/${String(createsBefore(input)[0]!.shown.body!['id'])}`,
    (shown, input) => isCreated(shown, input) && createsBefore(input).length > 0,
  ),
  'counts ids of entities of the second tenant up': {
    ids: ({ id, at, request: { sender, properties } }) =>
      sender === 'other' && properties!['type'] === 'PM' ? `case_${String(at).padStart(20, '0')}` : id,
  },
  'gives ids of 65 characters': { ids: ({ id }) => id.padEnd(65, '0') },
  'gives ids that contain a colon': { ids: ({ id }) => id.replace('_', ':') },
  'opens only one case for each reference': {
    changes: (shown, input) => (isCreated(shown, input) ? createdBefore(input)?.shown : undefined),
  },
  'rejects a reference that was used for the other type': {
    rejects: (input, shown) =>
      isCreated(shown, input) && createdBefore(input) !== undefined && !hasSameType(input, createdBefore(input)!),
  },
  'rejects a reference that was approved': {
    rejects: (input, { status }) =>
      status === 201 &&
      input.operation === 'create' &&
      input.earlier.some(
        ({ operation, shown: { body } }) =>
          operation === 'read' && body?.['decided_at'] && body['reference'] === input.properties?.['reference'],
      ),
  },
  'rejects a repeated reference': {
    rejects: (input, shown) => isCreated(shown, input) && createdBefore(input) !== undefined,
  },
  'gives every entity the same id': {
    ids: ({ id, request }) => (isEntity(request.properties!) ? 'case_of_every_entity_0' : id),
    ...reads(isEntity, (_, input) => createsBefore(input).find(({ properties }) => isEntity(properties!))!.shown.body!),
    // That case gets the evidence of all.
    ...accepts(({ opened }, { problem }) => problem === 'artifact-limit-reached' && isEntity(opened!)),
  },
};

export default faults;
