const reason = 'the run was interrupted';

/** Ctrl-C or SIGTERM aborts the signal, so that what is known is reported; a second one ends the process at once. */
export async function interruptible<T>(work: (interruption: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const interrupt = () => {
    process.stderr.write('\nInterrupted: what is known by now is reported. Ctrl-C again ends without a report.\n');
    controller.abort(reason);
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
