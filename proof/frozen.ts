// The yardstick of every change of the suite: under which requirements each fault is caught (`proof/frozen.json`).
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RequirementId, TestableId } from '../generated/requirements.ts';
import { scenarios } from '../conformance/scenarios/families.ts';
import { retired } from '../tools/generate/retired-ids.ts';
import type { Profile } from './faults/support/fault.ts';

interface Frozen {
  /** by requirement: how many scenarios it has at least, because a deleted value may be one that no fault needs */
  scenarios: Partial<Record<TestableId, number>>;
  /**
   * by fault: its profile, the requirements that it breaks and, if it is no more than one changed fact of a response, the
   * mutant that stands for it: `create 201: without decided_at`
   */
  faults: Record<string, { profile: Profile; caught: TestableId[]; mutant?: string }>;
  /** correct services, each of which stays CONFORMANT */
  behaviours: string[];
  /** by null server: its outcome, and the requirements that pass wholly or in part */
  nullServers: Record<string, Record<'full' | 'stated', NullServerVerdict>>;
  /** the stated requirements that the mock passes: those that need no memory */
  mock: { stated: RequirementId[] };
}

export interface NullServerVerdict {
  outcome: string;
  passed: RequirementId[];
  inPart: RequirementId[];
}

const file = fileURLToPath(new URL('frozen.json', import.meta.url));

export const frozen = JSON.parse(readFileSync(file, 'utf8')) as Frozen;

/** The requirements that a fault breaks, with the successors of those that no longer exist; none for an unknown fault. */
export function brokenBy(fault: string): TestableId[] {
  const ids = frozen.faults[fault]?.caught ?? [];
  return [...new Set(ids.flatMap((id) => (retired[id] ?? [id]) as TestableId[]))];
}

const countOf = (id: string) => scenarios[id as TestableId]?.length ?? 0;

/** Requirements that have fewer scenarios than the file says, a sentence each. */
export const withFewerScenarios = (): string[] =>
  Object.entries(frozen.scenarios)
    .filter(([id, count]) => retired[id] === undefined && countOf(id) < count)
    .map(
      ([id, count]) => `FEWER ${id} has ${countOf(id)} scenarios, ${count} before: add what is missing, or freeze this`,
    );

/** Adds faults to the file, and counts the scenarios again. */
export function freeze(added: Frozen['faults']): void {
  const counts = Object.fromEntries(Object.entries(scenarios).map(([id, { length }]) => [id, length]));
  const { faults, ...others } = { ...frozen, scenarios: counts };
  // A line for each fault, so that a reviewer sees which ones changed.
  const lines = Object.entries({ ...faults, ...added }).map(
    ([name, fault]) => `    ${JSON.stringify(name)}: ${JSON.stringify(fault)}`,
  );
  const rest = JSON.stringify(others, null, 2).slice(0, -2);
  writeFileSync(file, `${rest},\n  "faults": {\n${lines.join(',\n')}\n  }\n}\n`);
}
