// Checks the entries of `x-requirements` and the other lists: each against records.schema.json, then together.
import Ajv2020, { type ErrorObject } from 'ajv/dist/2020.js';
import { valueAt } from '../../conformance/json-pointer.ts';
import { operationsOf } from './interface.ts';
import schema from './records.schema.json' with { type: 'json' };

/** One entry as it is in the file, and its place as the keys from the root of the contract. */
export interface Entry {
  raw: any;
  at: (string | number)[];
}

/** A place, and what to do there. */
export interface Fault {
  at: (string | number)[];
  message: string;
}

const lists = ['general', 'numbers', 'requirements', 'freedoms', 'decisions'] as const;
type List = (typeof lists)[number];
export type Entries = Record<List, Entry[]>;

export const entriesOf = (document: any): Entries =>
  Object.fromEntries(
    lists.map((list) => [
      list,
      (document[`x-${list}`] ?? []).map((raw: unknown, index: number) => ({ raw, at: [`x-${list}`, index] })),
    ]),
  ) as Entries;

/** The faults of the form of entries; if there are none, the ids that they repeat or that do not exist. */
export function faultsOf(document: any, entries: Entries): Fault[] {
  const malformed = lists.flatMap((list) => entries[list].flatMap((entry) => faultsOfForm(list, entry)));
  return malformed.length > 0 ? malformed : faultsTogether(document, entries);
}

const ajv = new Ajv2020.default({ allErrors: true, verbose: true, strictTypes: false, strictRequired: false });
ajv.addVocabulary(['wrong', 'fix']);
ajv.addSchema(schema, 'records');

function faultsOfForm(list: List, { raw, at }: Entry): Fault[] {
  const validate = ajv.getSchema(`records#/$defs/${list}`)!;
  if (validate(raw)) return [];
  // The errors of the branches say what is wrong; that of the `if` or the `anyOf` only says that there are some.
  const errors = validate.errors!.filter(({ keyword }) => !['if', 'anyOf'].includes(keyword));
  const name = raw?.id ?? raw?.title ?? `an entry of x-${list}`;
  return [...new Set(errors.map((error) => `${name} ${sentence(error)}.`))].map((message) => ({ at, message }));
}

interface Annotated {
  wrong?: string;
  fix?: string;
  enum?: string[];
  properties?: Record<string, Annotated>;
}

function sentence({ keyword, params, parentSchema, data, instancePath }: ErrorObject): string {
  const { wrong, fix, enum: allowed = [], properties = {} } = parentSchema as Annotated;
  if (keyword === 'required') {
    const { missingProperty: missing } = params as { missingProperty: string };
    return `has no ${missing}; ${properties[missing]?.fix ?? 'write it'}`;
  }
  if (keyword === 'additionalProperties')
    return `has the unknown property ${params['additionalProperty']}; use one of ${Object.keys(properties).join(', ')}`;
  return `${wrong}; ${fix}`
    .replace('{value}', String(data))
    .replace('{property}', instancePath.slice(1))
    .replace('{allowed}', allowed.join(', '));
}

function faultsTogether(document: any, { general, numbers, requirements, freedoms, decisions }: Entries): Fault[] {
  const { schemas = {} } = document.components ?? {};
  const interfaceNames = [
    ...operationsOf(document).map(({ operation }) => operation.operationId),
    ...Object.values<object>(document.components ?? {}).flatMap((group) => Object.keys(group)),
  ];
  const texts = [...general, ...requirements, ...freedoms, ...decisions];
  const cited = (raw: any) => (raw.source.startsWith('D') ? [raw.source] : []);
  const named = (raw: any) => [...JSON.stringify(raw).matchAll(/\{\{(.*?)\}\}/g)].map(([, name]) => name!);
  const allNamed = new Set(texts.flatMap(({ raw }) => named(raw)));
  const interfaceValue = ({ at }: any) => valueAt(document, at.slice(1));
  return [
    ...[numbers, requirements, freedoms, decisions].flatMap(repeated),
    ...unknown(requirements, cited, idsOf(decisions), 'x-decisions does not list'),
    ...unknown(requirements, (raw) => Object.keys(raw.schema ?? {}), Object.keys(schemas), 'is no component'),
    ...unknown(freedoms, (raw) => raw.limits, idsOf(requirements), 'x-requirements does not list'),
    ...unknown(freedoms, cited, idsOf(decisions), 'x-decisions does not list'),
    ...unknown(decisions, (raw) => raw.about ?? [], interfaceNames, 'the interface does not have'),
    ...unknown(texts, named, idsOf(numbers), 'x-numbers does not list'),
    ...requirements
      .filter(({ raw }) => raw.answer !== undefined && !agrees(raw))
      .map((entry) =>
        fault(entry, 'names another status code or problem type in its text than in its answer; make them agree'),
      ),
    ...numbers
      .filter(({ raw }) => raw.at !== undefined && interfaceValue(raw) !== amountOf(raw.value))
      .map((entry) => {
        const { value, at } = entry.raw;
        return fault(entry, `is ${value}, but ${at} is ${String(interfaceValue(entry.raw))}; make them agree`);
      }),
    ...numbers
      .filter(({ raw }) => !allNamed.has(raw.id))
      .map((entry) => fault(entry, `is named by no text; write {{${entry.raw.id}}} where it applies, or drop it`)),
  ];
}

const idsOf = (entries: Entry[]): string[] => entries.map(({ raw }) => raw.id);

const fault = ({ raw, at }: Entry, says: string): Fault => ({ at, message: `${raw.id ?? raw.title} ${says}.` });

const unknown = (entries: Entry[], namesIn: (raw: any) => string[], known: string[], which: string): Fault[] =>
  entries.flatMap((entry) =>
    namesIn(entry.raw)
      .filter((name) => !known.includes(name))
      .map((name) => fault(entry, `names ${name}, which ${which}; add it or fix its name`)),
  );

function repeated(entries: Entry[]): Fault[] {
  const ids = idsOf(entries);
  return entries
    .filter(({ raw }, index) => ids.indexOf(raw.id) < index)
    .map((entry) => fault(entry, 'exists twice; ids are unique, rename one of the two'));
}

/** True when each status code and problem type that the sentence names is one of its answers. */
function agrees({ text, answer }: { text: string; answer: string | string[] }): boolean {
  const answers = [answer].flat().flatMap((each) => each.split(' '));
  const [statuses, problems] = [/\bMUST be ([2-5]\d\d)(?: or ([2-5]\d\d))?/g, /\/problems\/([a-z-]+)/g].map((form) =>
    [...text.matchAll(form)].flatMap(([, ...found]) => found.filter(Boolean)),
  );
  return [...statuses!, ...problems!].every((each) => answers.includes(each));
}

const units: Record<string, number> = { KiB: 1024, MiB: 1024 ** 2, seconds: 1000, minutes: 60_000, hours: 3_600_000 };

/** A value of `x-numbers` in milliseconds, bytes or pieces. */
export function amountOf(value: string | number): number {
  const [count, unit = ''] = String(value).split(' ') as [string, string?];
  return Number(count.replaceAll(',', '')) * (units[unit] ?? 1);
}
