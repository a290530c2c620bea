// `npm run proof:oracle`: each rule of the oracle is needed, because without it some fault is no longer seen. It takes
// minutes: run it after a change of the oracle, it is not part of `.ci/run`.
import { runProgram } from '../../tools/program.ts';
import { faults } from '../faults/index.ts';
import { setupWithoutWebhooks } from '../prove.ts';
import { runInWorkers } from '../workers.ts';
import { explained } from './explained.ts';
import { instrumentOracle, readOracle } from './rules.ts';
import type { Found, Task } from './worker.ts';

const help = `npm run proof:oracle -- [--list]

Removes the rules of the oracle one by one. If the oracle still detects all faults without a rule, it reports this rule as
unnecessary. For each fault, the requests and responses of the checks that must fail are recorded once.

--list   print the rules, and run nothing
--help   print this
`;

const { sources, rules } = instrumentOracle(readOracle());
const pool = { file: new URL('worker.ts', import.meta.url), data: { sources }, tasksPerThread: 1 };
const print = (line: string) => process.stdout.write(`${line}\n`);

// Faults of one requirement that are recorded at first: mostly they need the same rules.
const firstOfEach = 2;

/** The faults that need no webhooks: a few of each requirement, then all others. */
function rounds(): number[][] {
  const counts = new Map<string, number>();
  const [few, others]: [number[], number[]] = [[], []];
  for (const [at, fault] of faults.entries()) {
    if (!setupWithoutWebhooks(fault)) continue;
    const isNew = fault.breaks.some((id) => (counts.get(id) ?? 0) < firstOfEach);
    for (const id of fault.breaks) counts.set(id, (counts.get(id) ?? 0) + 1);
    (isNew ? few : others).push(at);
  }
  return [few, others];
}

async function mutate(): Promise<number> {
  const needed = new Set<string>();
  let [recorded, seen] = [0, 0];
  for (const round of rounds()) {
    const open = rules.map(({ id }) => id).filter((id) => !needed.has(id));
    const tasks: Task[] = round.map((fault) => ({ fault, open }));
    const found = await runInWorkers<Task, Found>(tasks, pool);
    for (const each of found) for (const id of each.needed) needed.add(id);
    recorded += round.length;
    seen += found.filter((each) => each.seen).length;
    print(`${recorded} faults recorded, ${seen} seen by the oracle; ${needed.size} of ${rules.length} rules needed`);
  }
  const surviving = rules.filter(({ id }) => !needed.has(id));
  const unexplained = surviving.filter(({ key }) => explained[key] === undefined);
  const outdated = Object.keys(explained).filter((key) => !surviving.some((rule) => rule.key === key));
  for (const { id, key } of unexplained) print(`SURVIVES ${id} ${key}`);
  for (const key of outdated) print(`NEEDED, delete it from explained.ts: ${key}`);
  print(
    `${needed.size} of ${rules.length} rules needed; ${surviving.length - unexplained.length} explained; ${unexplained.length + outdated.length} to fix`,
  );
  return unexplained.length + outdated.length === 0 ? 0 : 1;
}

await runProgram(help, { list: { type: 'boolean' } } as const, async ({ list }) => {
  const keys = new Set(rules.map(({ key }) => key));
  const stale = Object.keys(explained).filter((key) => !keys.has(key));
  if (stale.length > 0) throw new Error(`explained.ts has keys that name no rule:\n  ${stale.join('\n  ')}`);
  if (!list) return mutate();
  for (const { id, key } of rules) print(`${id} ${key}`);
  print(`${rules.length} rules`);
  return 0;
});
