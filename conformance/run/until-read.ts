import { unknownCaseId } from '../checks/support/fixtures/unknown.ts';
import type { Tenant } from '../checks/support/tenant.ts';
import { wait } from '../engine/http.ts';

/**
 * Resolves when the candidate has probably read what was sent before: when it has responded on a connection that was
 * opened later. A candidate that handles one request after the other never does.
 */
export async function untilRead(tenant: Tenant): Promise<void> {
  // Without it, the longer wait would keep the process from ending.
  const over = new AbortController();
  const signal = AbortSignal.any([tenant.session.run.signal, over.signal]);
  const hasRead = async () => {
    await wait(400, signal);
    await tenant.read(unknownCaseId, { racing: true });
  };
  await Promise.race([hasRead(), wait(1400, signal)]).catch(() => {});
  over.abort();
}
