import { type Exchange, headerIn } from '../wire/exchange.ts';
import type { Request } from '../wire/http.ts';
import { releaseTime } from '../oracle/idempotency.ts';
import { isLong } from '../oracle/oracle.ts';
import { typeIn } from '../oracle/response/problem.ts';

// Milliseconds in which a service releases an idempotency key after its response, and a little more.
const releaseWithin = releaseTime + 200;
const shortestPause = 250;
// A server that responds before the end of a long body may lose its response as it closes the connection.
const attemptsOfLong = 3;

/** Sends a request again while its idempotency key is in use, or when the response to a long body was lost. */
export const whileInUseOrLost: NonNullable<Request['again']> = (exchange, attempt, milliseconds) => {
  if (exchange.failure?.startsWith('connection closed') && isLong(exchange))
    return attempt < attemptsOfLong ? 0 : undefined;
  if (!isInUse(exchange) || milliseconds > releaseWithin) return undefined;
  const seconds = Number(headerIn(exchange.response!.headers, 'Retry-After') ?? 0);
  const pause = Number.isFinite(seconds) ? seconds * 1000 : 0;
  return Math.min(Math.max(pause, shortestPause), releaseWithin);
};

const isInUse = ({ request, response }: Exchange): boolean =>
  response?.status === 409 && typeIn(response.body, request.url)?.endsWith('/idempotency-key-in-use') === true;
