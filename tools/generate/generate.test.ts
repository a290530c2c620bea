import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as validators from '../../generated/validators.js';
import { ContractError, readContract } from '../contract.ts';
import { generate } from './main.ts';
import { manifestFiles } from './manifest-schema.ts';
import { reportTypes } from './report-types.ts';

const root = new URL('../..', import.meta.url);
const source = readFileSync(new URL('openapi.yaml', root), 'utf8');

test('the committed files are those that the contract makes', async () => {
  const files = await generate(readContract('openapi.yaml', source), source);
  for (const [name, text] of Object.entries(files))
    expect(readFileSync(new URL(`generated/${name}`, root), 'utf8'), name).toBe(text);
});

test('conformance.schema.json, its validators and the types of a report are those that are declared', async () => {
  for (const [path, text] of Object.entries({ ...(await manifestFiles()), ...(await reportTypes()) }))
    expect(readFileSync(new URL(path, root), 'utf8'), path).toBe(text);
});

describe('an invalid entry stops it with file, line and the correction', () => {
  const first = '  - id: authentication.create-needs-key\n    level: MUST\n';
  const line = source.slice(0, source.indexOf(first)).split('\n').length;
  const broken: [string, (text: string) => string, string][] = [
    [
      'an unknown decision',
      (text) => text.replace('source: D26', 'source: D999'),
      'cites D999, which x-decisions does not list; add the decision or fix the source.',
    ],
    [
      'an unknown section',
      (text) => text.replace('source: §5.1', 'source: §12'),
      `openapi.yaml:${line}: authentication.create-needs-key cites §12, which the source document does not have; use one of §1, `,
    ],
    [
      'a repeated id',
      (text) => text.replace('authentication.upload-needs-key', 'authentication.create-needs-key'),
      'authentication.create-needs-key exists twice; ids are unique',
    ],
    [
      'no level',
      (text) => text.replace(first, first.replace('    level: MUST\n', '')),
      `openapi.yaml:${line}: authentication.create-needs-key has no level; write "level: MUST"`,
    ],
    [
      'an unknown level',
      (text) => text.replace(first, first.replace('MUST', 'MAY')),
      `openapi.yaml:${line}: authentication.create-needs-key has the level MAY; write "level: MUST" or`,
    ],
    [
      'a text without its keyword',
      (text) => text.replace('A create that carries no key MUST NOT be', 'A create that carries no key is not'),
      'authentication.create-needs-key has a text without its keyword MUST; write the sentence with it.',
    ],
    [
      'no source',
      (text) => text.replace('    source: §5.1\n', ''),
      'has no source; write a section (§4.1) or a decision (D12)',
    ],
    [
      'a family that does not exist',
      (text) => text.replace('id: authentication.create-needs-key', 'id: security.create-needs-key'),
      'security.create-needs-key has the family security, which does not exist; use one of create-case, ',
    ],
    [
      'an unknown capability',
      (text) => text.replace('capability: sandbox', 'capability: magic'),
      'has the capability magic, which does not exist; use one of sandbox, webhooks, live-key.',
    ],
    [
      'an empty reason for untestable',
      (text) => text.replace('untestable: a run of the suite lasts seconds, not a day', 'untestable: ""'),
      'idempotency.kept-24-hours is untestable without a reason; write it.',
    ],
    [
      'a property that does not exist',
      (text) => text.replace('    source: §5.1\n', '    source: §5.1\n    sauce: D1\n'),
      'authentication.create-needs-key has the unknown property sauce; use one of id, level, text',
    ],
    [
      'a decision without a reason',
      (text) => text.replace(/( {2}- id: D1\n(?:.*\n)*?) {4}because: >-\n(?: {6}.*\n)+/, '$1'),
      'D1 has no because; write it.',
    ],
    [
      'a repeated decision',
      (text) => text.replace('  - id: D2\n', '  - id: D1\n'),
      'D1 exists twice; give one of the two the next free number.',
    ],
    [
      'a malformed id',
      (text) => text.replace('id: authentication.create-needs-key', 'id: authentication.Create_key'),
      `openapi.yaml:${line}: authentication.Create_key has a malformed id; write family.name in lower case`,
    ],
    [
      'no id',
      (text) => text.replace(first, '  - level: MUST\n'),
      `openapi.yaml:${line}: a requirement without an id has no id; write family.name in lower case`,
    ],
    [
      'an entry that is only text',
      (text) => text.replace(first, `  - a sentence\n${first}`),
      `openapi.yaml:${line}: a requirement without an id is not a mapping; write it with id, level, text and source.`,
    ],
    [
      'a source that is neither a section nor a decision',
      (text) => text.replace('source: §5.1', 'source: RFC 9110'),
      'has the source RFC 9110; write a section (§4.1) or a decision (D12).',
    ],
    [
      'a malformed decision id',
      (text) => text.replace('  - id: D2\n', '  - id: E2\n'),
      'E2 has a malformed id; write D and the next free number.',
    ],
    [
      'an unknown number in a text',
      (text) => text.replace('stored for at least {{key-lifetime}}.', 'stored for {{a-week}}.'),
      'idempotency.kept-24-hours names the number a-week, which x-numbers does not list; add it or fix its name.',
    ],
    [
      'a number that no text names',
      (text) => text.replaceAll('{{polling}}', 'a while'),
      'polling is named by no text; write {{polling}} where it applies, or drop it.',
    ],
    [
      'a number that the interface contradicts',
      (text) => text.replace('value: 256 code points', 'value: 255 code points'),
      'reference is 255 code points, but #/components/schemas/Reference/maxLength is 256; make them agree.',
    ],
    [
      'a name that the interface does not have',
      (text) => text.replace('about: [CaseType]', 'about: [KindOfCase]'),
      'D2 names KindOfCase, which the interface does not have; fix the name.',
    ],
    ['YAML that does not parse', (text) => text.replace('openapi: 3.1.1', 'openapi: [3.1.1'), 'openapi.yaml: '],
  ];
  test.each(broken)('%s', (_, edit, message) => {
    const edited = edit(source);
    expect(edited).not.toBe(source);
    let fault: unknown;
    try {
      readContract('openapi.yaml', edited);
    } catch (error) {
      fault = error;
    }
    expect(fault).toBeInstanceOf(ContractError);
    expect((fault as Error).message).toContain(message);
    expect((fault as Error).message).toMatch(/^openapi\.yaml:/);
  });
});

describe('the validators work in a real ES module', () => {
  const example = {
    id: 'case_7Qm2xVt9LkPz4RwB',
    type: 'PF',
    reference: 'x',
    status: 'PENDING',
    score: 0,
    reasons: [],
    artifacts: [],
    created_at: '2026-01-01T00:00:00Z',
    decided_at: null,
  };
  test.each<[string, object, boolean]>([
    ['a pending case', {}, true],
    ['an id of digits', { id: '1'.repeat(20) }, false],
    ['a reference of 256 astral letters', { reference: '🪪'.repeat(256) }, true],
    ['a pending case with a score', { score: 1 }, false],
    [
      'a denied case',
      { status: 'DENIED', score: 5, reasons: ['OCR_OK', 'X_FAIL'], decided_at: '2026-01-01T00:00:00Z' },
      true,
    ],
    ['a time with an offset', { created_at: '2026-01-01T00:00:00+00:00' }, false],
    ['a day that does not exist', { created_at: '2026-02-30T00:00:00Z' }, false],
  ])('%s', (_, change, fits) => {
    expect(validators.Case({ ...example, ...change }), JSON.stringify(validators.Case.errors)).toBe(fits);
  });

  test('each response has its media type and validator', () => {
    expect(validators.answers.getCase[200].validate).toBe(validators.Case);
    expect(validators.answers.getCase[404].mediaType).toBe('application/problem+json');
    expect(validators.getCase_404).toBe(validators.Problem);
  });
});
