import { UsageError } from '../../usage-error.ts';
import { type Flag, types } from './flag.ts';
import { near } from './near.ts';

/** A value as a text, and where the user wrote it: at a flag, in a variable, or in a line of the settings file. */
export interface Given {
  label: string;
  text: string;
}

/** What one source sets, by the name of the flag. Only a flag that can be repeated has more than one value. */
export type Source = Record<string, Given[]>;

/** @throws UsageError when a text is not what the flag expects */
export function valueOf(flag: Flag, given: Given[] = []): unknown {
  const values = given.map((each) => parsed(flag, each));
  if (types[flag.type].repeatable) return values;
  return values[0] ?? flag.default ?? (flag.type === 'boolean' ? false : undefined);
}

function parsed(flag: Flag, { label, text }: Given): unknown {
  const { pattern = '', parse = String, shown = String } = { ...types[flag.type], ...flag.form };
  if (flag.choices) return oneOf(flag.choices, label, text);
  const value = new RegExp(pattern).test(text) ? parse(text) : undefined;
  if (value !== undefined) return value;
  throw mismatch(flag, `${label} ${shown(text)}`.trimEnd());
}

/** The error for a value that the flag does not expect. */
export const mismatch = ({ type, form, description }: Flag, label: string): UsageError =>
  new UsageError(`${label}: expected ${(form ?? types[type]).expected}. ${description}`);

function oneOf(choices: readonly string[], label: string, text: string): string {
  if (choices.includes(text)) return text;
  const isSeveral = text.includes(',') && text.split(',').every((each) => choices.includes(each.trim()));
  const advice = isSeveral ? ` Repeat ${label} for each.` : near(text, choices);
  throw new UsageError(`${label} ${text}: expected one of ${choices.join(', ')}.${advice}`);
}
