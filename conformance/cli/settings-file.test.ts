import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../../generated/requirements.ts';
import { help, readOptions } from './options.ts';
import { complaintOf } from '../testing.ts';
import { flags } from './values.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'manifest-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const write = (text: string, name = 'manifest.yaml') => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

const options = (text: string, flags: string[] = [], environment: Record<string, string> = {}) =>
  readOptions(['--manifest', write(text), ...flags], environment);

const complaint = (read: () => unknown) => complaintOf(read).replace(`${folder}/`, '');

test('a manifest says all that flags say', () => {
  mkdirSync(join(folder, 'fixtures'), { recursive: true });
  write('a picture', 'fixtures/front.png');
  const found = options(`
base-url: https://candidate.example/v1/
contract: ${contract.version}
class: stated
claims: [sandbox]
key-header: 'X-API-Key: {key}'
id-from: /data/case_id
headers: { X-Route: blue }
wait: 2.5
fixtures: { evidence: fixtures/front.png, reference: customer-7 }
concurrency: 3
timeout: 4
deadline: 50
`);
  expect(found).toMatchObject({
    baseUrl: 'https://candidate.example/v1',
    wait: 2500,
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

test('flags win over the environment, the environment over the file', () => {
  const text = 'timeout: 1\ndeadline: 1\nconcurrency: 1\n';
  const environment = { IDV_TIMEOUT: '2', IDV_DEADLINE: '2', IDV_CLASS: '' };
  const { selection } = options(text, ['--timeout', '3'], environment);
  expect(selection).toMatchObject({ timeout: 3000, deadline: 2000, concurrency: 1, class: 'full' });
});

test('headers of all three places are sent, of two with one name that of the stronger place', () => {
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

test('the example is a manifest, and JSON is one too', () => {
  const example = readFileSync(new URL('../../examples/conformance.yaml', import.meta.url), 'utf8');
  expect(example).toMatch(/^# yaml-language-server: \$schema=\.\.\/conformance\.schema\.json\n/);
  expect(options(example)).toMatchObject({ baseUrl: 'https://candidate.example/v1', wait: 60_000 });
  expect(options('{"claims": ["sandbox"]}').manifest.claims).toEqual(['sandbox']);
});

describe('the schema keeps up with the flags', () => {
  const schema = JSON.parse(readFileSync(new URL('../../conformance.schema.json', import.meta.url), 'utf8')) as {
    properties: Record<string, { properties?: object; items?: { enum?: string[] } }>;
  };

  test('what is no secret and belongs to more than one run stands in both', () => {
    const ofOneRun = ['only', 'list', 'report-dir', 'manifest', 'repeat', 'shuffle', 'seed', 'help', 'version'];
    const secret = ['api-key', 'other-api-key', 'live-api-key'];
    const named: Record<string, string> = { claims: 'claim', headers: 'header' };
    const members = Object.entries(schema.properties).flatMap(([name, { properties }]) => {
      if (!properties) return [named[name] ?? name];
      return Object.keys(properties).map((inner) => (name === 'fixtures' ? inner : `${name}-${inner}`));
    });
    const lasting = Object.keys(flags).filter((name) => !ofOneRun.includes(name) && !secret.includes(name));
    expect(members.toSorted()).toEqual(lasting.toSorted());
  });

  test('the same capabilities can be claimed', () => {
    const claims = schema.properties['claims']!.items!.enum!;
    expect(complaint(() => readOptions(['--claim', 'magic'], {}))).toBe(
      `--claim magic: take one of ${claims.join(', ')}.`,
    );
  });
});

test('--help names every flag', () => {
  for (const name of Object.keys(flags)) expect(help).toContain(`--${name}`);
});

test.each<[string, string, RegExp]>([
  ['no YAML', 'a: [1\n', /^manifest\.yaml:\d: this is no YAML: /],
  ['a repeated member', 'wait: 1\nwait: 2\n', /^manifest\.yaml:2: this is no YAML: Map keys must be unique/],
  ['a list', '\n- a\n', /^manifest\.yaml:2 \(the file\): must be object\./],
  ['nothing', '', /^manifest\.yaml:1 \(the file\): must be object\./],
  [
    'an unknown member',
    'wait: 1\nbaseurl: x\n',
    /^manifest\.yaml:2 \/baseurl: there is no such member\. Did you mean base-url\?$/,
  ],
  [
    'a wrong type',
    '\ntimeout: soon\n',
    /^manifest\.yaml:2 \/timeout: must be number\. Seconds that one answer may take/,
  ],
  ['a number for the contract', 'contract: 0.1\n', /^manifest\.yaml:1 \/contract: must be string\. .*in quotes/],
  [
    'a wrong claim',
    'claims:\n  - sandbox\n  - magic\n',
    /^manifest\.yaml:3 \/claims\/1: must be equal to one of the allowed values \(sandbox, /,
  ],
  [
    'an address without http',
    'base-url: candidate:80\n',
    /^manifest\.yaml:1 \/base-url: must match pattern .* Address of the candidate/,
  ],
  [
    'a key',
    'wait: 1\napi-key: sk_1\n',
    /^manifest\.yaml:2 \/api-key: a key or a secret never stands in the manifest; set it in the environment \(IDV_API_KEY/,
  ],
  [
    'a secret further down',
    'fixtures:\n  webhookSecret: x\n',
    /^manifest\.yaml:2 \/fixtures\/webhookSecret: a key or a secret never/,
  ],
  [
    'a key where its place is told',
    'key-header: "X-API-Key: sk_1"\n',
    /^manifest\.yaml:1 \/key-header: .* never the key itself/,
  ],
  [
    'a secret header',
    'headers:\n  X-A: b\n  X-Gateway-Token: t\n',
    /^manifest\.yaml:3 \/headers\/X-Gateway-Token: a secret never .*--header or IDV_HEADER/,
  ],
  ['a header over two lines', 'headers:\n  X-A: "b\\nc"\n', /^manifest\.yaml:2 \/headers\/X-A: must match pattern/],
])('%s is told with file, line and pointer', (_, text, message) => {
  const told = complaint(() => options(text));
  expect(told).toMatch(message);
  expect(told).not.toMatch(/\n|sk_1/);
});

test('no key of the environment stands in the manifest under any name', () => {
  const told = complaint(() =>
    options('wait: 1\nheaders: { X-Tenant: abc123def }\n', [], { IDV_API_KEY: 'abc123def' }),
  );
  expect(told).toBe(
    'manifest.yaml:2: the key of IDV_API_KEY stands here; take it out: the manifest is no place for secrets.',
  );
});

test('a file that is not there is named', () => {
  expect(complaint(() => readOptions(['--manifest', join(folder, 'none.yaml')], {}))).toBe(
    'none.yaml cannot be read (ENOENT); name a file that is there.',
  );
  expect(complaint(() => options('ca: none.pem\n'))).toBe(`--ca none.pem cannot be read (ENOENT).`);
  expect(complaint(() => options(`ca: ${write('x', 'x.pem')}\n`))).toMatch(
    /^--ca x\.pem: this is no certificate in PEM/,
  );
});

test('another version of the contract ends the run, and says what to do', () => {
  const [major, minor] = contract.version.split('.');
  for (const expected of [`${major}.${minor}`, contract.version])
    expect(options(`contract: '${expected}'\n`).selection.class).toBe('full');
  for (const expected of ['9.9', `${major}.${minor}9`])
    expect(complaint(() => options(`contract: '${expected}'\n`))).toBe(
      `Contract ${expected} is expected, but this suite judges contract ${contract.version}: use the release of idv-case-contract that carries ${expected}, or read in CHANGELOG.md what changed and expect ${contract.version}.`,
    );
});

test.each<[string[], RegExp]>([
  [['--evidence', 'x'], /^--evidence and --reference belong to --class stated/],
  [['--header', 'no colon'], /^--header no colon: take "Name: value"/],
  [['--header', 'X-Secret: a\u0001b'], /^--header X-Secret: take "Name: value"/],
  [['--header', 'content-type: text/plain'], /the checks choose this header for each request/],
  [['--header', 'authorization: x'], /^--header authorization: the key is carried there; see --key-header\.$/],
  [['--wait', 'long'], /^--wait long: take a number above 0/],
  [['--only', 'get-cse'], /--list shows them\. Did you mean get-case\?$/],
])('%j is refused', (flags, message) => {
  expect(complaint(() => readOptions(flags, {}))).toMatch(message);
});
