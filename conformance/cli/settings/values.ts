import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fromArguments, isRepeatable } from './arguments.ts';
import { variableOf } from '../../reports/secrets.ts';
import type { Flag, FlagSet, ValuesOf } from './flag.ts';
import { flagList, flags, manifestName, type Values, variableFor } from './flags.ts';
import { type Given, readManifest } from './settings-file.ts';
import { UsageError } from '../../usage-error.ts';
import { near } from './yaml-file.ts';

/** The values of all flags, and where they come from. */
export interface Settings<Own = unknown> {
  values: Values & ValuesOf<Own>;
  /** where the user set a flag: the flag, the variable, or the property of the settings file */
  sourceOf: (name: string) => string;
  /** the settings file that was read */
  file?: string;
  /** what to do about each variable that was probably meant as a setting, although nothing reads it */
  unread: string[];
}

/**
 * The values of all flags: a flag has priority over the environment, and the environment over the settings file. Headers of all
 * three are kept.
 *
 * @param own the flags that only one subcommand has; no other place than the arguments sets them
 * @throws UsageError naming the flag, or the line of the settings file
 */
export function readValues<Own = unknown>(
  argv: string[],
  environment: NodeJS.ProcessEnv,
  own?: Own & FlagSet,
): Settings<Own> {
  const declared: FlagSet = { ...flags, ...own };
  const typed = fromArguments(argv, declared);
  const asFlag = (name: string) => `--${name}`;
  if (typed.help || typed.version)
    return { values: valuesOf<Own>(typed, declared, asFlag), sourceOf: asFlag, unread: [] };
  const around = fromEnvironment(environment);
  const set = { ...around, ...typed };
  const file = (set.manifest ?? (existsSync(manifestName) ? manifestName : undefined)) as string | undefined;
  const written = file === undefined ? {} : readManifest(file, secretsIn(set));
  const header = [written, around, typed].flatMap((given) => (given.header as string[] | undefined) ?? []);
  const sourceOf = (name: string) => {
    if (name in typed) return asFlag(name);
    return name in around ? variableFor(name) : `${declared[name]!.manifest?.key ?? name} in ${file}`;
  };
  const values = valuesOf<Own>({ ...written, ...set, header }, declared, sourceOf);
  return { values, sourceOf, ...(file !== undefined && { file: resolve(file) }), unread: unreadIn(environment) };
}

function unreadIn(environment: NodeJS.ProcessEnv): string[] {
  const read = flagList.filter(([, { type }]) => type !== 'boolean').map(([name]) => variableFor(name));
  const unread = Object.keys(environment).filter((each) => each.startsWith(variableFor('')) && !read.includes(each));
  return unread.flatMap((each) => {
    const flag = flagList.find(([name]) => variableFor(name) === each)?.[0];
    const advice = flag === undefined ? near(each, read) : ` Use --${flag}.`;
    return advice === '' ? [] : [`${each} is not read.${advice}`];
  });
}

/** Boolean flags have no variable. An empty one may be a secret that a pipeline does not have, so it is an error. */
function fromEnvironment(environment: NodeJS.ProcessEnv): Given {
  const found = flagList.flatMap(([name, { type, description }]) => {
    const variable = variableFor(name);
    const value = environment[variable];
    if (type === 'boolean' || value === undefined) return [];
    const items = value.split(type === 'headers' ? '\n' : /[\s,]+/).filter((item) => item.trim() !== '');
    if (items.length === 0)
      throw new UsageError(`${variable} is set but empty: give it a value, or unset it. ${description}`);
    return [[name, isRepeatable(type) ? items : value]];
  });
  return Object.fromEntries(found) as Given;
}

/** Every key and secret that is set, with the variable that holds it. */
const secretsIn = (given: Given): [variable: string, value: string][] =>
  flagList.flatMap(([name, { secret }]) => {
    const value = given[name];
    return secret && typeof value === 'string' ? [[variableFor(name), value]] : [];
  });

function valuesOf<Own>(given: Given, declared: FlagSet, labelOf: (name: string) => string): Values & ValuesOf<Own> {
  const values = Object.entries(declared).map(
    ([name, flag]) => [name, valueOf(labelOf(name), flag, given[name])] as const,
  );
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Values & ValuesOf<Own>;
}

function valueOf(label: string, flag: Flag, given: Given[string]): unknown {
  const { type, choices, form, secret } = flag;
  if (type === 'boolean') return given === true;
  if (isRepeatable(type)) return ((given as string[] | undefined) ?? []).map((item) => oneOf(label, item, choices));
  if (given === undefined) return flag.default;
  const text = String(given);
  if (type === 'choice') return oneOf(label, text, choices);
  const { pattern, expected } = form ?? forms[type] ?? {};
  // What is before an @ may be a password.
  const shown = secret ? '' : ` ${text.replace(/.*@/s, '…@')}`;
  if (pattern !== undefined && !new RegExp(pattern).test(text))
    throw new UsageError(`${label}${shown}: expected ${expected}.`);
  return type === 'count' || type === 'seconds' ? Number.parseFloat(text) : text;
}

const forms: { [T in Flag['type']]?: Flag['form'] } = {
  count: { pattern: '^[1-9][0-9]{0,8}$', expected: 'a whole number from 1' },
  seconds: { pattern: String.raw`^(?=.*[1-9])[0-9]+(\.[0-9]+)?s?$`, expected: 'a number above 0' },
};

function oneOf(label: string, value: string, choices: Flag['choices']): string {
  if (!choices || choices.includes(value)) return value;
  const isSeveral = value.includes(',') && value.split(',').every((each) => choices.includes(each.trim()));
  const advice = isSeveral ? ` Repeat ${label} for each.` : near(value, choices);
  throw new UsageError(`${label} ${value}: expected one of ${choices.join(', ')}.${advice}`);
}

/** The flags that judge the same candidate again, as words for a shell that has the keys in its environment. */
export function rerunFlags(values: Partial<Values>): string[] {
  return flagList.flatMap(([name, { type, rerun, default: preset }]) => {
    const value = values[name];
    if (!rerun || value === undefined || value === false || value === preset) return [];
    if (type === 'boolean') return [`--${name}`];
    return [value].flat().map((each) => `--${name} ${type === 'headers' ? withoutValue(each) : shellWord(each)}`);
  });
}

/** The value of a header may be a secret: a shell variable replaces it, as in reports. */
function withoutValue(header: unknown): string {
  const [name] = String(header).split(':');
  return `"${name}: ${variableOf(name!)}"`;
}

function shellWord(value: unknown): string {
  const text = String(value);
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
