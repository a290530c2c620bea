import type { Result, Verdict } from '../engine/verdict.ts';

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
  return results.map(({ known: _, ...result }) => {
    const known = reasonFor(result, list, causes);
    return { ...result, ...(known !== undefined && { known }) };
  });
}

function reasonFor({ requirement: { id }, verdict }: Result, list: KnownFailures, causes: Causes): string | undefined {
  const blockedBy = (cause: string | undefined) =>
    cause !== undefined && list.get(cause)?.blocks.includes(id)
      ? `blocked by ${cause}: ${list.get(cause)!.reason}`
      : undefined;
  if (verdict === 'inconclusive') return blockedBy(causes.get(id));
  if (verdict !== 'pass' && verdict !== 'fail') return undefined;
  const own = list.get(id)?.reason;
  if (own !== undefined || verdict === 'fail') return own;
  // It can be judged again, so that the list is too long here too.
  return blockedBy([...list.keys()].find((other) => list.get(other)!.blocks.includes(id)));
}

/** By inconclusive requirement, the one that has to be fixed first. */
type Causes = Map<string, string>;

/** Follows the blocked steps to the first requirement that was itself judged; a missing key has no such cause. */
function causesIn(results: Result[]): Causes {
  const inconclusive = results.filter(({ verdict }) => verdict === 'inconclusive');
  const blockers = new Map<string, string | undefined>(
    inconclusive.map(({ requirement, blockedBy }) => [requirement.id, blockedBy]),
  );
  const found = [...blockers.keys()].map((id) => [id, causeOf(id, blockers)] as const);
  return new Map(found.filter((each): each is [string, string] => each[1] !== undefined));
}

function causeOf(id: string, blockers: Map<string, string | undefined>): string | undefined {
  const seen = new Set<string>();
  let cause: string | undefined = id;
  while (cause !== undefined && blockers.has(cause) && !seen.has(cause)) {
    seen.add(cause);
    cause = blockers.get(cause);
  }
  // Requirements that block each other have no first one.
  return cause === undefined || blockers.has(cause) ? undefined : cause;
}

/**
 * The list after a run: without what passes now, and with each blocked requirement at the entry that blocks it now. It
 * stays as it is for whatever the run did not judge.
 *
 * @param add also lists new failures, and what they block
 */
export function listAfter(results: Result[], list: KnownFailures, add: boolean): KnownFailures {
  const verdicts = new Map<string, Verdict>(results.map(({ requirement, verdict }) => [requirement.id, verdict]));
  const kept = [...list].filter(([id]) => verdicts.get(id) !== 'pass');
  const failed = [...verdicts].filter(([id, verdict]) => verdict === 'fail' && !list.has(id));
  const added = failed.map(([id]): [string, KnownFailure] => [id, { reason: 'TODO', blocks: [] }]);
  const entries: KnownFailures = new Map([...kept, ...(add ? added : [])]);
  const blocked = new Set([...list.values()].flatMap(({ blocks }) => blocks));
  const causes = [...causesIn(results)].filter(([id, cause]) => entries.has(cause) && (add || blocked.has(id)));
  const present = new Map(causes);
  const isJudged = (id: string) => ['pass', 'warning', 'fail'].includes(verdicts.get(id) ?? '');
  const blockedAfter = (id: string, { blocks }: KnownFailure) => [
    ...blocks.filter((each) => (present.has(each) ? present.get(each) === id : !isJudged(each))),
    ...causes.flatMap(([each, cause]) => (cause === id ? [each] : [])),
  ];
  return new Map([...entries].map(([id, entry]) => [id, { ...entry, blocks: [...new Set(blockedAfter(id, entry))] }]));
}
