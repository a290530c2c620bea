import type { RequirementId } from '../../../generated/requirements.ts';
import type { Result, Verdict } from './verdict.ts';

/** A result, and the requirements that block it; undefined for anything else, such as a missing key. */
interface Blocked {
  id: RequirementId;
  verdict: Verdict;
  blockers: (RequirementId | undefined)[];
}

/** The begin of a chain of blockers. */
interface Root {
  /** a requirement that was judged or is not part of the run; undefined if something else blocks, or requirements block each other */
  blocker: RequirementId | undefined;
  /** the inconclusive requirement that it blocks */
  last: RequirementId;
}

/** By inconclusive requirement, where its chains of blockers begin. */
export function rootsOf(results: Blocked[]): Map<RequirementId, Root[]> {
  const waiting = new Map(
    results.flatMap(({ id, verdict, blockers }) => (verdict === 'inconclusive' ? [[id, blockers] as const] : [])),
  );
  const follow = (id: RequirementId, seen: RequirementId[]): Root[] =>
    waiting.get(id)!.flatMap((blocker) => {
      if (blocker === undefined || seen.includes(blocker)) return [{ blocker: undefined, last: id }];
      return waiting.has(blocker) ? follow(blocker, [...seen, blocker]) : [{ blocker, last: id }];
    });
  return new Map([...waiting.keys()].map((id) => [id, follow(id, [id])]));
}

/** The result with what blocks it, or its scenarios. */
export function blockedIn({ requirement: { id }, verdict, blockedBy, scenarios = [] }: Result): Blocked {
  const unjudged = scenarios.filter((each) => each.verdict === 'inconclusive');
  return { id, verdict, blockers: unjudged.length > 0 ? unjudged.map((each) => each.blockedBy) : [blockedBy] };
}
