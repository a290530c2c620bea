import { setTimeout } from 'node:timers/promises';
import type { Parts } from './parts.ts';
import type { OutboxEvent } from './store.ts';
import type { Endpoint } from './webhooks.ts';

export interface Sender {
  /** Cuts the attempts that are under way; their events are sent at the next start. */
  stop: () => Promise<void>;
}

/** Sends the events of one endpoint as they fall due. All that it knows is in the store, so a restart loses nothing. */
export function startSender(endpoint: Endpoint, parts: Parts): Sender {
  const { store, limits, now, log } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = new Map<string, Promise<void>>();

  const attempt = async (event: OutboxEvent) => {
    const headers = parts.headersOf(event, endpoint, parts);
    const status = await parts.deliver(event, headers, endpoint, parts, signal);
    if (status === undefined && signal.aborted) return;
    const attempts = event.attempts + 1;
    const pause = parts.pauseAfter(attempts, status);
    log.info({ event: event.id, attempts, status, pause }, 'webhook');
    await store.settleEvent(event.id, pause === undefined ? undefined : { attempts, due: now().getTime() + pause });
  };
  const look = async () => {
    // Those under way are due still, so that a receiver that hangs has no more than these connections.
    for (const event of await store.dueEvents(endpoint.tenant, now().getTime(), limits.deliveries))
      if (!running.has(event.id))
        running.set(
          event.id,
          attempt(event)
            .catch((error: unknown) => log.error(error))
            .finally(() => running.delete(event.id)),
        );
  };
  const watch = async () => {
    while (!signal.aborted) {
      await look().catch((error: unknown) => log.error(error));
      await setTimeout(limits.outboxPause, undefined, { signal }).catch(() => {});
    }
  };
  const watching = watch();
  return {
    async stop() {
      stopping.abort();
      await watching;
      await Promise.all(running.values());
    },
  };
}
