import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { isBoundedPattern } from './bounds.ts';
import { type Break, breaks } from './breaks.ts';
import { mentionsIn } from './requirements.ts';

interface Problem {
  ruleId: string;
  message: string;
  location: { pointer?: string; start?: { line: number } }[];
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const redocly = join(root, 'node_modules/@redocly/cli/bin/cli.js');
const folder = mkdtempSync(join(tmpdir(), 'lint-'));
const contract = readFileSync(join(root, 'openapi.yaml'), 'utf8');
const found = new Map<string, Problem[]>();

/** One run of Redocly over a copy for each break, and over one that is whole. */
beforeAll(() => {
  const copies: Record<string, Break['change']> = {
    whole: () => {},
    ...Object.fromEntries(breaks.map(({ name, change }) => [name, change])),
  };
  const files = Object.entries(copies).map(([name, change], index) => {
    const document = parse(contract);
    const before = JSON.stringify(document);
    change(document);
    if (name !== 'whole' && JSON.stringify(document) === before)
      throw new Error(`"${name}" changes nothing; fix its edit.`);
    const file = join(folder, `${index}.json`);
    writeFileSync(file, JSON.stringify(document, null, 2));
    return { name, file };
  });
  const options = ['--config', join(root, 'redocly.yaml'), '--format', 'json', '--max-problems', '10000'];
  const { stdout } = spawnSync(process.execPath, [redocly, 'lint', ...files.map(({ file }) => file), ...options], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  const reports = stdout.split(/(?<=^\})\s*(?=\{)/m).map((report): Problem[] => JSON.parse(report).problems);
  files.forEach(({ name }, index) => found.set(name, reports[index]!));
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true }));

const identity = ({ ruleId, message }: Problem) => `${ruleId}: ${message}`;

describe('each rule can fail', () => {
  for (const { name, rule, says } of breaks)
    test(`${rule}: ${name}`, () => {
      const whole = new Set(found.get('whole')!.map(identity));
      const fresh = found.get(name)!.filter((problem) => !whole.has(identity(problem)));

      const hit = fresh.find(({ ruleId, message }) => ruleId === rule && says.test(message));
      expect(fresh.map(identity), `no ${rule} that says ${says}`).toContain(hit && identity(hit));
      expect(hit!.location[0]?.pointer).toMatch(/^#\//);
    });

  test('every rule of this project is among them', () => {
    const config = parse(readFileSync(join(root, 'redocly.yaml'), 'utf8'));
    const own = Object.keys(config.rules).filter((rule) => config.rules[rule] !== 'off');
    expect(own.filter((rule) => !breaks.some((broken) => broken.rule === rule))).toEqual([]);
  });
});

test('every rule that is off or configured has a comment with its reason', () => {
  const lines = readFileSync(join(root, 'redocly.yaml'), 'utf8').split('\n');
  const rules = lines.flatMap((line, index) => (/^  [a-z][a-z0-9-]*:/.test(line) ? [index] : []));
  const bare = rules.filter((index) => lines.indexOf('rules:') < index && !lines[index - 1]!.trim().startsWith('#'));
  expect(bare.map((index) => lines[index])).toEqual([]);
});

test('the contract passes', () => {
  expect(found.get('whole')!.map(identity)).toEqual([]);
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
