// Plays scenarios again that were interrupted because the service was away.
import { type Exchange, isClosed, sizeOf } from '../../wire/exchange.ts';
import type { Played, Recording } from '../../recording/recording.ts';
import { endOf, exchangesOf, inFlightAt, momentsIn, mostClosings, mostMoments } from '../judge/interruptions.ts';
import { longestWait } from './interruptions.ts';
import { inOrder, isLongScenario } from './order.ts';
import { mostAttempts } from '../judge/scenario.ts';
import { asksForError, errorsAskedBy, type Planned, playScenario, wasCut } from './attempts.ts';
import type { Run } from './run.ts';
import { Turns } from './turns.ts';

/**
 * Plays these scenarios again, on new connections: first, one by one, the short ones that may have ended the service; then
 * the others together; and at last, one by one, what was interrupted again. A request that interrupts the service again when it
 * is sent alone is judged. If a gateway takes the service out after an error of the sandbox, scenarios that ask for one come last,
 * together: what was under way when it did so is not lost, so that they wait for the gateway a few times and not once for each.
 *
 * @returns the last attempt at each
 */
export async function playedAgain(
  run: Run,
  cut: Played[],
  postponed: Planned[],
  recording: Recording,
  concurrency: number,
): Promise<Played[]> {
  if (cut.length === 0 && postponed.length === 0) return [];
  const again = new Again(run, recording);
  const { lost = [], judged = [] } = Object.groupBy(cut, (played) => (wasCut(played, run) ? 'lost' : 'judged'));
  const isLast = run.interruptions!.takenOut ? asksForError : () => false;
  const {
    errors = [],
    suspects = [],
    others = [],
  } = Object.groupBy(lost, (played) => {
    if (isLast(played)) return 'errors';
    return again.isSuspect(played) ? 'suspects' : 'others';
  });
  const alone = await again.oneByOne(suspects);
  const together = await again.together(others, concurrency);
  const { cut: still = [], whole = [] } = Object.groupBy(together, (played) => (wasCut(played, run) ? 'cut' : 'whole'));
  return [
    ...judged,
    ...alone,
    ...whole,
    ...(await again.oneByOne(still)),
    ...(await again.inRounds([...errors, ...postponed], concurrency)),
  ];
}

class Again {
  readonly #run: Run;
  readonly #recording: Recording;
  readonly #inFlight: Set<Exchange>;
  #attempts = 1;

  constructor(run: Run, recording: Recording) {
    this.#run = run;
    this.#recording = recording;
    run.http.reconnect();
    const { list } = run.interruptions!;
    this.#inFlight = new Set(list.flatMap(({ start }) => inFlightAt(start, recording.exchanges)));
    this.#judgeLone();
    this.#judgeIfMany(mostMoments, () => true);
    this.#judgeIfMany(mostClosings, isClosed);
    if (run.interruptions!.isGone && this.#inFlight.size === 1)
      for (const each of this.#inFlight) each.interrupted = 'again';
  }

  /** The service itself has closed a connection if it responded at once to the look then, and no other request was lost. */
  #judgeLone(): void {
    const lost = this.#recording.exchanges.filter(({ interrupted, sentTwice }) => interrupted ?? sentTwice);
    const isLone = (each: Exchange) =>
      each.interrupted === 'briefly' &&
      isClosed(each) &&
      !this.#run.interruptions!.wasHidden(each) &&
      !lost.some((other) => other !== each && isUnderWay(other, endOf(each)));
    for (const each of lost.filter(isLone)) delete each.interrupted;
  }

  /** What happens so often while the service is there is its own. */
  #judgeIfMany(most: number, isOfKind: (exchange: Exchange) => boolean): void {
    const isOther = (each: Exchange) => each.interrupted === 'briefly' && !isOfKind(each);
    const exchanges = this.#recording.exchanges.filter((each) => !isOther(each));
    if (momentsIn(exchanges).length <= most) return;
    for (const each of exchanges) if (each.interrupted === 'briefly') delete each.interrupted;
  }

  /** Something of it was in flight when the service stopped, and it is played quickly. */
  isSuspect(played: Played): boolean {
    return !isLongScenario(played.scenario) && exchangesOf(played).some((each) => this.#inFlight.has(each));
  }

  async together(list: Played[], concurrency: number): Promise<Played[]> {
    if (list.length === 0 || this.#cannot) return list;
    const first = new Map(list.map((played) => [played.scenario, played]));
    const played = await this.#together(list, concurrency);
    return played.map((each) => judgedIfClosedTwice(first.get(each.scenario)!, each));
  }

  /**
   * Those that ask for an error, after which a gateway takes the service out: together again and again, as long as some of them
   * are not interrupted, then the rest of them one by one. If they cannot end in the time that a run waits, nothing is waited for.
   */
  async inRounds(list: Planned[], concurrency: number): Promise<Played[]> {
    const ended: Played[] = [];
    const { takenOut } = this.#run.interruptions!;
    let needed = Math.max(0, ...list.map(errorsAskedBy)) * (takenOut?.milliseconds ?? 0);
    for (let left = list; left.length > 0;) {
      if (needed > this.#waitLeft) return [...ended, ...left.map((each) => this.#leave(each))];
      const before = this.#waitLeft;
      const played = await this.#together(left, concurrency);
      const { cut = [], whole = [] } = Object.groupBy(played, (each) => (wasCut(each, this.#run) ? 'cut' : 'whole'));
      ended.push(...whole);
      needed = ((before - this.#waitLeft) * cut.length) / Math.max(1, whole.length);
      if (this.#cannot || (whole.length === 0 && needed <= this.#waitLeft))
        return [...ended, ...(await this.oneByOne(cut))];
      left = cut;
    }
    return ended;
  }

  /** It is not played. */
  #leave({ id, at, scenario }: Planned): Played {
    const seconds = Math.ceil(this.#run.interruptions!.takenOut!.milliseconds / 1000);
    const reason = `a gateway takes the service out for ${seconds} s after each error of the sandbox, and a run waits for ${longestWait / 1000} s at most`;
    const left: Played = {
      id,
      at,
      scenario,
      attempt: this.#nextAttempt(),
      stopped: { as: 'inconclusive', reason },
      milliseconds: 0,
    };
    this.#recording.played.push(left);
    this.#run.attempted(left);
    return left;
  }

  #together(list: Planned[], concurrency: number): Promise<Played[]> {
    const first = this.#nextAttempt();
    const turns = new Turns(concurrency);
    return Promise.all(inOrder(list).map((each) => turns.run((othersEnded) => this.#play(each, first, othersEnded))));
  }

  async oneByOne(list: Played[]): Promise<Played[]> {
    const bySize = list.toSorted((one, other) => smallestIn(one) - smallestIn(other));
    const ended: Played[] = [];
    for (const each of bySize) ended.push(await this.#alone(each));
    return ended;
  }

  /** Twice, if it is interrupted the first time: another interruption may have come by chance. */
  async #alone(played: Played): Promise<Played> {
    if (this.#cannot) return played;
    const once = await this.#playAlone(played);
    if (!wasCut(once, this.#run)) return once;
    if (this.#run.interruptions!.isGone) return accused(once, interruptedIn(once)[0]);
    const twice = await this.#playAlone(played);
    // The gateway ends the service then, and not the request.
    if (!wasCut(twice, this.#run) || this.#run.interruptions!.takenOut) return twice;
    return accused(twice, interruptedTwice(once, twice));
  }

  #playAlone(played: Played): Promise<Played> {
    return new Turns(1).run((othersEnded) => this.#play(played, this.#nextAttempt(), othersEnded));
  }

  #play({ id, at, scenario }: Planned, attempt: number, othersEnded: () => Promise<void>): Promise<Played> {
    return playScenario(this.#run, othersEnded, { id, at, scenario }, this.#recording, attempt);
  }

  /** Milliseconds that the run may still wait. */
  get #waitLeft(): number {
    return longestWait - this.#run.interruptions!.waited;
  }

  get #cannot(): boolean {
    return this.#run.interruptions!.isGone || this.#waitLeft < 0 || this.#run.signal.aborted;
  }

  /** Attempts with the same number share requests. */
  #nextAttempt(): number {
    this.#attempts += mostAttempts;
    return this.#attempts;
  }
}

// Milliseconds in which a gateway notices that a service has ended.
const meanwhile = 250;

const isUnderWay = (exchange: Exchange, at: number) =>
  exchange.started! <= at + meanwhile && endOf(exchange) >= at - meanwhile;

const smallestIn = (played: Played) =>
  Math.min(...interruptedIn(played).map(({ request }) => sizeOf(request.body)), Infinity);

const interruptedIn = (played: Played) => exchangesOf(played).filter(({ interrupted }) => interrupted !== undefined);

/** The request that interrupted the service when it was sent alone is judged: by its response, or as the end of the service. */
function accused(played: Played, exchange: Exchange | undefined): Played {
  if (exchange?.interrupted === 'briefly') for (const each of interruptedIn(played)) delete each.interrupted;
  else if (exchange) exchange.interrupted = 'again';
  return played;
}

/** The request that was interrupted in both attempts. */
function interruptedTwice(once: Played, twice: Played): Exchange | undefined {
  const places = new Set(interruptedIn(once).map((each) => placeOf(each, once)));
  return interruptedIn(twice).find((each) => places.has(placeOf(each, twice)));
}

/** A connection that is closed at the same request again, while the service is there, says something of the service. */
function judgedIfClosedTwice(once: Played, twice: Played): Played {
  const all = [...interruptedIn(once), ...interruptedIn(twice)];
  const isClosing = (each: Exchange) => each.interrupted === 'briefly' && isClosed(each);
  if (all.every(isClosing) && interruptedTwice(once, twice)) for (const each of all) delete each.interrupted;
  return twice;
}

/** Equal for the same request of two attempts. */
function placeOf(exchange: Exchange, { control, own }: Played): string {
  const inControl = control?.sent.find((each) => each.exchange === exchange)?.at;
  const inOwn = own?.sent.find((each) => each.exchange === exchange)?.at;
  return inOwn !== undefined ? `own ${inOwn}` : inControl !== undefined ? `control ${inControl}` : 'the last one';
}
