// Changes the responses of one recorded run: the oracle objects to each change, or the contract allows it.
import { runProgram } from '../../tools/program.ts';
import { cores, runInWorkers } from '../workers.ts';
import type { Share } from './record.ts';
import { allowedIn, gapsOf, summaryOf } from './report.ts';
import type { ShareReport } from './share.ts';

const help = `npm run proof:mutants

Records one run of the suite against the reference implementation, changes one response after the other, and judges again.
Every scenario must fail for some wrong response, and every change without a finding must be one that the contract allows.

--help   print this

Exit codes: 0 no gap, 1 a gap, 2 wrong flags or an error of the proof itself.
`;

const file = new URL('worker.ts', import.meta.url);
const print = (line: string) => process.stdout.write(`${line}\n`);

const full: Share[] = Array.from({ length: cores }, (_, part) => ({ profile: 'full', part, parts: cores }));
const without: Share[] = [{ profile: 'without sandbox', part: 0, parts: 1 }];
// It mostly waits for events.
const withEvents: Share[] = [{ profile: 'with webhooks', part: 0, parts: 1 }];

await runProgram(help, {}, async () => {
  const begun = performance.now();
  const tasks = [...full, ...without, ...withEvents];
  let done = 0;
  const seconds = () => Math.round((performance.now() - begun) / 1000);
  const timer = setInterval(() => print(`${done} of ${tasks.length} recordings judged after ${seconds()} s`), 5000);
  const inThreads = (shares: Share[]) =>
    runInWorkers<Share, ShareReport>(shares, { file, tasksPerThread: 1 }, () => (done += 1));
  const reports = await Promise.all([inThreads([...full, ...without]), inThreads(withEvents)])
    .then((each) => each.flat())
    .finally(() => clearInterval(timer));
  const gaps = gapsOf(reports);
  const lines = [...allowedIn(reports), ...gaps, ...summaryOf(reports, gaps, performance.now() - begun)];
  for (const line of lines) print(line);
  return gaps.length > 0 ? 1 : 0;
});
