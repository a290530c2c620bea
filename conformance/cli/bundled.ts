import { bearerKey } from '../wire/exchange.ts';
import type { Receiver } from '../wire/receiver.ts';
import type { Manifest } from '../manifest.ts';
import { referenceKeys, referenceSecrets, startReference } from '../reference/start.ts';

/** Starts the bundled reference implementation while it is used. The settings of a candidate, such as its keys, do not apply to it. */
export async function onReference<T>(use: (manifest: Manifest) => Promise<T>, receiver?: Receiver): Promise<T> {
  const keys = referenceKeys;
  const reference = await startReference(receiver?.url);
  const { baseUrl } = reference;
  const manifest: Manifest = { baseUrl, keys, key: bearerKey, id: '/id', claims: ['sandbox', 'live-key'] };
  try {
    if (!receiver) return await use(manifest);
    const claims: Manifest['claims'] = ['sandbox', 'webhooks', 'live-key'];
    return await use({ ...manifest, claims, webhook: { receiver, ...referenceSecrets } });
  } finally {
    await reference.stop();
  }
}
