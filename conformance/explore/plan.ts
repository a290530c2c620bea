import type { Manifest } from '../manifest.ts';
import { create, json, read, type Sender } from '../scenarios/vocabulary.ts';
import { Choices, isDecided, type State, type Writing } from './choices.ts';
import { Deck } from './deck.ts';
import { changed, type Step, type Variation, varied } from './step.ts';
import { acceptedOnes, asking, sequences, variations } from './variations.ts';

/**
 * Where a request is sent: to an own case in some state, to that of somebody else, to none, by nobody, or with an
 * idempotency key: one that is stored for another request, or a fresh one.
 */
type Situation = 'own' | 'decided' | 'full' | 'foreign' | 'unknown' | 'nobody' | 'stored' | 'fresh';

// Reads change nothing, so there are fewer of them.
const operations: Step['do'][] = ['create', 'create', 'create', 'upload', 'upload', 'upload', 'read', 'read'];
// Milliseconds after which a case is read again.
const later = 1200;

/** Chooses what to send next. */
export class Plan {
  readonly #choices: Choices;
  readonly #scenarios: Deck<Step[]>;
  /** by operation and situation */
  readonly #decks = new Map<string, Deck<Variation>>();
  /** how many cells (operation, change and situation) there are */
  readonly cells: number;

  constructor(seed: number, manifest: Pick<Manifest, 'keys' | 'claims'>) {
    this.#choices = new Choices(seed, manifest);
    const { senders, states, pick } = this.#choices;
    const isPossible = ({ change }: Step) => [...senders, 'nobody', 'stranger'].includes(change?.as ?? 'tenant');
    const possible = sequences(manifest.claims.includes('sandbox')).filter((steps) => steps.every(isPossible));
    this.#scenarios = new Deck(possible, pick);
    const cellsOf = (operation: Step['do']) =>
      new Set(states.flatMap((state) => this.#situations(operation, state))).size * variations[operation].length;
    this.cells = cellsOf('create') + cellsOf('upload') + cellsOf('read');
  }

  /** The number of cells that were visited. */
  get visited(): number {
    return [...this.#decks.values()].reduce((sum, { drawn }) => sum + drawn, 0);
  }

  /** The next sequence. */
  next(): Step[] {
    const choices = this.#choices;
    choices.begin();
    const kind = choices.pick(20);
    if (kind < 2) return this.#race();
    if (kind < 8) return this.#scenario();
    // A full case costs more than 20 requests, so it is rare.
    const state = choices.once(30) ? 'full' : choices.one(choices.states.filter((each) => each !== 'full'));
    const steps = choices.opening(state);
    const owner = steps[0]!.change!.as!;
    const count = 6 + choices.pick(10);
    for (let at = 0; at < count; at += 1) steps.push(...this.#requests(state, owner));
    return [...steps, ...this.#end(steps, owner)];
  }

  /** Repetitions and a read, at times later. A repetition is answered as the first time, whatever became of the case. */
  #end(steps: Step[], owner: Sender): Step[] {
    const isRepeated = ({ change }: Step) => change?.idempotencyKey !== undefined && this.#choices.once(2);
    const [first, ...others] = [...steps.filter(isRepeated).slice(0, 2), read(0, { as: owner })];
    return [{ ...first, ...(this.#choices.once(8) && { pause: later }) }, ...others];
  }

  /** A request with a change, with those that show its effect. */
  #requests(state: State, owner: Sender): Step[] {
    const choices = this.#choices;
    const operation = choices.one(operations);
    if (operation !== 'read' && choices.once(8)) return this.#repetition(operation, owner);
    const situation = this.#situationOf(operation, state);
    const plain = choices.plain(operation, this.#senderIn(situation, owner));
    const ofType = operation === 'create' && choices.once(2) ? changed(plain, json({ type: 'PM' })) : plain;
    const step: Step = situation === 'unknown' ? { ...plain, of: 'unknown' } : ofType;
    if (situation === 'stored' || situation === 'fresh') return this.#withKey(step, situation);
    const request = this.#changedIn(step, situation);
    const shown = read(0, { as: owner });
    if (!choices.once(4) || operation === 'create') return [request];
    return operation === 'read' ? [shown, request, shown] : [request, shown];
  }

  /** The possible ones, beginning with that of a request of the owner to a case in the state. */
  #situations(operation: Step['do'], state: State): Situation[] {
    const ofState = isDecided(state) ? 'decided' : state === 'full' ? 'full' : 'own';
    return [
      operation === 'upload' ? ofState : 'own',
      'nobody',
      ...(this.#choices.senders.length > 1 ? (['foreign'] as const) : []),
      ...(operation !== 'create' ? (['unknown'] as const) : []),
      ...(operation !== 'read' ? (['stored', 'fresh'] as const) : []),
    ];
  }

  #situationOf(operation: Step['do'], state: State): Situation {
    const situations = this.#situations(operation, state);
    const own = situations[0]!;
    // Where the sender or the case is rejected, most changes show nothing.
    if (this.#deckOf(operation, 'own').hasNew && !this.#choices.once(4)) return own;
    return this.#choices.one([own, ...situations]);
  }

  #senderIn(situation: Situation, owner: Sender): Sender {
    if (situation === 'nobody') return this.#choices.one(['nobody', 'stranger'] as const);
    if (situation === 'foreign') return this.#choices.stranger(owner);
    return situation === 'unknown' ? this.#choices.one(this.#choices.senders) : owner;
  }

  #deckOf(operation: Step['do'], situation: Situation): Deck<Variation> {
    const place = `${operation} ${situation}`;
    const deck = this.#decks.get(place) ?? new Deck(variations[operation], this.#choices.pick);
    this.#decks.set(place, deck);
    return deck;
  }

  /** With one change, at times with two. A change of its idempotency key gives it one. */
  #changedIn(step: Step, situation: Situation): Step {
    const count = this.#choices.once(6) ? 2 : 1;
    const drawn = Array.from({ length: count }, () => this.#deckOf(step.do, situation).draw());
    if (step.do === 'create' && this.#choices.once(15)) drawn.unshift(this.#choices.randomReference());
    const isAboutKey = drawn.some(({ change }) => change!.idempotencyKeyAs !== undefined);
    const needsKey = isAboutKey && step.change!.idempotencyKey === undefined;
    return drawn.reduce(varied, needsKey ? changed(step, this.#choices.newKey()) : step);
  }

  /**
   * The change under a key that is stored for the plain request, or under a fresh key; the plain request behind it shows
   * what is stored then.
   */
  #withKey(step: Step, situation: 'stored' | 'fresh'): Step[] {
    const keyed = changed(step, this.#choices.newKey());
    const isUnusual = step.do === 'upload' && this.#choices.once(3);
    const plain = isUnusual ? varied(keyed, this.#choices.one(acceptedOnes.upload)) : keyed;
    const request = this.#changedIn(plain, situation);
    return situation === 'stored' ? [plain, request, plain] : [request, request, plain];
  }

  /** The same key again. */
  #repetition(operation: Writing, owner: Sender): Step[] {
    const step = changed(this.#choices.plain(operation, owner), this.#choices.newKey());
    return [step, this.#choices.likeOne(step), ...(this.#choices.once(2) ? [step] : [])];
  }

  /** A scenario of several requests, usually with a change at one of them. */
  #scenario(): Step[] {
    const { pick, senders } = this.#choices;
    const steps = this.#scenarios.draw();
    const at = pick(steps.length);
    const step = steps[at]!;
    const other = () => varied(step, this.#choices.one(variations[step.do]));
    const by = (as: Sender) => changed(step, { as });
    const changes: (() => Step[])[] = [
      () => steps,
      () => steps.with(at, other()),
      () => steps.toSpliced(at, 0, other()),
      () => steps.toSpliced(at, 0, step),
      () => steps.with(at, by(this.#choices.one(senders))),
      () => steps.toSpliced(at + 1, 0, by(this.#choices.stranger(step.change?.as ?? 'tenant'))),
      () => steps.toSpliced(at + 1, 0, { ...step, together: true }),
    ];
    return this.#choices.one(changes)();
  }

  /** Requests at the same time, often with one key: to one case, perhaps while it is decided or has one place left. */
  #race(): Step[] {
    const choices = this.#choices;
    const as = choices.one(choices.senders);
    const one = choices.plain(choices.one(['create', 'upload', 'upload'] as const), as);
    const first = choices.once(3) ? one : changed(one, choices.newKey());
    const others = [
      () => first,
      () => choices.likeOne(first),
      () => choices.plain('upload', as),
      () => choices.plain('read', as),
    ];
    const isMixed = choices.once(2);
    const width = choices.once(6) ? 20 : 3 + choices.pick(6);
    const racing = Array.from({ length: width }, (_, at): Step => {
      if (at === 0) return first;
      return { ...(isMixed ? choices.one(others)() : first), together: true };
    });
    const decides = choices.states.includes('approved') && choices.once(2);
    const opened = varied(create({ as }), decides ? choices.one(asking('approve')) : {});
    const before = choices.once(5) ? Array.from({ length: 19 }, () => choices.plain('upload', as)) : [];
    return [opened, ...before, ...racing, read(0, { as }), read(0, { as })];
  }
}
