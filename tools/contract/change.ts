import { tokensOf } from '../../conformance/json-pointer.ts';

/** The key of a child; an entry of a list may be named by its id. */
const keyIn = (node: any, name: string): any =>
  Array.isArray(node) && /\D/.test(name) ? node.findIndex(({ id }) => id === name) : name;

/** Changes the value at a pointer of a document, for a test; undefined removes it. */
export function change(document: any, pointer: string, valueOf: (old: any) => unknown): void {
  const names = tokensOf(pointer);
  const last = names.pop()!;
  const parent = names.reduce((node, name) => node[keyIn(node, name)], document);
  const key = keyIn(parent, last);
  const value = valueOf(parent[key]);
  if (value === undefined) delete parent[key];
  else parent[key] = value;
}
