// Reads the flags that a user typed. The message about a mistake suggests the flag that was probably meant.
import { parseArgs } from 'node:util';
import { requirements } from '../../../generated/requirements.ts';
import type { Flag, FlagSet } from './flag.ts';
import { flags, manifestName, placeholderOf, variableFor } from './flags.ts';
import type { Given } from './settings-file.ts';
import { UsageError } from '../../usage-error.ts';
import { closest, near } from './yaml-file.ts';

export const isRepeatable = (type: Flag['type']): boolean => type === 'list' || type === 'headers';

const subcommands = ['diff', 'docs', 'explore', 'mock', 'proxy', 'serve'];

/**
 * The flags that were typed, before their values are checked.
 *
 * @throws UsageError for an unknown flag, a flag without its value, and a word that belongs to no flag
 */
export function fromArguments(argv: string[], declared: FlagSet): Given {
  const typeable = Object.entries(declared).filter(([, { noFlag }]) => !noFlag);
  const options = typeable.map(([name, { type }]) => {
    const option = type === 'boolean' ? { type } : { type: 'string' as const, multiple: isRepeatable(type) };
    return [name, option] as const;
  });
  const parsed = parseArgs({
    args: argv,
    options: Object.fromEntries(options),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const names = typeable.map(([name]) => name);
  for (const token of parsed.tokens) {
    if (token.kind === 'positional') throw new UsageError(aboutWord(token.value, names));
    if (token.kind !== 'option') continue;
    const typed = argv[token.index]!;
    if (!names.includes(token.name) || token.rawName !== `--${token.name}`)
      throw new UsageError(`Unknown option '${typed.split('=')[0]}'.${meant(typed, names, declared)} See --help.`);
    const complaint = aboutValue(token, declared[token.name]!);
    if (complaint !== undefined) throw new UsageError(complaint);
  }
  return { ...parsed.values };
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

/** The flags that a user may have meant: those that the typed name is a part of, or one with a similar name. */
function meant(typed: string, names: string[], declared: FlagSet): string {
  const [name] = typed.replace(/^-+/, '').split('=') as [string];
  if (declared[name]?.noFlag) return ` ${placesOf(name, declared[name])} sets it.`;
  if (name.length === 1) return name in shortNames ? ` Did you mean --${shortNames[name]}?` : '';
  const whole = names.filter((known) => `-${known}-`.includes(`-${name}-`));
  const similar = closest(name, names);
  const found = whole.length > 0 || similar === undefined ? whole : [similar];
  return found.length === 0 ? '' : ` Did you mean ${found.map((each) => `--${each}`).join(' or ')}?`;
}

/** Where a setting that has no flag can be set. */
function placesOf(name: string, { manifest }: Flag): string {
  const variable = `${variableFor(name)} in the environment`;
  return manifest ? `The property ${manifest.key ?? name} of ${manifestName} or ${variable}` : variable;
}

const shortNames: Record<string, string> = { h: 'help', '?': 'help', v: 'version', V: 'version' };

function aboutWord(word: string, names: string[]): string {
  const unexpected = `Unexpected argument '${word}'.`;
  if (subcommands.includes(word))
    return `${unexpected} A subcommand comes first: idv-conformance ${word}; see ${word} --help.`;
  if (/^https?:/i.test(word)) return `${unexpected} Did you mean --base-url ${word}?`;
  if (names.includes(word)) return `${unexpected} Did you mean --${word}?`;
  const capabilities: readonly string[] = flags.claim.choices;
  if (capabilities.includes(word)) return `${unexpected} Did you mean --claim ${word}?`;
  if (requirements.some(({ id, family }) => id === word || family === word))
    return `${unexpected} Did you mean --only ${word}?`;
  return `${unexpected}${near(word, subcommands)} See --help.`;
}
