// Judges a recording: while it grows, or when it is complete. Without a socket, a clock or a setting of its own.
import { contract, type Requirement, type RequirementId, type TestableId } from '../../../generated/requirements.ts';
import type { EventsJudgement } from '../../oracle/events/judge.ts';
import { type Followed, Follower } from '../../oracle/follower.ts';
import { Oracle } from '../../oracle/oracle.ts';
import type { Finding } from '../../oracle/terms.ts';
import type { Played, Recording } from '../../recording/recording.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { leftOut, planOf } from '../plan.ts';
import { selected } from '../selection.ts';
import { endOfEventScenario, isAboutEvents } from './events.ts';
import { takenOutTexts } from './gateways.ts';
import { awayIn, endingIn, exchangesOf, interruptedResults, interruptedText, wasAwayDuring } from './interruptions.ts';
import type { Judgement } from './judgement.ts';
import { rejectedIn, rejectedResults } from './rejections.ts';
import { noticesOf } from './notices.ts';
import { outcomeOf, type Scope } from './outcome.ts';
import { type Ended, endOfScenario, isCut, mostAttempts, wasInterrupted } from './scenario.ts';
import { readingsOf } from './steps.ts';
import type { Result, ScenarioResult, Sender } from './verdict.ts';
import { type Judged, verdictsOf } from './verdicts.ts';

/** What the contract says of everything in a recording. */
export const judge = (recording: Recording): Judgement => new Judge(recording).judgement();

/** Judges a recording to which a run adds what it plays. */
export class Judge {
  readonly #recording: Recording;
  readonly #oracle: Oracle;
  readonly #follower: Follower;
  readonly #findings: Finding[] = [];
  /** how many exchanges the follower knows */
  #known = 0;

  constructor(recording: Recording) {
    this.#recording = recording;
    const { world, readingOfRun } = readingsOf(recording.facts);
    this.#oracle = new Oracle(world);
    this.#follower = new Follower(this.#oracle, (exchange) => this.#oracle.take(readingOfRun(exchange)));
  }

  /**
   * Judges the exchanges so far, one with each step of the iteration.
   *
   * @param until every exchange that began before this time has ended
   */
  *exchanges(until?: number): Generator<Followed> {
    const { exchanges } = this.#recording;
    for (; this.#known < exchanges.length; this.#known += 1)
      if (!exchanges[this.#known]!.received) this.#follower.add(exchanges[this.#known]!);
    for (const followed of this.#follower.judged(until)) {
      this.#findings.push(...followed.judgement.findings);
      yield followed;
    }
  }

  judgement(): Judgement {
    const { facts, selection, watched, id, seed, startedAt } = this.#recording;
    const results = this.#results();
    const { takenOut, exchanges } = this.#recording;
    const clauses = [interruptedText(this.#recording), takenOut && takenOutTexts(takenOut, exchanges).clause];
    const interrupted = clauses.filter((each) => each !== undefined).join(' · ');
    const scope: Scope = {
      class: selection.class,
      claimed: facts.claims,
      // The source document demands nothing that takes long.
      leftOut: selection.class === 'full' ? leftOut(facts) : [],
      partial: selection.only.length > 0,
      ...(interrupted !== '' && { interrupted }),
    };
    const outcome = outcomeOf(results, scope);
    const { start, end = start } = watched;
    return {
      contract,
      subject: { party: 'service', name: facts.baseUrl },
      source: 'recording',
      facts,
      run: { id, seed },
      startedAt,
      milliseconds: end - start,
      epoch: startedAt.getTime() - start,
      scope,
      results,
      outcome,
      notices: outcome.exitCode === 0 ? [] : this.notices(results),
    };
  }

  /** What explains most of what failed. */
  notices(results: Result[]): string[] {
    return noticesOf(this.#recording, sendersIn(this.#recording.played), results);
  }

  /** The verdict on a requirement of which every scenario was played, before the others and their events are judged. */
  verdictSoFar(requirement: Requirement): Result['verdict'] {
    return verdictsOf([this.#judged(requirement, undefined)], [], new Map())[0]!.verdict;
  }

  /** How each scenario ended, with the attempt that counts. */
  scenarios(): { played: Played; results: ScenarioResult[] }[] {
    const events = this.#recording.facts.webhook && this.#judgedEvents();
    const ids = [...new Set(this.#recording.played.map(({ id }) => id))];
    return ids
      .flatMap((id) => this.#playedFor(id))
      .map((played) => ({ played, results: this.#endOf(played, events).results }));
  }

  /** What the contract says of the events, by every exchange; undefined when it is not known which ones arrive. */
  #judgedEvents(): EventsJudgement | undefined {
    for (const _ of this.exchanges()) continue;
    const { facts, watched } = this.#recording;
    const { start, end } = watched;
    if (!facts.webhook || end === undefined) return undefined;
    return this.#oracle.judgeEvents(this.#received, { start, end, away: awayIn(this.#recording) });
  }

  get #received(): Exchange[] {
    return this.#recording.exchanges.filter((each) => each.received);
  }

  #results(): Result[] {
    const { selection, played } = this.#recording;
    const isJudgedWhole = selection.class === 'full';
    const events = isJudgedWhole ? this.#judgedEvents() : undefined;
    const judged = selected(selection)
      .filter(({ untestable }) => untestable === null)
      .map((requirement) => this.#judged(requirement, events));
    // If nothing arrived, the receiver may be unreachable.
    const ofEvents = this.#received.length > 0 ? (events?.findings ?? []) : [];
    const replaced = this.#replaced();
    const found = [...this.#findings, ...ofEvents].filter(({ exchange }) => !replaced.has(exchange));
    return verdictsOf(judged, isJudgedWhole ? found : [], sendersIn(played));
  }

  /** What was sent while the service was away, and what is only part of attempts that this interrupted: it shows nothing. */
  #replaced(): Set<Exchange> {
    const { interruptions, played, exchanges } = this.#recording;
    const isCut = ({ interrupted }: Exchange) => interrupted !== undefined && interrupted !== 'again';
    if (!interruptions && !exchanges.some(isCut)) return new Set();
    const counted = [...new Set(played.map(({ id }) => id))].flatMap((id) => this.#playedFor(id));
    const kept = new Set(counted.filter((each) => !this.#isCut(each)).flatMap(exchangesOf));
    const cut = played.filter((each) => wasAwayDuring(each, interruptions)).flatMap(exchangesOf);
    return new Set([...exchanges.filter(isCut), ...cut.filter((each) => !kept.has(each))]);
  }

  /** True for an attempt that shows nothing, because the service was away meanwhile. */
  #isCut(played: Played): boolean {
    const { facts, interruptions } = this.#recording;
    return isCut(played, facts, interruptions);
  }

  /** @param events what the contract says of them; undefined while it is not known which ones arrive */
  #judged(requirement: Requirement, events: EventsJudgement | undefined): Judged {
    const { planned, facts } = this.#recording;
    const ends = this.#playedFor(requirement.id).map((played) => this.#endOf(played, events));
    const missing = (planned[requirement.id as TestableId] ?? 0) - ends.length;
    const unplayed: ScenarioResult[] =
      missing > 0 ? [{ label: `${missing} others`, verdict: 'inconclusive', reason: notRecorded }] : [];
    const results = ends.flatMap((end) => end.results);
    const omitted = ends.flatMap((end) => end.omitted ?? []);
    const error = ends.find((end) => end.error)?.error;
    const none = ends.length + missing === 0 ? planOf(requirement, facts).unjudged : undefined;
    const otherwise = error ? ({ verdict: 'error', ...error } as const) : none;
    return {
      requirement,
      scenarios: [...(results.length > 0 ? results : omitted), ...unplayed],
      ...(otherwise && { otherwise }),
      exchanges: [...new Set(ends.flatMap((end) => end.exchanges))].toSorted((a, b) => a.started! - b.started!),
      milliseconds: Math.max(0, ...ends.map((end) => end.milliseconds)),
    };
  }

  /** Of each scenario the first attempt that neither a temporary rejection nor an interruption cut, or else the last one. */
  #playedFor(id: RequirementId): Played[] {
    const own = this.#recording.played.filter((each) => each.id === id);
    const attempts = [...Map.groupBy(own, ({ at }) => at)].toSorted(([one], [other]) => one - other);
    return attempts.map(
      ([, list]) =>
        list.find((each) => !wasInterrupted(each, this.#recording.facts) && !this.#isCut(each)) ?? list.at(-1)!,
    );
  }

  #endOf(played: Played, events: EventsJudgement | undefined): PlayedEnd {
    const end = this.#endAsSent(played, events);
    if (rejectedIn(played) && this.#isRejectedEachTime(played))
      return { ...end, results: rejectedResults(end.results, played) };
    const isAway = endingIn(played) !== undefined || wasAwayDuring(played, this.#recording.interruptions);
    return isAway ? { ...end, results: interruptedResults(end.results, played) } : end;
  }

  /** No load explains that the same request was rejected in each attempt, and others were not. */
  #isRejectedEachTime({ id, at }: Played): boolean {
    const attempts = this.#recording.played.filter((each) => each.id === id && each.at === at);
    return attempts.length >= mostAttempts && attempts.every((each) => rejectedIn(each) !== undefined);
  }

  #endAsSent(played: Played, events: EventsJudgement | undefined): PlayedEnd {
    const { scenario, milliseconds, stopped } = played;
    const { label } = scenario;
    if (!stopped) return { ...this.#judgedEnd(played, events), milliseconds };
    const { as, reason, exchange, stack } = stopped;
    const exchanges = exchange ? [exchange] : [];
    const shared = { results: [], exchanges, milliseconds };
    if (as === 'error') return { ...shared, error: { reason, stack: stack ?? reason } };
    const result = { label, verdict: 'inconclusive', reason, ...(exchange && { decisive: exchange }) } as const;
    return as === 'omitted' ? { ...shared, omitted: result } : { ...shared, results: [result] };
  }

  #judgedEnd(played: Played, events: EventsJudgement | undefined): Ended {
    const { facts, unreachable } = this.#recording;
    const { scenario } = played;
    if (!isAboutEvents(scenario)) return endOfScenario(played, facts);
    const inconclusive = (reason: string): Ended => ({
      results: [{ label: scenario.label, verdict: 'inconclusive', reason }],
      exchanges: [],
      findings: [],
    });
    const isNothingReceived = this.#received.length === 0;
    if (isNothingReceived && unreachable !== undefined)
      return inconclusive(
        `the receiver cannot be reached at ${facts.webhook!.url} (${unreachable}): fix --webhook-url`,
      );
    if (!events) return inconclusive(notRecorded);
    return endOfEventScenario({ ...played, scenario }, facts, events, isNothingReceived);
  }
}

interface PlayedEnd extends Pick<Ended, 'results' | 'exchanges'> {
  milliseconds: number;
  /** of a scenario that does not apply to the candidate */
  omitted?: ScenarioResult;
  /** of the suite itself */
  error?: { reason: string; stack: string };
}

const notRecorded = 'the recording ends before it was played';

/** The scenario that sent an exchange; of several that share it, the first one that ended. */
function sendersIn(played: Played[]): Map<Exchange, Sender> {
  const senders = new Map<Exchange, Sender>();
  for (const each of played)
    for (const exchange of exchangesOf(each))
      if (!senders.has(exchange)) senders.set(exchange, { id: each.id, label: each.scenario.label });
  return senders;
}
