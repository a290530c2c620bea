/** How far a run of the proof is, with an estimate of the remaining time. */
export class Progress {
  readonly #total: number;
  readonly #now: () => number;
  readonly #started: number;
  #done = 0;
  #faults = 0;
  #gaps = 0;

  /** @param total the sum of the weights of all faults; a weight is proportional to the time that a fault takes */
  constructor(total: number, now = () => performance.now()) {
    this.#total = total;
    this.#now = now;
    this.#started = now();
  }

  add(weight: number, hasGap: boolean): void {
    this.#done += weight;
    this.#faults += 1;
    if (hasGap) this.#gaps += 1;
  }

  line(): string {
    const elapsed = (this.#now() - this.#started) / 1000;
    const share = Math.floor((100 * this.#done) / this.#total);
    return `${share} %: ${this.#faults} faults in ${duration(elapsed)}, ${this.#gaps} to prove again alone; ${this.#left(elapsed)}`;
  }

  #left(elapsed: number): string {
    if (this.#done === this.#total) return 'proving those alone';
    if (this.#done === 0) return 'no estimate yet';
    return `about ${duration((elapsed / this.#done) * (this.#total - this.#done))} left`;
  }
}

function duration(seconds: number): string {
  return seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}
