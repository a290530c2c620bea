import type { Context } from '../context.ts';
import { eachOperation, operation, type OperationName, type Send } from './operations.ts';
import { forEachRow, forEachRowInOrder, forEachTogether } from './rows.ts';

/** A class of values that a rule is checked with on each of its operations: one cell for each pair of value and operation. */
export interface Cells<Name extends OperationName, T> {
  operations: readonly Name[];
  /** the values of an operation by label */
  values(operation: Name): Record<string, T>;
}

/** Cells with the same values for all their operations. */
export const cells = <Name extends OperationName, T>(
  operations: readonly Name[],
  values: Record<string, T>,
): Cells<Name, T> => ({ operations, values: () => values });

/** The operations by themselves, each with a single value. */
export const onEach = (operations: readonly OperationName[] = eachOperation): Cells<OperationName, null> =>
  cells(operations, { '': null });

type JudgeCell<Name extends OperationName, T> = (send: Send, value: T, name: Name) => Promise<void>;
type ForEachCell = <Name extends OperationName, T>(
  context: Context,
  tried: Cells<Name, T>,
  judge: JudgeCell<Name, T>,
) => Promise<void>;

const cellsBy =
  (forEachValue: typeof forEachRow): ForEachCell =>
  (context, tried, judge) =>
    forEachRow(named(tried.operations), async (name) => {
      const send = await operation(context, name);
      await forEachValue(tried.values(name), (value) => judge(send, value, name));
    });

/** Judges each cell: each operation after its control, and each of its values as a row in it. */
export const forEachCell = cellsBy(forEachRow);

/** The same, but one value after the other, because the operation changes shared state. */
export const forEachCellInOrder = cellsBy(forEachRowInOrder);

/** The same with all values of an operation in one request, which must not change its response. */
export function forEachCellTogether<Name extends OperationName, T>(
  context: Context,
  tried: Cells<Name, T>,
  judge: (send: Send, some: T[], name: Name) => Promise<void>,
): Promise<void> {
  return forEachRow(named(tried.operations), (name) =>
    // Each time with a separate control: an upload adds to its case.
    forEachTogether(tried.values(name), async (some) => judge(await operation(context, name), some, name)),
  );
}

const named = <Name extends OperationName>(operations: readonly Name[]): Record<Name, Name> =>
  Object.fromEntries(operations.map((name) => [name, name])) as Record<Name, Name>;
