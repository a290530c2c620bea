import { type Entry, type Fault, operationsOf } from './entries.ts';
import { nameOf } from './records.ts';

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

/** Names of the interface in requirements and decisions that the interface does not have. */
export function unknownNames(document: any, requirements: Entry[], decisions: Entry[]): Fault[] {
  const schemas = Object.keys(document.components?.schemas ?? {});
  const all = [
    ...operationsOf(document).map(({ operation }) => operation.operationId),
    ...Object.values<object>(document.components ?? {}).flatMap((group) => Object.keys(group)),
  ];
  return [
    ...requirements.flatMap((entry) => unknown('requirement', entry, Object.keys(entry.raw?.schema ?? {}), schemas)),
    ...decisions.flatMap((entry) => unknown('decision', entry, [entry.raw?.about ?? []].flat(), all)),
  ];
}

const unknown = (kind: 'requirement' | 'decision', { raw, path }: Entry, names: string[], known: string[]): Fault[] =>
  names
    .filter((name) => !known.includes(name))
    .map((name) => ({
      at: path,
      message: `${nameOf(kind, raw)} names ${name}, which the interface does not have; fix the name.`,
    }));
