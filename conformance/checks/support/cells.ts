import type { Context } from './context.ts';
import { eachOperation, operation, type OperationName, type Send } from './operations.ts';
import { forEachRow, forEachRowInOrder, forEachTogether } from './rows.ts';

/** One class of values that a rule is tried with on each of its operations: a cell for each pair of the two. */
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

/** Judges each cell: each operation after its control, and each of its values as a row in it. */
export function forEachCell<Name extends OperationName, T>(
  context: Context,
  tried: Cells<Name, T>,
  judge: (send: Send, value: T, name: Name) => Promise<void>,
): Promise<void> {
  return forEachRow(named(tried.operations), async (name) => {
    const send = await operation(context, name);
    await forEachRow(tried.values(name), (value) => judge(send, value, name));
  });
}

/** The same one value after the other, because the operation changes what they share. */
export function forEachCellInOrder<Name extends OperationName, T>(
  context: Context,
  tried: Cells<Name, T>,
  judge: (send: Send, value: T, name: Name) => Promise<void>,
): Promise<void> {
  return forEachRow(named(tried.operations), async (name) => {
    const send = await operation(context, name);
    await forEachRowInOrder(tried.values(name), (value) => judge(send, value, name));
  });
}

/** The same with all values of an operation in one request, which must not change its response. */
export function forEachCellTogether<Name extends OperationName, T>(
  context: Context,
  tried: Cells<Name, T>,
  judge: (send: Send, some: T[], name: Name) => Promise<void>,
): Promise<void> {
  return forEachRow(named(tried.operations), (name) =>
    // Each time with a control of its own: an upload adds to its case.
    forEachTogether(tried.values(name), async (some) => judge(await operation(context, name), some, name)),
  );
}

const named = <Name extends OperationName>(operations: readonly Name[]): Record<Name, Name> =>
  Object.fromEntries(operations.map((name) => [name, name])) as Record<Name, Name>;
