import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import schema from '../../../conformance.schema.json' with { type: 'json' };
import { contract } from '../../../generated/requirements.ts';
import { complaintOf } from '../../testing.ts';
import { temporaryFolder } from '../../testing-folder.ts';
import { readOptions } from './options.ts';

const folder = temporaryFolder();

const write = (text: string, name = 'manifest.yaml') => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

const options = (text: string, flags: string[] = [], environment: Record<string, string> = {}) =>
  readOptions(['--manifest', write(text), ...flags], environment);

const everything = `
base-url: https://candidate.example/v1/
contract: ${contract.version}
class: stated
claims: [sandbox]
key-header: 'X-API-Key: {key}'
id-from: /data/case_id
headers: { X-Route: blue }
wait: 2.5
evidence: files/front.png
reference: customer-7
concurrency: 3
timeout: 4
deadline: 50
`;

test('a settings file sets every flag that has a property, and fits the schema for editors', () => {
  mkdirSync(join(folder, 'files'), { recursive: true });
  write('a picture', 'files/front.png');
  const fits = new Ajv2020.default({ strict: true }).compile(schema);
  expect([fits(parse(everything)), fits.errors]).toEqual([true, null]);
  const found = options(everything);
  expect(found).toMatchObject({
    values: { 'base-url': 'https://candidate.example/v1', wait: 2.5 },
    manifest: {
      claims: ['sandbox'],
      key: { header: 'X-API-Key', template: '{key}' },
      id: '/data/case_id',
      headers: [['X-Route', 'blue']],
      fixtures: { evidence: { filename: 'front.png', type: 'image/png' }, reference: 'customer-7' },
    },
    selection: { class: 'stated', concurrency: 3, timeout: 4000, deadline: 50_000 },
  });
  expect(found.manifest.fixtures?.evidence?.file?.toString()).toBe('a picture');
});

test('a flag has priority over the environment, and the environment over the file', () => {
  const text = 'timeout: 1\ndeadline: 1\nconcurrency: 1\n';
  const environment = { IDV_TIMEOUT: '2', IDV_DEADLINE: '2' };
  const { selection } = options(text, ['--timeout', '3'], environment);
  expect(selection).toMatchObject({ timeout: 3000, deadline: 2000, concurrency: 1 });
});

test('keeps the headers of all three places; of two with the same name, the one of the place that wins', () => {
  const { manifest } = options('headers: { X-A: file, X-B: file }\n', ['--header', 'x-b: flag'], {
    IDV_HEADER: 'X-C: environment\nX-A: environment',
  });
  expect(manifest.headers).toEqual([
    ['X-A', 'environment'],
    ['x-b', 'flag'],
    ['X-C', 'environment'],
  ]);
});

test('lists in the environment are separated by commas', () => {
  const { manifest, selection } = readOptions([], {
    IDV_CLAIM: 'sandbox, live-key',
    IDV_LIVE_API_KEY: 'k',
    IDV_ONLY: 'http,limits',
  });
  expect(manifest.claims).toEqual(['sandbox', 'live-key']);
  expect(selection.only).toEqual(['http', 'limits']);
});

test('accepts the example, and JSON', () => {
  const example = readFileSync(new URL('../../../examples/conformance.yaml', import.meta.url), 'utf8');
  expect(example).toMatch(/^# yaml-language-server: \$schema=\.\.\/conformance\.schema\.json\n/);
  expect(options(example)).toMatchObject({ values: { 'base-url': 'https://candidate.example/v1', wait: 60 } });
  expect(options('{"claims": ["sandbox"]}').manifest.claims).toEqual(['sandbox']);
});

test('another version of the contract ends the run and prints the next step', () => {
  const [major, minor] = contract.version.split('.');
  for (const expected of [`${major}.${minor}`, contract.version])
    expect(options(`contract: '${expected}'\n`).selection.class).toBe('full');
  for (const expected of ['9.9', `${major}.${minor}9`])
    expect(complaintOf(() => options(`contract: '${expected}'\n`))).toBe(
      `Contract ${expected} is expected, but this suite judges contract ${contract.version}: use the release of idv-case-contract that carries ${expected}, or read in CHANGELOG.md what changed and expect ${contract.version}.`,
    );
});
