/** What every request passes, so that a closing service lets the running ones end and takes no new ones. */
export class Gate {
  closing = false;
  #running = 0;
  readonly #empty = Promise.withResolvers<void>();

  enter(): void {
    this.#running += 1;
  }

  leave(): void {
    this.#running -= 1;
    if (this.closing && this.#running === 0) this.#empty.resolve();
  }

  /** Returns when nothing runs any more. */
  close(): Promise<void> {
    this.closing = true;
    if (this.#running === 0) this.#empty.resolve();
    return this.#empty.promise;
  }
}
