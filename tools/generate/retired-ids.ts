// The ids that the contract had once: no other requirement or decision may ever have one of them.
import { readFileSync } from 'node:fs';
import type { Contract } from '../contract/contract.ts';
import successors from './retired-ids.json' with { type: 'json' };

/** By retired id, of a requirement or a decision: what replaces it. */
export const retired: Record<string, string[]> = successors;

/** The ids of requirements and decisions in `generated/requirements.ts`, as it was last written. */
export function idsBefore(): string[] {
  const text = readFileSync(new URL('../../generated/requirements.ts', import.meta.url), 'utf8');
  return [...text.matchAll(/^ {2}\{"id":"([^"]+)"/gm)].map(([, id]) => id!);
}

/** What is wrong with the ids of the contract, given those that it had before: a sentence each, with what to do. */
export function faultsOfIds(
  { requirements, decisions }: Pick<Contract, 'requirements' | 'decisions'>,
  before: string[],
  list = retired,
): string[] {
  const ids = new Set([...requirements, ...decisions].map(({ id }) => id));
  const gone = before.filter((id) => !ids.has(id) && list[id] === undefined);
  return [
    ...gone.map((id) => `${id} is gone: add it to tools/generate/retired-ids.json, with the ids that replace it.`),
    ...Object.entries(list).flatMap(([id, replacing]) => [
      ...(ids.has(id) ? [`${id} is retired but used again: ids are never reused, write a new one.`] : []),
      ...replacing
        .filter((successor) => !ids.has(successor))
        .map((successor) => `${id} names the successor ${successor}, which the contract does not have: name another.`),
    ]),
  ];
}
