// `npm run proof:explore`: counts the faults that `idv-conformance explore` finds, or its failures at conformant services.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../../tools/program.ts';
import { aspects } from '../variants/index.ts';
import { runInWorkers } from '../workers.ts';
import { type Found, sample } from './find.ts';
import type { Explored } from './variants.ts';

const help = `npm run proof:explore -- [--faults <n>] [--for <seconds>] [--report-dir <folder>]
npm run proof:explore -- --variants [--for <seconds>] [<text>…]

Runs explore against the reference implementation with one deliberate fault at a time, and prints the faults that it did not
find. With --variants, it runs explore against each conformant service of proof/variants instead, and prints each failure
that explore reports: it must report none.

--faults <n>            number of faults of the sample (default: 150)
--variants              explore the conformant services; with a text, only those that have it in their name
--for <seconds>         maximum time for each fault (default: 10), or time for each conformant service (default: 20)
--report-dir <folder>   where explore.json is written (default: reports); not with --variants
--help                  print this

Exit codes: 0 the run is complete, 1 explore reported a failure of a conformant service, 2 usage or program error
`;

const options = {
  faults: { type: 'string' },
  variants: { type: 'boolean', default: false },
  for: { type: 'string' },
  'report-dir': { type: 'string' },
} as const;

const print = (line: string) => process.stdout.write(`${line}\n`);

function numberFrom(flag: string, text: string): number {
  if (!/^[1-9][0-9]{0,4}$/.test(text)) throw new Error(`--${flag} ${text}: expected a whole number from 1`);
  return Number(text);
}

async function exploreFaults(count: number, seconds: number, folder: string): Promise<number> {
  const pool = { file: new URL('worker.ts', import.meta.url), tasksPerThread: 1, data: seconds * 1000 };
  const results: Found[] = await runInWorkers(sample(count), pool);
  const found = results.filter((each) => each.found.length > 0);
  for (const each of results.filter((known) => !found.includes(known)))
    print(`NOT FOUND in ${each.requests} requests: ${each.name} (${each.breaks.join(', ')})`);
  const lengths = found.map(({ length }) => length!).toSorted((a, b) => a - b);
  const attributed = found.filter((each) => each.attributed).length;
  print(
    `${found.length} of ${results.length} faults found in ${seconds} s each, ${attributed} of them under a requirement that they break`,
  );
  print(`median length of a counterexample: ${lengths[Math.floor(lengths.length / 2)] ?? 'none'} requests`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'explore.json'), `${JSON.stringify(results, null, 2)}\n`);
  return 0;
}

async function exploreVariants(texts: string[], seconds: number): Promise<number> {
  const names = aspects.flat().map(({ name }) => name);
  const isChosen = (name: string) => texts.length === 0 || texts.some((text) => name.includes(text));
  const chosen = [...names.keys()].filter((at) => isChosen(names[at]!));
  if (chosen.length === 0)
    throw new Error(`no variant has ${texts.map((text) => `"${text}"`).join(' or ')} in its name`);
  const pool = { file: new URL('variant-worker.ts', import.meta.url), tasksPerThread: 1, data: seconds * 1000 };
  let ended = 0;
  const results = await runInWorkers<number, Explored>(chosen, pool, (_, { name, requests, failures }) => {
    ended += 1;
    print(`${ended} of ${chosen.length}: ${name}, ${requests} requests`);
    for (const failure of failures) print(`FAILURE of the variant "${name}"\n${failure}`);
  });
  const requests = results.reduce((sum, each) => sum + each.requests, 0);
  const failures = results.flatMap((each) => each.failures);
  print(`${results.length} variants explored for ${seconds} s each: ${requests} requests, ${failures.length} failures`);
  return failures.length === 0 ? 0 : 1;
}

await runProgram(help, options, async ({ variants, faults, for: time, 'report-dir': folder }, texts) => {
  const seconds = numberFrom('for', time ?? (variants ? '20' : '10'));
  if (!variants && texts.length > 0) throw new Error(`"${texts[0]}" selects variants: add --variants`);
  if (!variants) return exploreFaults(numberFrom('faults', faults ?? '150'), seconds, folder ?? 'reports');
  if (faults !== undefined || folder !== undefined)
    throw new Error('--faults and --report-dir are not for variants: omit them, or --variants');
  return exploreVariants(texts, seconds);
});
