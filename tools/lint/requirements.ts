import { readdirSync, readFileSync } from 'node:fs';
import { ContractError, readContract } from '../contract/contract.ts';
import type { Fault } from '../contract/faults.ts';
import type { Context } from './context.ts';

const ofContract = (faultsOf: (document: any, text: string) => Fault[]) => () => ({
  Root(document: any, { location, report }: Context) {
    for (const { at, message } of faultsOf(document, location.source.body))
      report({ message, location: location.child(at) });
  },
});

/** Requirements, freedoms and decisions have the form that the generator reads: one reader, one set of messages. */
export const requirements = ofContract((_, text) => {
  try {
    readContract(text);
    return [];
  } catch (error) {
    if (error instanceof ContractError) return error.faults;
    return [{ at: [], message: `The contract could not be read (${String(error)}); fix what the other rules name.` }];
  }
});

/**
 * Every freedom is used: the oracle names it. Every decision is used: a requirement or a freedom names it, or it says which
 * part of the interface follows from it.
 */
export const unused = ofContract(({ 'x-decisions': decisions = [], 'x-freedoms': freedoms = [], ...rest }) => {
  const named = new Set([...mentions([rest, freedoms]), ...namedByOracle()]);
  const found = (list: string, entries: any[], advice: string) =>
    entries.flatMap((entry, index) =>
      named.has(entry?.id) || entry?.about
        ? []
        : [{ at: [list, index], message: `${entry?.id} is used nowhere; ${advice}, or drop it.` }],
    );
  return [
    ...found('x-freedoms', freedoms, 'let conformance/oracle/ allow its answers'),
    ...found(
      'x-decisions',
      decisions,
      'make it the source of a requirement or a freedom, name in "about" the part of the interface that follows from it',
    ),
  ];
});

/** The ids of freedoms that the source of the oracle names. */
function namedByOracle(): string[] {
  const oracle = new URL('../../conformance/oracle/', import.meta.url);
  const files = readdirSync(oracle, { encoding: 'utf8', recursive: true });
  return files
    .filter((name) => /(?<!test)\.ts$/.test(name))
    .flatMap((name) => [...readFileSync(new URL(name, oracle), 'utf8').matchAll(/'([a-z]+\.[a-z0-9-]+)'/g)])
    .map(([, id]) => id!);
}

function mentions(node: unknown): string[] {
  if (typeof node === 'string') return mentionsIn(node);
  return typeof node === 'object' && node !== null ? Object.values(node).flatMap(mentions) : [];
}

/** The decisions that a text names outside code, ranges (`D49 to D54`) included. */
export function mentionsIn(text: string): string[] {
  const prose = text.replaceAll(/`[^`]*`/g, ' ');
  return [...prose.matchAll(/\bD([1-9]\d*)(?:\s+to\s+D([1-9]\d*))?\b/g)].flatMap(([, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, step) => `D${Number(first) + step}`),
  );
}
