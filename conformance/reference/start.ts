import { demoEndpoints, demoKeys } from '../../reference-impl/demo-keys.ts';
import { shipped } from '../../shipped/files.ts';
import type { Manifest } from '../manifest.ts';

const keyOf = (tenant: string, mode: string) =>
  demoKeys.find((known) => known.tenant === tenant && known.mode === mode)!.key;

/** The keys that the reference implementation accepts on loopback. */
export const referenceKeys: Required<Manifest['keys']> = {
  tenant: keyOf('one', 'sandbox'),
  other: keyOf('two', 'sandbox'),
  live: keyOf('one', 'live'),
};

/** The secrets with which it signs events. */
export const referenceSecrets = {
  secret: demoEndpoints('http://127.0.0.1').find(({ tenant }) => tenant === 'one')!.secret,
  otherSecret: demoEndpoints('http://127.0.0.1').find(({ tenant }) => tenant === 'two')!.secret,
};

/**
 * Starts the reference implementation in memory on a free port of loopback; `stop` terminates it. It has its own thread,
 * so that it and the suite do not delay each other.
 *
 * @param receiver where it sends events; without it, nowhere
 */
export async function startReference(receiver?: string): Promise<{ baseUrl: string; stop(): Promise<unknown> }> {
  const thread = shipped.startThread('conformance/reference/worker', { workerData: receiver });
  const baseUrl = await new Promise<string>((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
  });
  return { baseUrl, stop: () => thread.terminate() };
}
