/** Rows that are their own labels. */
export const rowsOf = <T extends string>(...values: T[]): Record<T, T> =>
  Object.fromEntries(values.map((value) => [value, value])) as Record<T, T>;
