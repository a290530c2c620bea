// Random changes on top of the systematic ones: any JSON anywhere in a body.
import { isDeepStrictEqual } from 'node:util';
import { constant, constantFrom, integer, jsonValue, oneof, record, sample } from 'fast-check';
import type { Exchange } from '../../conformance/wire/exchange.ts';
import { isObject, valueOf } from '../../conformance/wire/json.ts';
import type { Mutant } from './mutants.ts';
import type { Recorded } from './record.ts';
import { withBody } from './responses.ts';

type Path = readonly (string | number)[];

// The same changes in each run of the proof.
const draws = { seed: 1, numRuns: 2000 };

/** Changes of judged responses with a JSON body, each with its scenario. */
export function randomMutantsOf(recorded: Recorded[]): { of: Recorded; mutant: Mutant }[] {
  const places = recorded.flatMap((of) =>
    of.own.sent
      .filter(({ at, exchange }) => at >= of.scenario.setting.length && isObject(bodyOf(exchange)))
      .map(({ exchange }) => ({ of, exchange })),
  );
  if (places.length === 0) return [];
  const place = constantFrom(...places).chain(({ of, exchange }) =>
    record({
      of: constant(of),
      exchange: constant(exchange),
      path: constantFrom(...pathsIn(bodyOf(exchange))),
      value: oneof(integer({ min: -1, max: 101 }), jsonValue({ maxDepth: 1 })),
    }),
  );
  return sample(place, draws).flatMap(({ of, exchange, path, value }) => {
    const original = bodyOf(exchange);
    const body = changed(original, path, value);
    if (isDeepStrictEqual(body, original)) return [];
    const response = withBody(exchange.response!, body);
    const name = `another ${nameOf(path)}`;
    return [{ of, mutant: { name, isNearest: false, changed: new Map([[exchange, { ...exchange, response }]]) } }];
  });
}

const bodyOf = ({ response }: Exchange) => response && valueOf(response.body);

/** To every value within one. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  const entries = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
  return [path, ...entries.flatMap(([key, each]) => pathsIn(each, [...path, key]))];
}

function changed(value: unknown, [key, ...rest]: Path, to: unknown): unknown {
  if (key === undefined) return to;
  if (Array.isArray(value)) return value.with(Number(key), changed(value[Number(key)], rest, to));
  return { ...(value as object), [key]: changed((value as Record<string, unknown>)[key], rest, to) };
}

/** `errors[0].detail`; `body` for the whole. */
const nameOf = (path: Path): string =>
  path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '') || 'body';
