// `npm run proof:explore`: counts the faults that `idv-conformance explore` finds.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../../tools/program.ts';
import { runInWorkers } from '../workers.ts';
import { type Found, sample } from './find.ts';

const help = `npm run proof:explore -- [--faults <n>] [--for <seconds>] [--report-dir <folder>]

Runs explore against the reference implementation with one deliberate fault at a time, and prints the faults that it did not
find.

--faults <n>            number of faults of the sample (default: 150)
--for <seconds>         maximum time for each fault (default: 10)
--report-dir <folder>   where explore.json is written (default: reports)
--help                  print this
`;

const options = {
  faults: { type: 'string', default: '150' },
  for: { type: 'string', default: '10' },
  'report-dir': { type: 'string', default: 'reports' },
} as const;

const print = (line: string) => process.stdout.write(`${line}\n`);

function numberFrom(flag: string, text: string): number {
  if (!/^[1-9][0-9]{0,4}$/.test(text)) throw new Error(`--${flag} ${text}: expected a whole number from 1`);
  return Number(text);
}

await runProgram(help, options, async ({ faults, for: seconds, 'report-dir': folder }) => {
  const duration = numberFrom('for', seconds) * 1000;
  const pool = { file: new URL('worker.ts', import.meta.url), tasksPerWorker: 1, data: duration };
  const results: Found[] = await runInWorkers(sample(numberFrom('faults', faults)), pool);
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
});
