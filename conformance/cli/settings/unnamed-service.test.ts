import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { complaintOf } from '../../testing.ts';
import { readOptions } from './options.ts';

const folder = mkdtempSync(join(tmpdir(), 'unnamed-'));
const settings = join(folder, 'own.yaml');
writeFileSync(settings, 'claims: [sandbox]\nid-from: Location\nclass: stated\n');
const known = join(folder, 'known.yaml');
writeFileSync(known, 'failures: [{ id: get-case.status, reason: JIRA-7 }]\n');
afterAll(() => rmSync(folder, { recursive: true }));

const named = ['--base-url', 'http://127.0.0.1:9'];
const reference = ['--reference-implementation'];
const inPipeline = { CI: 'true' };

test.each<[string[], Record<string, string>]>([
  [[], {}],
  [[], { CI: '' }],
  [[], { CI: 'false' }],
  [['--class', 'stated', '--only', 'get-case', '--seed', '7', '--id-from', '/id'], {}],
  [reference, inPipeline],
  [[...reference, '--claim', 'webhooks', '--report-dir', 'reports', '--api-key', 'one'], inPipeline],
  [[...named, '--claim', 'sandbox', '--report-dir', 'reports'], inPipeline],
  [[], { ...inPipeline, IDV_BASE_URL: 'http://127.0.0.1:9' }],
])('%j with %j says what it judges', (flags, environment) => {
  expect(readOptions(flags, environment).unnamedService).toBeUndefined();
});

test.each<[string[], Record<string, string>, string]>([
  [[], inPipeline, 'CI=true'],
  [[], { CI: '1', IDV_API_KEY: 'one' }, 'CI=1 and IDV_API_KEY'],
  [['--api-key', 'one'], { IDV_OTHER_API_KEY: 'two' }, '--api-key and IDV_OTHER_API_KEY'],
  [['--live-api-key=three'], {}, '--live-api-key'],
  [['--claim', 'sandbox'], {}, '--claim'],
  [[], { IDV_CLAIM: 'sandbox' }, 'IDV_CLAIM'],
  [['--known-failures', known], {}, '--known-failures'],
  [['--write-known-failures', known], {}, '--write-known-failures'],
  [['--report-dir', 'reports'], {}, '--report-dir'],
  [['--header', 'X-Route: blue'], { IDV_WEBHOOK_SECRET: 'abcd' }, '--header and IDV_WEBHOOK_SECRET'],
  [['--manifest', settings], {}, 'claims in {settings} and id-from in {settings}'],
])('%j with %j must name a service', (flags, environment, given) => {
  expect(readOptions(flags, environment).unnamedService).toBe(
    `A run with ${given.replaceAll('{settings}', settings)} must name what it judges: add --base-url <url> for your service, or --reference-implementation for the bundled reference implementation.`,
  );
});

test.each<[string[], Record<string, string>, string]>([
  [named, {}, '--base-url'],
  [[], { IDV_BASE_URL: 'http://127.0.0.1:9' }, 'IDV_BASE_URL'],
])('%j with %j and --reference-implementation names two services', (flags, environment, given) => {
  expect(complaintOf(() => readOptions([...reference, ...flags], environment))).toBe(
    `${given} names a service, and --reference-implementation names the bundled one: omit one of them.`,
  );
});
