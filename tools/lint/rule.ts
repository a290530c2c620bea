import { tokensOf } from '../../conformance/json-pointer.ts';
import type { Fault } from '../contract/entries.ts';

/** A rule of this project: a pure function of the contract, as parsed and as text. */
export type Rule = (contract: { document: any; text: string; file: string }) => Fault[];

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
