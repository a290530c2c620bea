import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { adviceOn, difference } from './contract-diff.ts';
import { readContract } from './contract.ts';
import { requirementChanges } from './diff/requirements.ts';

const source = readFileSync(new URL('../openapi.yaml', import.meta.url), 'utf8');
const { document: contract } = readContract('openapi.yaml', source);
const must = { id: 'create-case.swift', level: 'MUST', text: 'A create MUST be swift.', source: '§4.1' };

type Edit = (document: any, schemas: any, create: any, requirement: (id: string) => any) => unknown;

function changesOf(...edits: Edit[]): string[] {
  const document = structuredClone(contract);
  const requirement = (id: string) => document['x-requirements'].find((each: any) => each.id === id);
  for (const edit of edits) edit(document, document.components.schemas, document.paths['/cases'].post, requirement);
  return difference(source, JSON.stringify(document)).changes.map(({ group, text }) => `${group} | ${text}`);
}

// Each edit with what must be reported for it; all edits of a group are compared at once, because Redocly takes a second.
const seeded: Record<string, [Edit, RegExp][]> = {
  'breaks clients': [
    [(_, s) => s.ArtifactKind.enum.splice(3, 1), /Enum of `kind` lost values: 'SELFIE'/],
    [
      (_, s) => s.CreateCase.required.push('country') && (s.CreateCase.properties.country = {}),
      /became required: `country`/,
    ],
    [
      (_, s) => delete s.Artifact.properties.sha256 && s.Artifact.required.splice(4, 1),
      /Property `sha256` of `Artifact` was/,
    ],
    [(_, s) => (s.Artifact.properties.size.type = 'string'), /Type of `size`/],
    [(_, s) => (s.Case.properties.score.maximum = 101), /Upper bound of `score` changed/],
    [
      (d, s) => {
        s.Reference.maxLength = 100;
        d['x-numbers'].find(({ id }: { id: string }) => id === 'reference').value = 100;
      },
      /`maxLength` of `reference` changed from '256' to '100'/,
    ],
    [
      (_, __, c) => c.parameters.unshift({ name: 't', in: 'header', required: true, schema: {} }),
      /Required `t` header/,
    ],
    [(d) => (d.components.headers.CaseLocation.required = false), /`required` was modified/],
    [(d) => delete d.webhooks['case.decided'].post.responses['410'], /Response `410` was removed/],
    [(_, __, c) => delete c.responses['413'], /Response `413` was removed/],
    [(d) => d['x-requirements'].shift(), /authentication\.create-needs-key \(MUST\) was removed/],
    [
      (_, __, ___, r) => Object.assign(r('http.no-store'), { level: 'SHOULD', text: 'It SHOULD.' }),
      /is weakened to SHOULD/,
    ],
    [(_, __, ___, r) => (r('http.no-cors').capability = 'sandbox'), /applies with sandbox instead of always/],
    [
      (d) => d['x-freedoms'].push({ ...d['x-freedoms'][0], id: 'method.other' }),
      /method\.other is a new freedom: A server may support/,
    ],
    [(d) => d['x-freedoms'][0].answers.push('500'), /method\.head also allows 500/],
  ],
  'may make a conformant service fail': [
    [(d) => d['x-freedoms'].splice(1, 1), /method\.options was removed/],
    [(d) => d['x-freedoms'][0].answers.shift(), /method\.head does not allow 2xx any more/],
    [(_, s) => (s.CaseStatus.enum = ['PENDING', 'APPROVED']), /`enum` was modified/],
    [(_, s) => s.ProblemError.required.push('hint'), /`required` was modified/],
    [(_, s) => (s.CreateCase.properties.country = {}), /`country` was added/],
    [(d) => (d.paths['/cases/{case_id}'].delete = { responses: {} }), /`delete` was added/],
    [(d) => d['x-requirements'].push(must), /create-case\.swift is a new MUST: A create MUST be swift\./],
    [
      (_, __, ___, r) => Object.assign(r('http.nosniff'), { level: 'MUST', text: 'It MUST.' }),
      /is strengthened to MUST/,
    ],
    [
      (_, __, ___, r) => (r('http.no-cors').text = 'It MUST NOT carry a cookie.'),
      /no-cors is reworded: ".*" → "It MUST/,
    ],
    [(_, __, ___, r) => (r('http.no-store').source = '§4'), /has the source §4 .*, so its class is stated/],
    [
      (_, __, ___, r) => (r('authentication.checked-first').answer = '401 other'),
      /demands 401 other instead of 401 una/,
    ],
    [(_, __, ___, r) => delete r('sandbox.suffix-ignored').capability, /applies always instead of with sandbox/],
  ],
  compatible: [
    [(_, s) => (s.ProblemError.properties.hint = {}), /`hint` was added/],
    [(d, _, c) => (c.description = d.info.description = 'Another.'), /`description` was modified/],
    [(d) => d['x-requirements'].push({ ...must, level: 'SHOULD', text: 'It SHOULD.' }), /swift is a new SHOULD/],
    [(d) => (d['x-decisions'][0].because = 'We say so.'), /D1 changed/],
    [(d) => d['x-decisions'].push({ ...d['x-decisions'][0], id: 'D999' }), /D999 is a new decision/],
  ],
};

test.each(Object.entries(seeded))('reports each change that %s', { timeout: 60_000 }, (group, rows) => {
  const found = changesOf(...rows.map(([edit]) => edit)).filter((line) => line.startsWith(group));

  for (const [, text] of rows) expect(found).toContainEqual(expect.stringMatching(text));
});

test('names what replaces a retired requirement', () => {
  const [first, ...others] = readContract('openapi.yaml', source).requirements;
  const [one, other] = ['one', 'other'].map((name) => ({ ...first!, id: `create-case.${name}` }));
  const successors = { [one!.id]: [other!.id] };
  expect(requirementChanges([one!, ...others], [other!, ...others], successors).map(({ text }) => text)).toEqual([
    `create-case.one is replaced by create-case.other: ${first!.text}`,
    `create-case.other replaces create-case.one: ${first!.text}`,
  ]);
});

test('finds the requirements that an older contract has at its operations', () => {
  const older = structuredClone(contract);
  older.paths['/cases'].post['x-requirements'] = older['x-requirements'].splice(0);
  expect(difference(JSON.stringify(older), source).changes).toEqual([]);
});

test('another order of values is no change', () => {
  expect(changesOf((_, s) => (s.ArtifactKind.enum = s.ArtifactKind.enum.toReversed()))).toEqual([]);
});

test.each<[string, string, boolean, (keyof typeof seeded)[]]>([
  ['0.1.0', '0.1.0', false, ['breaks clients']],
  ['0.1.0', '0.2.0', true, ['breaks clients', 'compatible']],
  ['1.2.3', '1.3.0', false, ['breaks clients']],
])('from %s to %s is enough: %s, for %j', (old, now, isEnough, groups) => {
  const changes = groups.map((group) => ({ group: group as 'compatible', text: '', places: [] }));

  expect(adviceOn(changes, old, now).isEnough).toBe(isEnough);
});
