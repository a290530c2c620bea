import { parseArgs } from 'node:util';
import { UsageError } from '../../usage-error.ts';
import { bearerKey } from '../../wire/exchange.ts';
import type { Options } from './options.ts';

/** The flags that only one subcommand has. */
export type OwnFlags = Record<string, { type: 'string' | 'boolean' }>;

type ValuesOf<F extends OwnFlags> = { [N in keyof F]?: F[N]['type'] extends 'boolean' ? boolean : string };

/** Divides the arguments into the flags of a subcommand and those of a run. */
export function ownFlags<F extends OwnFlags>(
  command: string,
  argv: string[],
  options: F,
): { values: ValuesOf<F>; rest: string[] } {
  const { tokens, values } = parseArgs({ args: argv, options, strict: false, tokens: true });
  const taken = new Set<number>();
  for (const token of tokens) {
    if (token.kind !== 'option' || !Object.hasOwn(options, token.name)) continue;
    taken.add(token.index);
    if (token.value !== undefined && !token.inlineValue) taken.add(token.index + 1);
    if (options[token.name]!.type === 'string' && !token.value?.trim())
      throw new UsageError(`--${token.name} needs a value. See ${command} --help.`);
  }
  return { values, rest: argv.filter((_, at) => !taken.has(at)) };
}

/**
 * @param judges what the subcommand does, as the begin of a sentence
 * @throws UsageError for settings that only the class stated has
 */
export function expectWholeContract(judges: string, { manifest: { key, id }, selection }: Options): void {
  const isUsual = key.header === bearerKey.header && key.template === bearerKey.template && id === '/id';
  if (!isUsual || selection.class !== 'full')
    throw new UsageError(`${judges} the whole contract: omit --class, --key-header and --id-from.`);
}

/** The value of `--for`, in milliseconds. */
export function duration(text: string): number {
  if (!/^(?=.*[1-9])[0-9]+(\.[0-9]+)?s?$/.test(text))
    throw new UsageError(`--for ${text}: expected seconds, such as 60.`);
  return Number.parseFloat(text) * 1000;
}
