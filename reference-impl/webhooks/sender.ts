import { setTimeout } from 'node:timers/promises';
import type { Parts } from '../parts.ts';
import type { Claim, Endpoint, NextAttempt, OutboxEvent } from '../ports.ts';

/** Sends the events of one endpoint as they fall due. All that it knows is in the store, so a restart loses nothing. */
export function startSender(endpoint: Endpoint, parts: Parts) {
  const { store, limits, now, log } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = new Set<Promise<void>>();
  const failed = (error: unknown) => log.error(error);

  /** Sends the event once and tells when it is due again. */
  const send = async (event: OutboxEvent): Promise<NextAttempt> => {
    const status = await parts.deliver(event, parts.headersOf(event, endpoint, parts), endpoint, parts, signal);
    // What was cut is as it was, for whoever is there next.
    if (status === undefined && signal.aborted) return event;
    const attempts = event.attempts + 1;
    const pause = parts.pauseAfter(attempts, status);
    log.info({ event: event.id, attempts, status, pause }, 'webhook');
    return pause === undefined ? undefined : { attempts, due: now().getTime() + pause };
  };
  const attempt = async ({ event, finish }: Claim) =>
    finish(await send(event).catch((error: unknown) => (failed(error), event))).catch(failed);
  const look = async () => {
    // So that a receiver that hangs has no more than these connections.
    while (running.size < limits.deliveries && !signal.aborted) {
      const claim = await store.claimEvent(endpoint.tenant, now().getTime());
      if (!claim) return;
      const sending = attempt(claim).finally(() => running.delete(sending));
      running.add(sending);
    }
  };
  const watch = async () => {
    while (!signal.aborted) {
      await look().catch(failed);
      await setTimeout(limits.outboxPause, undefined, { signal }).catch(() => {});
    }
  };
  const watching = watch();
  return {
    /** Cuts the attempts that are under way; their events are sent by others, or at the next start. */
    async stop() {
      stopping.abort();
      await watching;
      await Promise.all(running);
    },
  };
}
