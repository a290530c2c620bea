// A part of `npm run lint`: what each folder may import. A new folder may import nothing until it is named here.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { root } from './root.ts';

const suite = (...names: string[]): string[] => names.map((name) => `conformance/${name}`);

/** What an exchange is. */
const exchange = suite('wire/exchange.ts', 'wire/json.ts', 'wire/memoize.ts', 'wire/multipart.ts');
const small = suite('json-pointer.ts', 'letter-case.ts', 'usage-error.ts', 'whole-files.ts');
/** Everything that is known of a run, as data. */
const recorded = suite('manifest.ts', 'recording/recording.ts', 'scenarios');

/**
 * By folder, the most special one first: what its code may import beside itself, `generated/` and packages. With a slash at its
 * end, only the files that are directly in it.
 */
const walls: [folder: string, may: string[], because: string][] = [
  ['conformance/wire', ['shipped'], 'wire/ knows HTTP, not cases'],
  ['conformance/values', [...small, ...exchange], 'values are data'],
  ['conformance/scenarios', [...suite('values'), ...exchange], 'a scenario is data: it neither sends nor judges'],
  [
    'conformance/oracle',
    [...small, ...exchange],
    'the oracle is written from the contract, and from what an exchange is',
  ],
  [
    'conformance/recording',
    [
      ...small,
      ...exchange,
      ...recorded,
      ...suite(
        'oracle/client/session.ts',
        'oracle/events/signature.ts',
        'oracle/request/file-type.ts',
        'oracle/request/media-type.ts',
      ),
      ...suite('values/changed-keys.ts', 'wire/redactor.ts'),
    ],
    'a recording is data, and knows of secrets only what is derived from them',
  ],
  [
    'conformance/run/judge',
    [...exchange, ...recorded, ...suite('oracle', 'run/plan.ts', 'run/selection.ts', 'wire/connection/result.ts')],
    'judging needs a recording, and neither a socket nor a clock',
  ],
  [
    'conformance/run/play',
    [...recorded, ...suite('oracle/facts.ts', 'run/judge', 'run/plan.ts', 'values', 'wire')],
    'a sender knows of the contract what oracle/facts.ts says, and what the judge says of what it has played',
  ],
  [
    'conformance/run',
    [...recorded, ...suite('known-failures', 'run', 'values', 'wire')],
    'a run knows neither its reports nor its command',
  ],
  [
    'conformance/known-failures',
    [...small, 'shipped', ...suite('cli/settings', 'manifest.ts', 'reports/finding-text.ts', 'run')],
    'the list of known failures is about results, and knows no report and no command',
  ],
  ['conformance/explore', [...small, ...recorded, ...suite('oracle', 'reports', 'run', 'wire')], 'explore is a player'],
  [
    'conformance/proxy',
    suite('known-failures', 'manifest.ts', 'oracle', 'recording/recording.ts', 'run', 'wire'),
    'the proxy judges traffic, and knows no report',
  ],
  [
    'conformance/reports',
    [
      ...small,
      'shipped',
      ...suite('docs.ts', 'known-failures', 'manifest.ts', 'run', 'wire/exchange.ts', 'wire/redactor.ts'),
    ],
    'reports know a candidate by its judgement only',
  ],
  [
    'conformance/reference',
    ['shipped', 'reference-impl', ...suite('manifest.ts')],
    'it starts the reference implementation',
  ],
  ['conformance/cli', ['conformance', 'reference-impl', 'shipped'], 'the suite is shipped without the rest'],
  ['conformance/clients', ['conformance', 'reference-impl', 'shipped'], 'the suite is shipped without the rest'],
  ['conformance/', ['conformance', 'shipped', 'package.json'], 'the suite is shipped without the rest'],
  [
    'reference-impl/behaviours',
    ['reference-impl'],
    'the reference implementation never imports the suite that judges it',
  ],
  ['reference-impl', ['shipped'], 'the reference implementation never imports the suite that judges it'],
];

/** What tests may import beside that: other helpers of tests, and services to judge. They are not shipped. */
const forTests: Record<string, string[]> = {
  conformance: ['conformance', 'reference-impl', 'shipped', 'tools', 'package.json', 'conformance.schema.json'],
  'reference-impl': ['reference-impl', 'shipped', 'tools'],
};

const isTest = (file: string) => /(\.test|(^|\/)testing(-folder)?)\.ts$|\/testing\//.test(file);
const isWithin = (file: string, place: string) => file === place || file.startsWith(`${place}/`);

const unknown: (typeof walls)[number] = ['', [], 'tools/walls.ts does not name its folder'];

/** The imports that a wall forbids, a sentence each. */
export function forbiddenIn(file: string, text: string): string[] {
  const [folder, may, because] =
    walls.find(([each]) => isWithin(file, each) || `${dirname(file)}/` === each) ?? unknown;
  const [first = ''] = file.split('/');
  const allowed = [...may, ...(isTest(file) ? (forTests[first] ?? []) : []), folder, 'generated'];
  const imports = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']*)'/g)].map(([, name]) => name!);
  return imports
    .filter((name) => !allowed.some((place) => isWithin(normalize(join(dirname(file), name)), place)))
    .map((name) => `${file} imports ${name}, but ${because}. It may import ${allowed.filter(Boolean).join(', ')}.`);
}

if (import.meta.main) {
  const files = globSync('{conformance,reference-impl}/**/*.ts', { cwd: root });
  const forbidden = files.flatMap((file) => forbiddenIn(file, readFileSync(join(root, file), 'utf8')));
  for (const line of forbidden) process.stdout.write(`${line}\n`);
  process.exitCode = forbidden.length > 0 ? 1 : 0;
}
