import { wait } from '../../../wire/http.ts';
import { unknownIds } from '../../../values/ids.ts';
import type { Run } from '../run.ts';

/**
 * Resolves when the candidate has probably read what was sent before: when it has responded on a connection that was
 * opened later. A candidate that handles one request after the other never does.
 */
export async function untilRead(run: Run): Promise<void> {
  // Without it, the longer wait would keep the process from ending.
  const over = new AbortController();
  const signal = AbortSignal.any([run.signal, over.signal]);
  const hasRead = async () => {
    await wait(400, signal);
    const credential = run.suppliedCredential('tenant');
    await run.send({ method: 'GET', path: `/cases/${unknownIds[0]}`, credential, racing: true });
  };
  await Promise.race([hasRead(), wait(1400, signal)]).catch(() => {});
  over.abort();
}
