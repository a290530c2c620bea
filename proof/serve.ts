import { bearerKey } from '../conformance/wire/exchange.ts';
import { referenceKeys } from '../conformance/reference/start.ts';
import type { Manifest } from '../conformance/manifest.ts';
import type { Parts } from '../reference-impl/parts.ts';
import { type Change, startChanged } from '../reference-impl/behaviours/start.ts';

/** The settings of the service, and what the manifest claims and supplies. */
export interface Setup {
  parts?: Partial<Parts>;
  claimed: Pick<Manifest, 'claims' | 'keys' | 'slow' | 'webhook'>;
}

/** Everything that can be claimed without webhooks. */
export const full: Setup = { claimed: { claims: ['sandbox', 'live-key'], keys: referenceKeys } };

/** Serves the reference implementation with changed parts until it has been used. */
export async function serving<Result>(
  { parts, claimed }: Setup,
  change: Change,
  use: (manifest: Manifest) => Promise<Result>,
): Promise<Result> {
  const { baseUrl, stop } = await startChanged(change, parts);
  try {
    return await use({ baseUrl, key: bearerKey, id: '/id', ...claimed });
  } finally {
    await stop();
  }
}
