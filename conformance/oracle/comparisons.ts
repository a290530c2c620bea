import { isOverloaded } from '../engine/exchange.ts';
import { lettersOf } from './foreign-cases.ts';
import type { Reading } from './request/reading.ts';
import { isBefore } from './terms.ts';

// Fewer ids might count up by chance.
const comparedIds = 8;

/** What only several exchanges show together: ids that count up, and statuses that show whether a case exists. */
export class Comparisons {
  /** the latest creates that opened a case one after the other */
  #latest: { id: string; reading: Reading }[] = [];
  /** the status of requests without a valid key about cases that do not exist */
  readonly #strangers = new Map<string, number>();

  /** Takes note of a request without a valid key about a case that does not exist. */
  noteStranger(reading: Reading): void {
    const { status } = reading.exchange.response ?? {};
    if (status !== undefined && !isOverloaded(status)) this.#strangers.set(likenessOfStranger(reading), status);
  }

  /** The status of the same request without a valid key about a case that does not exist; undefined when it is not known. */
  statusForUnknown(reading: Reading): number | undefined {
    return this.#strangers.get(likenessOfStranger(reading));
  }

  noteCreate(id: string, reading: Reading): void {
    const last = this.#latest.at(-1);
    if (!last || isBefore(last.reading.span, reading.span))
      this.#latest = [...this.#latest.slice(1 - comparedIds), { id, reading }];
  }

  /** The ids of eight cases, each opened after the one before and the last by this create; otherwise none. */
  idsBefore(reading: Reading): string[] {
    const isLast = this.#latest.at(-1)?.reading === reading && this.#latest.length === comparedIds;
    return isLast ? this.#latest.map(({ id }) => id) : [];
  }
}

/** Equal for ids that a router which checks their form treats alike: they have the same characters. */
function likenessOfStranger({ target, exchange: { request } }: Reading): string {
  return JSON.stringify([request.method, target.operation, lettersOf(target.caseId!), request.headers]);
}
