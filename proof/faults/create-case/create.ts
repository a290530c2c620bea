import { rejectingCreates } from '../support/parts.ts';
import { isDirective } from '../support/sandbox.ts';
import { changingBody, changing, failing, type FaultTable } from '../support/fault.ts';
import type { Case } from '../../../reference-impl/domain/contract.ts';

/** Defects that the checks in `conformance/checks/create-case/create.ts` must find. */
export const createCaseCreateFaults: FaultTable = {
  'rejects every person outside the sandbox': [
    { 'create-case.opens-person-case': 'not-accepted' },
    rejectingCreates(({ type, reference }) => type === 'PF' && !isDirective(reference)),
  ],
  'wraps the created case of a person in another object': [
    { 'create-case.returns-type': 'wrong-type', 'create-case.opens-person-case': 'missing-id' },
    changingBody('createCase', (body) => (body['type'] === 'PF' ? { data: body } : body)),
  ],
  'rejects every entity outside the sandbox': [
    { 'create-case.opens-entity-case': 'not-accepted' },
    rejectingCreates(({ type, reference }) => type === 'PM' && !isDirective(reference), '#/type'),
  ],
  'wraps the created case of an entity in another object': [
    {
      'create-case.returns-type': 'wrong-type',
      'create-case.returns-reference': 'wrong-reference',
      'create-case.opens-entity-case': 'missing-id',
    },
    changingBody('createCase', (body) => (body['type'] === 'PM' ? { data: body } : body)),
  ],
  ...failing(
    { 'create-case.answers-201': { code: 'wrong-status', status: 200 } },
    {
      'responds with 200 to a create': changing('createCase', () => ({ status: 200 })),
      'responds with 200 to the create of a case that the sandbox decides': changing(
        'createCase',
        ({ body, ...rest }) => ({
          status: /^sandbox:(approve|deny)/.test((body as { reference: string }).reference) ? 200 : rest.status,
        }),
      ),
    },
  ),
  'responds with 202 to the create of an entity': [
    { 'create-case.answers-201': { code: 'wrong-status', status: 202 } },
    changing('createCase', ({ status, body }) => ({ status: (body as Case).type === 'PM' ? 202 : status })),
  ],
  ...failing(
    { 'create-case.location': 'missing-header' },
    {
      'responds to a create without a Location': changing('createCase', () => ({ headers: {} })),
      'sends no Location for an entity': changing('createCase', ({ headers, body }) => ({
        headers: (body as { type: string }).type === 'PM' ? {} : headers!,
      })),
    },
  ),
  ...failing(
    { 'create-case.location': { code: 'not-accepted', status: 404 } },
    {
      'sends a Location with an undefined path': () => ({ locationOf: ({ id }) => `/case/${id}` }),
      'sends only the id as the Location': () => ({ locationOf: ({ id }) => id }),
    },
  ),
  ...failing(
    { 'create-case.location': { code: 'not-accepted', status: 405 } },
    {
      'sends the path of all cases as the Location': () => ({ locationOf: () => '/cases' }),
      'sends the path of the artifacts as the Location': () => ({ locationOf: ({ id }) => `/cases/${id}/artifacts` }),
    },
  ),
  'sends the path of the first case as the Location': [
    { 'create-case.location': 'wrong-location' },
    () => {
      let first: string | undefined;
      return { locationOf: ({ id }) => `/cases/${(first ??= id)}` };
    },
  ],
  'responds to a create without decided_at': [
    {
      'create-case.answers-case': { code: 'missing-property', pointer: '/decided_at' },
      'get-case.like-created': 'wrong-case',
      'case-lifecycle.pending-no-decision-time': 'wrong-decision-time',
    },
    changingBody('createCase', ({ decided_at: _, ...body }) => body),
  ],
  'responds to the create of an entity with only the id': [
    {
      'create-case.returns-reference': 'wrong-reference',
      'create-case.answers-case': { code: 'missing-property', pointer: '/status' },
      'create-case.returns-type': 'wrong-type',
      'case-lifecycle.created-pending': { code: 'wrong-case-status', actual: 'nothing' },
      'case-lifecycle.pending-score-zero': { code: 'wrong-score', actual: 'nothing' },
      'case-lifecycle.pending-no-reasons': { code: 'wrong-reasons', actual: 'nothing' },
      'case-lifecycle.pending-no-decision-time': { code: 'wrong-decision-time', actual: 'nothing' },
    },
    changingBody('createCase', (body) => (body['type'] === 'PM' ? { id: body['id'] } : body)),
  ],
  'responds to a create with the time of creation in milliseconds': [
    {
      'create-case.answers-case': { code: 'schema-mismatch', pointer: '/created_at' },
      'get-case.like-created': 'wrong-case',
      'http.timestamps-utc': { code: 'wrong-timestamp', row: 'created_at of a create' },
    },
    changingBody('createCase', (body) => ({ ...body, created_at: Date.parse(String(body['created_at'])) })),
  ],
  'shows an entity as a person in the response to its create': [
    { 'create-case.returns-type': 'wrong-type' },
    changingBody('createCase', (body) => ({ ...body, type: 'PF' })),
  ],
  'shows a person as an entity in the response to its create': [
    {
      'create-case.returns-type': { code: 'wrong-type', actual: '"PM"' },
      'get-case.like-created': 'wrong-case',
    },
    changingBody('createCase', (body) => ({ ...body, type: 'PM' })),
  ],
  'stores an entity as a person': [
    { 'create-case.returns-type': 'wrong-type', 'tenancy.same-reference-apart': 'wrong-type' },
    changingBody('getCase', (body) => ({ ...body, type: 'PF' })),
  ],
  'shows an artifact that was never uploaded in a new case': [
    {
      'http.no-method-override': 'changed-by-request-header',
      'http.left-open-answers': 'changed-by-request-header',
      'create-case.no-evidence-yet': 'wrong-artifacts',
      'get-case.like-created': 'wrong-case',
    },
    changingBody('createCase', (body) => ({
      ...body,
      artifacts: [
        {
          ...{ id: 'artifact_0123456789abcdef', kind: 'ID_FRONT', content_type: 'image/jpeg', size: 3 },
          ...{ sha256: '0'.repeat(64), created_at: body['created_at'] },
        },
      ],
    })),
  ],
  'shows null as the artifacts of a new case': [
    {
      'create-case.no-evidence-yet': { code: 'wrong-artifacts', actual: 'null' },
      'create-case.answers-case': { code: 'schema-mismatch', pointer: '/artifacts' },
      'get-case.like-created': 'wrong-case',
    },
    changingBody('createCase', (body) => ({ ...body, artifacts: null })),
  ],
};
