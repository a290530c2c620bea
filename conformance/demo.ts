import { Worker } from 'node:worker_threads';
import { demoKeys } from '../reference-impl/demo-keys.ts';
import type { Manifest } from './checks/context.ts';

const keyOf = (tenant: string, mode: string) =>
  demoKeys.find((known) => known.tenant === tenant && known.mode === mode)!.key;

/** The keys that the reference implementation knows on loopback. */
export const referenceKeys: Required<Manifest['keys']> = {
  tenant: keyOf('one', 'sandbox'),
  other: keyOf('two', 'sandbox'),
  live: keyOf('one', 'live'),
};

/**
 * Starts the reference implementation in memory on a free port of loopback; `stop` ends it. It has a thread of its own,
 * so that it neither waits for the suite nor makes it wait.
 */
export async function startReference(): Promise<{ baseUrl: string; stop(): Promise<unknown> }> {
  // A file of the same kind as this one: TypeScript here, JavaScript where it is built.
  const file = import.meta.filename.replace(/demo(\.\w+)$/, 'demo-service$1');
  const thread = new Worker(file);
  const baseUrl = await new Promise<string>((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
  });
  return { baseUrl, stop: () => thread.terminate() };
}
