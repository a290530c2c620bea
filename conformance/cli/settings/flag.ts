import { UsageError } from '../../usage-error.ts';
import { near, suggested } from './near.ts';

export interface Flag {
  type: TypeName;
  /** the name of the value in the help, if the type does not say enough */
  placeholder?: string;
  /** one sentence, for the help and for the schema of the settings file */
  description: string;
  choices?: readonly string[];
  /** the form of its value, where the type allows more */
  form?: Form;
  /** the smallest and the largest number, where the type allows others */
  limits?: Limits;
  default?: string | number;
  examples?: readonly unknown[];
  /** has no flag: its environment variable sets it, and its property in the settings file if it has one */
  noFlag?: true;
  /** its property in the settings file: `true` if that has the name of the flag. Flags of a single run have none */
  property?: true | string;
  /** part of the command that judges one requirement again */
  rerun?: true;
}

/** Flags by name; a subcommand has some of its own besides those of a run. */
export type FlagSet = Record<string, Flag>;

type Limits = readonly [least: number, most: number];

/** The form of a text. */
interface Form {
  /** a regular expression; undefined: every text has the form */
  pattern?: string;
  /** the same for people, as the end of the sentence "expected …" */
  expected: string;
}

interface Type extends Form {
  /** its JSON Schema in a settings file, besides the pattern of a string */
  schema: { type?: string } & Record<string, unknown>;
  placeholder?: string;
  repeatable?: true;
  /** never written to a settings file or a report */
  secret?: true;
  /** the part of an invalid text that a message may show */
  shown?: (text: string) => string;
  /** the smallest and the largest value of a number */
  limits?: Limits;
  /** what a user may have meant by an invalid text */
  meant?: (text: string) => string | undefined;
  /** the value of a text that has the form; undefined if it is invalid all the same */
  parse?: (text: string) => unknown;
}

type TypeName =
  | ('text' | 'file' | 'url' | 'key' | 'secret' | 'template' | 'choice')
  | ('seconds' | 'count' | 'boolean')
  | ('list' | 'headers');

/** A name that HTTP allows for a header, as a regular expression. */
const headerName = "[!#$%&'*+.^_`|~A-Za-z0-9-]+";

/** The address of a host and a port, or of a host name with a dot, that was written without its scheme. */
export function bareAddress(text: string): string | undefined {
  const isBare = /^(\[[\da-f:]+\]|[\w.-]+):\d{1,5}(\/[^?#\s]*)?$|^(localhost|[\w-]+(\.[\w-]+)+)(\/[^?#\s]*)?$/i.test(
    text,
  );
  const isPlain = /:(?!\d*443(\/|$))\d+(\/|$)|^localhost|^[\d.]+(\/|$)/.test(text);
  return isBare ? `${isPlain ? 'http' : 'https'}://${text}` : undefined;
}

const nothing = () => '';
/** The value of a header may be a secret. */
const nameOnly = (text: string) => text.split(':')[0]!;

export const types: Record<TypeName, Type> = {
  text: { pattern: String.raw`\S`, expected: 'a text that is not empty, in quotes', schema: { type: 'string' } },
  file: { pattern: String.raw`\S`, expected: 'the path of a file', schema: { type: 'string' }, placeholder: 'file' },
  url: {
    pattern: String.raw`^https?://[^/?#@\s]+(/[^?#\s]*)?$`,
    expected: 'an http or https address without query, fragment and credentials, such as http://127.0.0.1:8080',
    schema: { type: 'string' },
    placeholder: 'url',
    // What is before an @ may be a password.
    shown: (text) => text.replace(/.*@/s, '…@'),
    meant: bareAddress,
    parse: (text) => URL.parse(text)?.href.replace(/\/$/, ''),
  },
  key: {
    pattern: String.raw`^[\x21-\x7e]+$`,
    expected: 'printable ASCII without spaces and without "Bearer", because a header carries it',
    schema: { type: 'string' },
    placeholder: 'key',
    secret: true,
    shown: nothing,
  },
  secret: {
    // `secret-forms.ts` warns about forms that some libraries cannot use.
    pattern: '^(whsec_)?([A-Za-z0-9+/_-]{4})*([A-Za-z0-9+/_-]{2}(==)?|[A-Za-z0-9+/_-]{3}=?|[A-Za-z0-9+/_-]{4})$',
    expected: 'a secret of Standard Webhooks, which is whsec_ and base64',
    schema: { type: 'string' },
    secret: true,
    shown: nothing,
  },
  template: {
    pattern: String.raw`^${headerName}:[ \t]*[\x20-\x7e]*\{key\}[\x20-\x7e]*$`,
    expected: 'a header with {key} in its value, such as "X-API-Key: {key}"',
    schema: { type: 'string' },
    placeholder: 'header',
    shown: nameOnly,
  },
  choice: { expected: 'a text', schema: { type: 'string' } },
  seconds: {
    pattern: String.raw`^[0-9]+(\.[0-9]+)?s?$`,
    expected: 'a number',
    schema: { type: 'number' },
    placeholder: 's',
    // A day: Node's timers end at 24 of them.
    limits: [0.1, 86_400],
    parse: Number.parseFloat,
  },
  count: {
    pattern: '^[0-9]+$',
    expected: 'a whole number',
    schema: { type: 'integer' },
    placeholder: 'n',
    limits: [1, 1000],
    parse: Number,
  },
  boolean: {
    pattern: '^(true|false)$',
    expected: 'true or false',
    schema: { type: 'boolean', default: false },
    parse: (text) => text === 'true',
  },
  list: { expected: 'a list', schema: { type: 'array', uniqueItems: true }, repeatable: true },
  // Each is "Name: value"; in the settings file they are an object.
  headers: {
    pattern: String.raw`^\s*${headerName}:[ \t]*[\x21-\x7e][\x20-\x7e]*\s*$`,
    expected: '"Name: value" in visible ASCII',
    schema: {
      type: 'object',
      propertyNames: { pattern: `^${headerName}$` },
      additionalProperties: { type: 'string', pattern: String.raw`^[\x20-\x7e]+$` },
    },
    placeholder: 'name: value',
    repeatable: true,
    shown: nameOnly,
    parse: (text) => text.trim(),
  },
};

/** The name of the value in the help. */
export const placeholderOf = ({ placeholder, type }: Flag): string | undefined =>
  placeholder ?? types[type].placeholder;

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
  const { pattern = '', parse = String, shown = String, meant } = { ...types[flag.type], ...flag.form };
  if (flag.choices) return oneOf(flag.choices, label, text);
  const value = new RegExp(pattern).test(text) ? parse(text) : undefined;
  const [least, most] = limitsOf(flag) ?? [];
  const isWithin = least === undefined || (Number(value) >= least && Number(value) <= most!);
  if (value !== undefined && isWithin) return value;
  throw mismatch(flag, `${label} ${shown(text)}`.trimEnd(), suggested([meant?.(text) ?? []].flat()));
}

/** The smallest and the largest value of a flag that is a number. */
export const limitsOf = ({ type, limits = types[type].limits }: Flag): Limits | undefined => limits;

/** The error for a value that the flag does not expect. */
export function mismatch(flag: Flag, label: string, advice = ''): UsageError {
  const { type, form, description } = flag;
  const limits = limitsOf(flag);
  const range = limits ? ` from ${limits.join(' to ')}` : '';
  return new UsageError(`${label}: expected ${(form ?? types[type]).expected}${range}.${advice} ${description}`);
}

function oneOf(choices: readonly string[], label: string, text: string): string {
  if (choices.includes(text)) return text;
  const several = severalIn(label, text);
  throw new UsageError(`${label} ${text}: expected one of ${choices.join(', ')}.${several ?? near(text, choices)}`);
}

/** How to write several values that were written as one; undefined if it is one. */
export function severalIn(label: string, text: string): string | undefined {
  const words = text.split(/[\s,]+/).filter((each) => each !== '');
  if (words.length < 2) return undefined;
  const each = label.startsWith('--') ? `: ${words.map((word) => `${label} ${word}`).join(' ')}` : '';
  return ` Write each value on its own${each}.`;
}

/** The values of types that are not texts. */
interface Values {
  seconds: number;
  count: number;
  boolean: boolean;
  list: string[];
  headers: string[];
}

type TypeOf<F> = F extends { choices: readonly (infer C)[]; type: infer T }
  ? T extends 'list'
    ? C[]
    : C
  : F extends { type: keyof Values }
    ? Values[F['type']]
    : string;

/** Flags that always have a value: a default, an empty list, or false. */
type Definite = { default: unknown } | { type: 'list' | 'headers' | 'boolean' };

/** The values of flags, whether they were set as flags, in the environment or in the settings file. */
export type ValuesOf<F> = { [N in keyof F as F[N] extends Definite ? N : never]: TypeOf<F[N]> } & {
  [N in keyof F as F[N] extends Definite ? never : N]?: TypeOf<F[N]>;
};
