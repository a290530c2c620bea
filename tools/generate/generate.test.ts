import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as validators from '../../generated/validators.js';
import { ContractError, readContract } from '../contract/contract.ts';
import { generate } from './main.ts';
import { settingsFiles } from './settings-schema.ts';
import { reportTypes } from './report-types.ts';

const root = new URL('../..', import.meta.url);
const contract = readContract();
const { source } = contract;

test('the committed files are those that the contract makes', async () => {
  const files = await generate(contract);
  for (const [name, text] of Object.entries(files))
    expect(readFileSync(new URL(`generated/${name}`, root), 'utf8'), name).toBe(text);
});

test('conformance.schema.json, its validators and the types of a report are those that are declared', async () => {
  for (const [path, text] of Object.entries({ ...(await settingsFiles()), ...(await reportTypes()) }))
    expect(readFileSync(new URL(path, root), 'utf8'), path).toBe(text);
});

describe('an invalid entry stops it with file, line and the correction', () => {
  const id = 'authentication.create-needs-key';
  const first = `  - id: ${id}\n    level: MUST\n`;
  const line = source.slice(0, source.indexOf(first)).split('\n').length;
  test.each<[says: string, from: string | RegExp, to: string]>([
    ['names D999, which x-decisions does not list; add it or', 'source: D26', 'source: D999'],
    ['cites §12, which the source document does not have; use one of §1,', 'source: §5.1', 'source: §12'],
    [`${id} exists twice; ids are unique`, 'authentication.upload-needs-key', id],
    [`openapi.yaml:${line}: ${id} has no level; write "level: MUST"`, '    level: MUST\n', ''],
    [`openapi.yaml:${line}: ${id} has the level MAY; write "level: MUST" or`, 'level: MUST', 'level: MAY'],
    [`${id} has a text without its keyword MUST; write the`, 'carries no key MUST NOT be', 'carries no key is not'],
    ['has no source; write a section (§4.1) or a decision (D12)', '    source: §5.1\n', ''],
    ['has a family that does not exist; use one of create-case,', 'id: authentication.create-', 'id: security.create-'],
    ['has the capability magic, which does not exist; use one', 'capability: sandbox', 'capability: magic'],
    ['has the capability magic, which does not exist; use one', 'capability: [sandbox,', 'capability: [magic,'],
    [
      'is untestable without a reason; write it.',
      'untestable: a run of the suite lasts seconds',
      'untestable: ""\n    #',
    ],
    ['has the unknown property sauce; use one of id, party', '    source: §5.1\n', '    source: §5.1\n    sauce: D1\n'],
    ['D1 has no because; write it.', /( {2}- id: D1\n(?:.*\n)*?) {4}because: >-\n(?: {6}.*\n)+/, '$1'],
    ['D1 exists twice; ids are unique', '  - id: D2\n', '  - id: D1\n'],
    [`openapi.yaml:${line}: authentication.Key has a malformed id; write family.name`, id, 'authentication.Key'],
    [`openapi.yaml:${line}: an entry of x-requirements has no id; write family.name`, first, '  - level: MUST\n'],
    [`openapi.yaml:${line}: an entry of x-requirements is not a mapping; write it`, first, `  - a sentence\n${first}`],
    ['has the source RFC 9110; write a section (§4.1) or a', 'source: §5.1', 'source: RFC 9110'],
    ['E2 has a malformed id; write D and the next free number.', '  - id: D2\n', '  - id: E2\n'],
    ['names a-week, which x-numbers does not list; add it', 'at least {{key-lifetime}}.', 'at least {{a-week}}.'],
    ['polling is named by no text; write {{polling}} where it applies', /\{\{polling\}\}/g, 'a while'],
    ['reference is 255 code points, but #/components/', 'value: 256 code points', 'value: 255 code points'],
    ['D2 names KindOfCase, which the interface does not have', 'about: [CaseType]', 'about: [KindOfCase]'],
    ['names http.nothing, which x-requirements does not list', /limits: \[.*\]/, 'limits: [http.nothing]'],
    ['has the answer 404; write a status code', 'answer: 404 not-found', "answer: '404'"],
    ['names another status code or problem type in its text', /answer: '201'/, 'answer: 409 case-closed'],
    ['openapi.yaml: ', 'openapi: 3.1.1', 'openapi: [3.1.1'],
  ])('%s', (says, from, to) => {
    const edited = source.replace(from, to);
    expect(edited).not.toBe(source);
    expect(() => readContract(edited)).toThrow(
      expect.objectContaining({ constructor: ContractError, message: expect.stringContaining(says) }),
    );
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
  });
});
