// Opens the cases of scenarios about events, one phase after the other.
import { wait } from '../../../wire/http.ts';
import { memoize } from '../../../wire/memoize.ts';
import type { Receiver } from '../../../wire/receiver.ts';
import { retryTime } from '../../../oracle/facts.ts';
import type { Part } from '../../../recording/recording.ts';
import { type Phase, phases } from '../../../scenarios/events.ts';
import { scenarios } from '../../../scenarios/families.ts';
import type { Scenario, Step } from '../../../scenarios/vocabulary.ts';
import { longestPause } from '../../judge/events.ts';
import { applies } from '../../plan.ts';
import { perform, textOf } from '../sending/perform.ts';
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

const phaseOf = (setting: readonly Step[]): Phase => settings.get(setting)!.phase;

export const phasesOf = memoize((run: Run) => new PhasesOfRun(run));

/** The phases of one run. Each setting is performed once, however many scenarios have it. */
class PhasesOfRun {
  readonly #run: Run;
  readonly #receiver: Receiver;
  readonly #began = performance.now();

  constructor(run: Run) {
    this.#run = run;
    this.#receiver = run.manifest.webhook!.receiver;
  }

  /** The requests of a setting, when its phase has ended. */
  async with(setting: readonly Step[]): Promise<Part> {
    await this.#afterPhase(phaseOf(setting));
    return this.#perform(setting);
  }

  /**
   * Resolves when the candidate would have sent another event: when twice the longest time that it needed for an event or a
   * retry has passed since the phase of the setting, and a while.
   *
   * @param others settings whose phases show this time too
   */
  whenQuiet(setting: readonly Step[], others: (readonly Step[])[]): Promise<void> {
    const phase = phaseOf(setting);
    const latest = [setting, ...others]
      .map(phaseOf)
      .toSorted((one, other) => phases.indexOf(one) - phases.indexOf(other))
      .at(-1)!;
    return this.#run.once(`quiet after ${phase} and ${latest}`, async () => {
      const { at } = await this.#afterPhase(phase);
      const { parts } = await this.#afterPhase(latest);
      const received = this.#receiver.exchanges.filter(({ started }) => started! >= this.#began);
      const end = at + Math.min(retryTime, 2 * longestPause(this.#run.facts, parts, received) + shortestWatch);
      await wait(Math.max(0, end - performance.now()), this.#run.signal);
    });
  }

  /** When the phase has ended, and what was sent for it and the phases before. */
  #afterPhase(phase: Phase): Promise<{ at: number; parts: Part[] }> {
    return this.#run.once(`the end of ${phase}`, async () => {
      const earlier = phases[phases.indexOf(phase) - 1];
      const before = earlier ? (await this.#afterPhase(earlier)).parts : [];
      if (!earlier) await this.#untilQuiet();
      // Later phases can show nothing.
      else if (this.#receiver.count === 0) throw new NoEvent();
      await this.#run.pause(phase);
      const opened = [...settings].filter(([, each]) => each.phase === phase && this.#isNeeded(each.scenarios));
      const ended = await Promise.allSettled(opened.map(([setting]) => this.#perform(setting)));
      const parts = ended.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
      const at = performance.now();
      if (this.#receiver.count === 0) this.#run.unreachable ??= await this.#receiver.probe();
      return { at, parts: [...before, ...parts] };
    });
  }

  #perform(setting: readonly Step[]): Promise<Part> {
    return this.#run.once(`events of ${textOf(setting)}`, () => perform(this.#run, haveEnded, setting));
  }

  #isNeeded(scenarios: Scenario[]): boolean {
    return scenarios.some((each) => applies(each, this.#run.facts));
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
