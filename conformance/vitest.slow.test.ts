import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { contract, requirements } from '../generated/requirements.ts';
import { referenceKeys } from './reference/start.ts';
import { environmentWith, execute } from './testing.ts';
import { temporaryFolder } from './testing-folder.ts';

const project = new URL('..', import.meta.url);
const url = (file: string) => JSON.stringify(new URL(file, project).href);
const folder = temporaryFolder();

interface ShownTest {
  title: string;
  ancestorTitles: string[];
  status: string;
  failureMessages: string[];
}

const ofConformant = ['get-case', 'sandbox.rejected-without-capability', 'webhook.arrives'];
const ofFaulty = ['get-case.reads-case', 'case-lifecycle.pending-values', 'http.nosniff', 'tenancy.foreign-case-404'];

/** The candidates of an implementer's suites: each file starts a service, and registers the checks against it. */
const candidates = {
  conformant: `baseUrl: listen({}), keys: ${JSON.stringify(referenceKeys)}, claims: ['sandbox', 'live-key'], only: ${JSON.stringify(ofConformant)}`,
  faulty: `baseUrl: listen({
    render: (...answer) => {
      const { headers: { 'X-Content-Type-Options': _, ...headers }, ...rendered } = original.render(...answer);
      return { ...rendered, headers, body: rendered.body.replace('"status":"PENDING","score":0', '"status":"PENDING","score":1') };
    }
  }), keys: { tenant: ${JSON.stringify(referenceKeys.tenant)} }, claims: ['sandbox'], only: ${JSON.stringify(ofFaulty)}`,
  absent: `baseUrl: () => Promise.reject('it does not start')`,
};

const shown: Record<string, ShownTest[]> = {};
let ended: { code: number; text: string };
beforeAll(async () => {
  for (const [name, candidate] of Object.entries(candidates))
    writeFileSync(
      join(folder, `${name}.test.js`),
      `import { registerConformance } from ${url('conformance/vitest.ts')};
import { createService } from ${url('reference-impl/http/service.ts')};
import { defaultParts } from ${url('reference-impl/compose.ts')};
const original = defaultParts();
const listen = (part) => () => createService({ ...original, ...part }).listen({ port: 0, host: '127.0.0.1' });
registerConformance({ ${candidate} });
`,
    );
  const vitest = new URL('node_modules/vitest/vitest.mjs', project).pathname;
  const output = join(folder, 'tests.json');
  const reporters = ['--reporter=verbose', '--reporter=json', `--outputFile.json=${output}`];
  const flags = ['run', '--root', folder, '--no-isolate', '--max-workers=1', ...reporters];
  const { code, out, err } = await execute(process.execPath, [vitest, ...flags], {
    cwd: folder,
    env: environmentWith(),
  });
  ended = { code, text: out + err };
  const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as {
    testResults: { name: string; assertionResults: ShownTest[] }[];
  };
  for (const { name, assertionResults } of testResults) shown[basename(name, '.test.js')] = assertionResults;
});

const idOf = ({ title }: ShownTest) => title.split(':')[0]!;
const statuses = (name: string) => Object.fromEntries(shown[name]!.map((each) => [idOf(each), each.status]));

test('every requirement is a separate test, named by id and sentence; none passes if the service does not start', () => {
  const testable = requirements.filter(({ untestable }) => untestable === null);
  const titles = testable.map(({ id, text: sentence }) => `${id}: ${sentence}`);
  expect(shown['absent']!.map(({ title }) => title).toSorted()).toEqual(titles.toSorted());
  expect(shown['absent']![0]!.ancestorTitles).toEqual([`idv-case-contract ${contract.version}`, testable[0]!.family]);
  expect(new Set(Object.values(statuses('absent')))).toEqual(new Set(['skipped']));
  expect(ended).toMatchObject({ code: 1, text: expect.stringContaining('it does not start') });
});

test('a conformant service passes; a requirement that is not applicable is skipped with the reason', () => {
  const family = requirements.filter((each) => each.family === 'get-case').map(({ id }) => [id, 'passed']);
  expect(statuses('conformant')).toEqual({
    ...Object.fromEntries(family),
    'sandbox.rejected-without-capability': 'skipped',
    'webhook.arrives': 'skipped',
  });
  expect(ended.text).toContain('only applicable if the capability sandbox is not claimed');
});

test('a fault fails its test with the failure card; warnings and inconclusive checks fail too', () => {
  expect(statuses('faulty')).toEqual({
    ...Object.fromEntries(ofFaulty.map((id) => [id, 'failed'])),
    'get-case.reads-case': 'passed',
  });
  const messages = Object.fromEntries(shown['faulty']!.map((each) => [idOf(each), each.failureMessages.join('\n')]));
  const card = messages['case-lifecycle.pending-values']!;
  expect(card).toContain('FAIL case-lifecycle.pending-values (MUST, decided in D8)');
  expect(card).toMatch(/expected {2}.*0[\s\S]*actual {4}.*1[\s\S]*exchange {2}> [\s\S]*curl {6}curl -sSi/);
  expect(messages['http.nosniff']).toContain('WARNING http.nosniff (SHOULD');
  expect(messages['tenancy.foreign-case-404']).toContain('INCONCLUSIVE tenancy.foreign-case-404');
  expect(messages['tenancy.foreign-case-404']).toContain('needs the API key of a second tenant');
  expect(ended.text).not.toContain('conformance/vitest.ts:');
  expect(ended.text).not.toContain(referenceKeys.tenant);
});
