import type { Manifest } from '../run/manifest.ts';
import { numbersFrom, type Sender, type Step } from './step.ts';
import { isLarge, twistNames } from './twists.ts';

/** How a sequence brings its first case into a state. */
const states = ['new', 'entity', 'evidence', 'held', 'approved', 'denied', 'live', 'keyed', 'full'] as const;
type State = (typeof states)[number];

// A full case costs 21 requests, so it is rare.
const rarely: State[] = ['full'];

const directives: Partial<Record<State, string[]>> = {
  held: ['sandbox:hold'],
  approved: ['sandbox:approve'],
  denied: ['sandbox:deny', 'sandbox:deny', 'sandbox:deny:A_FAIL', 'sandbox:deny:TAX_ID_2_FAIL'],
};
// Creates and uploads that are accepted although they are unusual: what follows may show what became of them.
const references = twistNames.create.filter((name) =>
  /^(legal reference|random reference|length.*: 256|spelled)/.test(name),
);
const evidence = twistNames.upload.filter((name) =>
  /^(kind: |of type: |bare signature: |file name: |the file first)/.test(name),
);

// The same payload, written in another way, and keys that a careless service takes for the same.
const equalCreates = twistNames.create.filter((name) =>
  /^(spelled|media type with|media type in|query|without Content-Length)/.test(name),
);
const equalUploads = twistNames.upload.filter((name) =>
  /^(the file first|boundary|file name|declared: "(image.jpeg|APP|app.*stream)|no declared|without Content-Length|written: (header|file name|type|a type))/.test(
    name,
  ),
);
const equalKeys = twistNames.create.filter((name) => name.startsWith('idempotency key') && !name.includes(': '));

/** Chooses what to send next. */
export class Plan {
  readonly #pick: (below: number) => number;
  readonly #visits = new Set<string>();
  readonly #decks: Record<Step['do'], string[]> = { create: [], upload: [], read: [] };
  #passes = 0;
  readonly #senders: Sender[];
  readonly #states: State[];
  /** how many cells there are */
  readonly cells: number;

  constructor(seed: number, { keys, claims }: Pick<Manifest, 'keys' | 'claims'>) {
    this.#pick = numbersFrom(seed);
    this.#senders = [
      'tenant',
      ...(keys.other ? ['other' as const] : []),
      ...(keys.live ? ['live' as const] : []),
      'nobody',
      'stranger',
    ];
    const isPossible = (state: State) =>
      claims.includes('sandbox')
        ? state !== 'live' || keys.live !== undefined
        : !['held', 'approved', 'denied', 'live'].includes(state);
    this.#states = states.filter(isPossible);
    this.cells = twistNames.create.length + (twistNames.upload.length + twistNames.read.length) * this.#states.length;
  }

  /** The number of cells (operation, twist and state of the case) that were visited. */
  get visited(): number {
    return this.#visits.size;
  }

  /** The next sequence. */
  next(): Step[] {
    if (this.#pick(8) === 0) return this.#race();
    const state = this.#stateOf();
    const steps = this.#setUp(state);
    const owner = steps[0]!.as;
    const count = 4 + this.#pick(8);
    for (let at = 0; at < count; at += 1) steps.push(...this.#step(state, owner));
    const first = steps.find((each) => each.do === 'upload' && each.key !== undefined);
    // A repetition is answered as the first time, whatever became of the case.
    if (first && this.#pick(2) === 0) steps.push({ ...first, twists: this.#pick(2) === 0 ? [] : first.twists });
    return [...steps, this.#plain('read', owner)];
  }

  #stateOf(): State {
    const common = this.#states.filter((state) => !rarely.includes(state));
    return this.#pick(30) === 0 && this.#states.includes('full') ? 'full' : common[this.#pick(common.length)]!;
  }

  #plain(operation: Step['do'], as: Sender, more: Partial<Step> = {}): Step {
    return { do: operation, as, case: 0, twists: [], salt: this.#pick(2 ** 31), value: this.#pick(3), ...more };
  }

  #setUp(state: State): Step[] {
    const as = state === 'live' ? 'live' : this.#pick(5) === 0 && this.#senders.includes('other') ? 'other' : 'tenant';
    const type = state === 'entity' || this.#pick(4) === 0 ? 'PM' : 'PF';
    const choices = directives[state];
    const directive = choices && { directive: choices[this.#pick(choices.length)]! };
    const reference = !choices && this.#pick(3) === 0 ? { twists: [this.#one(references)] } : {};
    const create = this.#plain('create', as, { type, value: 9, ...directive, ...reference });
    const upload = (value: number, twists: string[] = []) => this.#plain('upload', as, { value, twists });
    if (state === 'new' || state === 'entity' || state === 'live') return [create];
    if (state === 'keyed')
      return [
        { ...create, key: 0 },
        { ...upload(0), key: 0 },
      ];
    if (state === 'full') return [create, ...Array.from({ length: 20 }, (_, at) => upload(10 + at))];
    return [create, upload(0, this.#pick(2) === 0 ? [this.#one(evidence)] : []), this.#plain('read', as)];
  }

  #one(names: string[]): string {
    return names[this.#pick(names.length)]!;
  }

  /** A request with a change, and for some of them what shows its effect. */
  #step(state: State, owner: Sender): Step[] {
    const operation = (['create', 'create', 'create', 'create', 'upload', 'upload', 'upload', 'read'] as const)[
      this.#pick(8)
    ]!;
    const isElse = this.#pick(operation === 'create' ? 4 : 10) === 0;
    const as = isElse ? this.#senders[this.#pick(this.#senders.length)]! : owner;
    const step = this.#plain(operation, as, {
      twists: this.#pick(8) === 0 ? [] : this.#twists(operation, state),
      ...(this.#pick(4) === 0 && { key: this.#pick(2) }),
      ...(operation === 'create' && this.#pick(2) === 0 && { type: 'PM' as const }),
    });
    const isRepeated = step.key !== undefined && operation !== 'read' && this.#pick(2) === 0;
    const repeats = isRepeated ? [this.#variationOf(step), ...(this.#pick(2) === 0 ? [step] : [])] : [];
    const effect = operation === 'upload' && this.#pick(4) === 0 ? [this.#plain('read', owner)] : [];
    return [step, ...repeats, ...effect];
  }

  /** The same key again: the same request, another content, another sender or another way to write it. */
  #variationOf(step: Step): Step {
    const again = { ...step, salt: this.#pick(2 ** 31) };
    const other = this.#senders[this.#pick(this.#senders.length)]!;
    const variations: Step[] = [
      step,
      { ...again, twists: [] },
      { ...again, value: step.value + 1 },
      { ...again, as: other },
      { ...again, twists: this.#twists(step.do, 'new') },
      { ...again, twists: [this.#one(step.do === 'create' ? equalCreates : equalUploads)] },
      { ...again, twists: [this.#one(equalKeys)] },
      { ...again, case: 1 },
      { ...again, twists: [], type: step.type === 'PM' ? 'PF' : 'PM' },
    ];
    return variations[this.#pick(variations.length)]!;
  }

  /** One change, rarely two. Every change is tried once before one is repeated. */
  #twists(operation: Step['do'], state: State): string[] {
    const choose = () => {
      const name = this.#draw(operation);
      this.#visits.add(`${operation} ${name} ${operation === 'create' ? '' : state}`);
      return name;
    };
    return this.#pick(15) === 0 ? [choose(), choose()] : [choose()];
  }

  #draw(operation: Step['do']): string {
    const deck = this.#decks[operation];
    // Requests of 10 MiB keep everything else waiting, so they are drawn in one pass of four.
    if (deck.length === 0)
      deck.push(...twistNames[operation].filter((name) => !isLarge(name) || this.#pick(4) === 0 || this.#passes === 0));
    const name = deck.splice(this.#pick(deck.length), 1)[0]!;
    if (deck.length === 0) this.#passes += 1;
    return name;
  }

  /** Requests at the same time: with one key, to one case, or while a case is decided. */
  #race(): Step[] {
    const width = 3 + this.#pick(6);
    const together = (steps: Step[]) =>
      steps.map((step, at) => (at === 0 ? step : { ...step, together: true as const }));
    const decides = this.#states.includes('approved');
    const directive = decides && this.#pick(2) === 0 ? { directive: 'sandbox:approve' } : {};
    const open = this.#plain('create', 'tenant', { value: 9, ...directive });
    const many = (step: (at: number) => Step) => together(Array.from({ length: width }, (_, at) => step(at)));
    const read = this.#plain('read', 'tenant');
    const races: (() => Step[])[] = [
      () => many(() => this.#plain('create', 'tenant', { key: 0, value: 0 })),
      () => many((at) => this.#plain('create', 'tenant', { key: 0, value: at % 2 })),
      () => [open, ...many((at) => this.#plain('upload', 'tenant', { value: at })), read, read],
      () => [open, ...many(() => this.#plain('upload', 'tenant', { key: 0, value: 0 })), read],
      // The last place of a case.
      () => [
        this.#plain('create', 'tenant', { value: 9 }),
        ...Array.from({ length: 19 }, (_, at) => this.#plain('upload', 'tenant', { value: 10 + at })),
        ...together([0, 1, 2].map((value) => this.#plain('upload', 'tenant', { value }))),
      ],
      () => [open, ...many((at) => this.#plain(at % 2 === 0 ? 'read' : 'upload', 'tenant', { value: at })), read],
      () =>
        many((at) =>
          this.#plain('create', at % 2 === 0 && this.#senders.includes('other') ? 'other' : 'tenant', { value: at }),
        ),
    ];
    return races[this.#pick(races.length)]!();
  }
}
