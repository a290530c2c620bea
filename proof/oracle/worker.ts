// A thread of `npm run proof:oracle`: records the exchanges of a fault, and judges them without one rule at a time.
import { registerHooks } from 'node:module';
import { workerData } from 'node:worker_threads';
import type { TestableId } from '../../generated/requirements.ts';
import type { Exchange } from '../../conformance/wire/exchange.ts';
import type { Rejection, World } from '../../conformance/oracle/terms.ts';
import { serveTasks } from '../workers.ts';
import { oracleFolder } from './rules.ts';

/** A fault, and the rules that no fault needs so far. */
export interface Task {
  /** its place in the list of all */
  fault: number;
  open: string[];
}

export interface Found {
  /** true when the oracle finds a requirement that the fault declares */
  seen: boolean;
  /** the rules without which one of these requirements is no longer found */
  needed: string[];
}

const { sources } = workerData as { sources: Record<string, string> };
registerHooks({
  load(url, context, nextLoad) {
    const source = url.startsWith(oracleFolder.href) ? sources[url.slice(oracleFolder.href.length)] : undefined;
    const loaded = nextLoad(url, context);
    return source === undefined ? loaded : { ...loaded, source };
  },
});

let removed: string | undefined;
/** the rules that took part since this was emptied */
const used = new Set<string>();
Object.assign(globalThis, {
  reporting(id: string, report: () => void): void {
    used.add(id);
    if (id !== removed) report();
  },
  demanding(id: string, rejections: Rejection | Rejection[]): Rejection | Rejection[] {
    used.add(id);
    if (id !== removed) return rejections;
    return Array.isArray(rejections)
      ? rejections.map((each) => ({ ...each, must: false }))
      : { ...rejections, must: false };
  },
});
const { faults } = await import('../faults/index.ts');
const { recordFault } = await import('./record.ts');
const { Oracle } = await import('../../conformance/oracle/oracle.ts');

/** The declared requirements that the oracle finds, and the rules that took part in finding them. */
function findings(exchanges: Exchange[], world: World, declared: TestableId[]) {
  const oracle = new Oracle(world);
  const found = new Set<string>();
  const rules = new Set<string>();
  const readings = exchanges.map((exchange) => {
    used.clear();
    const reading = oracle.add(exchange);
    return { reading, before: [...used] };
  });
  for (const { reading, before } of readings) {
    used.clear();
    const broken = oracle
      .judge(reading)
      .findings.filter(({ requirement }) => declared.includes(requirement as TestableId));
    for (const { requirement } of broken) found.add(requirement);
    if (broken.length > 0) for (const id of [...before, ...used]) rules.add(id);
  }
  return { found, rules };
}

serveTasks<Task, Found>(async ({ fault: at, open }) => {
  const fault = faults[at]!;
  const declared = fault.breaks;
  const { exchanges, world } = await recordFault(fault);
  removed = undefined;
  const whole = findings(exchanges, world, declared);
  const needed = open.filter((id) => {
    if (!whole.rules.has(id)) return false;
    removed = id;
    const { found } = findings(exchanges, world, declared);
    return found.size < whole.found.size;
  });
  removed = undefined;
  return { seen: whole.found.size > 0, needed };
});
