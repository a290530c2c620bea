// What a list of known failures records of the run that wrote it, so that a later run that judges less is no success.
import { contract } from '../../generated/requirements.ts';
import type { Result } from '../run/judge/verdict.ts';
import { type Facts, type KeyName, keyVariables } from '../manifest.ts';
import type { Scope } from '../run/judge/outcome.ts';

export interface RunRecord {
  contract: string;
  class: Scope['class'];
  /** flags and variables without which a run judges less: `--claim webhooks`, `IDV_OTHER_API_KEY` */
  supplied: string[];
  /** how many requirements were judged */
  requirements: number;
  /** how many scenarios, or requirements without scenarios, could not be judged */
  blocked: number;
}

/** What is recorded of a run. */
export interface Run {
  facts: Pick<Facts, 'claims' | 'keys' | 'slow' | 'webhook'>;
  scope: Scope;
  results: Result[];
}

export const recordOf = ({ facts, scope, results }: Run): RunRecord => ({
  contract: contract.version,
  class: scope.class,
  supplied: suppliedIn(facts),
  requirements: results.filter(({ verdict }) => ['pass', 'warning', 'fail'].includes(verdict)).length,
  blocked: results.reduce((total, result) => total + blockedIn(result), 0),
});

function blockedIn(result: Result): number {
  const scenarios = result.scenarios?.filter(({ verdict }) => verdict === 'inconclusive').length ?? 0;
  return scenarios === 0 && result.verdict === 'inconclusive' ? 1 : scenarios;
}

function suppliedIn({ claims, keys, slow, webhook }: Run['facts']): string[] {
  // A live key claims live-key.
  const claimed = claims.filter((claim) => claim !== 'live-key').map((claim) => `--claim ${claim}`);
  const variables = (Object.keys(keyVariables) as KeyName[]).filter((key) => keys[key] !== undefined);
  return [
    ...claimed,
    ...variables.map((key) => keyVariables[key]),
    ...(webhook?.otherSecret === undefined ? [] : ['IDV_OTHER_WEBHOOK_SECRET']),
    ...(slow ? ['--slow'] : []),
  ];
}

const list = new Intl.ListFormat('en');

/** A run of another part of the contract cannot be compared. */
const isComparable = ({ scope }: Run, record: RunRecord): boolean => !scope.partial && scope.class === record.class;

/** What a run judged less than the one that wrote the list, and what to do: a clause without a full stop. */
export function lossOf(run: Run, record: RunRecord | undefined, file: string): string | undefined {
  if (!record || !isComparable(run, record)) return undefined;
  const now = recordOf(run);
  const missing = record.supplied.filter((each) => !now.supplied.includes(each));
  const anyway = `or accept it with --write-known-failures ${file}`;
  if (missing.length > 0)
    return `${file} was written by a run with ${list.format(missing)}: add ${missing.length === 1 ? 'it' : 'them'} again, ${anyway}`;
  if (record.contract !== now.contract) return undefined;
  const lost = [
    ...(now.requirements < record.requirements
      ? [`${now.requirements} requirements instead of ${record.requirements} were judged`]
      : []),
    ...(now.blocked > record.blocked
      ? [`${now.blocked} scenarios instead of ${record.blocked} could not be judged`]
      : []),
  ];
  if (lost.length === 0) return undefined;
  return `since ${file} was written, less is judged (${lost.join(', ')}): --verbose prints what is inconclusive; fix its cause, ${anyway}`;
}

/**
 * The record of the list after one or several runs: that of these runs, unless one judged less or another part.
 *
 * @param add also if it judged less
 */
export function recordAfter(runs: [Run, ...Run[]], record: RunRecord | undefined, file: string, add: boolean) {
  if (runs.some(({ scope }) => scope.partial)) return record;
  const isKept = (run: Run) => !record || (isComparable(run, record) && lossOf(run, record, file) === undefined);
  return add || runs.every(isKept) ? leastOf(runs.map(recordOf)) : record;
}

/** What each of the runs judged at least. */
const leastOf = (records: RunRecord[]): RunRecord => ({
  ...records[0]!,
  requirements: Math.min(...records.map(({ requirements }) => requirements)),
  blocked: Math.max(...records.map(({ blocked }) => blocked)),
});
