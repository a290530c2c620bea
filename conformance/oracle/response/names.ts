// Properties of which a client may read another one (D104): some parsers ignore letter case, and of two equal names they take the
// last one, or none. A parsed value has each name once, so names are counted in the text too.
import { isObject, textIn, valueOf } from '../../wire/json.ts';
import { pointerTo } from '../../json-pointer.ts';
import { type At, at } from '../support/place.ts';
import { propertiesOfArtifact, propertiesOfCase } from './properties.ts';
import { valuesAt } from './whole-numbers.ts';

const ofProblem = ['title', 'detail', 'instance', 'retry_after', 'errors'];
const ofEvent = ['timestamp', 'data'];

/** The objects that the contract defines, with their properties; the first one is a case, an artifact, a problem or an event. */
const objects: [place: string[], names: string[]][] = [
  [[], [...propertiesOfCase, ...propertiesOfArtifact, ...ofProblem, ...ofEvent]],
  [['artifacts', 'each'], propertiesOfArtifact],
  [
    ['errors', 'each'],
    ['pointer', 'detail'],
  ],
  [['data'], propertiesOfCase],
  [['data', 'artifacts', 'each'], propertiesOfArtifact],
];

/** The properties of a JSON body that have a name of the contract in another letter case, and the names that are there twice. */
export function ambiguousNamesIn(body: Buffer): At[] {
  const value = valueOf(body);
  if (!isObject(value)) return [];
  const written = namesIn(textIn(body)!);
  const twice = twiceIn(written, value).map((name) => at('', `${name} twice in an object`));
  return written.some((name) => capital.test(name)) ? [...inOtherCase(value), ...twice] : twice;
}

// Or an escape, which may stand for one.
const capital = /[A-Z\\]/;

function inOtherCase(value: object): At[] {
  return objects.flatMap(([place, names]) =>
    valuesAt(value, place).flatMap(([object, path]) =>
      Object.keys(isObject(object) ? object : {})
        .filter((name) => isOtherCase(name, names) && Object.hasOwn(object as object, name.toLowerCase()))
        .map((name) => at(pointerTo([...path, name]), `${JSON.stringify(name)} beside "${name.toLowerCase()}"`)),
    ),
  );
}

const isOtherCase = (name: string, names: string[]) => !names.includes(name) && names.includes(name.toLowerCase());

/** The names that an object has more than once. */
function twiceIn(written: string[], value: unknown): string[] {
  const kept = keysOf(value);
  if (written.length === kept.length) return [];
  const left = new Map<unknown, number>();
  for (const name of kept) left.set(name, (left.get(name) ?? 0) + 1);
  return [...new Set(written.filter((name) => !takeOne(left, JSON.parse(name))))];
}

function takeOne(left: Map<unknown, number>, name: unknown): boolean {
  const count = left.get(name) ?? 0;
  left.set(name, count - 1);
  return count > 0;
}

/** The names of all objects in a value, however deep. */
function keysOf(value: unknown): string[] {
  const keys: string[] = [];
  const values = [value];
  for (const each of values) {
    if (typeof each !== 'object' || each === null) continue;
    if (!Array.isArray(each)) for (const key of Object.keys(each)) keys.push(key);
    for (const below of Object.values(each)) if (typeof below === 'object') values.push(below);
  }
  return keys;
}

const colon = /\s*:/y;

/** Each string in front of a colon, with its quotation marks. */
function namesIn(text: string): string[] {
  const names: string[] = [];
  for (let from = text.indexOf('"'); from !== -1; from = text.indexOf('"', from)) {
    let end = text.indexOf('"', from + 1);
    while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
    colon.lastIndex = end + 1;
    if (colon.test(text)) names.push(text.slice(from, end + 1));
    from = end + 1;
  }
  return names;
}

function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text[before - 1] === '\\') before -= 1;
  return (at - before) % 2 === 1;
}
