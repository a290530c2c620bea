import { UsageError } from '../../usage-error.ts';
import { type Flag, type FlagSet, placeholderOf, types } from './flag.ts';

/** Flags that npm has too: their variables say nothing about this command. */
export const flagsOfNpm = ['ca', 'only', 'version'];

/**
 * npm keeps a flag without a `--` before it: the command does not get it, and would judge something else.
 *
 * @throws UsageError when npm has kept flags of this command
 */
export function expectNoneKeptByNpm(environment: NodeJS.ProcessEnv, shared: FlagSet, own?: FlagSet): void {
  const kept = Object.entries({ ...shared, ...own }).flatMap(([name, flag]) => {
    const value = environment[`npm_config_${name.replaceAll('-', '_')}`];
    return value === undefined || flag.noFlag || flagsOfNpm.includes(name)
      ? []
      : [{ name, typed: typed(name, flag, value) }];
  });
  if (kept.length === 0) return;
  const names = new Intl.ListFormat('en').format(kept.map(({ name }) => `--${name}`));
  const script = environment['npm_lifecycle_event'] ?? 'conformance';
  const words = [...(own ? ['<subcommand>'] : []), ...kept.map((each) => each.typed)].join(' ');
  const them = kept.length > 1 ? 'them' : 'it';
  throw new UsageError(`npm kept ${names}, because no -- is before ${them}. Write: npm run ${script} -- ${words}`);
}

/** npm writes `true` for a flag whose value is a word of its own. */
function typed(name: string, flag: Flag, value: string): string {
  if (flag.type === 'boolean') return `--${name}`;
  const { secret, shown = String } = types[flag.type];
  return `--${name} ${secret || value === 'true' || value === '' ? `<${placeholderOf(flag)}>` : shown(value)}`;
}
