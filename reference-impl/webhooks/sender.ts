import { setTimeout } from 'node:timers/promises';
import type { Parts } from '../parts.ts';
import type { Claim, Endpoint, NextAttempt, OutboxEvent } from '../ports.ts';

/** Sends the events of one endpoint (D3) as they fall due. Its whole state is in the store, so a restart loses nothing. */
export function startSender(endpoint: Endpoint, parts: Parts) {
  const { store, limits, now, log } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = new Set<Promise<void>>();
  const failed = (error: unknown) => log.error(error);

  /** Sends the event once and returns when it is due again. */
  const send = async (event: OutboxEvent): Promise<NextAttempt> => {
    const status = await parts.deliver(event, parts.headersOf(event, endpoint, parts), endpoint, parts, signal);
    // An attempt that was cut does not count: the event is sent again at once.
    if (status === undefined && signal.aborted) return event;
    const attempts = event.attempts + 1;
    const pause = parts.pauseAfter(attempts, status);
    log.info({ event: event.id, attempts, status, pause }, 'webhook');
    return pause === undefined ? undefined : { attempts, due: now().getTime() + pause };
  };
  const attempt = async ({ event, finish }: Claim) =>
    finish(await send(event).catch((error: unknown) => (failed(error), event))).catch(failed);
  const sendDue = async () => {
    // A receiver that hangs occupies at most this many connections.
    while (running.size < limits.deliveries && !signal.aborted) {
      const claim = await store.claimEvent(endpoint.tenant, now().getTime());
      if (!claim) return;
      const sending = attempt(claim).finally(() => running.delete(sending));
      running.add(sending);
    }
  };
  const watch = async () => {
    while (!signal.aborted) {
      await sendDue().catch(failed);
      await setTimeout(limits.outboxPause, undefined, { signal }).catch(() => {});
    }
  };
  const watching = watch();
  return {
    /** Cuts running attempts; their events are sent by other processes, or at the next start. */
    async stop() {
      stopping.abort();
      await watching;
      await Promise.all(running);
    },
  };
}
