import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract, requirements } from '../generated/requirements.ts';
import { referenceKeys } from './reference/start.ts';
import { environmentWith, execute } from './testing.ts';

const project = new URL('..', import.meta.url);
const url = (file: string) => JSON.stringify(new URL(file, project).href);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'own-suite-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Told {
  title: string;
  ancestorTitles: string[];
  status: string;
  failureMessages: string[];
}

/**
 * Runs Vitest as an implementer does, on a suite of one file: it starts a service with the changed part and registers
 * the checks against it.
 */
async function ownSuite(part: string, candidate: string): Promise<{ code: number; tests: Told[]; text: string }> {
  writeFileSync(
    join(folder, 'contract.test.js'),
    `import { registerConformance } from ${url('conformance/vitest.ts')};
import { createService } from ${url('reference-impl/http/service.ts')};
import { defaultParts } from ${url('reference-impl/compose.ts')};
const original = defaultParts();
const baseUrl = async () => (createService({ ...original, ${part} })).listen({ port: 0, host: '127.0.0.1' });
registerConformance({ baseUrl, ${candidate} });
`,
  );
  const vitest = new URL('node_modules/vitest/vitest.mjs', project).pathname;
  const output = join(folder, 'tests.json');
  const flags = ['run', '--root', folder, '--reporter=verbose', '--reporter=json', `--outputFile.json=${output}`];
  const { code, out, err } = await execute(process.execPath, [vitest, ...flags], {
    cwd: folder,
    env: environmentWith(),
  });
  const report = JSON.parse(readFileSync(output, 'utf8')) as { testResults: { assertionResults: Told[] }[] };
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  return { code, tests, text: out + err };
}

const keys = `keys: ${JSON.stringify(referenceKeys)}`;

test('every requirement is a separate test, named by id and sentence, and a conformant service passes', async () => {
  const { code, tests, text } = await ownSuite('', `${keys}, claims: ['sandbox', 'live-key']`);
  const testable = requirements.filter(({ untestable }) => untestable === null);
  const titles = testable.map(({ id, text: sentence }) => `${id}: ${sentence}`);
  expect(tests.map(({ title }) => title).toSorted()).toEqual(titles.toSorted());
  expect(tests[0]!.ancestorTitles).toEqual([`idv-case-contract ${contract.version}`, testable[0]!.family]);
  const notPassed = tests.filter(({ status }) => status !== 'passed');
  const unclaimed = testable.filter(({ capability }) => capability.includes('webhooks'));
  expect(notPassed.map(({ title, status }) => `${title.split(':')[0]} ${status}`)).toEqual([
    'sandbox.rejected-without-capability skipped',
    ...unclaimed.map(({ id }) => `${id} skipped`),
  ]);
  expect(text).toContain('only applicable if the capability sandbox is not claimed');
  expect(code).toBe(0);
});

test('a fault fails its test with the failure card; warnings and inconclusive checks fail too', async () => {
  const fault = `render: (...answer) => {
    const { headers: { 'X-Content-Type-Options': _, ...headers }, ...rendered } = original.render(...answer);
    return { ...rendered, headers, body: rendered.body.replace('"status":"PENDING","score":0', '"status":"PENDING","score":1') };
  }`;
  const only = ['get-case.reads-case', 'case-lifecycle.pending-values', 'http.nosniff', 'tenancy.foreign-case-404'];
  const own = `keys: { tenant: ${JSON.stringify(referenceKeys.tenant)} }, claims: ['sandbox']`;
  const { code, tests, text } = await ownSuite(fault, `${own}, only: ${JSON.stringify(only)}`);
  const failed = Object.fromEntries(
    tests
      .filter(({ status }) => status === 'failed')
      .map(({ title, failureMessages }) => [title.split(':')[0]!, failureMessages.join('\n')]),
  );
  expect(Object.keys(failed).toSorted()).toEqual(only.slice(1).toSorted());
  const card = failed['case-lifecycle.pending-values']!;
  expect(card).toContain('FAIL case-lifecycle.pending-values (MUST, decided in D8)');
  expect(card).toMatch(/expected {2}.*0[\s\S]*actual {4}.*1[\s\S]*exchange {2}> [\s\S]*curl {6}curl -sSi/);
  expect(failed['http.nosniff']).toContain('WARNING http.nosniff (SHOULD');
  expect(failed['tenancy.foreign-case-404']).toContain('INCONCLUSIVE tenancy.foreign-case-404');
  expect(failed['tenancy.foreign-case-404']).toContain('needs the API key of a second tenant');
  expect(text).not.toContain('conformance/vitest.ts:');
  expect(text).not.toContain(referenceKeys.tenant);
  expect(code).toBe(1);
});
