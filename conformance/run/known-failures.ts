import { blockedIn, rootsOf } from './judge/blockers.ts';
import { type Result } from './judge/verdict.ts';
import { isPassedInPart } from './judge/outcome.ts';
import { recordAfter, type Run, type RunRecord } from './run-record.ts';

/** An entry of the list of known failures. */
export interface KnownFailure {
  reason: string;
  /** the labels of the scenarios that fail, and `wholeRun`; undefined: any */
  scenarios?: string[];
}

/** The list of known failures. */
export interface KnownFailures {
  file: string;
  /** by the id of the requirement */
  entries: Map<string, KnownFailure>;
  /** what the run judged that wrote the list */
  run?: RunRecord;
}

/** Stands for what no scenario of the requirement shows, only the exchanges of the run as a whole. */
export const wholeRun = 'the whole run';

/** The results with what the list says of each. */
export function withKnown(results: Result[], { entries }: KnownFailures): Result[] {
  const roots = rootsOf(results.map(blockedIn));
  return results.map(({ known: _, unlisted: _unlisted, fixed: _fixed, ...result }) => {
    const { id } = result.requirement;
    const entry = entries.get(id);
    const causes = (roots.get(id) ?? []).map(({ blocker = '' }) => entries.get(blocker) && blocker);
    const isBlocked = causes.length > 0 && causes.every((cause) => cause !== undefined);
    const blocked = isBlocked && `blocked by ${causes[0]}: ${entries.get(causes[0]!)!.reason}`;
    if (!entry) return { ...result, ...(blocked && { known: blocked }) };
    const fixed = fixedIn(result, entry);
    const unlisted = unlistedIn(result, entry);
    const isListed = (result.verdict === 'fail' && unlisted.length === 0) || (result.verdict === 'pass' && fixed);
    return {
      ...result,
      ...((isBlocked || isListed) && { known: entry.reason }),
      ...(unlisted.length > 0 && { unlisted }),
      ...(fixed && { fixed }),
    };
  });
}

/** The labels of the scenarios that failed. */
function failing({ verdict, scenarios = [] }: Result): string[] {
  const labels = scenarios.flatMap((each) => (each.verdict === 'fail' ? [each.label] : []));
  return verdict === 'fail' && labels.length === 0 ? [wholeRun] : [...new Set(labels)];
}

/** False when a listed requirement may fail in any scenario. */
export const namesEveryScenario = ({ entries }: KnownFailures, results: Result[]): boolean =>
  results.every(({ verdict, requirement: { id } }) => {
    const entry = entries.get(id);
    return verdict !== 'fail' || !entry || entry.scenarios !== undefined;
  });

const unlistedIn = (result: Result, { scenarios }: KnownFailure): string[] =>
  scenarios ? failing(result).filter((label) => !scenarios.includes(label)) : [];

/** The scenarios of an entry that pass now. Undefined: none; empty: the entry names none, and the requirement passes. */
function fixedIn(result: Result, { scenarios }: KnownFailure): string[] | undefined {
  if (!scenarios) return result.verdict === 'pass' && !isPassedInPart(result) ? [] : undefined;
  const fixed = scenarios.filter((label) => hasPassed(label, result));
  return fixed.length > 0 ? fixed : undefined;
}

function hasPassed(label: string, { verdict, scenarios = [] }: Result): boolean {
  const own = scenarios.filter((each) => each.label === label);
  if (own.length > 0) return own.every((each) => each.verdict === 'pass');
  if (label === wholeRun) return verdict === 'pass';
  // The result has no scenarios when all of them passed, also if the run as a whole shows a failure.
  return scenarios.length === 0 && ['pass', 'fail'].includes(verdict);
}

/**
 * The list after a run: without what passes now. It stays as it is for whatever the run did not judge.
 *
 * @param add also lists new failures, and records that this run judged less
 */
export function listAfter(run: Run, list: KnownFailures, add: boolean): KnownFailures {
  const byId = new Map<string, Result>(run.results.map((result) => [result.requirement.id, result]));
  const kept = [...list.entries].flatMap(([id, entry]): [string, KnownFailure][] => {
    const result = byId.get(id);
    const scenarios = result ? scenariosAfter(result, entry, add) : entry.scenarios;
    return scenarios?.length === 0 ? [] : [[id, { reason: entry.reason, ...(scenarios && { scenarios }) }]];
  });
  const added = run.results
    .filter(({ verdict, requirement }) => add && verdict === 'fail' && !list.entries.has(requirement.id))
    .map((result): [string, KnownFailure] => [result.requirement.id, { reason: 'TODO', scenarios: failing(result) }]);
  const record = recordAfter(run, list.run, list.file, add);
  return { file: list.file, entries: new Map([...kept, ...added]), ...(record && { run: record }) };
}

function scenariosAfter(result: Result, entry: KnownFailure, add: boolean): string[] | undefined {
  const fixed = fixedIn(result, entry);
  if (!entry.scenarios) return fixed ?? (result.verdict === 'fail' ? failing(result) : undefined);
  const left = entry.scenarios.filter((label) => !fixed?.includes(label));
  return add ? [...left, ...unlistedIn(result, entry)] : left;
}
