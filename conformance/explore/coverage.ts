import type { Step } from './step.ts';
import { twistNames } from './twists/index.ts';

/**
 * Where a request is sent: to an own case in some state, to that of somebody else, to none, by nobody, or with an
 * idempotency key: one that is stored for another request, or a fresh one.
 */
export type Situation = 'own' | 'decided' | 'full' | 'foreign' | 'unknown' | 'nobody' | 'stored' | 'fresh';

/** Chooses changes, so that each is tried once before one is repeated in the same situation. */
export class Coverage {
  readonly #pick: (below: number) => number;
  readonly #visits = new Set<string>();
  readonly #untried: Record<Step['do'], string[]>;
  /** by operation and situation: the changes that are to come */
  readonly #decks = new Map<string, string[]>();

  constructor(pick: (below: number) => number) {
    this.#pick = pick;
    this.#untried = { create: [...twistNames.create], upload: [...twistNames.upload], read: [...twistNames.read] };
  }

  /** How many cells (operation, change and situation) were visited. */
  get visited(): number {
    return this.#visits.size;
  }

  /** True as long as some change was not tried at all. */
  hasUntried(operation: Step['do']): boolean {
    return this.#untried[operation].length > 0;
  }

  draw(operation: Step['do'], situation: Situation): string {
    const untried = this.#untried[operation];
    // Where the sender or the case is rejected, most changes show nothing.
    const deck = situation === 'own' && untried.length > 0 ? untried : this.#deckOf(operation, situation);
    const name = deck.splice(this.#pick(deck.length), 1)[0]!;
    this.#visits.add(`${operation} ${situation} ${name}`);
    return name;
  }

  #deckOf(operation: Step['do'], situation: Situation): string[] {
    const place = `${operation} ${situation}`;
    const known = this.#decks.get(place) ?? [];
    if (known.length > 0) return known;
    const unvisited = twistNames[operation].filter((name) => !this.#visits.has(`${place} ${name}`));
    const deck = unvisited.length > 0 ? unvisited : [...twistNames[operation]];
    this.#decks.set(place, deck);
    return deck;
  }
}
