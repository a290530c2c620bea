import type { Exchange } from './exchange.ts';

/** Nothing can be judged: something was not supplied, or the candidate cannot be reached. The message is the reason. */
export class Inconclusive extends Error {
  readonly exchange: Exchange | undefined;

  constructor(reason: string, exchange?: Exchange) {
    super(reason);
    this.exchange = exchange;
  }
}
