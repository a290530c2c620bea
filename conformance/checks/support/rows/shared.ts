import type { Context } from '../context.ts';
import { forEachRow } from './rows.ts';

type Rows<Label extends string, T> = Record<Label, () => Promise<T>>;

/**
 * Does the work of each row once per run, for all checks that judge its result. Returns the rows, each with a function that
 * ends as its work did: a failure concerns only its own row.
 */
export const sharedRows = <Label extends string, T>(
  context: Context,
  name: string,
  rowsOf: (shared: Context) => Promise<Rows<Label, T>> | Rows<Label, T>,
  forEach: typeof forEachRow = forEachRow,
): Promise<Rows<Label, T>> =>
  context.once(name, async (shared) => {
    const ends: Partial<Rows<Label, T>> = {};
    await forEach<() => Promise<T>>(await rowsOf(shared), async (work, label) => {
      const end = work();
      ends[label as Label] = () => end;
      await end.catch(() => {});
    });
    return ends as Rows<Label, T>;
  });
