import type { Report } from '../../generated/report.ts';
import { type Exchange, isSuccess } from '../wire/exchange.ts';

/** Counts the accepted requests. A replay has the same response, byte for byte (D41), and counts once. */
export function leftBehind(exchanges: Exchange[]): Report['run']['leftBehind'] {
  const accepted = (path: RegExp) =>
    new Set(
      exchanges
        .filter(
          ({ request, response }) => request.method === 'POST' && path.test(new URL(request.url).pathname) && response,
        )
        .filter(({ response }) => isSuccess(response!.status))
        .map(({ response }) => response!.body.toString('latin1')),
    ).size;
  return { cases: accepted(/\/cases\/?$/), artifacts: accepted(/\/cases\/[^/]+\/artifacts$/) };
}
