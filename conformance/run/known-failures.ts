import { blockersOf } from './settle.ts';
import { type Result } from './verdict.ts';
import { isPassedInPart } from './outcome.ts';

/** An entry of the list of known failures. */
export interface KnownFailure {
  reason: string;
  /** the requirements that cannot be judged while this one fails */
  blocks: string[];
}

/** The list of known failures, by id. */
export type KnownFailures = Map<string, KnownFailure>;

/** The results with what the list says of each. */
export function withKnown(results: Result[], list: KnownFailures): Result[] {
  const causes = causesIn(results);
  const blockers = new Map([...list].flatMap(([id, { blocks }]) => blocks.map((blocked) => [blocked, id] as const)));
  const blockedBy = (id: string) => `blocked by ${id}: ${list.get(id)!.reason}`;
  const reasonFor = (result: Result): string | undefined => {
    const { id } = result.requirement;
    const [own, blocker] = [list.get(id)?.reason, blockers.get(id)];
    // Nothing became worse if listed failures block a requirement that is itself in the list.
    const [cause, ...others] = causes.get(id) ?? [];
    if (cause !== undefined && [cause, ...others].every((each) => list.has(each)))
      return own ?? (blocker === undefined ? undefined : blockedBy(cause));
    if (!isJudged(result) || result.verdict !== 'pass') return result.verdict === 'fail' ? own : undefined;
    // It can be judged again, so the list is too long.
    return own ?? (blocker === undefined ? undefined : blockedBy(blocker));
  };
  return results.map(({ known: _, ...result }) => {
    const known = reasonFor(result);
    return { ...result, ...(known !== undefined && { known }) };
  });
}

/** Passed with all rows: a pass in part says nothing about the blocked rows. */
const isJudged = (result: Result) => ['pass', 'warning', 'fail'].includes(result.verdict) && !isPassedInPart(result);

/**
 * By inconclusive requirement, those to fix first: the first of the blocked steps that were themselves judged. What
 * something else blocks, such as a missing key, is not contained.
 */
function causesIn(results: Result[]): Map<string, string[]> {
  const blocked = new Map<string, (string | undefined)[]>(
    results.flatMap((result) =>
      result.verdict === 'inconclusive' ? [[result.requirement.id, blockersOf(result)] as const] : [],
    ),
  );
  // Requirements that block each other have no first one.
  const causesOf = (id: string | undefined, seen: string[]): (string | undefined)[] => {
    if (id === undefined || seen.includes(id)) return [undefined];
    return blocked.get(id)?.flatMap((blocker) => causesOf(blocker, [...seen, id])) ?? [id];
  };
  const found = [...blocked.keys()].map((id) => [id, [...new Set(causesOf(id, []))]] as const);
  return new Map(found.filter((each): each is [string, string[]] => !each[1].includes(undefined)));
}

/**
 * The list after a run: without what passes now, and with each blocked requirement at the entry that blocks it now. It
 * stays as it is for whatever the run did not judge.
 *
 * @param add also lists new failures, and what they block
 */
export function listAfter(results: Result[], list: KnownFailures, add: boolean): KnownFailures {
  const judged = new Map<string, Result>(results.filter(isJudged).map((result) => [result.requirement.id, result]));
  const kept = [...list].filter(([id]) => judged.get(id)?.verdict !== 'pass');
  const failed = [...judged].filter(([id, { verdict }]) => verdict === 'fail' && !list.has(id));
  const added = failed.map(([id]): [string, KnownFailure] => [id, { reason: 'TODO', blocks: [] }]);
  const entries: KnownFailures = new Map([...kept, ...(add ? added : [])]);
  const blocked = new Set([...list.values()].flatMap(({ blocks }) => blocks));
  const present = new Map(
    [...causesIn(results)].flatMap(([id, [cause]]) =>
      entries.has(cause!) && !entries.has(id) && (add || blocked.has(id)) ? [[id, cause!] as const] : [],
    ),
  );
  const blockedAfter = (id: string, { blocks }: KnownFailure) => [
    ...blocks.filter((each) => (present.has(each) ? present.get(each) === id : !judged.has(each))),
    ...[...present].flatMap(([each, cause]) => (cause === id ? [each] : [])),
  ];
  return new Map([...entries].map(([id, entry]) => [id, { ...entry, blocks: [...new Set(blockedAfter(id, entry))] }]));
}
