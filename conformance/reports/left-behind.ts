import { type Exchange, isSuccess } from '../wire/exchange.ts';

/** What a run created: the contract has no operation that deletes it. */
export interface LeftBehind {
  cases: number;
  artifacts: number;
}

/** Counts the accepted requests. A replay has the same response, byte for byte (D41), and counts once. */
export function leftBehind(exchanges: Exchange[]): LeftBehind {
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
