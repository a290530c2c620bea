import type { Manifest } from '../manifest.ts';
import { Coverage, type Situation } from './coverage.ts';
import { numbersFrom, type Sender, type Step } from './step.ts';
import { twistNames } from './twists/index.ts';

/** How a sequence brings its first case into a state. */
const states = ['new', 'entity', 'evidence', 'held', 'undecided', 'approved', 'denied', 'live', 'full'] as const;
type State = (typeof states)[number];
const ofSandbox: State[] = ['held', 'undecided', 'approved', 'denied', 'live'];

const directives: Partial<Record<State, string[]>> = {
  held: ['sandbox:hold'],
  undecided: ['sandbox:approve', 'sandbox:deny'],
  approved: ['sandbox:approve'],
  denied: ['sandbox:deny', 'sandbox:deny', 'sandbox:deny:A_FAIL', 'sandbox:deny:TAX_ID_2_FAIL'],
};
const named = (operation: Step['do'], pattern: RegExp) => twistNames[operation].filter((name) => pattern.test(name));
// Creates and uploads that are accepted although they are unusual: what follows may show what became of them.
const references = named('create', /^(legal reference|random reference|length.*: (200|25[56])|spelled)/);
const evidence = named('upload', /^(kind: |of type: |bare signature: |file name: |the file first|size: \d{4,6}$)/);
const rejected = named('upload', /^(wrong kind|content: |no file|declared: "text)/);
// The same payload, written in another way, and keys that a careless service takes for the same.
const equalCreates = named(
  'create',
  /^(spelled|media type with|media type in|query|without Content-Length|header names)/,
);
const equalUploads = named(
  'upload',
  /^(the file first|boundary|file name|declared: "(image.jpeg|APP|app.*stream)|no declared|without Content-Length|written: (header|file name|type|a type))/,
);
const nearKeys = named('create', /^nearly the idempotency key/);

/** Chooses what to send next. */
export class Plan {
  readonly #pick: (below: number) => number;
  readonly #coverage: Coverage;
  readonly #senders: Sender[];
  readonly #states: State[];
  /** the number of the next idempotency key of the sequence */
  #nextKey = 0;
  /** how many cells there are */
  readonly cells: number;

  constructor(seed: number, { keys, claims }: Pick<Manifest, 'keys' | 'claims'>) {
    this.#pick = numbersFrom(seed);
    this.#coverage = new Coverage(this.#pick);
    this.#senders = ['tenant', ...(['other', 'live'] as const).filter((name) => keys[name] !== undefined)];
    const isPossible = (state: State) =>
      !ofSandbox.includes(state) || (claims.includes('sandbox') && (state !== 'live' || keys.live !== undefined));
    this.#states = states.filter(isPossible);
    const { create, upload, read } = twistNames;
    const shared = this.#senders.length > 1 ? 3 : 2;
    const ofUpload = shared + (this.#states.includes('approved') ? 5 : 4);
    this.cells = create.length * (shared + 2) + upload.length * ofUpload + read.length * (shared + 1);
  }

  /** The number of cells (operation, change and situation) that were visited. */
  get visited(): number {
    return this.#coverage.visited;
  }

  /** The next sequence. */
  next(): Step[] {
    this.#nextKey = 0;
    if (this.#pick(10) === 0) return this.#race();
    // A full case costs more than 20 requests, so it is rare.
    const state = this.#pick(30) === 0 ? 'full' : this.#one(this.#states.filter((each) => each !== 'full'));
    const steps = this.#setUp(state);
    const owner = steps[0]!.as;
    // A repetition is answered as the first time, whatever became of the case.
    const repeated = steps.filter(({ key }) => key !== undefined && this.#pick(2) === 0).slice(0, 2);
    const count = 6 + this.#pick(10);
    for (let at = 0; at < count; at += 1) steps.push(...this.#requests(state, owner));
    return [...steps, ...repeated, this.#plain('read', owner)];
  }

  #one<T>(choices: readonly T[]): T {
    return choices[this.#pick(choices.length)]!;
  }

  #newKey(): number {
    this.#nextKey += 1;
    return this.#nextKey;
  }

  #plain(operation: Step['do'], as: Sender, more: Partial<Step> = {}): Step {
    return { do: operation, as, case: 0, twists: [], salt: this.#pick(2 ** 31), value: this.#pick(3), ...more };
  }

  #setUp(state: State): Step[] {
    const as = state === 'live' ? 'live' : this.#pick(5) === 0 && this.#senders.includes('other') ? 'other' : 'tenant';
    const keyed = () => (this.#pick(3) === 0 ? { key: this.#newKey() } : {});
    const type = state === 'entity' || this.#pick(4) === 0 ? 'PM' : 'PF';
    const create = this.#plain('create', as, { type, value: 9, ...this.#referenceOf(state), ...keyed() });
    const upload = (value: number, more: Partial<Step> = {}) =>
      this.#plain('upload', as, { value, ...keyed(), ...more });
    if (['new', 'entity', 'live', 'undecided'].includes(state)) return [create];
    if (state === 'full')
      return [create, ...Array.from({ length: 20 }, (_, at) => this.#counted(upload(10 + at))).flat()];
    return [create, upload(0, { twists: this.#pick(2) === 0 ? [this.#one(evidence)] : [] }), this.#plain('read', as)];
  }

  #referenceOf(state: State): Partial<Step> {
    const choices = directives[state];
    if (!choices) return this.#pick(3) === 0 ? { twists: [this.#one(references)] } : {};
    const directive = this.#one(choices);
    const any = named('create', new RegExp(`^valid directive: "${directive}["#]`));
    return this.#one([{ directive }, { twists: [`valid directive: "${directive}"`] }, { twists: [this.#one(any)] }]);
  }

  /** An upload that counts, at times with one behind it that does not. */
  #counted(upload: Step): Step[] {
    const uncounted = (): Step =>
      this.#one([
        { ...upload, twists: [this.#one(rejected)] },
        { ...upload, as: this.#stranger(upload.as) },
      ]);
    if (this.#pick(4) > 0) return [upload];
    return [upload, upload.key === undefined ? uncounted() : upload];
  }

  /** Somebody else who has a key, if there is one. */
  #stranger(owner: Sender): Sender {
    return this.#one(this.#senders.filter((each) => each !== owner)) ?? 'stranger';
  }

  /** A request with a change, with those that show its effect. */
  #requests(state: State, owner: Sender): Step[] {
    const operation = this.#one(['create', 'create', 'create', 'upload', 'upload', 'upload', 'read', 'read'] as const);
    if (operation !== 'read' && this.#pick(8) === 0) return this.#repetition(operation, owner);
    const situation = this.#situationOf(operation, state);
    const step = this.#plain(operation, this.#senderIn(situation, owner), {
      twists: this.#twists(operation, situation),
      ...(situation === 'unknown' && { case: 5 + this.#pick(3) }),
      ...(operation === 'create' && this.#pick(2) === 0 && { type: 'PM' as const }),
    });
    if (situation === 'stored' || situation === 'fresh') return this.#withKey(step, situation);
    const read = this.#plain('read', owner);
    if (this.#pick(4) > 0 || operation === 'create') return [step];
    return operation === 'read' ? [read, step, read] : [step, read];
  }

  #situationOf(operation: Step['do'], state: State): Situation {
    const own: Situation =
      operation !== 'upload'
        ? 'own'
        : ['approved', 'denied'].includes(state)
          ? 'decided'
          : state === 'full'
            ? 'full'
            : 'own';
    if (this.#coverage.hasUntried(operation) && this.#pick(4) > 0) return own;
    const situations: Situation[] = [own, own, 'nobody'];
    if (this.#senders.length > 1) situations.push('foreign');
    if (operation !== 'create') situations.push('unknown');
    if (operation !== 'read') situations.push('stored', 'fresh');
    return this.#one(situations);
  }

  #senderIn(situation: Situation, owner: Sender): Sender {
    if (situation === 'nobody') return this.#one(['nobody', 'stranger'] as const);
    if (situation === 'foreign') return this.#stranger(owner);
    return situation === 'unknown' ? this.#one(this.#senders) : owner;
  }

  /**
   * The change under a key that is stored for the plain request, or under a fresh key; the plain request behind it shows
   * what is stored then.
   */
  #withKey(step: Step, situation: 'stored' | 'fresh'): Step[] {
    const key = this.#newKey();
    const base = step.do === 'upload' && this.#pick(3) === 0 ? [this.#one(evidence)] : [];
    const plain = { ...step, key, twists: base };
    const changed = { ...step, key, twists: [...base, ...step.twists] };
    return situation === 'stored' ? [plain, changed, plain] : [changed, changed, plain];
  }

  /** The same key again: the same request, another content, another sender, another case or another way to write it. */
  #repetition(operation: 'create' | 'upload', owner: Sender): Step[] {
    const step = this.#plain(operation, owner, { key: this.#newKey() });
    return [step, this.#variationOf(step), ...(this.#pick(2) === 0 ? [step] : [])];
  }

  #variationOf(step: Step): Step {
    const variations: Partial<Step>[] = [
      {},
      { value: step.value + 1 },
      { as: this.#stranger(step.as) },
      { twists: [this.#one(step.do === 'create' ? equalCreates : equalUploads)] },
      { twists: [this.#one(nearKeys)] },
      { case: 1 },
      { type: step.type === 'PM' ? 'PF' : 'PM' },
    ];
    return { ...step, salt: this.#pick(2 ** 31), ...this.#one(variations) };
  }

  /** One change, rarely two. */
  #twists(operation: Step['do'], situation: Situation): string[] {
    const choose = () => this.#coverage.draw(operation, situation);
    return this.#pick(15) === 0 ? [choose(), choose()] : [choose()];
  }

  /** Requests at the same time: with one key, to one case, or while a case is decided. */
  #race(): Step[] {
    const width = this.#pick(6) === 0 ? 20 : 3 + this.#pick(6);
    const together = (steps: Step[]) =>
      steps.map((step, at) => (at === 0 ? step : { ...step, together: true as const }));
    const decides = this.#states.includes('approved');
    const directive = decides && this.#pick(2) === 0 ? { directive: 'sandbox:approve' } : {};
    const open = this.#plain('create', 'tenant', { value: 9, ...directive });
    const many = (step: (at: number) => Step) => together(Array.from({ length: width }, (_, at) => step(at)));
    const read = this.#plain('read', 'tenant');
    const of = (at: number) => this.#senders[at % this.#senders.length]!;
    const [create, upload] = (['create', 'upload'] as const).map((each) => this.#plain(each, 'tenant', { key: 1 }));
    const races: (() => Step[])[] = [
      () => many(() => create!),
      () => many((at) => ({ ...create!, value: at % 2 })),
      () => many((at) => ({ ...create!, as: of(at) })),
      () => many((at) => (at === 0 ? create! : this.#variationOf(create!))),
      () => [open, ...many((at) => this.#plain('upload', 'tenant', { value: at })), read, read],
      () => [open, ...many(() => upload!), read],
      () => [open, ...many((at) => (at === 0 ? upload! : this.#variationOf(upload!))), read],
      // The last place of a case.
      () => [
        this.#plain('create', 'tenant', { value: 9 }),
        ...Array.from({ length: 19 }, (_, at) => this.#plain('upload', 'tenant', { value: 10 + at })),
        ...together([0, 1, 2].map((value) => this.#plain('upload', 'tenant', { value }))),
      ],
      () => [open, ...many((at) => this.#plain(at % 2 === 0 ? 'read' : 'upload', 'tenant', { value: at })), read],
      () => many((at) => this.#plain('create', of(at), { value: at })),
    ];
    return this.#one(races)();
  }
}
