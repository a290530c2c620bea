// Of so many of the latest responses, this part must be rejections until the candidate counts as overloaded. A gateway
// that rejects a request now and then accepts most of them; a rate limit that is exceeded rejects nearly all.
const latest = 16;
const limited = 8;

/** What the responses to one API key show about the load: a rate limit applies to a key. */
export class Overload {
  /** of the latest responses, whether each rejected its request for a while */
  readonly #rejections: boolean[] = [];
  /** the same of requests that were not sent before: one that is rejected again and again says little of the others */
  readonly #firstRejections: boolean[] = [];
  #pausedUntil = -Infinity;
  /** true when it has ever rejected a request for a while */
  hasRejected = false;
  /** how many requests it did not reject for a while */
  accepts = 0;

  accepted(isFirst = true): void {
    this.accepts += 1;
    addTo(this.#rejections, false);
    if (isFirst) addTo(this.#firstRejections, false);
  }

  /**
   * The request was rejected, and will be sent again after a pause. While the candidate rejects most requests, the others
   * wait too.
   */
  rejected(pause: number, isFirst = true): void {
    this.hasRejected = true;
    addTo(this.#rejections, true);
    if (isFirst) addTo(this.#firstRejections, true);
    if (areLimited(this.#rejections)) this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + pause);
  }

  /** Milliseconds until the next request may be sent. */
  get pause(): number {
    return Math.max(0, this.#pausedUntil - performance.now());
  }

  /** It rejects most requests, and not only one again and again. */
  get isLimiting(): boolean {
    return areLimited(this.#firstRejections);
  }
}

const areLimited = (rejections: boolean[]) => rejections.filter(Boolean).length >= limited;

function addTo(rejections: boolean[], isRejection: boolean): void {
  rejections.push(isRejection);
  if (rejections.length > latest) rejections.shift();
}
