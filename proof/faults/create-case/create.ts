import { rejectingCreates } from '../support/parts.ts';
import { isDirective } from '../support/sandbox.ts';
import { changingBody, changing, type FaultTable } from '../support/fault.ts';
import type { Case } from '../../../reference-impl/domain/contract.ts';

const faults: FaultTable = {
  'create-case.opens-person-case': {
    'rejects every person outside the sandbox': rejectingCreates(
      ({ type, reference }) => type === 'PF' && !isDirective(reference),
    ),
  },
  'create-case.returns-type': {
    'wraps the created case of a person in another object': changingBody('createCase', (body) =>
      body['type'] === 'PF' ? { data: body } : body,
    ),
    'wraps the created case of an entity in another object': changingBody('createCase', (body) =>
      body['type'] === 'PM' ? { data: body } : body,
    ),
    'shows an entity as a person in the response to its create': changingBody('createCase', (body) => ({
      ...body,
      type: 'PF',
    })),
    'shows a person as an entity in the response to its create': changingBody('createCase', (body) => ({
      ...body,
      type: 'PM',
    })),
    'stores an entity as a person': changingBody('getCase', (body) => ({ ...body, type: 'PF' })),
  },
  'create-case.opens-entity-case': {
    'rejects every entity outside the sandbox': rejectingCreates(
      ({ type, reference }) => type === 'PM' && !isDirective(reference),
      '#/type',
    ),
  },
  'create-case.responds-with-201': {
    'responds with 200 to a create': changing('createCase', () => ({ status: 200 })),
    'responds with 200 to the create of a case that the sandbox decides': changing(
      'createCase',
      ({ body, ...rest }) => ({
        status: /^sandbox:(approve|deny)/.test((body as { reference: string }).reference) ? 200 : rest.status,
      }),
    ),
    'responds with 202 to the create of an entity': changing('createCase', ({ status, body }) => ({
      status: (body as Case).type === 'PM' ? 202 : status,
    })),
  },
  'create-case.location': {
    'responds to a create without a Location': changing('createCase', () => ({ headers: {} })),
    'sends no Location for an entity': changing('createCase', ({ headers, body }) => ({
      headers: (body as { type: string }).type === 'PM' ? {} : headers!,
    })),
    'sends a Location with an undefined path': () => ({ locationOf: ({ id }) => `/case/${id}` }),
    'sends only the id as the Location': () => ({ locationOf: ({ id }) => id }),
    'sends the path of all cases as the Location': () => ({ locationOf: () => '/cases' }),
    'sends the path of the artifacts as the Location': () => ({ locationOf: ({ id }) => `/cases/${id}/artifacts` }),
    'sends the path of the first case as the Location': () => {
      let first: string | undefined;
      return { locationOf: ({ id }) => `/cases/${(first ??= id)}` };
    },
  },
  'create-case.responds-with-case': {
    'responds to a create without decided_at': changingBody('createCase', ({ decided_at: _, ...body }) => body),
    'responds to a create with the time of creation in milliseconds': changingBody('createCase', (body) => ({
      ...body,
      created_at: Date.parse(String(body['created_at'])),
    })),
  },
  'create-case.returns-reference': {
    'responds to the create of an entity with only the id': changingBody('createCase', (body) =>
      body['type'] === 'PM' ? { id: body['id'] } : body,
    ),
  },
  'http.no-method-override': {
    'shows an artifact that was never uploaded in a new case': changingBody('createCase', (body) => ({
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
  'create-case.no-evidence-yet': {
    'shows null as the artifacts of a new case': changingBody('createCase', (body) => ({ ...body, artifacts: null })),
  },
};

export default faults;
