import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { interruptedByUser } from '../run/judge/outcome.ts';

/** Waits for Ctrl-C, for SIGTERM, or for the end of this time in seconds. */
export async function untilEnded(seconds?: number): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  const ends = [once(process, 'SIGINT', { signal }), once(process, 'SIGTERM', { signal })];
  await Promise.race([...ends, ...(seconds === undefined ? [] : [pause(seconds * 1000, undefined, { signal })])]);
  over.abort();
}

/** Ctrl-C or SIGTERM aborts the signal, so that what is known is reported; a second one ends the process at once. */
export async function interruptible<T>(work: (interruption: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const interrupt = () => {
    process.stderr.write('\nInterrupted: what is known by now is reported. Ctrl-C again ends without a report.\n');
    controller.abort(interruptedByUser);
    restore();
  };
  const restore = () => process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  try {
    return await work(controller.signal);
  } finally {
    restore();
  }
}
