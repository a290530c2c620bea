/** Draws each one once, in random order, before it repeats one. */
export class Deck<T> {
  readonly #all: readonly T[];
  readonly #pick: (below: number) => number;
  #left: T[] = [];
  /** how many different ones were drawn */
  drawn = 0;

  constructor(all: readonly T[], pick: (below: number) => number) {
    this.#all = all;
    this.#pick = pick;
  }

  /** True as long as some were not drawn at all. */
  get hasNew(): boolean {
    return this.drawn < this.#all.length;
  }

  draw(): T {
    if (this.#left.length === 0) this.#left = [...this.#all];
    if (this.hasNew) this.drawn += 1;
    return this.#left.splice(this.#pick(this.#left.length), 1)[0]!;
  }
}
