import { interfaceOf } from '../contract/interface.ts';
import type { Fault } from '../contract/entries.ts';
import type { Rule } from './rule.ts';

/** The texts of the interface are for developers of clients: they name no decision or section, and no key word. */
export const plainInterface: Rule = ({ document }) => faultsIn(interfaceOf(document), []);

function faultsIn(node: any, at: Fault['at']): Fault[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    const place = [...at, Array.isArray(node) ? Number(key) : key];
    if (typeof value !== 'string' || !['description', 'summary', 'title'].includes(key)) return faultsIn(value, place);
    const [found] = /\bD[1-9]\d*\b|§[0-9.]*|\b(MUST|SHOULD)\b/.exec(value) ?? [];
    return found === undefined
      ? []
      : [
          {
            at: place,
            message: `This ${key} contains ${found}; say it to a developer of clients, and leave the reasons to requirements and decisions.`,
          },
        ];
  });
}
