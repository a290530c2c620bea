import type { InputFaults, Shown } from './input-fault.ts';
import { create, isDirective } from './requests.ts';
import { always, creating, reads } from './support/cases.ts';
import { sends, sendsHeader } from './support/changes.ts';
import type { Input, Properties } from './support/input.ts';

const isCreated = ({ status }: Shown, { operation }: Input) => operation === 'create' && status === 201;
const isCreatedEntity = (shown: Shown, input: Input) => isCreated(shown, input) && shown.body?.['type'] === 'PM';

const located = (path: (id: string) => string) =>
  sendsHeader('Location', ({ body }) => path(String(body!['id'])), isCreated);

/** Cases of this type are shown otherwise in the response to a create. */
const creatingOf = (type: string, change: (body: Properties) => Properties) =>
  creating((body) => body.type === type, change);

const faults: InputFaults = {
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
  'stores an entity as a person': reads(always, () => ({ type: 'PF' })),
  'responds with 202 to the create of an entity': sends(isCreatedEntity, () => ({ status: 202 })),
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
};

export default faults;
