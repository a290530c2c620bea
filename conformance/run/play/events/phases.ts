// Opens the cases of scenarios about events, one phase after the other, and lets the oracle judge what the receiver gets.
import { wait } from '../../../wire/http.ts';
import { memoize } from '../../../wire/memoize.ts';
import type { Receiver } from '../../../wire/receiver.ts';
import { Inconclusive } from '../../../wire/inconclusive.ts';
import { retryTime } from '../../../oracle/facts.ts';
import type { Attempt } from '../../../oracle/events/event.ts';
import type { EventsJudgement } from '../../../oracle/events/judge.ts';
import { isDecided } from '../../../oracle/decision.ts';
import { Oracle } from '../../../oracle/oracle.ts';
import { worldOf } from '../../../oracle/terms.ts';
import { type Phase, phases } from '../../../scenarios/events.ts';
import { scenarios } from '../../../scenarios/families.ts';
import type { Scenario, Step } from '../../../scenarios/vocabulary.ts';
import { applies } from '../../applies.ts';
import { type Performed, perform, textOf } from '../sending/perform.ts';
import type { Run } from '../run.ts';

// Milliseconds that a quiet sender does not need for any event.
const quietTime = 300;
const longestNoise = 10_000;
const shortestWatch = 1500;

/** Each setting that is opened in a phase, with a scenario that has it. */
const settings = new Map<readonly Step[], { phase: Phase; scenarios: Scenario[] }>();
for (const scenario of Object.values<Scenario[]>(scenarios).flat()) {
  const { events, setting } = scenario;
  if (!events) continue;
  const known = settings.get(setting) ?? { phase: events.phase, scenarios: [] };
  settings.set(setting, { ...known, scenarios: [...known.scenarios, scenario] });
}

export const phaseOf = (setting: readonly Step[]): Phase => settings.get(setting)!.phase;

export const eventsOf = memoize((run: Run) => new EventsOfRun(run));

/** What the receiver of one run gets. Each setting is performed once, however many scenarios have it. */
class EventsOfRun {
  readonly #run: Run;
  readonly #receiver: Receiver;
  readonly #oracle: Oracle;
  readonly #began = performance.now();

  constructor(run: Run) {
    this.#run = run;
    this.#receiver = run.manifest.webhook!.receiver;
    this.#oracle = new Oracle(worldOf(run.manifest));
  }

  /** The requests of a setting, and what the events show when its phase has ended. */
  async with(setting: readonly Step[]): Promise<{ performed: Performed; judgement: EventsJudgement }> {
    const { judgement } = await this.#afterPhase(phaseOf(setting));
    return { performed: await this.#perform(setting), judgement };
  }

  /**
   * What they show when the candidate would have sent another one: when twice the longest time that it needed for an event
   * or a retry has passed since the phase of the setting, and a while.
   *
   * @param latest the last phase that shows this time
   */
  whenQuiet(setting: readonly Step[], latest: Phase): Promise<EventsJudgement> {
    const phase = phaseOf(setting);
    return this.#run.once(`quiet after ${phase} and ${latest}`, async () => {
      const [{ at }, { judgement }] = [await this.#afterPhase(phase), await this.#afterPhase(latest)];
      const longest = Math.max(0, ...[...judgement.attempts.values()].map(longestPause));
      const end = at + Math.min(retryTime, 2 * longest + shortestWatch);
      await wait(Math.max(0, end - performance.now()), this.#run.signal);
      return this.#judge();
    });
  }

  #afterPhase(phase: Phase): Promise<{ at: number; judgement: EventsJudgement }> {
    return this.#run.once(`the end of ${phase}`, async () => {
      const before = phases[phases.indexOf(phase) - 1];
      if (before) await this.#afterPhase(before);
      else await this.#untilQuiet();
      // Later phases can show nothing.
      if (before && this.#receiver.count === 0) throw new NoEvent();
      const opened = [...settings].filter(([, each]) => each.phase === phase && this.#isNeeded(each.scenarios));
      const ended = opened.map(([setting]) => this.#perform(setting));
      const exchanges = (await Promise.allSettled(ended)).flatMap((end) =>
        end.status === 'fulfilled' ? end.value.exchanges : [],
      );
      for (const exchange of exchanges.toSorted((one, other) => one.started! - other.started!))
        this.#oracle.add(exchange);
      return { at: performance.now(), judgement: await this.#judge() };
    });
  }

  #perform(setting: readonly Step[]): Promise<Performed> {
    return this.#run.once(`events of ${textOf(setting)}`, () => perform(this.#run, haveEnded, setting));
  }

  #isNeeded(scenarios: Scenario[]): boolean {
    return scenarios.some((each) => applies(each, this.#run));
  }

  async #judge(): Promise<EventsJudgement> {
    const received = this.#receiver.exchanges.filter(({ started }) => started! >= this.#began);
    if (this.#receiver.count === 0) await this.#requireReachable();
    return this.#oracle.judgeEvents(received, { start: this.#began, end: performance.now() });
  }

  async #requireReachable(): Promise<void> {
    const { url } = this.#receiver;
    const unreachable = await this.#receiver.probe();
    if (unreachable === undefined) return;
    throw new Inconclusive(`the receiver cannot be reached at ${url} (${unreachable}): fix --webhook-url`);
  }

  /** Waits until no more events of earlier cases arrive, because a sender may have a queue. */
  async #untilQuiet(): Promise<void> {
    const latest = performance.now() + longestNoise;
    while (performance.now() < Math.min(latest, this.#receiver.lastArrival + quietTime))
      await wait(20, this.#run.signal);
  }
}

/** No event arrived in an earlier phase. */
export class NoEvent extends Error {}

/** By then, all other scenarios have. */
const haveEnded = () => Promise.resolve();

/** The milliseconds from the decision to the event, or from its failure to the next attempt. */
function longestPause([first, ...others]: readonly Attempt[]): number {
  if (!first) return 0;
  const decided = first.of.views.find(({ shown }) => isDecided(shown))?.span.end ?? first.arrived;
  const retry = first.fate === 'failed' ? others.find(({ arrived }) => arrived >= first.ended) : undefined;
  return Math.max(first.arrived - decided, retry ? retry.arrived - first.ended : 0);
}
