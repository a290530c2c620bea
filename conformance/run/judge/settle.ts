import type { RequirementId } from '../../../generated/requirements.ts';
import { blockedIn, rootsOf } from './blockers.ts';
import { reasonOf, type Result, type ScenarioResult, type Verdict, verdictBy } from './verdict.ts';

/**
 * Settles what could not be judged.
 *
 * - A scenario whose setting broke a requirement that passed fails itself: no other result would report that response.
 * - A requirement of which some scenarios passed, and the others could not be judged, passes in part when a failure of the
 *   same run explains each of the others: an operation that does not work yet costs its own scenarios only. A run with that
 *   failure is not conformant, so in a conformant run every scenario was judged.
 */
export function settled(results: Result[]): Result[] {
  const passed = having('pass', results);
  const found = results.map((result) => failedByBlocking(result, passed));
  const failed = having('fail', found);
  const roots = rootsOf(found.map(blockedIn));
  const isExplained = ({ requirement: { id } }: Result) =>
    roots.get(id)!.every(({ blocker }) => blocker !== undefined && failed.has(blocker));
  return found.map((result) => passedInPart(result, isExplained));
}

const having = (verdict: Verdict, results: Result[]): Set<RequirementId> =>
  new Set(results.filter((result) => result.verdict === verdict).map(({ requirement: { id } }) => id));

function failedByBlocking(result: Result, passed: Set<RequirementId>): Result {
  const isUnreported = ({ blocking }: ScenarioResult) => blocking !== undefined && passed.has(blocking.requirement);
  if (!result.scenarios?.some(isUnreported)) return result;
  const scenarios = result.scenarios.map((each): ScenarioResult => {
    const { blocking, blockedBy: _, ...rest } = each;
    if (!blocking || !isUnreported(each)) return each;
    return { ...rest, verdict: 'fail', reason: reasonOf(blocking), failure: blocking };
  });
  const { blockedBy: _, ...rest } = result;
  return { ...rest, ...verdictBy(result.requirement, scenarios) };
}

/** @param isExplained returns true when whatever blocks it failed in this run, or is itself blocked by what failed */
function passedInPart(result: Result, isExplained: (result: Result) => boolean): Result {
  const { verdict, scenarios = [] } = result;
  const passed = scenarios.filter((each) => each.verdict === 'pass');
  if (verdict !== 'inconclusive' || passed.length === 0 || !isExplained(result)) return result;
  const { blockedBy: _, ...rest } = result;
  const unjudged = scenarios.filter((each) => each.verdict === 'inconclusive');
  return {
    ...rest,
    verdict: 'pass',
    reason: `${passed.length} of ${scenarios.length} scenarios passed; ${textOf(unjudged)}`,
  };
}

const maxLabels = 5;

function textOf(unjudged: ScenarioResult[]): string {
  const blockers = [...new Set(unjudged.map(({ blockedBy }) => blockedBy))];
  const labels = unjudged.map(({ label }) => label);
  const more = labels.length > maxLabels ? [`${labels.length - maxLabels} more`] : [];
  return `not judged, blocked by ${blockers.join(' and ')}: ${[...labels.slice(0, maxLabels), ...more].join(', ')}`;
}
