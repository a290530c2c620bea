import { readdirSync, readFileSync } from 'node:fs';
import type { Fault } from '../contract/entries.ts';
import type { Rule } from './rule.ts';

const oracle = new URL('../../conformance/oracle/', import.meta.url);

/** The ids that the source of the oracle names. */
function namedByOracle(): Set<string> {
  const files = readdirSync(oracle, { encoding: 'utf8', recursive: true }).filter((name) =>
    /(?<!test)\.ts$/.test(name),
  );
  const sources = files.map((name) => readFileSync(new URL(name, oracle), 'utf8'));
  return new Set(sources.flatMap((text) => [...text.matchAll(/'([a-z]+\.[a-z0-9-]+)'/g)].map(([, id]) => id!)));
}

/** Every freedom is used: the oracle allows its answers. */
export const freedomsUsed: Rule = ({ document }) => {
  const named = namedByOracle();
  return (document['x-freedoms'] ?? []).flatMap((freedom: any, index: number): Fault[] =>
    named.has(freedom?.id)
      ? []
      : [
          {
            at: ['x-freedoms', index],
            message: `${freedom?.id} is used nowhere in conformance/oracle/; let the oracle allow its answers, or drop it.`,
          },
        ],
  );
};
