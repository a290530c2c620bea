export type Path = (string | number)[];

/** One entry as it is in the file. */
export interface Entry {
  raw: any;
  path: Path;
}

/** A place, as the keys from the root of the contract, and what to do there. */
export interface Fault {
  at: Path;
  message: string;
}

/** The entries whose id an earlier one has. */
export function repeated(entries: Entry[]): Entry[] {
  const ids = entries.map(({ raw }) => raw?.id);
  return entries.filter(({ raw }, at) => raw?.id !== undefined && ids.indexOf(raw.id) < at);
}

export interface OperationPlace {
  at: Path;
  path: string;
  method: string;
  operation: any;
  webhook: boolean;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Every operation of the paths and of the webhooks, with its place. */
export function operationsOf(document: any): OperationPlace[] {
  return ['paths', 'webhooks'].flatMap((root) =>
    Object.entries<any>(document[root] ?? {}).flatMap(([path, item]) =>
      methods
        .filter((method) => item?.[method])
        .map((method) => ({
          at: [root, path, method],
          path,
          method,
          operation: item[method],
          webhook: root === 'webhooks',
        })),
    ),
  );
}
