import type { Manifest } from '../manifest.ts';
import { both, type Change, create, json, read, type Sender, upload } from '../scenarios/vocabulary.ts';
import { changed, numbersFrom, type Step, type Variation, varied } from './step.ts';
import { acceptedOnes, asking, contents, keyChanges, rejectedOnes, rewritings } from './variations.ts';

/** How a sequence brings its first case into a state. */
const states = ['new', 'entity', 'evidence', 'held', 'undecided', 'approved', 'denied', 'live', 'full'] as const;
export type State = (typeof states)[number];
export type Writing = 'create' | 'upload';

const ofSandbox: State[] = ['held', 'undecided', 'approved', 'denied', 'live'];
export const isDecided = (state: State): boolean => state === 'approved' || state === 'denied';

/** The creates that lead to a state. */
const openings: Partial<Record<State, Variation[]>> = {
  held: asking('hold'),
  undecided: [...asking('approve'), ...asking('deny')],
  approved: asking('approve'),
  denied: asking('deny'),
};
const contentsOfSequence = 4;

/** Chooses what the sequences consist of, one sequence after the other. */
export class Choices {
  /** a number below this one */
  readonly pick: (below: number) => number;
  readonly senders: Sender[];
  readonly states: State[];
  /** the number of the next idempotency key of the sequence */
  #nextKey = 0;
  /** what the uploads of the sequence contain */
  #contents: Variation[] = [];

  constructor(seed: number, { keys, claims }: Pick<Manifest, 'keys' | 'claims'>) {
    this.pick = numbersFrom(seed);
    this.senders = ['tenant', ...(['other', 'live'] as const).filter((name) => keys[name] !== undefined)];
    const isPossible = (state: State) =>
      !ofSandbox.includes(state) || (claims.includes('sandbox') && (state !== 'live' || keys.live !== undefined));
    this.states = states.filter(isPossible);
  }

  /** A new sequence begins. */
  begin(): void {
    this.#nextKey = 0;
    this.#contents = Array.from({ length: contentsOfSequence }, () => this.one(contents));
  }

  one<T>(choices: readonly T[]): T {
    return choices[this.pick(choices.length)]!;
  }

  /** True once in so many times. */
  once(inTimes: number): boolean {
    return this.pick(inTimes) === 0;
  }

  newKey(): Change {
    this.#nextKey += 1;
    return { idempotencyKey: `{unique}-${this.#nextKey}` };
  }

  /** Somebody else who has a key, if there is one. */
  stranger(owner: Sender): Sender {
    return this.one(this.senders.filter((each) => each !== owner)) ?? 'stranger';
  }

  /** A valid request, with one of a few contents, so that some are equal. */
  plain(operation: Step['do'], as: Sender): Step {
    if (operation === 'read') return read(0, { as });
    return varied(operation === 'create' ? create({ as }) : upload(0, { as }), this.#contentOf(operation));
  }

  #contentOf(operation: Writing): Variation {
    const at = this.pick(contentsOfSequence);
    return operation === 'create' ? { change: json({ reference: `{unique}-${at}` }) } : this.#contents[at]!;
  }

  /** A reference of random characters; among them are controls, halves of pairs and noncharacters. */
  randomReference(): Variation {
    const codes = Array.from({ length: 1 + this.pick(12) }, () => this.pick(2 ** (7 + this.pick(14))));
    return { change: json({ reference: String.fromCodePoint(...codes) }) };
  }

  /** The same request, another content, another sender, another case, or another way to write it or its key. */
  likeOne(step: Step): Step {
    const operation = step.do as Writing;
    return this.one([
      () => step,
      () => varied(step, this.#contentOf(operation)),
      () => changed(step, { as: this.stranger(step.change!.as!) }),
      () => varied(step, this.one(rewritings[operation])),
      () => varied(step, this.one(keyChanges)),
      () => (operation === 'upload' ? { ...step, of: 1 } : changed(step, json({ type: 'PM' }))),
    ])();
  }

  /** Requests that bring a case into a state. */
  opening(state: State): Step[] {
    const as = state === 'live' ? 'live' : this.once(5) && this.senders.includes('other') ? 'other' : 'tenant';
    const keyed = () => (this.once(3) ? this.newKey() : {});
    const type = state === 'entity' || this.once(4) ? 'PM' : 'PF';
    const plain = create(both(both({ as }, json({ type, reference: '{unique}-9' })), keyed()));
    const opened = varied(plain, this.one(openings[state] ?? (this.once(3) ? acceptedOnes.create : [{}])));
    const evidence = () => changed(this.plain('upload', as), keyed());
    if (['new', 'entity', 'live', 'undecided'].includes(state)) return [opened];
    if (state === 'full') return [opened, ...Array.from({ length: 20 }, () => this.#counted(evidence())).flat()];
    const first = this.once(2) ? varied(evidence(), this.one(acceptedOnes.upload)) : evidence();
    return [opened, first, { ...read(0, { as }), ...(isDecided(state) && { until: 'decided' }) }];
  }

  /** An upload that counts, at times with one behind it that does not. */
  #counted(evidence: Step): Step[] {
    if (!this.once(4)) return [evidence];
    if (evidence.change!.idempotencyKey !== undefined) return [evidence, evidence];
    const { as } = evidence.change!;
    return [
      evidence,
      this.once(2) ? varied(evidence, this.one(rejectedOnes.upload)) : changed(evidence, { as: this.stranger(as!) }),
    ];
  }
}
