// Reads the flags that a user typed. The message about a mistake suggests the flag that was probably meant.
import { parseArgs } from 'node:util';
import { requirements } from '../../../generated/requirements.ts';
import { UsageError } from '../../usage-error.ts';
import { bareAddress, type Flag, type FlagSet, placeholderOf, type Source, types } from './flag.ts';
import { flags, settingsFile, variableFor } from './flags.ts';
import { subcommands } from './help.ts';
import { closest, meantBy, suggested } from './near.ts';

/**
 * The flags that were typed, before their values are checked.
 *
 * @throws UsageError for an unknown flag, a flag without its value, and a word that belongs to no flag
 */
export function fromArguments(argv: string[], declared: FlagSet): Source {
  const names = Object.keys(declared).filter((name) => !declared[name]!.noFlag);
  const options = names.map((name) => [name, { type: declared[name]!.type === 'boolean' ? 'boolean' : 'string' }]);
  const { tokens } = parseArgs({
    args: argv,
    options: Object.fromEntries(options) as Record<string, { type: 'boolean' | 'string' }>,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const source: Source = {};
  for (const token of tokens) {
    if (token.kind === 'positional') throw new UsageError(aboutWord(token.value, names));
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    const typed = argv[token.index]!.split('=')[0]!;
    if (!names.includes(name) || rawName !== `--${name}`)
      throw new UsageError(`Unknown option '${typed}'.${meant(typed, names, declared)} See --help.`);
    const flag = declared[name]!;
    const complaint = aboutValue(token, flag);
    if (complaint !== undefined) throw new UsageError(complaint);
    const before = types[flag.type].repeatable ? (source[name] ?? []) : [];
    source[name] = [...before, { label: rawName, text: value ?? 'true' }];
  }
  return source;
}

interface Option {
  rawName: string;
  value: string | undefined;
  inlineValue: boolean | undefined;
}

function aboutValue({ rawName, value, inlineValue }: Option, flag: Flag): string | undefined {
  if (flag.type === 'boolean') return value === undefined ? undefined : `${rawName} has no value: omit =${value}.`;
  // A negative number is reported as a value.
  const isFlag = !inlineValue && /^-\D/.test(value ?? '');
  const isEmpty = value?.trim() === '';
  if (value !== undefined && !isFlag && !isEmpty) return undefined;
  const empty = isEmpty ? ', but it is empty' : '';
  const found = isFlag ? `, but ${value} follows it` : empty;
  return `${rawName} needs a value${found}: ${rawName} <${placeholderOf(flag)}>. ${flag.description}`;
}

const shortNames: Record<string, string> = { h: 'help', '?': 'help', v: 'version', V: 'version' };

/** The flags that a user may have meant: those that the typed name is a part of, or one with a similar name. */
function meant(typed: string, names: string[], declared: FlagSet): string {
  const name = typed.replace(/^-+/, '');
  if (declared[name]?.noFlag) return ` ${placesOf(name, declared[name])} sets it.`;
  const found = name.length === 1 ? [shortNames[name] ?? []].flat() : meantBy(name, names);
  return suggested(found.map((each) => `--${each}`));
}

/** Where a setting that has no flag can be set. */
function placesOf(name: string, { property }: Flag): string {
  const variable = `${variableFor(name)} in the environment`;
  return property ? `The property ${name} of ${settingsFile} or ${variable}` : variable;
}

function aboutWord(word: string, names: string[]): string {
  const unexpected = `Unexpected argument '${word}'.`;
  if (Object.hasOwn(subcommands, word))
    return `${unexpected} A subcommand comes first: idv-conformance ${word}; see ${word} --help.`;
  const flag = [
    { name: `--base-url ${word}`, isMeant: /^https?:/i.test(word) },
    { name: `--base-url ${bareAddress(word)}`, isMeant: bareAddress(word) !== undefined },
    { name: `--${word}`, isMeant: names.includes(word) },
    { name: `--claim ${word}`, isMeant: flags.claim.choices.some((each) => each === word) },
    { name: `--only ${word}`, isMeant: requirements.some(({ id, family }) => id === word || family === word) },
  ].find(({ isMeant }) => isMeant)?.name;
  const name = flag ?? closest(word, Object.keys(subcommands));
  return name === undefined ? `${unexpected} See --help.` : `${unexpected} Did you mean ${name}?`;
}
