import { enableCompileCache } from 'node:module';
import { Worker } from 'node:worker_threads';
import { demoEndpoints, demoKeys } from '../../reference-impl/demo-keys.ts';
import type { Manifest } from '../checks/support/context.ts';

const keyOf = (tenant: string, mode: string) =>
  demoKeys.find((known) => known.tenant === tenant && known.mode === mode)!.key;

/** The keys that the reference implementation knows on loopback. */
export const referenceKeys: Required<Manifest['keys']> = {
  tenant: keyOf('one', 'sandbox'),
  other: keyOf('two', 'sandbox'),
  live: keyOf('one', 'live'),
};

/** The secrets that it signs with when it sends events. */
export const referenceSecrets = {
  secret: demoEndpoints('http://127.0.0.1').find(({ tenant }) => tenant === 'one')!.secret,
  otherSecret: demoEndpoints('http://127.0.0.1').find(({ tenant }) => tenant === 'two')!.secret,
};

/**
 * Starts the reference implementation in memory on a free port of loopback; `stop` ends it. It has a thread of its own,
 * so that it neither waits for the suite nor makes it wait.
 *
 * @param receiver where it sends events; without it, nowhere
 */
export async function startReference(receiver?: string): Promise<{ baseUrl: string; stop(): Promise<unknown> }> {
  // A file of the same kind as this one: TypeScript here, JavaScript where it is built.
  const file = import.meta.filename.replace(/start(\.\w+)$/, 'worker$1');
  // A thread has a compile cache of its own, which has to be there before its first file is read.
  const { directory } = enableCompileCache();
  const env = { ...process.env, ...(directory !== undefined && { NODE_COMPILE_CACHE: directory }) };
  const thread = new Worker(file, { workerData: receiver, env });
  const baseUrl = await new Promise<string>((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
  });
  return { baseUrl, stop: () => thread.terminate() };
}
