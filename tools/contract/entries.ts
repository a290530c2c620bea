export type Path = (string | number)[];

/** One entry as it is in the file. */
export interface Entry {
  raw: any;
  path: Path;
  operation: string | null;
}

export interface Fault {
  at: Path;
  message: string;
}

/** The entries whose id an earlier one has. */
export function repeated(entries: Entry[]): Entry[] {
  const ids = entries.map(({ raw }) => raw?.id);
  return entries.filter(({ raw }, at) => raw?.id !== undefined && ids.indexOf(raw.id) < at);
}
