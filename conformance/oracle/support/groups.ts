/** Values of exchanges that can be compared, because they are alike in everything else. */
export class Groups<T> {
  readonly #most: number;
  readonly #values = new Map<string, T[]>();

  /** @param most how many of the latest values of each group are kept */
  constructor(most = Infinity) {
    this.#most = most;
  }

  add(likeness: unknown[], value: T): void {
    const group = JSON.stringify(likeness);
    const values = this.#values.get(group) ?? [];
    values.push(value);
    if (values.length > this.#most) values.shift();
    this.#values.set(group, values);
  }

  /** In the order in which they were added. */
  of(likeness: unknown[]): T[] {
    return this.#values.get(JSON.stringify(likeness)) ?? [];
  }
}
