// The length that HEAD announces, compared with that of GET (D92).
import { headerIn } from '../../wire/exchange.ts';
import { gatewayStatuses } from '../gateway.ts';
import { Groups } from '../support/groups.ts';
import type { Reading } from '../request/reading.ts';
import { isBefore, type Report, type Span } from '../terms.ts';

interface Announced {
  isHead: boolean;
  length: string;
  span: Span;
}

// A service may serialise a case or a problem in various ways, so one other length shows nothing.
const comparedHeads = 4;

/** Follows how long the response to each read is, and what HEAD announces instead. */
export class Lengths {
  readonly #ofRequest = new Groups<Announced>();

  /** Takes note of a read, or of the same request with HEAD. */
  note(reading: Reading): void {
    const { request, response } = reading.exchange;
    if (!response || !isComparable(response.status)) return;
    if (headerIn(response.headers, 'Content-Encoding') !== undefined) return;
    const isHead = request.method === 'HEAD';
    const announced = headerIn(response.headers, 'Content-Length');
    const length = announced ?? (isHead ? undefined : String(response.body.length));
    if (length !== undefined) this.#ofRequest.add(likenessOf(reading), { isHead, length, span: reading.span });
  }

  /** Judges the read that shows that the response had one length all the time, and HEAD always announced others. */
  judge(reading: Reading, report: Report): void {
    if (reading.exchange.request.method !== 'GET') return;
    const { heads = [], reads = [] } = Object.groupBy(this.#ofRequest.of(likenessOf(reading)), ({ isHead }) =>
      isHead ? 'heads' : 'reads',
    );
    const [first] = reads;
    if (!first || reads.some(({ length }) => length !== first.length)) return;
    const between = heads.filter(({ span }) => isBefore(first.span, span) && isBefore(span, reading.span));
    if (between.length < comparedHeads || between.some(({ length }) => length === first.length)) return;
    const expected = `Content-Length: ${first.length} in the response to HEAD, as in that to GET`;
    report('http.head-like-get', expected, between.at(-1)!.length);
  }
}

/** A 304 may announce the length of the 200, and a gateway writes its own responses. */
const isComparable = (status: number) => status !== 304 && !gatewayStatuses.includes(status);

const likenessOf = ({ exchange: { request, response } }: Reading) => [request.url, request.headers, response?.status];
