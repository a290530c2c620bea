import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AnySchema } from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, onTestFinished, test } from 'vitest';
import type { Report } from '../../generated/report.ts';
import { cli, environmentWith, execute, listening, runHere } from '../testing.ts';

const ajv = new Ajv2020.default({ strict: true, allErrors: true, allowUnionTypes: true });
addFormats.default(ajv);
for (const name of ['report', 'list', 'lines', 'explore'])
  ajv.addSchema(
    JSON.parse(readFileSync(new URL(`../../${name}.schema.json`, import.meta.url), 'utf8')) as AnySchema,
    `${name}.schema.json`,
  );

/** What does not fit the published schema. */
function mismatches(schema: 'report' | 'list' | 'lines' | 'explore', value: unknown) {
  const fits = ajv.getSchema(`${schema}.schema.json`)!;
  return fits(value) === true ? [] : fits.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const linesIn = (out: string) =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string } & Record<string, unknown>);

const reference = ['--reference-implementation', '--only', 'get-case'];

/** The flags for a service that responds to every request in the same way. */
async function failing(): Promise<string[]> {
  const { address, stop } = await listening(http.createServer((_, response) => response.writeHead(200).end('{}')));
  onTestFinished(stop);
  return [
    '--base-url',
    `http://${address}`,
    '--api-key',
    'sk_test_1234567890',
    '--only',
    'create-case',
    '--only',
    'http',
  ];
}

test('json is one document, the report, and text goes to standard error', async () => {
  const { code, out, err } = await runHere([...reference, '--format', 'json']);
  const report = JSON.parse(out) as Report;
  expect(mismatches('report', report)).toEqual([]);
  expect({ code, outcome: report.outcome.exitCode }).toEqual({ code: 0, outcome: 0 });
  expect(err).toContain('idv-conformance 0.');
  expect(err).toContain('PASSED');
});

test('a failing run has its causes and a brief of at most 4 kB', async () => {
  const { code, out } = await runHere([...(await failing()), '--format', 'json']);
  const report = JSON.parse(out) as Report;
  expect(mismatches('report', report)).toEqual([]);
  const { causes, brief, results } = report;
  const toFix = results.filter(({ verdict }) => ['fail', 'warning', 'inconclusive'].includes(verdict));
  expect(causes.flatMap(({ failed, blocked }) => [...failed, ...blocked]).toSorted()).toEqual(
    toFix.map(({ id }) => id).toSorted(),
  );
  expect(code).toBe(1);
  expect(Buffer.byteLength(brief)).toBeLessThanOrEqual(4096);
  expect(brief).toContain(`Fix first: ${causes[0]!.name}`);
  expect(out).not.toContain('sk_test_1234567890');
});

test('jsonl has a line for each scenario that was played, and the verdicts last', async () => {
  const { code, out } = await runHere([...(await failing()), '--format', 'jsonl']);
  const lines = linesIn(out);
  expect(lines.flatMap((line) => mismatches('lines', line))).toEqual([]);
  const order = lines.map(({ type }) => type).filter((type, at, all) => type !== all[at - 1]);
  expect(order).toEqual(['played', 'exchange', 'result', 'end']);
  const { results, exchanges, ...rest } = JSON.parse((await runHere([...(await failing()), '--format', 'json'])).out);
  expect(Object.keys(lines.at(-1)!['report'] as Report)).toEqual(Object.keys(rest));
  expect(lines.filter(({ type }) => type === 'result')).toHaveLength(results.length);
  expect(exchanges.length).toBeGreaterThan(0);
  expect(code).toBe(1);
});

test('--list has the requirements with their scenarios, whose long texts are recipes', async () => {
  const { out } = await runHere(['--list', '--format', 'json']);
  expect(mismatches('list', JSON.parse(out))).toEqual([]);
  expect(out.length).toBeLessThan(3_000_000);
});

test('--list has the same as lines, and what others name comes first', async () => {
  const flags = ['--list', '--only', 'sandbox', '--format'];
  const document = JSON.parse((await runHere([...flags, 'json'])).out) as Record<string, unknown[]>;
  const lines = linesIn((await runHere([...flags, 'jsonl'])).out);
  expect(lines.flatMap((line) => mismatches('lines', line))).toEqual([]);
  const of = (wanted: string) => lines.filter(({ type }) => type === wanted).map((line) => line[wanted]);
  expect([of('text'), of('request'), of('requirement')]).toEqual([
    document['texts'],
    document['requests'],
    document['requirements'],
  ]);
  expect(lines[0]).toEqual({ type: 'names', changes: document['changes'], freedoms: document['freedoms'] });
});

const explored = ['explore', '--for', '1', '--format'];

test('explore prints its failures as a document, or a line each', async () => {
  const flags = [...(await failing()).slice(0, 4), '--allow-live'];
  const { code, out, err } = await runHere([...explored, 'json', ...flags]);
  const document = JSON.parse(out) as { failures: object[]; outcome: { exitCode: number } };
  expect(mismatches('explore', document)).toEqual([]);
  expect({ code, exitCode: document.outcome.exitCode }).toEqual({ code: 1, exitCode: 1 });
  expect(document.failures.length).toBeGreaterThan(0);
  expect(err).toContain('FOUND ');
  expect(out).not.toContain('sk_test_1234567890');
  const lines = linesIn((await runHere([...explored, 'jsonl', ...flags])).out);
  expect(lines.flatMap((line) => mismatches('lines', line))).toEqual([]);
  expect(lines[0]!.type).toBe('failure');
  expect(lines.at(-1)!.type).toBe('explored');
});

test('client prints a line for each session, and then its results', async () => {
  const flags = ['--behaviour', 'properties and reason codes that the contract does not list'];
  const command = ['--', 'python3', 'examples/python-client/verify.py'];
  const { code, out, err } = await runHere(['client', '--format', 'jsonl', ...flags, ...command]);
  const lines = linesIn(out);
  expect(lines.flatMap((line) => mismatches('lines', line))).toEqual([]);
  const order = lines.map(({ type }) => type).filter((type, at, all) => type !== all[at - 1]);
  expect(order).toEqual(['session', 'result', 'end']);
  expect(code).toBe(0);
  expect(err).toContain('PASSED');
});

test('a reader that closes the pipe early changes nothing', async () => {
  const shell = `"$0" "$1" ${reference.join(' ')} --format jsonl --quiet | head -3; exit \${PIPESTATUS[0]}`;
  const { code, out, err } = await execute('bash', ['-c', shell, process.execPath, cli], { env: environmentWith() });
  expect({ code, lines: linesIn(out).length }).toEqual({ code: 0, lines: 3 });
  expect(err).toMatch(/^PASSED .*\n/);
});
