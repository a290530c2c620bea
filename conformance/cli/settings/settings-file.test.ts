import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '../../../generated/requirements.ts';
import { complaintOf } from '../../testing.ts';
import { readOptions } from './options.ts';

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

test('a settings file sets every flag that has a property', () => {
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
  expect(options(example)).toMatchObject({ baseUrl: 'https://candidate.example/v1', wait: 60_000 });
  expect(options('{"claims": ["sandbox"]}').manifest.claims).toEqual(['sandbox']);
});

test.each<[string, string, RegExp]>([
  ['no YAML', 'a: [1\n', /^manifest\.yaml:\d: invalid YAML: /],
  ['a repeated property', 'wait: 1\nwait: 2\n', /^manifest\.yaml:2: invalid YAML: Map keys must be unique/],
  ['a list', '\n- a\n', /^manifest\.yaml:2 \(the file\): must be object\./],
  ['nothing', '', /^manifest\.yaml:1 \(the file\): must be object\./],
  [
    'an unknown property',
    'wait: 1\nbaseurl: x\n',
    /^manifest\.yaml:2 \/baseurl: there is no such property\. Did you mean base-url\?$/,
  ],
  [
    'a wrong type',
    '\ntimeout: soon\n',
    /^manifest\.yaml:2 \/timeout: must be number\. Maximum time for one response in seconds/,
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
    /^manifest\.yaml:1 \/base-url: must match pattern .* Address of the service to judge/,
  ],
  ['an empty address', "base-url: ''\n", /^manifest\.yaml:1 \/base-url: must match pattern .* Address of the service/],
  ['an address without a value', 'base-url:\n', /^manifest\.yaml:1 \/base-url: must be string/],
  [
    'a key',
    'wait: 1\napi-key: sk_1\n',
    /^manifest\.yaml:2 \/api-key: a settings file must not contain a key or a secret; set it in the environment \(IDV_API_KEY/,
  ],
  [
    'a secret further down',
    'fixtures:\n  webhookSecret: x\n',
    /^manifest\.yaml:2 \/fixtures\/webhookSecret: a settings file must not contain a key/,
  ],
  [
    'a key in the header that carries it',
    'key-header: "X-API-Key: sk_1"\n',
    /^manifest\.yaml:1 \/key-header: .* never the key itself/,
  ],
  [
    'a secret header',
    'headers:\n  X-A: b\n  X-Gateway-Token: t\n',
    /^manifest\.yaml:3 \/headers\/X-Gateway-Token: a settings file must not contain a secret; .*--header or IDV_HEADER/,
  ],
  ['a header over two lines', 'headers:\n  X-A: "b\\nc"\n', /^manifest\.yaml:2 \/headers\/X-A: must match pattern/],
])('reports %s with file, line and pointer', (_, text, pattern) => {
  const message = complaint(() => options(text));
  expect(message).toMatch(pattern);
  expect(message).not.toMatch(/\n|sk_1/);
});

test('rejects a settings file that contains a key of the environment', () => {
  const message = complaint(() =>
    options('wait: 1\nheaders: { X-Tenant: abc123def }\n', [], { IDV_API_KEY: 'abc123def' }),
  );
  expect(message).toBe(
    'manifest.yaml:2: contains the value of IDV_API_KEY; a settings file must not contain a secret: remove it.',
  );
});

test('names a file that does not exist', () => {
  expect(complaint(() => readOptions(['--manifest', join(folder, 'none.yaml')], {}))).toBe(
    'none.yaml cannot be read (ENOENT); name a file that exists.',
  );
  expect(complaint(() => options('ca: none.pem\n'))).toBe(
    `--ca none.pem cannot be read (ENOENT); name a file that exists.`,
  );
  expect(complaint(() => options(`ca: ${write('x', 'x.pem')}\n`))).toMatch(
    /^--ca x\.pem: expected a certificate in PEM/,
  );
});

test('another version of the contract ends the run and prints the next step', () => {
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
  [['--header', 'no colon'], /^--header no colon: expected "Name: value"/],
  [['--header', 'X-Secret: a\u0001b'], /^--header X-Secret: expected "Name: value"/],
  [['--header', 'content-type: text/plain'], /the scenarios set this header on each request/],
  [['--header', 'authorization: x'], /^--header authorization: this header carries the key; see --key-header\.$/],
  [['--wait', 'long'], /^--wait long: expected a number above 0/],
  [['--only', 'stated'], /--only stated: this is a class: --class stated\.$/],
  [['--only', 'get-cse'], /--list shows them\. Did you mean get-case\?$/],
])('rejects %j', (flags, message) => {
  expect(complaint(() => readOptions(flags, {}))).toMatch(message);
});
