import { defaultParts } from '../compose.ts';
import { createService } from '../http/service.ts';
import type { Parts } from '../parts.ts';

/** Returns the parts to replace, made from the original ones and the address, which is known once the service listens. */
export type Change = (original: Parts, baseUrl: () => string) => Partial<Parts>;

/**
 * Starts a service with changed parts on a free port of loopback.
 *
 * @param given parts that the change gets as original
 */
export async function startChanged(change: Change, given: Partial<Parts> = {}) {
  let baseUrl = '';
  const original = defaultParts(given);
  const service = createService({ ...original, ...change(original, () => baseUrl) });
  baseUrl = await service.listen({ port: 0, host: '127.0.0.1' });
  return { baseUrl, stop: () => service.close() };
}
