import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../../usage-error.ts';
import { fromArguments } from './arguments.ts';
import { type FlagSet, type Given, type Source, types, valueOf, type ValuesOf } from './flag.ts';
import { flagList, type FlagName, flags, settingsFile, type Values, variableFor } from './flags.ts';
import { meantBy, suggested } from './near.ts';
import { expectNoneKeptByNpm } from './npm.ts';
import { readSettingsFile } from './settings-file.ts';

/** The values of all flags, and where they come from. */
export interface Settings<Own = unknown> {
  values: Values & ValuesOf<Own>;
  /** by flag: where the user set it, which is the flag, the variable, or the property of the settings file */
  sources: Record<string, string>;
  /** the settings file that was read */
  file?: string;
  /** each variable that was probably meant as a setting, although nothing reads it, and what to do about it */
  unread: { name: string; text: string }[];
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
  expectNoneKeptByNpm(environment, flags, own);
  const typed = fromArguments(argv, declared);
  if (typed['help'] || typed['version']) return settingsFrom([typed], declared);
  const around = fromEnvironment(environment);
  const set = { ...around, ...typed };
  const file = set['manifest']?.[0]!.text ?? (existsSync(settingsFile) ? settingsFile : undefined);
  const written = file === undefined ? {} : readSettingsFile(file, secretsIn(set));
  return {
    ...settingsFrom<Own>([written, around, typed], declared),
    ...(file !== undefined && { file: resolve(file) }),
    unread: unreadIn(environment),
  };
}

function settingsFrom<Own>(sources: Source[], declared: FlagSet): Settings<Own> {
  const header = sources.flatMap((source) => source['header'] ?? []);
  const given: Source = Object.assign({}, ...sources, header.length > 0 && { header });
  const values = Object.entries(declared).map(([name, flag]) => [name, valueOf(flag, given[name])] as const);
  return {
    values: Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Settings<Own>['values'],
    sources: Object.fromEntries(
      Object.entries(given).flatMap(([name, [first]]) => (first ? [[name, first.label]] : [])),
    ),
    unread: [],
  };
}

function unreadIn(environment: NodeJS.ProcessEnv): Settings['unread'] {
  const read = flagList.filter(([, { type }]) => type !== 'boolean').map(([name]) => name);
  return Object.keys(environment).flatMap((name) => {
    const typed = /^IDV[_-](.+)$/i.exec(name)?.[1]!.toLowerCase().replaceAll('_', '-');
    if (typed === undefined || read.some((each) => variableFor(each) === name)) return [];
    const isFlag = Object.hasOwn(flags, typed) && !read.includes(typed as FlagName);
    const advice = isFlag ? ` Use --${typed}.` : suggested(meantBy(typed, read).map(variableFor));
    return advice === '' ? [] : [{ name, text: `${name} is not read.${advice}` }];
  });
}

/** Boolean flags have no variable. An empty one may be a secret that a pipeline does not have, so it is an error. */
function fromEnvironment(environment: NodeJS.ProcessEnv): Source {
  const found = flagList.flatMap(([name, { type, description }]) => {
    const label = variableFor(name);
    const value = environment[label];
    if (type === 'boolean' || value === undefined) return [];
    const separator = type === 'headers' ? '\n' : /[\s,]+/;
    const items = types[type].repeatable ? value.split(separator) : [value];
    const texts = items.filter((item) => item.trim() !== '');
    if (texts.length === 0)
      throw new UsageError(`${label} is set but empty: give it a value, or unset it. ${description}`);
    return [[name, texts.map((text) => ({ label, text }))]];
  });
  return Object.fromEntries(found) as Source;
}

const secretsIn = (source: Source): Given[] =>
  flagList.flatMap(([name, { type }]) => (types[type].secret ? (source[name] ?? []) : []));
