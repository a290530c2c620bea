import type { InputFault, InputFaults } from './input-fault.ts';
import { create, created, isDirective, readAs } from './requests.ts';
import type { Properties } from './support/input.ts';

const located = (path: (id: string) => string): InputFault => ({
  changes: ({ status, headers, body }, { operation }) =>
    operation === 'create' && status === 201
      ? {
          headers: headers.map(([name, sent]) => [name, name === 'Location' ? path(String(body!['id'])) : sent]),
        }
      : undefined,
});

/** Cases of this type are shown otherwise in the response to a create. */
const createdOf = (type: string, change: (body: Properties) => Properties) =>
  created((body) => (body['type'] === type ? change(body) : body));

const faults: InputFaults = {
  'rejects every person outside the sandbox': {
    rejects: create((body) => body['type'] === 'PF' && !isDirective(body['reference'])),
  },
  'rejects every entity outside the sandbox': {
    rejects: create((body) => body['type'] === 'PM' && !isDirective(body['reference'])),
  },
  'wraps the created case of a person in another object': { changes: createdOf('PF', (data) => ({ data })) },
  'wraps the created case of an entity in another object': { changes: createdOf('PM', (data) => ({ data })) },
  'shows an entity as a person in the response to its create': {
    changes: createdOf('PM', (body) => ({ ...body, type: 'PF' })),
  },
  'shows a person as an entity in the response to its create': {
    changes: createdOf('PF', (body) => ({ ...body, type: 'PM' })),
  },
  'stores an entity as a person': { changes: readAs((body) => ({ ...body, type: 'PF' })) },
  'responds with 202 to the create of an entity': {
    changes: ({ status, body }, { operation }) =>
      operation === 'create' && status === 201 && body!['type'] === 'PM' ? { status: 202 } : undefined,
  },
  'sends no Location for an entity': {
    changes: ({ status, headers, body }, { operation }) =>
      operation === 'create' && status === 201 && body!['type'] === 'PM'
        ? { headers: headers.filter(([name]) => name !== 'Location') }
        : undefined,
  },
  'sends the path of all cases as the Location': located(() => '/cases'),
  'sends the path of the artifacts as the Location': located((id) => `/cases/${id}/artifacts`),
  'responds to a create with the time of creation in milliseconds': {
    changes: created((body) => ({ ...body, created_at: Date.parse(String(body['created_at'])) })),
  },
  'responds to the create of an entity with only the id': { changes: createdOf('PM', ({ id }) => ({ id })) },
  'shows an artifact that was never uploaded in a new case': {
    changes: created((body) => ({
      ...body,
      artifacts: [
        {
          id: 'artifact_0123456789abcdef',
          kind: 'ID_FRONT',
          content_type: 'image/jpeg',
          size: 3,
          sha256: '0'.repeat(64),
          created_at: body['created_at'],
        },
      ],
    })),
  },
};

export default faults;
