import { ContractError, readContract } from '../contract.ts';
import type { Fault } from '../contract/entries.ts';
import type { Rule } from './rule.ts';

/** Requirements, freedoms and decisions have the form that the generator reads: one reader, one set of messages. */
export const requirements: Rule = ({ document, text, file }) => {
  try {
    readContract(file, text);
    return [];
  } catch (error) {
    // Each line names its file and line itself.
    if (error instanceof ContractError)
      return error.message.split('\n').map((message) => ({ at: [placeOf(message, document)], message }));
    return [
      { at: [], message: `The contract could not be read (${String(error)}); fix what the other rules name first.` },
    ];
  }
};

function placeOf(message: string, document: any): string {
  if (/: (D\d+|a decision) /.test(message)) return 'x-decisions';
  const [, id] = /: ([a-z.0-9-]+) /.exec(message) ?? [];
  if (document['x-numbers']?.some((each: any) => each?.id === id)) return 'x-numbers';
  const isFreedom = /: a freedom /.test(message) || document['x-freedoms']?.some((each: any) => each?.id === id);
  return isFreedom ? 'x-freedoms' : 'x-requirements';
}

/** Every decision is used: a requirement or a freedom names it, or it says which part of the interface follows from it. */
export const decisionsUsed: Rule = ({ document }) => {
  const { 'x-decisions': decisions, ...rest } = document;
  const named = new Set(mentions(rest));
  return (decisions ?? []).flatMap((decision: any, index: number): Fault[] =>
    named.has(decision?.id) || decision?.about
      ? []
      : [
          {
            at: ['x-decisions', index],
            message: `${decision?.id} is used nowhere; make it the source of a requirement or a freedom, name in "about" the part of the interface that follows from it, or drop it.`,
          },
        ],
  );
};

function mentions(node: any): string[] {
  if (typeof node === 'string') return mentionsIn(node);
  if (typeof node !== 'object' || node === null) return [];
  return Object.values(node).flatMap(mentions);
}

/** The decisions that a text names outside code, ranges (`D49 to D54`) included. */
export function mentionsIn(text: string): string[] {
  const prose = text
    .split('`')
    .filter((_, index) => index % 2 === 0)
    .join(' ');
  return [...prose.matchAll(/\bD([1-9]\d*)(?:\s+to\s+D([1-9]\d*))?\b/g)].flatMap(([, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, step) => `D${Number(first) + step}`),
  );
}
