import { headerIn, isOverloaded, mediaType } from '../wire/exchange.ts';
import { lettersOf } from './tenancy/foreign-cases.ts';
import { Groups } from './support/groups.ts';
import type { Reading } from './request/reading.ts';
import { isBefore } from './terms.ts';

// Fewer ids might count up by chance.
const comparedIds = 8;

/** What only several exchanges show together: ids that count up, statuses that show whether a case exists, and what `Accept` changes. */
export class Comparisons {
  /** the latest creates that opened a case one after the other */
  #latest: { id: string; reading: Reading }[] = [];
  /** the statuses of requests without a valid key about cases that do not exist */
  readonly #strangers = new Groups<number>(1);
  /** the media types of responses that `Accept` had no part in */
  readonly #mediaTypes = new Groups<true>(1);

  /** Takes note of a request without a valid key about a case that does not exist. */
  noteStranger(reading: Reading): void {
    const { status } = reading.exchange.response ?? {};
    if (status !== undefined && !isOverloaded(status)) this.#strangers.add(likenessOfStranger(reading), status);
  }

  /** The status of the same request without a valid key about a case that does not exist; undefined when it is not known. */
  statusForUnknown(reading: Reading): number | undefined {
    return this.#strangers.of(likenessOfStranger(reading))[0];
  }

  /** Takes note of the media type of a response that `Accept` had no part in. */
  noteMediaType(reading: Reading): void {
    const { request, response } = reading.exchange;
    if (!response || headerIn(request.headers, 'Accept') !== undefined) return;
    const type = mediaType(headerIn(response.headers, 'Content-Type'));
    this.#mediaTypes.add(likenessOfResponse(reading, type), true);
  }

  /** True when the same response had this media type to a request without `Accept`. */
  changesWithAccept(reading: Reading, type: string): boolean {
    const isAsked = headerIn(reading.exchange.request.headers, 'Accept') !== undefined;
    return isAsked && this.#mediaTypes.of(likenessOfResponse(reading, type)).length > 0;
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

const likenessOfResponse = ({ target: { kind, operation }, exchange }: Reading, type: string | undefined) => [
  exchange.request.method,
  kind,
  operation,
  exchange.response!.status,
  type,
];

/** Equal for ids that a router which checks their form treats alike: they have the same characters. */
const likenessOfStranger = ({ target, exchange: { request } }: Reading) => [
  request.method,
  target.operation,
  lettersOf(target.caseId!),
  request.headers,
];
