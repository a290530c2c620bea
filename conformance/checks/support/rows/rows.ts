import { AsyncLocalStorage } from 'node:async_hooks';
import { Inconclusive, rowsIn, type RowResult, Violation } from '../../../engine/verdict.ts';

type JudgeRow<T> = (row: T, label: string) => Promise<void>;

/**
 * Judges similar cases in parallel, each under a label that the failure shows. All of them run, and the check goes on:
 * `withRows` decides when it has ended.
 */
export async function forEachRow<T>(rows: Record<string, T>, judge: JudgeRow<T>): Promise<void> {
  const ends = Object.entries(rows).map(([label, row]) => withLabel(label, () => judge(row, label)));
  addRows(await Promise.allSettled(ends));
}

/** Judges similar cases one after the other, because they share something that parallel requests would disturb. */
export async function forEachRowInOrder<T>(rows: Record<string, T>, judge: JudgeRow<T>): Promise<void> {
  const ends: PromiseSettledResult<RowEnd>[] = [];
  for (const [label, row] of Object.entries(rows))
    ends.push(...(await Promise.allSettled([withLabel(label, () => judge(row, label))])));
  addRows(ends);
}

/** Judges one case under a label. */
export const inRow = (label: string, judge: () => Promise<void>): Promise<void> =>
  forEachRow({ [label]: judge }, (judgeOne) => judgeOne());

/** The results of the rows of a check that passed. */
export const rowsJudgedBy = async (work: () => Promise<void>): Promise<RowResult[]> => (await run(work)).rows;

/** How a row ended: its result or those of the rows in it, and what it threw. */
interface RowEnd {
  rows: RowResult[];
  thrown?: Violation | Inconclusive;
}

// The rows of the work around, so that a check does not have to pass them on from table to table.
const surrounding = new AsyncLocalStorage<RowEnd[]>();

/**
 * Runs work that has rows, and decides by all of them: it throws the first failure, or else the first reason why a row
 * could not be judged, with the results of all rows.
 */
export const withRows = async <T>(work: () => Promise<T>): Promise<T> => (await run(work)).value;

async function run<T>(work: () => Promise<T>): Promise<{ value: T; rows: RowResult[] }> {
  const ends: RowEnd[] = [];
  const [outside] = await Promise.allSettled([surrounding.run(ends, work)]);
  const rows = ends.flatMap((end) => end.rows);
  const thrown = ends.flatMap((end) => end.thrown ?? []);
  const failed = thrown.find((each) => each instanceof Violation);
  if (failed) throw failed.withRows(rows);
  // If a step outside the rows failed, some rows did not run, so the verdict does not depend on the others.
  if (outside.status === 'rejected') throw withoutRows(outside.reason);
  if (thrown[0]) throw thrown[0].withRows(rows);
  return { value: outside.value, rows };
}

const withoutRows = (error: unknown): unknown =>
  error instanceof Inconclusive && error.rows.length > 0 ? error.withRows([]) : error;

function addRows(ends: PromiseSettledResult<RowEnd>[]): void {
  const error = ends.find((end) => end.status === 'rejected');
  if (error) throw error.reason;
  surrounding.getStore()!.push(...ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : [])));
}

async function withLabel(label: string, judge: () => Promise<void>): Promise<RowEnd> {
  const { rows, thrown: outside } = await endOf(judge);
  if (!outside) return { rows: rows.length > 0 ? rowsIn(label, rows) : [{ row: label, verdict: 'pass', reason: '' }] };
  const thrown = outside.inRow(label);
  return { rows: thrown.rows, thrown };
}

async function endOf(judge: () => Promise<void>): Promise<RowEnd> {
  try {
    return { rows: await rowsJudgedBy(judge) };
  } catch (error) {
    if (!(error instanceof Violation || error instanceof Inconclusive)) throw error;
    return { rows: error.rows, thrown: error };
  }
}
