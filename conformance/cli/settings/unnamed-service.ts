// A run that names no service judges the bundled reference implementation only if nothing says that the user means another.
import { UsageError } from '../../usage-error.ts';
import { type FlagName, flags, type Flag, variableFor, type Values } from './flags.ts';

/** Where settings come from. */
interface Sources {
  argv: string[];
  environment: NodeJS.ProcessEnv;
  settingsFile: string | undefined;
}

/** What a user sets for a service of their own. */
const describeService: FlagName[] = [
  ...(['api-key', 'other-api-key', 'live-api-key', 'key-header', 'header'] as const),
  ...(['claim', 'webhook-listen', 'webhook-url', 'webhook-secret', 'other-webhook-secret'] as const),
  ...(['contract', 'id-from', 'evidence', 'reference', 'ca', 'wait'] as const),
  ...(['known-failures', 'write-known-failures', 'report-dir'] as const),
];

/**
 * The message for a run that names neither a service nor the reference implementation, although it has to.
 *
 * @throws UsageError when it names both
 */
export function unnamedService(values: Values, sources: Sources): string | undefined {
  const { environment } = sources;
  const source = (name: FlagName) => sourceOf(name, sources);
  const hasAddress = values['base-url'] !== undefined;
  if (hasAddress && values['reference-implementation'])
    throw new UsageError(
      `${source('base-url')} names a service, and --reference-implementation names the bundled one: omit one of them.`,
    );
  if (hasAddress || values['reference-implementation']) return undefined;
  const { CI = '' } = environment;
  const found = [
    ...(['', 'false'].includes(CI) ? [] : [`CI=${CI}`]),
    ...describeService.filter((name) => isSet(values[name], flags[name])).map(source),
  ];
  if (found.length === 0) return undefined;
  return `A run with ${list.format(found)} must name what it judges: add --base-url <url> for your service, or --reference-implementation for the bundled reference implementation.`;
}

const list = new Intl.ListFormat('en');

const isSet = (value: unknown, { default: preset }: Flag) =>
  value !== undefined && value !== preset && !(Array.isArray(value) && value.length === 0);

/** Where the user set it: the flag, the variable, or the property of the settings file. */
function sourceOf(name: FlagName, { argv, environment, settingsFile }: Sources): string {
  if (argv.some((word) => word.split('=')[0] === `--${name}`)) return `--${name}`;
  const variable = variableFor(name);
  if (environment[variable] !== undefined) return variable;
  const { manifest }: Flag = flags[name];
  return `${manifest?.key ?? name} in ${settingsFile}`;
}
