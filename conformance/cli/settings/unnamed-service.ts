// A run that names no service judges the bundled reference implementation only if nothing says that the user means another.
import { UsageError } from '../../usage-error.ts';
import type { Flag } from './flag.ts';
import { type FlagName, flags } from './flags.ts';
import type { Settings } from './values.ts';

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
export function unnamedService({ values, sourceOf }: Settings, CI = ''): string | undefined {
  const hasAddress = values['base-url'] !== undefined;
  if (hasAddress && values['reference-implementation'])
    throw new UsageError(
      `${sourceOf('base-url')} names a service, and --reference-implementation names the bundled one: omit one of them.`,
    );
  if (hasAddress || values['reference-implementation']) return undefined;
  const found = [
    ...(['', 'false'].includes(CI) ? [] : [`CI=${CI}`]),
    ...describeService.filter((name) => isSet(values[name], flags[name])).map(sourceOf),
  ];
  if (found.length === 0) return undefined;
  return `A run with ${list.format(found)} must name what it judges: add --base-url <url> for your service, or --reference-implementation for the bundled reference implementation.`;
}

const list = new Intl.ListFormat('en');

const isSet = (value: unknown, { default: preset }: Flag) =>
  value !== undefined && value !== preset && !(Array.isArray(value) && value.length === 0);
