import { describe, expect, test } from 'vitest';
import { adviceOn, difference } from './diff.ts';
import { readContract } from '../contract/contract.ts';
import { change } from '../contract/change.ts';
import { type Group, requirementChanges } from './requirements.ts';

const { source, document: contract, requirements } = readContract();
const swift = { id: 'create-case.swift', level: 'MUST', text: 'A create MUST be swift.', source: '§4.1' };
const soft = { ...swift, id: 'create-case.soft', level: 'SHOULD', text: 'A create SHOULD be soft.' };
const header = { name: 't', in: 'header', required: true, schema: {} };

// Changes of the contract, each with what is reported for it; all are compared at once, because Redocly takes a second.
const seeded: Record<Group, [reported: string, pointer: string, valueOf: (old: any) => unknown][]> = {
  'breaks clients': [
    ["Enum of `kind` lost values: 'SELFIE'", '/components/schemas/ArtifactKind/enum', (old) => old.toSpliced(3, 1)],
    ['became required: `country`', '/components/schemas/CreateCase/required', (old) => [...old, 'country']],
    ['Property `sha256` of `Artifact` was', '/components/schemas/Artifact/properties/sha256', () => undefined],
    ['', '/components/schemas/Artifact/required', (old) => old.filter((name: string) => name !== 'sha256')],
    ['Type of `size`', '/components/schemas/Artifact/properties/size/type', () => 'string'],
    ['Upper bound of `score` changed', '/components/schemas/Case/properties/score/maximum', () => 101],
    ["`maxLength` of `reference` changed from '256' to '100'", '/components/schemas/Reference/maxLength', () => 100],
    ['', '/x-numbers/reference/value', () => 100],
    ['Required `t` header', '/paths/~1cases/post/parameters', (old) => [header, ...old]],
    ['`required` was modified', '/components/headers/CaseLocation/required', () => false],
    ['Response `410` was removed', '/webhooks/case.decided/post/responses/410', () => undefined],
    ['Response `413` was removed', '/paths/~1cases/post/responses/413', () => undefined],
    ['authentication.create-needs-key (MUST) was removed', '/x-requirements', (old) => old.slice(1)],
    ['no-store is weakened to SHOULD', '/x-requirements/http.no-store', (old) => ({ ...old, ...soft, id: old.id })],
    ['http.no-cors applies with sandbox instead of always', '/x-requirements/http.no-cors/capability', () => 'sandbox'],
    ['method.other is a new freedom', '/x-freedoms', (old) => [...old, { ...old[0], id: 'method.other' }]],
    ['method.head also allows 500', '/x-freedoms/method.head/answers', (old) => [...old, '500']],
  ],
  'may make a conformant service fail': [
    ['method.options was removed', '/x-freedoms', (old) => old.filter(({ id }: any) => id !== 'method.options')],
    ['method.head does not allow 2xx any more', '/x-freedoms/method.head/answers', (old) => old.slice(1)],
    ['`enum` was modified', '/components/schemas/CaseStatus/enum', () => ['PENDING', 'APPROVED']],
    ['`required` was modified', '/components/schemas/ProblemError/required', (old) => [...old, 'hint']],
    ['`town` was added', '/components/schemas/CreateCase/properties/town', () => ({})],
    ['`delete` was added', '/paths/~1cases~1{case_id}/delete', () => ({ responses: {} })],
    ['create-case.swift is a new MUST: A create MUST be', '/x-requirements', (old) => [...old, swift]],
    ['nosniff is strengthened to MUST', '/x-requirements/http.nosniff', (old) => ({ ...old, ...swift, id: old.id })],
    ['http.allow is reworded: "', '/x-requirements/http.allow/text', () => 'It MUST NOT carry a cookie.'],
    ['has the source §4 instead of', '/x-requirements/http.range-ignored/source', () => '§4'],
    ['demands 401 other instead of 401 una', '/x-requirements/authentication.checked-first/answer', () => '401 other'],
    ['applies always instead of with', '/x-requirements/sandbox.suffix-ignored/capability', () => undefined],
  ],
  compatible: [
    ['`note` was added', '/components/schemas/ProblemError/properties/note', () => ({})],
    ['`description` was modified', '/info/description', () => 'Another.'],
    ['create-case.soft is a new SHOULD', '/x-requirements', (old) => [...old, soft]],
    ['D1 changed', '/x-decisions/D1/because', () => 'We say so.'],
    ['D999 is a new decision', '/x-decisions', (old) => [...old, { ...old[0], id: 'D999' }]],
  ],
};

describe('reports each change', () => {
  const document = structuredClone(contract);
  for (const [, pointer, valueOf] of Object.values(seeded).flat()) change(document, pointer, valueOf);
  const { changes } = difference(source, JSON.stringify(document));

  describe.each(Object.entries(seeded))('that %s', (group, rows) => {
    const found = changes.filter((each) => each.group === group).map(({ text }) => text);
    test.each(rows)('%s', (text) => expect(found).toContainEqual(expect.stringContaining(text)));
  });
});

test('names what replaces a retired requirement', () => {
  const [first, ...others] = requirements;
  const [one, other] = ['one', 'other'].map((name) => ({ ...first!, id: `create-case.${name}` }));
  const successors = { [one!.id]: [other!.id] };
  expect(requirementChanges([one!, ...others], [other!, ...others], successors).map(({ text }) => text)).toEqual([
    `create-case.one is replaced by create-case.other: ${first!.text}`,
    `create-case.other replaces create-case.one: ${first!.text}`,
  ]);
});

test('another order of values, and requirements at their operations as in older contracts, are no change', () => {
  const older = structuredClone(contract);
  older.paths['/cases'].post['x-requirements'] = older['x-requirements'].splice(0);
  older.components.schemas.ArtifactKind.enum.reverse();
  expect(difference(JSON.stringify(older), source).changes).toEqual([]);
});

test.each<[string, string, boolean, Group[]]>([
  ['0.1.0', '0.1.0', false, ['breaks clients']],
  ['0.1.0', '0.2.0', true, ['breaks clients', 'compatible']],
  ['1.2.3', '1.3.0', false, ['breaks clients']],
])('from %s to %s is enough: %s, for %j', (old, now, isEnough, groups) => {
  const changes = groups.map((group) => ({ group, text: '', places: [] }));

  expect(adviceOn(changes, old, now).isEnough).toBe(isEnough);
});
