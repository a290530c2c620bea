type Counts = Record<'recordings' | 'faults', number>;

/** The progress of a proof run. */
export class Progress {
  readonly #total: Counts;
  readonly #done: Counts = { recordings: 0, faults: 0 };
  readonly #started = performance.now();

  constructor(total: Counts) {
    this.#total = total;
  }

  add(kind: keyof Counts): void {
    this.#done[kind] += 1;
  }

  line(): string {
    const { recordings, faults } = this.#total;
    const seconds = Math.round((performance.now() - this.#started) / 1000);
    return `${this.#done.recordings} of ${recordings} recordings and ${this.#done.faults} of ${faults} live faults in ${seconds} s`;
  }
}
