import { describe, expect, test } from 'vitest';
import { flagList, variableFor } from './flags.ts';
import { help } from './help.ts';
import { readValues, rerunFlags } from './values.ts';
import { complaintOf } from '../../testing.ts';

test('--help has an entry for every flag, and every variable that holds a secret', () => {
  for (const [name, { noFlag, secret }] of flagList) {
    if (!noFlag) expect(help).toMatch(new RegExp(`^  --${name}\\s+\\S`, 'm'));
    if (secret) expect(help).toContain(variableFor(name));
  }
  expect(Math.max(...help.split('\n').map((line) => line.length))).toBeLessThanOrEqual(118);
});

test('every flag with a value is read from its variable', () => {
  const samples = { seconds: '7', count: '7', choice: 'stated', headers: 'X-A: b', list: 'sandbox' };
  for (const [name, { type }] of flagList) {
    if (type === 'boolean' || name === 'manifest') continue;
    const sample = type in samples ? samples[type as keyof typeof samples] : 'x';
    const { values } = readValues([], { [variableFor(name)]: sample });
    expect([values[name]].flat().map(String)).toEqual([sample]);
  }
});

test('a variable that is set but empty is an error', () => {
  for (const [name, { type, description }] of flagList) {
    if (type === 'boolean') continue;
    const variable = variableFor(name);
    for (const empty of ['', ' ', ...(type === 'list' ? [' , '] : [])])
      expect(complaintOf(() => readValues([], { [variable]: empty }))).toBe(
        `${variable} is set but empty: give it a value, or unset it. ${description}`,
      );
  }
});

test('a secret of webhooks has a variable and no flag', () => {
  expect(readValues([], { IDV_WEBHOOK_SECRET: 'abcd' }).values['webhook-secret']).toBe('abcd');
  expect(complaintOf(() => readValues(['--webhook-secret', 'abcd'], {}))).toMatch(/^Unknown option '--webhook-secret'/);
});

test.each([
  ['--seed', '0', 'a whole number from 1'],
  ['--rate', '2.5', 'a whole number from 1'],
  ['--timeout', '0.0', 'a number above 0'],
  ['--deadline', '1e3', 'a number above 0'],
])('%s %s is not %s', (flag, value, expected) => {
  expect(complaintOf(() => readValues([flag, value], {}))).toBe(`${flag} ${value}: expected ${expected}.`);
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

  test('omit defaults, and are none for the bundled reference implementation', () => {
    expect(again('--class', 'full', '--id-from', '/id')).toBe('');
  });

  test('name a variable for the value of a header', () => {
    expect(again('--header', 'X-Route: blue', '--header', 'X-Gateway: secret')).toBe(
      '--header "X-Route: $X_ROUTE" --header "X-Gateway: $X_GATEWAY"',
    );
  });
});
