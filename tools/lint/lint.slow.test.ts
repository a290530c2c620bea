import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { change } from '../contract/change.ts';
import { isBoundedPattern } from './bounds.ts';
import { type Break, breaks } from './breaks.ts';
import { mentionsIn } from './requirements.ts';
import { redocly, root } from '../root.ts';

interface Problem {
  ruleId: string;
  message: string;
  location: { pointer?: string; start?: { line: number } }[];
}

const folder = mkdtempSync(join(tmpdir(), 'lint-'));
const contract = parse(readFileSync(join(root, 'openapi.yaml'), 'utf8'));

const isAssertion = ([rule]: Break) => rule.startsWith('rule/');

/** What Redocly finds in the contract, and in copies with all breaks of assertions, and with all others: some hide each other. */
let found: Problem[][];
beforeAll(() => {
  const copies = [[], breaks.filter((each) => !isAssertion(each)), breaks.filter(isAssertion)];
  const files = copies.map((list, index) => {
    const document = structuredClone(contract);
    for (const [, pointer, value] of list) change(document, pointer, () => value);
    const file = join(folder, `${index}.json`);
    writeFileSync(file, JSON.stringify(document, null, 2));
    return file;
  });
  const options = ['--config', join(root, 'redocly.yaml'), '--format', 'json', '--max-problems', '10000'];
  const { stdout } = spawnSync(process.execPath, [redocly, 'lint', ...files, ...options], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  found = stdout.split(/(?<=^\})\s*(?=\{)/m).map((report) => JSON.parse(report).problems);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

test('the contract passes', () => expect(found[0]).toEqual([]));

describe('each rule can fail', () => {
  test.each(breaks)('%s: %s', (...each) => {
    const [rule, , , says] = each;
    const problems = found[isAssertion(each) ? 2 : 1]!;
    const hit = problems.find(({ ruleId, message }) => ruleId === rule && message.includes(says));

    expect(hit?.location[0]?.pointer, `no ${rule} that says ${says}`).toMatch(/^#\//);
  });

  test('every rule of this project is among them', () => {
    const config = parse(readFileSync(join(root, 'redocly.yaml'), 'utf8'));
    const own = Object.keys(config.rules).filter((rule) => config.rules[rule] !== 'off');
    expect(own.filter((rule) => !breaks.some(([broken]) => broken === rule))).toEqual([]);
  });
});

test('every rule that is off or configured has a comment with its reason', () => {
  const lines = readFileSync(join(root, 'redocly.yaml'), 'utf8').split('\n');
  const rules = lines.flatMap((line, index) => (/^  [a-z][a-z0-9-]*:/.test(line) ? [index] : []));
  const bare = rules.filter((index) => lines.indexOf('rules:') < index && !lines[index - 1]!.trim().startsWith('#'));
  expect(bare.map((index) => lines[index])).toEqual([]);
});

describe('a bounded pattern', () => {
  for (const pattern of ['^[a-z]{1,64}$', '^[*+]{3}$', '^\\+[0-9]{10}$'])
    test(`${pattern} is one`, () => expect(isBoundedPattern(pattern)).toBe(true));
  for (const pattern of ['^[a-z]+$', '[a-z]{1,64}', '^a{2,}$', '^a|b$', '^a*$'])
    test(`${pattern} is none`, () => expect(isBoundedPattern(pattern)).toBe(false));
});

test('a decision is named in prose, alone or in a range, and not as code', () => {
  expect(mentionsIn('as decided (D3, D5 to D7) and D9, not `D12`')).toEqual(['D3', 'D5', 'D6', 'D7', 'D9']);
});
