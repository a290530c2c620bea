// Of so many of the latest responses, this part must be rejections until the candidate counts as overloaded. A gateway
// that rejects a request now and then accepts most of them; a rate limit that is exceeded rejects nearly all.
const latest = 16;
const limited = 8;

/** What the responses to one API key show about the load: a rate limit applies to a key. */
export class Overload {
  /** of the latest responses, whether each rejected its request for a while */
  readonly #rejections: boolean[] = [];
  #pausedUntil = -Infinity;
  /** true when it has ever rejected a request for a while */
  hasRejected = false;

  accepted(): void {
    this.#add(false);
  }

  /**
   * The request was rejected, and will be sent again after a pause. While the candidate rejects most requests, the others
   * wait too.
   */
  rejected(pause: number): void {
    this.hasRejected = true;
    this.#add(true);
    if (this.#isLimited) this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + pause);
  }

  /** Milliseconds until the next request may be sent. */
  get pause(): number {
    return Math.max(0, this.#pausedUntil - performance.now());
  }

  get #isLimited(): boolean {
    return this.#rejections.filter(Boolean).length >= limited;
  }

  #add(isRejection: boolean): void {
    this.#rejections.push(isRejection);
    if (this.#rejections.length > latest) this.#rejections.shift();
  }
}
