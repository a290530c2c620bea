import { valueAt } from '../../conformance/json-pointer.ts';
import { type Entry, type Fault, repeated } from './entries.ts';
import { nameOf, numberFaults } from './records.ts';

/** One entry of `x-numbers`: a number, time or tolerance that texts name as `{{id}}`. */
export interface NumberRecord {
  id: string;
  /** as texts write it, such as `64 KiB` */
  value: string;
  meaning: string;
  /** the same for programs: in milliseconds, bytes or pieces */
  amount: number;
}

const units: Record<string, number> = { KiB: 1024, MiB: 1024 ** 2, seconds: 1000, minutes: 60_000, hours: 3_600_000 };

export function numberOf({ raw: { id, value, meaning } }: Entry): NumberRecord {
  return { id, value: String(value), meaning, amount: amountOf(String(value)) };
}

function amountOf(value: string): number {
  const [count, unit = ''] = value.split(' ') as [string, string?];
  return Number(count.replaceAll(',', '')) * (units[unit] ?? 1);
}

/** The entry with the value of each number that its texts name. */
export const withNumbers = ({ raw, path }: Entry, numbers: Entry[]): Entry => ({ raw: filled(raw, numbers), path });

function filled(node: any, numbers: Entry[]): any {
  if (typeof node === 'string')
    return node.replaceAll(
      /\{\{([a-z-]+)\}\}/g,
      (name, id) => numbers.find(({ raw }) => raw?.id === id)?.raw.value ?? name,
    );
  if (Array.isArray(node)) return node.map((each) => filled(each, numbers));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, filled(value, numbers)]));
}

/** Faults of their form, repeated ids, and numbers that the interface or no text has; and unknown numbers in texts. */
export function numbersFaults(document: any, numbers: Entry[], texts: Entry[]): Fault[] {
  const named = JSON.stringify(texts.map(({ raw }) => raw));
  return [
    ...numbers.flatMap(({ raw, path }) => numberFaults(raw).map((message) => ({ at: path, message }))),
    ...repeated(numbers).map(({ raw, path }) => ({
      at: path,
      message: `${nameOf('number', raw)} exists twice; ids are unique, rename one of the two.`,
    })),
    ...numbers
      .filter(({ raw }) => raw?.at !== undefined && valueAt(document, raw.at.slice(1)) !== amountOf(String(raw.value)))
      .map(({ raw, path }) => ({
        at: path,
        message: `${nameOf('number', raw)} is ${raw.value}, but ${raw.at} is ${String(valueAt(document, raw.at.slice(1)))}; make them agree.`,
      })),
    ...numbers
      .filter(({ raw }) => !named.includes(`{{${raw?.id}}}`))
      .map(({ raw, path }) => ({
        at: path,
        message: `${nameOf('number', raw)} is named by no text; write {{${raw?.id}}} where it applies, or drop it.`,
      })),
    ...texts.flatMap((text) => unknownIn(text, numbers)),
  ];
}

function unknownIn({ raw, path }: Entry, numbers: Entry[]): Fault[] {
  const names = [...JSON.stringify(raw).matchAll(/\{\{(.*?)\}\}/g)].map(([, name]) => name!);
  return names
    .filter((name) => !numbers.some((number) => number.raw?.id === name))
    .map((name) => ({
      at: path,
      message: `${raw?.id ?? raw?.title} names the number ${name}, which x-numbers does not list; add it or fix its name.`,
    }));
}
