// The length that HEAD announces, compared with that of GET (D92).
import { headerIn } from '../wire/exchange.ts';
import type { Reading } from './request/reading.ts';
import { isBefore, type Report, type Span } from './terms.ts';

interface Announced {
  isHead: boolean;
  length: string;
  span: Span;
}

// A service may serialise a case in various ways, so one other length shows nothing.
const comparedHeads = 4;

/** Follows how long the representation of each case is. */
export class Lengths {
  readonly #ofRequest = new Map<string, Announced[]>();

  /** Takes note of a read, or of the same request with HEAD. */
  note(reading: Reading): void {
    const { request, response } = reading.exchange;
    if (response?.status !== 200 || headerIn(response.headers, 'Content-Encoding') !== undefined) return;
    const isHead = request.method === 'HEAD';
    const announced = headerIn(response.headers, 'Content-Length');
    const length = announced ?? (isHead ? undefined : String(response.body.length));
    if (length === undefined) return;
    const known = this.#ofRequest.get(likenessOf(reading)) ?? [];
    known.push({ isHead, length, span: reading.span });
    this.#ofRequest.set(likenessOf(reading), known);
  }

  /** Judges the read that shows that the case had one length all the time, and HEAD always announced others. */
  judge(reading: Reading, report: Report): void {
    if (reading.exchange.request.method !== 'GET') return;
    const known = this.#ofRequest.get(likenessOf(reading)) ?? [];
    const reads = known.filter(({ isHead }) => !isHead);
    const [first] = reads;
    if (!first || new Set(reads.map(({ length }) => length)).size > 1) return;
    const heads = known.filter(
      ({ isHead, span }) => isHead && isBefore(first.span, span) && isBefore(span, reading.span),
    );
    if (heads.length < comparedHeads || heads.some(({ length }) => length === first.length)) return;
    const expected = `Content-Length: ${first.length} in the response to HEAD, as in that to GET`;
    report('http.head-like-get', expected, heads.at(-1)!.length);
  }
}

const likenessOf = ({ exchange: { request } }: Reading) => JSON.stringify([request.url, request.headers]);
