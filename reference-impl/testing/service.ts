import { mismatchOf } from '../http/mismatch.ts';
import { createService } from '../http/service.ts';
import type { Parts } from '../parts.ts';
import { client } from './client.ts';

/** A service on a free port of loopback, which sends nothing that the contract does not have, and a client of it. */
export async function serve(parts: Partial<Parts> = {}) {
  const service = createService({ mismatchOf, ...parts });
  const url = await service.listen({ port: 0, host: '127.0.0.1' });
  return { ...client(url), close: () => service.close() };
}
