import { describe, expect, test } from 'vitest';
import { placeholderOf } from './flag.ts';
import { flagList, secretVariables, variableFor } from './flags.ts';
import { help } from './help.ts';
import { readOptions } from './options.ts';
import { rerunFlags } from './rerun.ts';
import { readValues } from './values.ts';
import { complaintOf } from '../../testing.ts';

const complaint = (...argv: string[]) => complaintOf(() => readValues(argv, {}));

test('--help has an entry for every flag, and every variable that holds a secret', () => {
  for (const [name, { noFlag }] of flagList) if (!noFlag) expect(help).toMatch(new RegExp(`^  --${name}\\s+\\S`, 'm'));
  for (const variable of secretVariables) expect(help).toContain(variable);
  expect(Math.max(...help.split('\n').map((line) => line.length))).toBeLessThanOrEqual(118);
});

test('reads switches, values and repeated values', () => {
  const argv = ['--slow', '--class', 'stated', '--only', 'http', '--only=get-case', '--evidence=-x', '--header=X-A: b'];
  const expected = { slow: true, class: 'stated', only: ['http', 'get-case'], evidence: '-x', header: ['X-A: b'] };
  expect(readValues(argv, {}).values).toMatchObject(expected);
});

test('every flag with a value is read from its variable, which must not be empty', () => {
  const byType = {
    seconds: '7',
    count: '7',
    headers: 'X-A: b',
    list: 'sandbox',
    url: 'http://127.0.0.1:1',
  };
  const byName = { 'webhook-listen': 'a:1', contract: '0.2', 'key-header': 'X-A: {key}', 'id-from': '/x' };
  const samples: Record<string, string> = { ...byType, ...byName };
  for (const [name, { type, description, choices }] of flagList) {
    if (type === 'boolean') continue;
    const variable = variableFor(name);
    const sample = samples[name] ?? choices?.[0] ?? samples[type] ?? 'abcd';
    if (name !== 'manifest')
      expect([readValues([], { [variable]: sample }).values[name]].flat().map(String)).toEqual([sample]);
    expect(complaintOf(() => readValues([], { [variable]: ' ' }))).toBe(
      `${variable} is set but empty: give it a value, or unset it. ${description}`,
    );
  }
});

test.each(flagList.filter(([, { noFlag }]) => !noFlag))(
  '--%s with a typing error is suggested, and without its value is explained',
  (name, flag) => {
    expect(complaint(`--${name}s`)).toBe(`Unknown option '--${name}s'. Did you mean --${name}? See --help.`);
    if (flag.type === 'boolean') return expect(complaint(`--${name}=yes`)).toBe(`--${name} has no value: omit =yes.`);
    const form = `--${name} <${placeholderOf(flag)}>. ${flag.description}`;
    expect(complaint(`--${name}`)).toBe(`--${name} needs a value: ${form}`);
    for (const empty of [[`--${name}=`], [`--${name}`, ''], [`--${name}`, ' ']])
      expect(complaint(...empty)).toBe(`--${name} needs a value, but it is empty: ${form}`);
  },
);

const named = ['--base-url', 'http://127.0.0.1:9'];
const reference = ['--reference-implementation'];

test.each<[string[], Record<string, string>]>([
  [[], {}],
  [[], { CI: '' }],
  [[], { CI: 'false' }],
  [['--class', 'stated', '--only', 'get-case', '--seed', '7', '--id-from', '/id'], {}],
  [reference, { CI: 'true' }],
  [[...reference, '--claim', 'webhooks', '--report-dir', 'reports', '--api-key', 'one'], { CI: 'true' }],
  [[...named, '--claim', 'sandbox', '--report-dir', 'reports'], { CI: 'true' }],
  [[], { CI: 'true', IDV_BASE_URL: 'http://127.0.0.1:9' }],
])('%j with %j says what is judged', (flags, environment) => {
  expect(readOptions(flags, environment).unnamedService).toBeUndefined();
});

test('a variable that was probably meant as a setting is named', () => {
  const environment = { IDV_CLAIMS: 'sandbox', IDV_SLOW: '1', IDV_DATABASE_PASSWORD: 'x', IDV_API_KEY: 'x', HOME: '/' };
  const texts = readValues([], environment).unread.map(({ text }) => text);
  expect(texts).toEqual(['IDV_CLAIMS is not read. Did you mean IDV_CLAIM?', 'IDV_SLOW is not read. Use --slow.']);
});

describe('the flags that judge the same candidate again', () => {
  const again = (...argv: string[]) => rerunFlags(readValues(argv, {}).values).join(' ');

  test('are those that concern the candidate, quoted for a shell', () => {
    const candidate = ['--base-url', 'http://127.0.0.1:1', '--claim', 'sandbox', '--claim', 'webhooks'];
    const webhooks = ['--webhook-listen', '0.0.0.0:9099', '--webhook-url', 'http://suite.example:9099', '--slow'];
    const own = ['--class', 'stated', '--id-from', 'Location', '--reference', 'a b', '--ca', 'ca.pem'];
    const ofOneRun = ['--report-dir', 'x', '--only', 'http', '--seed', '7', '--wait', '9', '--api-key', 'secret'];
    expect(again(...own, ...candidate, ...ofOneRun, ...webhooks, '--key-header', "X-Key: it's {key}")).toBe(
      [
        '--base-url http://127.0.0.1:1 --claim sandbox --claim webhooks',
        '--webhook-listen 0.0.0.0:9099 --webhook-url http://suite.example:9099 --slow',
        `--class stated --key-header 'X-Key: it'\\''s {key}' --id-from Location --reference 'a b' --ca ca.pem`,
      ].join(' '),
    );
  });

  test('omit defaults and values of headers, and are none for the bundled reference implementation', () => {
    expect(again('--class', 'full', '--id-from', '/id')).toBe('');
    expect(again('--header', 'X-Route: blue', '--header', 'X-Gateway: secret')).toBe(
      '--header "X-Route: $X_ROUTE" --header "X-Gateway: $X_GATEWAY"',
    );
  });
});
