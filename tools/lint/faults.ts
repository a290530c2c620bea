import { tokensOf } from '../../conformance/json-pointer.ts';

/** A finding of a rule: its place, as the keys from the root of the contract, and what to do. */
export interface Fault {
  at: (string | number)[];
  message: string;
}

/** A rule of this project: a pure function of the contract, as parsed and as text. */
export type Rule = (contract: { document: any; text: string; file: string }) => Fault[];

export interface OperationPlace {
  at: (string | number)[];
  path: string;
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
        .map((method) => ({ at: [root, path, method], path, operation: item[method], webhook: root === 'webhooks' })),
    ),
  );
}

export interface Located {
  at: (string | number)[];
  /** undefined if its reference has no target, which Redocly's own rule reports */
  node: any;
}

/** A node and its place; for a reference, those of its target. */
export function resolve(document: any, { at, node }: Located): Located {
  if (typeof node?.$ref !== 'string') return { at, node };
  const target = tokensOf(decodeURIComponent(node.$ref));
  return { at: target, node: target.reduce((value: any, key: string) => value?.[key], document) };
}
