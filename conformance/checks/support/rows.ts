import { Inconclusive, Violation } from '../../engine/verdict.ts';

/**
 * Judges similar cases in parallel, each under a label that the failure shows. All of them run; the first failure
 * decides, and an inconclusive row only when no other row failed.
 */
export async function forEachRow<T>(
  rows: Record<string, T>,
  judge: (row: T, label: string) => Promise<void>,
): Promise<void> {
  const ends = await Promise.allSettled(
    Object.entries(rows).map(([label, row]) => withLabel(label, () => judge(row, label))),
  );
  throwFirstFailure(ends);
}

/** Judges similar cases one after the other, because they share something that parallel requests would disturb. */
export async function forEachRowInOrder<T>(
  rows: Record<string, T>,
  judge: (row: T, label: string) => Promise<void>,
): Promise<void> {
  const ends: PromiseSettledResult<void>[] = [];
  for (const [label, row] of Object.entries(rows))
    ends.push(...(await Promise.allSettled([withLabel(label, () => judge(row, label))])));
  throwFirstFailure(ends);
}

/** Rows that are their own labels. */
export const rowsOf = <T extends string>(...values: T[]): Record<T, T> =>
  Object.fromEntries(values.map((value) => [value, value])) as Record<T, T>;

function throwFirstFailure(ends: PromiseSettledResult<void>[]): void {
  const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
  if (reasons.length > 0) throw reasons.find((reason) => !(reason instanceof Inconclusive)) ?? reasons[0];
}

async function withLabel(label: string, judge: () => Promise<void>): Promise<void> {
  try {
    await judge();
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    throw error.inRow(label);
  }
}
