import type { Exchange } from '../wire/exchange.ts';
import type { Oracle } from './oracle.ts';
import type { Reading } from './request/reading.ts';
import type { Judgement } from './terms.ts';

/** An exchange, and what the oracle says of it. */
export interface Followed {
  reading: Reading;
  judgement: Judgement;
}

/**
 * Judges exchanges in the order that their times allow: each by all that began before it ended, and by no later one. So the
 * findings do not depend on when they are judged.
 */
export class Follower {
  readonly #oracle: Oracle;
  readonly #take: (exchange: Exchange) => Reading;
  /** not known to the oracle yet */
  #ended: Exchange[] = [];
  /** known to the oracle and not yet judged */
  #waiting: Reading[] = [];

  /** @param take tells the oracle of an exchange */
  constructor(oracle: Oracle, take = (exchange: Exchange): Reading => oracle.add(exchange)) {
    this.#oracle = oracle;
    this.#take = take;
  }

  /** Takes note of an exchange that has ended. */
  add(exchange: Exchange): void {
    this.#ended.push(exchange);
  }

  /** True when every exchange was judged. */
  get isIdle(): boolean {
    return this.#ended.length === 0 && this.#waiting.length === 0;
  }

  /**
   * Judges what can be judged, one exchange after the other.
   *
   * @param until every exchange that began before this time has ended
   */
  *judged(until = Infinity): Generator<Followed> {
    const known = this.#ended.filter((each) => beginOf(each) < until);
    this.#ended = this.#ended.filter((each) => beginOf(each) >= until);
    for (const exchange of known.toSorted((one, other) => beginOf(one) - beginOf(other))) {
      yield* this.#judgedBefore(beginOf(exchange));
      this.#waiting.push(this.#take(exchange));
    }
    yield* this.#judgedBefore(until);
  }

  *#judgedBefore(time: number): Generator<Followed> {
    const ready = this.#waiting.filter(({ span }) => span.end <= time);
    if (ready.length === 0) return;
    this.#waiting = this.#waiting.filter(({ span }) => span.end > time);
    for (const reading of ready) yield { reading, judgement: this.#oracle.judge(reading) };
  }
}

const beginOf = ({ started = 0 }: Exchange) => started;
