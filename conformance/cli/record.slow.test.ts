import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import type { Report } from '../../generated/report.ts';
import { referenceKeys, referenceSecrets, startReference } from '../reference/start.ts';
import { changes } from '../values/changed-keys.ts';
import { formsOf } from '../wire/redactor.ts';
import { cli, environmentWith, execute, proxyTo, run } from '../testing.ts';
import { temporaryFolder } from '../testing-folder.ts';

const folder = temporaryFolder();
const file = join(folder, 'run.jsonl');
const reference = await startReference();
/** It breaks a requirement. */
const service = await proxyTo(reference.baseUrl, { location: () => 'http://elsewhere.example/' });
afterAll(async () => {
  service.stop();
  await reference.stop();
});

const keys = {
  IDV_API_KEY: referenceKeys.tenant,
  IDV_OTHER_API_KEY: referenceKeys.other,
  IDV_LIVE_API_KEY: referenceKeys.live,
  IDV_HEADER: 'X-Gateway: let-me-in-42',
};
const only = ['create-case', 'get-case'].flatMap((family) => ['--only', family]);
const flags = [
  '--base-url',
  service.baseUrl,
  '--claim',
  'sandbox',
  '--service-version',
  '1.2',
  ...only,
  '--record',
  file,
];

/** The report without what depends on the time. */
const timeless = (text: string) =>
  JSON.parse(text, (name, value: unknown) => (name === 'milliseconds' ? undefined : value)) as Report;
const reportIn = (name: string) => readFileSync(join(folder, name, 'report.json'), 'utf8');

test('a run that was recorded has the same report when another process judges it', async () => {
  const played = await run([...flags, '--report-dir', join(folder, 'run')], keys);
  const judged = await run(['judge', file, '--report-dir', join(folder, 'judged')], {
    IDV_API_KEY: 'of-something-else',
  });
  expect({ code: judged.code, err: judged.err }).toEqual({ code: played.code, err: played.err });
  const [first, second] = ['run', 'judged'].map((name) => timeless(reportIn(name))) as [Report, Report];
  expect(first.counts.fail).toBeGreaterThan(0);
  expect(second).toEqual(first);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

// Bytes of the file for each exchange, and megabytes of the heap of `judge`: a whole run of 7,128 exchanges has 1,765 and needs 128.
const bound = { bytes: 2500, heap: 96 };

test('the size of the file and the memory that judge needs have a bound', async () => {
  const text = readFileSync(file, 'utf8');
  const exchanges = text.match(/^\{"exchange"/gm)!.length;
  expect(exchanges).toBeGreaterThan(500);
  expect(Buffer.byteLength(text) / exchanges).toBeLessThan(bound.bytes);
  const main = join(import.meta.dirname, 'main.ts');
  const { code } = await execute(process.execPath, [`--max-old-space-size=${bound.heap}`, main, 'judge', file], {
    env: environmentWith(),
  });
  expect(code).toBe(1);
});

test('no line has a form of a key, of a secret or of the value of a header', () => {
  const pieces = readFileSync(file, 'utf8').replaceAll(/^\{"piece":"([^"]+)"\}$/gm, (_, piece: string) =>
    inflateSync(Buffer.from(piece, 'base64')).toString('latin1'),
  );
  const values = Object.values({ ...referenceKeys, ...referenceSecrets, header: 'let-me-in-42' });
  const derived = values.flatMap((key) => [
    key,
    key.toUpperCase(),
    key.toLowerCase(),
    ...Object.entries(changes).flatMap(([name, change]) =>
      // Half of these keys is `sandbox_demo_ke`, or nearly.
      /half|identifiable/.test(name) ? [] : [change(key, '$').value],
    ),
  ]);
  const forms = derived.flatMap((value) => formsOf({ value, shell: '' }).map(([form]) => form));
  expect(forms.filter((form) => pieces.includes(form))).toEqual([]);
});

test('a run that is killed leaves a file that is judged as far as it goes', async () => {
  const whole = new Map(timeless(reportIn('judged')).results.map(({ id, verdict }) => [id, verdict]));
  const cut = join(folder, 'killed.jsonl');
  const child = spawn(process.execPath, [cli, ...flags.slice(0, -1), cut], {
    env: environmentWith(keys),
    stdio: 'ignore',
  });
  const isBegun = () => (statSync(cut, { throwIfNoEntry: false })?.size ?? 0) > 300_000;
  while (!isBegun()) await new Promise((resolve) => setTimeout(resolve, 20));
  child.kill('SIGKILL');
  await once(child, 'exit');
  const { code, out, err } = await run(['judge', cut, '--report-dir', join(folder, 'killed')]);
  expect({ code, err }).toEqual({ code: expect.toBeOneOf([1, 3]) as number, err: '' });
  expect(out).toContain('It ends before the run ended: what is missing is inconclusive.');
  const { results } = timeless(reportIn('killed'));
  const certain = results.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail');
  for (const { id, verdict } of certain) expect(`${id} ${verdict}`).toBe(`${id} ${whole.get(id)}`);
  expect(results.filter(({ verdict }) => verdict === 'inconclusive').length).toBeGreaterThan(10);
});

test('a file that cannot be written is a usage error before anything is sent', async () => {
  const { code, err } = await run([...flags.slice(0, -1), join(folder, 'none', 'run.jsonl')], keys);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('cannot be written (ENOENT)') as string });
});
