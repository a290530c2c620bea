// Turns the findings of the oracle in what a scenario has sent into its result.
import type { FreedomId } from '../../../generated/freedoms.ts';
import { type RequirementId, requirements, type TestableId } from '../../../generated/requirements.ts';
import { type Exchange, isOverloaded } from '../../wire/exchange.ts';
import { memoize } from '../../wire/memoize.ts';
import type { Facts } from '../../manifest.ts';
import type { Finding } from '../../oracle/terms.ts';
import type { Scenario, Step } from '../../scenarios/vocabulary.ts';
import { endingIn, exchangesOf, wasAwayDuring } from './interruptions.ts';
import { type JudgedStep, readingsOf } from './steps.ts';
import type { Interruption, Part, Played, Sent } from '../../recording/recording.ts';
import { type Failure, reasonOf, type ScenarioResult } from './verdict.ts';

/** How a scenario ended, or a part of it; undefined as long as nothing speaks against a pass. */
export type End = Omit<ScenarioResult, 'label'> | undefined;

const stated = new Set<string>(requirements.filter((each) => each.class === 'stated').map(({ id }) => id));

/** What is judged, and how strictly. */
interface Judge {
  id: TestableId;
  isStated: boolean;
  scenario: Scenario;
}

/** How a scenario ended. */
export interface Ended {
  results: ScenarioResult[];
  exchanges: Exchange[];
  findings: Finding[];
}

/** Judges a scenario by what was sent for it: by its control alone, unless that was answered as demanded. Once for each attempt. */
export const endOfScenario = (played: Played, facts: Facts): Ended => endsIn(facts)(played);

const endsIn = memoize((facts: Facts) => memoize((played: Played) => judgedScenario(played, facts)));

export function judgedScenario(
  { id, scenario, control, own }: Pick<Played, 'id' | 'scenario' | 'control' | 'own'>,
  facts: Facts,
): Ended {
  const { label } = scenario;
  if (!control) return { results: [{ label, ...unplayed }], exchanges: [], findings: [] };
  const blocked = blockedByControl({ id, scenario, control }, facts);
  if (blocked) return { results: [{ label, ...blocked }], exchanges: control.exchanges, findings: [] };
  if (!own) return { results: [{ label, ...unplayed }], exchanges: control.exchanges, findings: [] };
  const exchanges = [...control.exchanges, ...own.exchanges];
  const judged = readingsOf(facts).judgedAfter(control)(own);
  const results = endsOf(judged, own.sent, judgeOf(id, scenario), facts).map(({ label, end }): ScenarioResult => ({
    label,
    ...(end ?? { verdict: 'pass', reason: '' }),
  }));
  return { results, exchanges, findings: judged.flatMap(({ findings }) => findings) };
}

// A request in 150 that is rejected for a while interrupts a scenario of ten requests three times once in 3,000 times.
export const mostAttempts = 3;

/**
 * True when a scenario shows nothing because a request was rejected for a while, or sent twice. Nobody knows what such a
 * request has done, so the next one with its idempotency key may be answered in several ways.
 */
export function wasInterrupted(played: Played, facts: Facts): boolean {
  if (played.stopped || played.scenario.events) return false;
  const { results, exchanges } = endOfScenario(played, facts);
  return (
    results.some(({ verdict, blockedBy }) => verdict === 'inconclusive' && blockedBy === undefined) &&
    exchanges.some(({ response, sentTwice }) => sentTwice ?? (response && isOverloaded(response.status)))
  );
}

/**
 * The response is no one's that is judged: a scenario that demands a rejection passes with that of a gateway, and shows nothing. One
 * that a gateway sends while the service is there may be what it always sends to such a request, but for a 500 it must not.
 */
const showsNothing = ({ interrupted, response }: Exchange) =>
  interrupted === 'away' || (interrupted === 'briefly' && response?.status === 500);

/**
 * True for an attempt that was interrupted, or that did not pass while the service was away; false when it has ended the service
 * itself.
 */
export function isCut(played: Played, facts: Facts, interruptions: Interruption[] | undefined): boolean {
  if (endingIn(played) || !wasAwayDuring(played, interruptions)) return false;
  if (played.stopped) return true;
  if (played.scenario.events) return false;
  const { results } = endOfScenario(played, facts);
  return exchangesOf(played).some(showsNothing) || results.some(({ verdict }) => verdict !== 'pass');
}

/** Why nothing else of the scenario has to be sent; undefined when its control was answered as demanded. */
export function blockedByControl(
  { id, scenario, control }: { id: TestableId; scenario: Scenario; control: Part },
  facts: Facts,
): End {
  const judge = judgeOf(id, scenario);
  const judged = readingsOf(facts).judgedControl(control);
  return firstEnd(judged, (each) => notAsDemanded(each, judge)) ?? unsent(control.sent, scenario.control, facts);
}

const judgeOf = (id: TestableId, scenario: Scenario): Judge => ({ id, isStated: stated.has(id), scenario });

/** The end of a scenario that a recording shows only in part. */
const unplayed: NonNullable<End> = { verdict: 'inconclusive', reason: 'the recording ends before its steps' };

/** How the response ended, and where requests observe it, what later reads show. */
function endsOf(judged: JudgedStep[], sent: Sent[], judge: Judge, facts: Facts): { label: string; end: End }[] {
  const { label, setting, steps, observe, outcome } = judge.scenario;
  const [begin, end] = [setting.length, setting.length + steps.length];
  const between = (from: number, to: number) => judged.filter((_, at) => sent[at]!.at >= from && sent[at]!.at < to);
  const unsentOf = (parts: readonly Step[]) => unsent(sent, parts, facts);
  const demanded = (parts: JudgedStep[], by: Judge) => firstEnd(parts, (each) => notAsDemanded(each, by));
  const before = between(0, begin).filter(({ isAborted }) => !isAborted);
  const unset =
    firstEnd(before, (each) => brokenBefore(each, judge) ?? notAsDemanded(each, judge)) ??
    unsentOf([...setting, ...steps.slice(0, 1)]);
  if (unset) return [{ label, end: unset }];
  const judgedNow = between(begin, end);
  const response = firstEnd(judgedNow, (each) => endOf(each, judge)) ?? unsentOf([...setting, ...steps]);
  if (observe.length === 0) return [{ label, end: response }];
  const observed = between(end, setting.length + steps.length + observe.length);
  const isOpen = outcome === 'open' || typeof outcome === 'object';
  const later =
    (isOpen ? undefined : demanded(judgedNow, { ...judge, isStated: false })) ??
    firstEnd(observed, (each) => ownFailure(each, judge)) ??
    demanded(observed, judge) ??
    unsentOf([...setting, ...steps, ...observe]);
  return [
    { label: `${label}: the response`, end: response },
    { label: `${label}: what a later read shows`, end: later },
  ];
}

/** The requests for a case of which events are judged: what is left open of their responses does not matter. */
export function acceptedEnd(facts: Facts, part: Part, steps: readonly Step[]): End {
  const isWrong = ({ findings, exchange }: JudgedStep) => {
    const found = findings.find(({ kind }) => kind === 'answer');
    return found && blockedBy(found.requirement, found, exchange);
  };
  return firstEnd(readingsOf(facts).judgedControl(part), isWrong) ?? unsent(part.sent, steps, facts);
}

function firstEnd(steps: JudgedStep[], endOfStep: (step: JudgedStep) => End): End {
  for (const step of steps) {
    const end = endOfStep(step);
    if (end) return end;
  }
  return undefined;
}

/** How the response to a judged step ended. */
function endOf(step: JudgedStep, judge: Judge): End {
  const { isStated, scenario } = judge;
  const { outcome, isAnswerGiven } = scenario;
  // Of a stated requirement only whether the request is accepted counts: the source document says nothing else.
  const isAsStated = isStated && step.outcome === step.demand;
  const counted = step.findings.filter(({ kind }) => kind !== 'answer' || !isAsStated);
  const own = counted.find((each) => isOwn(each, judge));
  const answer = counted.find(({ kind }) => kind === 'answer');
  if (own) return failedBy(own, step);
  if (answer && !isAnswerGiven) return failedBy(answer, step);
  if (answer) return notAsDemanded(step, judge) ?? unverified(step, judge);
  if (outcome === 'open') return undefined;
  if (typeof outcome === 'object') return withoutFreedom(step, outcome.open);
  return unverified(step, judge) ?? undemanded(step, outcome);
}

/** The finding of this scenario's own requirement. */
function ownFailure(step: JudgedStep, judge: Judge): End {
  const own = step.findings.find((each) => isOwn(each, judge));
  return own && failedBy(own, step);
}

/** A request of the setting that breaks the requirement of the scenario does not block it. */
function brokenBefore(step: JudgedStep, { id }: Judge): End {
  if (step.outcome === step.demand) return undefined;
  const own = step.findings.find(({ kind, requirement }) => kind === 'answer' && requirement === id);
  return own && failedBy(own, step);
}

const isOwn = ({ requirement }: Finding, { id, scenario }: Judge) =>
  requirement === id || (scenario.reportedAs as readonly string[]).includes(requirement);

/** A step that must be answered as the contract demands before anything else counts. */
function notAsDemanded(step: JudgedStep, judge: Judge): End {
  const { isAnswerGiven = false, isProblemGiven = false, outcome: wanted } = judge.scenario;
  const { demand, outcome, findings, exchange } = step;
  const found = findings.find(({ kind }) => kind === 'answer');
  // A request can be rejected whichever case an accepted one has opened, and by default with any problem, if it is one.
  const hasProblem = (exchange.response?.status ?? 0) >= 400;
  const isAnyProblemEnough = isAnswerGiven && !isProblemGiven && demand === 'rejected' && hasProblem;
  const suffices = judge.isStated || (wanted === 'rejected' && demand === 'accepted') || isAnyProblemEnough;
  if (found && !(suffices && outcome === demand))
    return {
      ...blockedBy(found.requirement, found, exchange),
      ...(exchange.response && { blocking: failureOf(found, step) }),
    };
  return unverified(step, judge);
}

const open = (reason: string, decisive: Exchange): End => ({ verdict: 'inconclusive', reason, decisive });

/** The end of a scenario that needs something which breaks another requirement. */
export const blockedBy = (
  id: RequirementId,
  found: Pick<Finding, 'expected' | 'actual'>,
  decisive?: Exchange,
): NonNullable<End> => ({
  verdict: 'inconclusive',
  reason: `blocked by ${id}: ${reasonOf(found)}`,
  blockedBy: id,
  ...(decisive && { decisive }),
});

/** The oracle must agree with what the scenario declares that the contract demands. */
function undemanded({ demand, exchange }: JudgedStep, wanted: 'accepted' | 'rejected' | 'as demanded'): End {
  if (wanted === 'as demanded' || demand === wanted) return undefined;
  return open(`the contract does not demand that this is ${wanted}`, exchange);
}

/** The oracle must agree that the request uses the freedom of which the scenario is. */
function withoutFreedom({ freedoms, exchange }: JudgedStep, id: FreedomId): End {
  return freedoms.includes(id)
    ? undefined
    : open(`the contract does not give the freedom ${id} to this request`, exchange);
}

/** No finding is not a pass: the response must show that the request was accepted or rejected as demanded. */
function unverified({ verified, demand, outcome, exchange }: JudgedStep, { isStated }: Judge): End {
  if (isStated ? demand !== undefined && demand === outcome : verified !== undefined) return undefined;
  const actual = exchange.failure ?? `status ${exchange.response!.status}`;
  return open(`the contract allows this response (${actual}), but it shows nothing`, exchange);
}

function unsent(sent: Sent[], steps: readonly Step[], { id: place }: Facts): End {
  const first = steps[Math.max(-1, ...sent.map(({ at }) => at)) + 1];
  if (first === undefined) return undefined;
  const [id, expected] =
    first.of === 'location'
      ? (['create-case.location', 'a Location at the address of the service'] as const)
      : (['create-case.opens-person-case', `the case id at ${place}`] as const);
  return blockedBy(id, { expected, actual: 'none' }, sent.at(-1)?.exchange);
}

const failedBy = (finding: Finding, step: JudgedStep): End => ({
  verdict: 'fail',
  reason: reasonOf(finding),
  failure: failureOf(finding, step),
  decisive: step.exchange,
});

const failureOf = (finding: Finding, { setting, allowed, exchange }: JudgedStep): Failure => ({
  ...finding,
  exchange,
  setting,
  // Otherwise the responses that a request may get say nothing about what is wrong with this one.
  allowed: finding.kind === 'answer' ? allowed : [],
});
