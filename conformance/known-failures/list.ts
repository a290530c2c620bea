import { blockedIn, rootsOf } from '../run/judge/blockers.ts';
import { type Result } from '../run/judge/verdict.ts';
import { isPassedInPart } from '../run/judge/outcome.ts';
import { recordAfter, type Run, type RunRecord } from './run-record.ts';

/** An entry of the list of known failures. */
export interface KnownFailure {
  reason: string;
  /** the labels of the scenarios that fail, and `wholeRun`; any if neither these nor `sometimes` are named */
  scenarios?: string[];
  /** those that fail in some runs only: neither their failure nor their pass changes the exit code */
  sometimes?: string[];
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
    return verdict !== 'fail' || !entry || !namesNone(entry);
  });

const namesNone = ({ scenarios, sometimes }: KnownFailure) => !scenarios && !sometimes;

function unlistedIn(result: Result, entry: KnownFailure): string[] {
  const { scenarios = [], sometimes = [] } = entry;
  return namesNone(entry) ? [] : failing(result).filter((label) => ![...scenarios, ...sometimes].includes(label));
}

/** The scenarios of an entry that pass now. Undefined: none; empty: the entry names none, and the requirement passes. */
function fixedIn(result: Result, entry: KnownFailure): string[] | undefined {
  const { scenarios = [] } = entry;
  if (namesNone(entry)) return result.verdict === 'pass' && !isPassedInPart(result) ? [] : undefined;
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

/** What the list needs of a run, so that several can be kept. */
export const forList = ({ facts, scope, results }: Run): Run => ({
  facts,
  scope,
  results: results.map(({ requirement, verdict, scenarios }) => ({
    requirement,
    verdict,
    reason: '',
    exchanges: [],
    milliseconds: 0,
    ...(scenarios && {
      scenarios: scenarios.map((each) => ({ label: each.label, verdict: each.verdict, reason: '' })),
    }),
  })),
});

/**
 * The list after one or several runs: without what passes in all of them. It stays as it is for whatever they did not judge.
 *
 * @param add also lists new failures, and records that these runs judged less
 */
export function listAfter(runs: [Run, ...Run[]], list: KnownFailures, add: boolean): KnownFailures {
  const resultsOf = (id: string) =>
    runs.flatMap(({ results }) => results.filter(({ requirement }) => requirement.id === id));
  const kept = [...list.entries].flatMap(([id, entry]) => {
    const after = entryAfter(resultsOf(id), entry, add);
    return after ? [[id, after] as const] : [];
  });
  const failed = runs.flatMap(({ results }) => results.filter(({ verdict }) => add && verdict === 'fail'));
  const ids = new Set(failed.map(({ requirement }) => requirement.id));
  const added = [...ids].flatMap((id) => {
    const after = list.entries.has(id) ? undefined : entryAfter(resultsOf(id), { reason: 'TODO', scenarios: [] }, add);
    return after ? [[id, after] as const] : [];
  });
  const record = recordAfter(runs, list.run, list.file, add);
  return { file: list.file, entries: new Map([...kept, ...added]), ...(record && { run: record }) };
}

/** How a scenario ended in several runs; undefined if none of them judged it. */
function endOf(label: string, results: Result[]): 'fails' | 'passes' | 'differs' | undefined {
  const fails = results.some((result) => failing(result).includes(label));
  const passes = results.some((result) => !failing(result).includes(label) && hasPassed(label, result));
  if (fails && passes) return 'differs';
  return fails ? 'fails' : passes ? 'passes' : undefined;
}

/** The entry after the runs; undefined when nothing of it fails any more. */
function entryAfter(results: Result[], entry: KnownFailure, add: boolean): KnownFailure | undefined {
  const { reason } = entry;
  const found = [...new Set(results.flatMap(failing))];
  if (namesNone(entry) && found.length === 0)
    return results.length > 0 && results.every((result) => fixedIn(result, entry)) ? undefined : entry;
  const { scenarios = [], sometimes = [] } = entry;
  const labels = new Set([...scenarios, ...sometimes, ...(add || namesNone(entry) ? found : [])]);
  const after = Map.groupBy(labels, (label) => {
    const end = endOf(label, results);
    // One run does not show whether a scenario always ends so.
    if (sometimes.includes(label)) return results.length < 2 || !end || end === 'differs' ? 'sometimes' : end;
    if (scenarios.includes(label) && end === 'differs') return add ? 'sometimes' : 'fails';
    return end === 'differs' ? 'sometimes' : (end ?? 'fails');
  });
  const [always, some] = [after.get('fails'), after.get('sometimes')];
  if (!always && !some) return undefined;
  return { reason, ...(always && { scenarios: always }), ...(some && { sometimes: some }) };
}
