import { Inconclusive, rowsIn, type RowResult, Violation } from '../../engine/verdict.ts';

/** Judges one row; it returns the rows of an inner table, if it has one. */
type JudgeRow<T> = (row: T, label: string) => Promise<RowResult[] | void>;

/**
 * Judges similar cases in parallel, each under a label that the failure shows. All of them run, and each has a verdict
 * of its own. The first failure decides, and an inconclusive row only when no other row failed.
 */
export async function forEachRow<T>(rows: Record<string, T>, judge: JudgeRow<T>): Promise<RowResult[]> {
  const ends = Object.entries(rows).map(([label, row]) => withLabel(label, () => judge(row, label)));
  return verdictOf(await Promise.allSettled(ends));
}

/** Judges similar cases one after the other, because they share something that parallel requests would disturb. */
export async function forEachRowInOrder<T>(rows: Record<string, T>, judge: JudgeRow<T>): Promise<RowResult[]> {
  const ends: PromiseSettledResult<RowEnd>[] = [];
  for (const [label, row] of Object.entries(rows))
    ends.push(...(await Promise.allSettled([withLabel(label, () => judge(row, label))])));
  return verdictOf(ends);
}

/** Rows that are their own labels. */
export const rowsOf = <T extends string>(...values: T[]): Record<T, T> =>
  Object.fromEntries(values.map((value) => [value, value])) as Record<T, T>;

/** The results of a row and of the rows in it, and what it threw. */
interface RowEnd {
  rows: RowResult[];
  thrown?: Violation | Inconclusive;
}

async function withLabel(label: string, judge: () => Promise<RowResult[] | void>): Promise<RowEnd> {
  try {
    const inner = await judge();
    return { rows: inner ? rowsIn(label, inner) : [{ row: label, verdict: 'pass', reason: '' }] };
  } catch (error) {
    if (!(error instanceof Violation || error instanceof Inconclusive)) throw error;
    const thrown = error.inRow(label);
    return { rows: thrown.rows, thrown };
  }
}

/** Returns the results when all rows passed; throws what decides, with the results, when one of them did not. */
function verdictOf(settled: PromiseSettledResult<RowEnd>[]): RowResult[] {
  const error = settled.find((end) => end.status === 'rejected');
  if (error) throw error.reason;
  const ends = settled.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
  const rows = ends.flatMap((end) => end.rows);
  const thrown = ends.flatMap((end) => end.thrown ?? []);
  const decisive = thrown.find((each) => each instanceof Violation) ?? thrown[0];
  if (decisive) throw decisive.withRows(rows);
  return rows;
}
