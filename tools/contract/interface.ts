import { valueAt } from '../../conformance/json-pointer.ts';

/** A node, or what its reference leads to. */
export const resolved = (document: any, node: any): any => (node.$ref ? valueAt(document, node.$ref.slice(1)) : node);

/** The part of the contract that tools for clients read. */
export const interfaceOf = (document: any): any =>
  Object.fromEntries(Object.entries(document).filter(([name]) => !name.startsWith('x-')));

/** The schemas under components by name, each with what requirements add to it. */
export function validatedSchemas(document: any): [name: string, schema: any][] {
  return Object.entries<object>(document.components?.schemas ?? {}).map(([name, schema]) => {
    const added = (document['x-requirements'] ?? []).flatMap((requirement: any) => requirement?.schema?.[name] ?? []);
    return [name, added.length === 0 ? schema : { ...schema, allOf: added }];
  });
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Every operation of the paths and of the webhooks. */
export function operationsOf(document: any): { path: string; method: string; operation: any; webhook: boolean }[] {
  return ['paths', 'webhooks'].flatMap((root) =>
    Object.entries<any>(document[root] ?? {}).flatMap(([path, item]) =>
      methods
        .filter((method) => item?.[method])
        .map((method) => ({ path, method, operation: item[method], webhook: root === 'webhooks' })),
    ),
  );
}
