/** The progress of a proof run, with an estimate of the remaining time. */
export class Progress {
  readonly #total: number;
  readonly #now: () => number;
  readonly #started: number;
  #done = 0;
  #gaps = 0;

  /** @param total the number of faults */
  constructor(total: number, now = () => performance.now()) {
    this.#total = total;
    this.#now = now;
    this.#started = now();
  }

  add(hasGap: boolean): void {
    this.#done += 1;
    if (hasGap) this.#gaps += 1;
  }

  line(): string {
    const elapsed = (this.#now() - this.#started) / 1000;
    const gaps = this.#gaps === 0 ? 'all detected' : `${this.#gaps} not detected`;
    return `${this.#done} of ${this.#total} faults in ${duration(elapsed)}, ${gaps}; ${this.#left(elapsed)}`;
  }

  #left(elapsed: number): string {
    if (this.#done === this.#total)
      return this.#gaps === 0 ? 'all faults were caught' : 'repeating those faults, one at a time';
    // Faults of webhooks run first and take longest, so an early estimate would be too high.
    if (this.#done < this.#total / 20) return 'no estimate yet';
    return `about ${duration((elapsed / this.#done) * (this.#total - this.#done))} left`;
  }
}

function duration(seconds: number): string {
  return seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}
