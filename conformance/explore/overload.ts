import { type Exchange, type HttpResponse, isOverloaded } from '../engine/exchange.ts';
import type { Request } from '../engine/http.ts';

type Send = (request: Request, record: (exchange: Exchange) => void) => Promise<HttpResponse>;

// A limit that rejects one of two requests at random fits all of them once in 10^12 times.
const rounds = 20;

/**
 * Sends a create. The candidate may reject any request with 429 or 503 for a while (D80). If it rejects this one each
 * time and accepts a plain create each time, load is not the reason, and the response is judged like any other.
 */
export async function sendCreate(
  send: Send,
  request: Request,
  plain: Request,
  record: (exchange: Exchange) => void,
): Promise<void> {
  const first = await send({ ...request, expects: 'either' }, record);
  if (!isOverloaded(first.status)) return;
  const again = (each: Request) => send({ ...each, racing: false, expects: 'either' }, () => {});
  for (let round = 0; round < rounds; round += 1) {
    // In random order, because a limit may reject every second request.
    const isPlainFirst = Math.random() < 0.5;
    const before = isPlainFirst ? await again(plain) : undefined;
    const { status, exchange } = await again(request);
    if (!isOverloaded(status)) return record(exchange);
    const { status: plainStatus } = before ?? (await again(plain));
    if (isOverloaded(plainStatus)) return void (await send(request, record));
  }
  first.exchange.notForLoad = true;
}
