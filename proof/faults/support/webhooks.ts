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

/** Each attempt gets the headers of the first attempt of its event. */
export function ofFirst(headersOf: Parts['headersOf']): Parts['headersOf'] {
  const kept = new Map<string, Headers>();
  return (event, endpoint, parts) => {
    const headers = kept.get(event.id) ?? headersOf(event, endpoint, parts);
    kept.set(event.id, headers);
    return headers;
  };
}
