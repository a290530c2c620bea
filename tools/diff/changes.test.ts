import { describe, expect, test } from 'vitest';
import { changesBetween } from '../contract-diff.ts';
import { readContract } from '../contract.ts';
import type { Change } from './change.ts';
import { create, type Edit, edited, must, old, requirement, schemas } from './testing.ts';

/** Every change as `group | places | text`. */
const reported = (edit: Edit): string[] => changesBetween(old, readContract('new.yaml', edited(edit))).map(line);
const line = ({ group, places, text }: Change) => [group, places.join(', '), text].join(' | ');

const without = (list: string[], value: string) => list.filter((each) => each !== value);

/** Title, edit, and all changes that must be reported. */
type Row = [string, Edit, string[]];

const forClients: Row[] = [
  [
    'a value that a request may no longer send',
    (document) => (schemas(document).UploadArtifact.properties.kind = { type: 'string', enum: ['ID_FRONT'] }),
    expect.arrayContaining(['breaks clients | uploadArtifact request | `kind` loses the value `SELFIE`']),
  ],
  [
    'a new required property of a request',
    (document) => {
      schemas(document).CreateCase.properties.country = { type: 'string' };
      schemas(document).CreateCase.required.push('country');
    },
    [
      'breaks clients | createCase request | the body requires `country`',
      'may make a conformant service fail | createCase request | `country` is a new property',
    ],
  ],
  [
    'a property that a response no longer has, once for each place',
    (document) => {
      delete schemas(document).Artifact.properties.sha256;
      schemas(document).Artifact.required = without(schemas(document).Artifact.required, 'sha256');
    },
    [
      'breaks clients | createCase 201, getCase 200 | `artifacts[].sha256` is gone',
      'breaks clients | uploadArtifact 201 | `sha256` is gone',
      'breaks clients | caseDecided event | `data.artifacts[].sha256` is gone',
    ],
  ],
  [
    'another type in a response',
    (document) => (schemas(document).Artifact.properties.size.type = 'string'),
    expect.arrayContaining(['breaks clients | uploadArtifact 201 | `size` has type `string` instead of `integer`']),
  ],
  [
    'a condition of a response',
    (document) => (schemas(document).Case.then.properties.score.const = 5),
    [
      'breaks clients | createCase 201, getCase 200 | the body has another condition (`if`, `then`, `else`)',
      'breaks clients | caseDecided event | `data` has another condition (`if`, `then`, `else`)',
    ],
  ],
  [
    'another path of an operation',
    (document) => {
      document.paths['/cases/{case_id}/evidence'] = document.paths['/cases/{case_id}/artifacts'];
      delete document.paths['/cases/{case_id}/artifacts'];
    },
    ['breaks clients |  | uploadArtifact moved from POST /cases/{case_id}/artifacts to POST /cases/{case_id}/evidence'],
  ],
  [
    'a new required parameter behind a reference',
    (document) => {
      document.components.parameters.Trace = {
        name: 'trace',
        in: 'header',
        required: true,
        schema: { type: 'string' },
      };
      create(document).parameters.unshift({ $ref: '#/components/parameters/Trace' });
    },
    ['breaks clients | createCase request | parameter `trace` is new and required'],
  ],
  [
    'a header that a response need not carry any more',
    (document) => (document.components.headers.CaseLocation.required = false),
    ['breaks clients | createCase 201 | header `Location` is no longer required'],
  ],
  [
    'a webhook that is gone',
    (document) => delete document.webhooks,
    [
      'breaks clients |  | caseDecided (case.decided) is gone',
      ...old.requirements
        .filter(({ operation }) => operation === 'caseDecided')
        .map(({ id, text }) => `breaks clients |  | ${id} (MUST) was removed: ${text}`),
    ],
  ],
  [
    'a response to an event that a receiver may no longer send',
    (document) => delete document.webhooks['case.decided'].post.responses['410'],
    ['breaks clients | caseDecided event | a receiver may no longer respond with 410'],
  ],
  [
    'a MUST that is gone',
    (document) => (document['x-requirements'] = document['x-requirements'].slice(1)),
    [`breaks clients |  | ${old.requirements[0]!.id} (MUST) was removed: ${old.requirements[0]!.text}`],
  ],
  [
    'a MUST that is weakened',
    (document) => weaken(requirement(document, 'http.no-store')),
    [
      'breaks clients |  | http.no-store is weakened to SHOULD: Every response SHOULD carry `Cache-Control` with `no-store`.',
    ],
  ],
  [
    'a MUST that only holds with a capability',
    (document) => (requirement(document, 'http.no-cors').capability = 'sandbox'),
    ['breaks clients |  | http.no-cors applies with sandbox instead of always'],
  ],
];

function weaken(record: any): void {
  record.level = 'SHOULD';
  record.text = record.text.replace('MUST', 'SHOULD');
}

const forImplementers: Row[] = [
  [
    'a value that a response may no longer have',
    (document) => (schemas(document).CaseStatus.enum = ['PENDING', 'APPROVED']),
    [
      'may make a conformant service fail | createCase 201, getCase 200 | `status` loses the value `DENIED`',
      'may make a conformant service fail | caseDecided event | `data.status` loses the value `DENIED`',
    ],
  ],
  [
    'a property that a response must have now',
    (document) =>
      schemas(document).ProblemError.required.push('hint') &&
      (schemas(document).ProblemError.properties.hint = { type: 'string' }),
    expect.arrayContaining([
      expect.stringMatching(/^may make a conformant service fail \| .* \| the body requires `errors\[\].hint`$/),
    ]),
  ],
  [
    'a new optional property of a request',
    (document) => (schemas(document).CreateCase.properties.country = { type: 'string' }),
    ['may make a conformant service fail | createCase request | `country` is a new property'],
  ],
  [
    'a new operation',
    (document) => {
      const { 'x-requirements': _, ...read } = document.paths['/cases/{case_id}'].get;
      document.paths['/cases/{case_id}'].delete = { ...read, operationId: 'deleteCase' };
    },
    ['may make a conformant service fail |  | deleteCase (DELETE /cases/{case_id}) is new'],
  ],
  [
    'a new MUST',
    (document) => create(document)['x-requirements'].push(must),
    ['may make a conformant service fail |  | create-case.swift is a new MUST: A create MUST be swift.'],
  ],
  [
    'a SHOULD that is strengthened',
    (document) => {
      const record = requirement(document, 'http.nosniff');
      record.level = 'MUST';
      record.text = record.text.replace('SHOULD', 'MUST');
    },
    [
      'may make a conformant service fail |  | http.nosniff is strengthened to MUST: Every response except `304` MUST carry `X-Content-Type-Options: nosniff`.',
    ],
  ],
  [
    'a MUST that says something else',
    (document) => (requirement(document, 'http.no-cors').text = 'Responses MUST NOT carry a cookie.'),
    [
      'may make a conformant service fail |  | http.no-cors is reworded: "Responses MUST NOT carry `Access-Control-Allow-Origin`." → "Responses MUST NOT carry a cookie."',
    ],
  ],
  [
    'a MUST that is stated now',
    (document) => (requirement(document, 'http.no-cors').source = '§4'),
    ['may make a conformant service fail |  | http.no-cors has the source §4 instead of D45, so its class is stated'],
  ],
  [
    'a MUST that no longer needs a capability',
    (document) => delete requirement(document, 'sandbox.suffix-ignored').capability,
    ['may make a conformant service fail |  | sandbox.suffix-ignored applies always instead of with sandbox'],
  ],
];

const forNobody: Row[] = [
  [
    'a new optional property of a response',
    (document) => (schemas(document).ProblemError.properties.hint = { type: 'string' }),
    [
      expect.stringMatching(
        /^compatible \| createCase 400, .*, uploadArtifact 503 \| `errors\[\].hint` is a new property$/,
      ),
    ],
  ],
  [
    'only prose',
    (document) => {
      create(document).description = 'Opens a case.';
      document.info.description = 'A service.';
    },
    ['compatible |  | info.description changed', 'compatible | createCase | description changed'],
  ],
  [
    'a new SHOULD',
    (document) =>
      create(document)['x-requirements'].push({ ...must, level: 'SHOULD', text: 'A create SHOULD be swift.' }),
    ['compatible |  | create-case.swift is a new SHOULD: A create SHOULD be swift.'],
  ],
  [
    'a decision that is new, and one with another reason',
    (document) => {
      const { 'x-decisions': decisions } = document;
      decisions[0].because = 'We say so.';
      decisions.push({ ...decisions[0], id: 'D999', question: 'And this?' });
    },
    ['compatible |  | D1 changed: reason', 'compatible |  | D999 is a new decision: And this?'],
  ],
  [
    'a requirement with other punctuation',
    (document) =>
      (requirement(document, 'http.no-cors').text = 'Responses MUST NOT carry, `Access-Control-Allow-Origin`'),
    ['compatible |  | http.no-cors changed only in punctuation or spaces'],
  ],
];

describe.each([
  ['breaks clients', forClients],
  ['may make a conformant service fail', forImplementers],
  ['is compatible', forNobody],
])('%s', (_, rows) => {
  for (const [title, edit, expected] of rows) test(title, () => expect(reported(edit)).toEqual(expected));
});

test('another order of values, properties and references is not a change', () => {
  const reordered = edited((document) => {
    schemas(document).ArtifactKind.enum.reverse();
    schemas(document).Case.required.reverse();
    schemas(document).CreateCase.properties.type = structuredClone(schemas(document).CaseType);
  });
  expect(changesBetween(old, readContract('new.yaml', reordered))).toEqual([]);
});
