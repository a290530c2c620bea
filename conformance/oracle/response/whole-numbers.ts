// How the integers of a body are written (D101): a parser shows only their values, and 95.0 is the same value as 95.
import { isObject, textIn, valueOf } from '../../wire/json.ts';
import { pointerTo } from '../../json-pointer.ts';
import { type At, at } from '../support/place.ts';

/** The place of each integer that the contract defines, in a case, an artifact, a problem or an event. */
const places = [
  ['score'],
  ['size'],
  ['status'],
  ['retry_after'],
  ['artifacts', 'each', 'size'],
  ['data', 'score'],
  ['data', 'artifacts', 'each', 'size'],
];

// Only where this occurs, the body is parsed again. Most bodies have a fraction in a time, which is a string.
const fractionOrExponent = /"\s*:\s*-?[0-9]+[.e]/i;

type Reviver = (this: object, name: string, value: unknown, context: { source?: string }) => unknown;

/** The integers of a JSON body that are written with a fraction or an exponent, as they are written. */
export function unusualIntegersIn(body: Buffer): At[] {
  const text = textIn(body)?.replace(/^\ufeff/, '') ?? '';
  if (!fractionOrExponent.test(text) || !isObject(valueOf(body))) return [];
  const written = new Map<unknown, Record<string, string>>();
  const note: Reviver = function (name, value, { source }) {
    if (Number.isInteger(value) && /[.e]/i.test(source!)) written.set(this, { ...written.get(this), [name]: source! });
    return value;
  };
  const parsed: unknown = JSON.parse(text, note as Parameters<typeof JSON.parse>[1]);
  return places.flatMap((place) =>
    valuesAt(parsed, place.slice(0, -1)).flatMap(([holder, path]) => {
      const name = place.at(-1)!;
      const source = written.get(holder)?.[name];
      return source === undefined ? [] : at(pointerTo([...path, name]), source);
    }),
  );
}

type Found = [value: unknown, path: (string | number)[]];

/** The values at a place, of which there are several where it names each entry of a list. */
export function valuesAt(root: unknown, place: string[]): Found[] {
  return place.reduce<Found[]>(
    (found, name) =>
      found.flatMap(([value, path]): Found[] => {
        if (name === 'each') return Array.isArray(value) ? value.map((entry, index) => [entry, [...path, index]]) : [];
        return isObject(value) ? [[value[name], [...path, name]]] : [];
      }),
    [[root, []]],
  );
}
