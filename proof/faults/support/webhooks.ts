import type { OutboxEvent, Endpoint } from '../../../reference-impl/ports.ts';
import type { Defect } from './fault.ts';
import type { Parts } from '../../../reference-impl/parts.ts';

export type Headers = Record<string, string>;

/** Changes the headers of delivery attempts. */
export const heading =
  (change: (headers: Headers, event: OutboxEvent, endpoint: Endpoint) => Headers): Defect =>
  ({ headersOf }) => ({
    headersOf: (event, endpoint, parts) => change(headersOf(event, endpoint, parts), event, endpoint),
  });

/** Attempts that are sent in another way. */
export const sending =
  (options: RequestInit, statusOf = (response: Response): number => response.status): Defect =>
  () => ({
    async deliver({ body }, headers, { url }) {
      try {
        return statusOf(await fetch(url, { method: 'POST', redirect: 'manual', headers, body, ...options }));
      } catch {
        return undefined;
      }
    },
  });

/** What was worked out for the first attempt of an event. */
export function ofFirst<T>(work: (...call: Parameters<Parts['headersOf']>) => T) {
  const kept = new Map<string, T>();
  return (...call: Parameters<Parts['headersOf']>): T => {
    const [{ id }] = call;
    if (!kept.has(id)) kept.set(id, work(...call));
    return kept.get(id)!;
  };
}
