export interface Flag {
  /**
   * `file` is a path, `seconds` a number above 0, `count` a whole number from 1. A `list` can be repeated; so can
   * `headers`, each "Name: value", which are an object in the settings file
   */
  type: 'text' | 'file' | 'seconds' | 'count' | 'choice' | 'list' | 'headers' | 'boolean';
  /** the name of the value in the help, if the type does not say enough */
  placeholder?: string;
  /** one sentence, for the help and for the schema of the settings file */
  description: string;
  choices?: readonly string[];
  form?: Form;
  default?: string | number;
  /** never written to a settings file or a report */
  secret?: true;
  /** has no flag: its environment variable sets it, and its property in the settings file if it has one */
  noFlag?: true;
  /** its property in the settings file; flags that concern a single run have none */
  manifest?: ManifestProperty;
  /** part of the command that judges one requirement again */
  rerun?: true;
}

/** The form of a text. */
export interface Form {
  /** a regular expression */
  pattern: string;
  /** the same for people, as the end of the sentence "expected …" */
  expected: string;
}

interface ManifestProperty {
  /** its name, if it differs from that of the flag; `fixtures/reference` is a property of an object */
  key?: string;
  /** replaces the description of the flag, if that does not fit */
  description?: string;
  /** keywords of JSON Schema beside those that follow from the type */
  schema?: object;
}

/** Flags by name; a subcommand has some of its own besides those of a run. */
export type FlagSet = Record<string, Flag>;

type TypeOf<F> = F extends { type: 'seconds' | 'count' }
  ? number
  : F extends { type: 'boolean' }
    ? boolean
    : F extends { type: 'list'; choices: readonly (infer C)[] }
      ? C[]
      : F extends { type: 'list' | 'headers' }
        ? string[]
        : F extends { choices: readonly (infer C)[] }
          ? C
          : string;

/** Flags that always have a value: a default, an empty list, or false. */
type Definite = { default: unknown } | { type: 'list' | 'headers' | 'boolean' };

/** The values of flags, whether they were set as flags, in the environment or in the settings file. */
export type ValuesOf<F> = { [N in keyof F as F[N] extends Definite ? N : never]: TypeOf<F[N]> } & {
  [N in keyof F as F[N] extends Definite ? never : N]?: TypeOf<F[N]>;
};
