import type { RequirementId } from '../../generated/requirements.ts';
import { reasonOf, type Result, type ScenarioResult, verdictBy } from './verdict.ts';

/**
 * Settles what could not be judged.
 *
 * - A scenario whose setting broke a requirement that passed fails itself: no other result would report that response.
 * - A requirement of which some scenarios passed, and the others could not be judged, passes in part when a failure of the
 *   same run explains each of the others: an operation that does not work yet costs its own scenarios only. A run with that
 *   failure is not conformant, so in a conformant run every scenario was judged.
 */
export function settled(results: Result[]): Result[] {
  const found = mapWithOthers(results, failedByBlocking);
  return mapWithOthers(found, passedInPart);
}

type ById = Map<string, Result>;

function mapWithOthers(results: Result[], settle: (result: Result, byId: ById) => Result): Result[] {
  const byId = new Map(results.map((result) => [result.requirement.id, result]));
  return results.map((result) => settle(result, byId));
}

function failedByBlocking(result: Result, byId: ById): Result {
  const isUnreported = ({ blocking }: ScenarioResult) =>
    blocking !== undefined && byId.get(blocking.requirement)?.verdict === 'pass';
  if (!result.scenarios?.some(isUnreported)) return result;
  const scenarios = result.scenarios.map((each): ScenarioResult => {
    const { blocking, blockedBy: _, ...rest } = each;
    if (!blocking || !isUnreported(each)) return each;
    return { ...rest, verdict: 'fail', reason: reasonOf(blocking), failure: blocking };
  });
  const { blockedBy: _, ...rest } = result;
  return { ...rest, ...verdictBy(result.requirement, scenarios) };
}

function passedInPart(result: Result, byId: ById): Result {
  const { verdict, scenarios = [] } = result;
  const passed = scenarios.filter((each) => each.verdict === 'pass');
  if (verdict !== 'inconclusive' || passed.length === 0 || !isExplained(result, byId)) return result;
  const { blockedBy: _, ...rest } = result;
  const unjudged = scenarios.filter((each) => each.verdict === 'inconclusive');
  return {
    ...rest,
    verdict: 'pass',
    reason: `${passed.length} of ${scenarios.length} scenarios passed; ${textOf(unjudged)}`,
  };
}

/** True when whatever blocks it failed in this run, or is itself blocked by what failed. */
function isExplained(result: Result, byId: ById, seen: string[] = []): boolean {
  const { id } = result.requirement;
  return (
    !seen.includes(id) &&
    blockersOf(result).every((blocker) => {
      const blocking = blocker === undefined ? undefined : byId.get(blocker);
      if (blocking?.verdict === 'inconclusive') return isExplained(blocking, byId, [...seen, id]);
      return blocking?.verdict === 'fail';
    })
  );
}

/** The requirements that block a requirement, or its scenarios; undefined where something else does, such as a missing key. */
export function blockersOf({ blockedBy, scenarios = [] }: Result): (RequirementId | undefined)[] {
  const unjudged = scenarios.filter(({ verdict }) => verdict === 'inconclusive');
  return unjudged.length > 0 ? unjudged.map((each) => each.blockedBy) : [blockedBy];
}

const maxLabels = 5;

function textOf(unjudged: ScenarioResult[]): string {
  const blockers = [...new Set(unjudged.map(({ blockedBy }) => blockedBy))];
  const labels = unjudged.map(({ label }) => label);
  const more = labels.length > maxLabels ? [`${labels.length - maxLabels} more`] : [];
  return `not judged, blocked by ${blockers.join(' and ')}: ${[...labels.slice(0, maxLabels), ...more].join(', ')}`;
}
