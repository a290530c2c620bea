// A run that names no service judges the bundled reference implementation only if nothing says that the user means another.
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

/** The message for a run that names neither a service nor the reference implementation, although it has to. */
export function unnamedService({ values, sources }: Settings, CI = ''): string | undefined {
  if (values['base-url'] !== undefined || values['reference-implementation']) return undefined;
  const set = describeService.filter((name) => name in sources && values[name] !== (flags[name] as Flag).default);
  const found = [...(['', 'false'].includes(CI) ? [] : [`CI=${CI}`]), ...set.map((name) => sources[name]!)];
  if (found.length === 0) return undefined;
  return `A run with ${new Intl.ListFormat('en').format(found)} must name what it judges: add --base-url <url> for your service, or --reference-implementation for the bundled reference implementation.`;
}
