// Lets the oracle judge the requests of scenarios, and turns its findings into verdicts.
import type { FreedomId } from '../../generated/freedoms.ts';
import { type RequirementId, requirements, type TestableId } from '../../generated/requirements.ts';
import type { Check } from '../checks/support/check.ts';
import type { Context, FullContext, Need } from '../checks/support/context.ts';
import { forEachRow, forEachRowInOrder } from '../checks/support/rows/rows.ts';
import type { Exchange } from '../engine/exchange.ts';
import { memoize } from '../engine/memoize.ts';
import { Inconclusive, Violation } from '../engine/verdict.ts';
import type { FailureCode } from '../failure-codes.ts';
import { allowedResponses } from '../oracle/allowed.ts';
import { Oracle } from '../oracle/oracle.ts';
import { readingOf } from '../oracle/request/reading.ts';
import { type Finding, isBefore, type Judgement, spanOf, worldOf } from '../oracle/terms.ts';
import type { Scenario, Step } from '../scenarios/vocabulary.ts';
import { applies, keysOf, stepsOf } from './applies.ts';
import { isAboutEvents, judgeEventsOf } from './judge-events.ts';
import { type Performed, performed, type Sent } from './perform.ts';
import { blockedBy } from './blocked.ts';
import { withQuestion } from './questions.ts';
import type { Run } from './run.ts';

const stated = new Set<string>(requirements.filter((each) => each.class === 'stated').map(({ id }) => id));

/** Checks that judge the scenarios of a family, a row for each. */
export const checksOf = <Id extends TestableId>(scenarios: Record<Id, Scenario[]>): Record<Id, Check> =>
  Object.fromEntries(
    Object.entries<Scenario[]>(scenarios).map(([id, list]): [string, Check] => {
      const watches = list.some((each) => stepsOf(each).some(({ until }) => until === 'the end'));
      const long = list.some((each) => isRace(each) || each.setting.length > 3);
      return [
        id,
        { needs: needsOf(list), watches, long, judge: (context) => judgeScenarios(context, id as TestableId, list) },
      ];
    }),
  ) as Record<Id, Check>;

/** What every scenario of a requirement needs. */
function needsOf(list: Scenario[]): Need[] {
  const isNeeded = (need: Scenario['needs']) => list.every(({ needs }) => needs === need);
  return [
    ...(list.some(isAboutEvents) ? (['webhook'] as const) : []),
    ...(isNeeded('slow') ? (['slow'] as const) : []),
    ...(isNeeded('second endpoint') ? (['otherTenant', 'otherWebhookSecret'] as const) : []),
  ];
}

const isRace = ({ steps }: Scenario) => steps.some((step) => step.together);

async function judgeScenarios(context: FullContext, id: TestableId, scenarios: Scenario[]): Promise<void> {
  const possible = scenarios.filter((each) => applies(each, context));
  // A header that every request of this run has (`--header`) may be needed to reach the candidate. A requirement that is
  // about this header is judged nevertheless.
  const reaching = possible.filter((each) => !replacesHeader(each, context));
  const applicable = reaching.length > 0 ? reaching : possible;
  // The reason why none applies: a missing key.
  if (applicable.length === 0) for (const key of scenarios.flatMap(keysOf)) context.credential(key);
  const judge = (scenario: Scenario) => judgeScenario(context, id, scenario);
  await forEachRow(byLabel(applicable.filter((each) => !isRace(each))), judge);
  await forEachRowInOrder(byLabel(applicable.filter(isRace)), judge);
}

const byLabel = (scenarios: Scenario[]) => Object.fromEntries(scenarios.map((each) => [each.label, each]));

function replacesHeader({ steps }: Scenario, { run }: Context): boolean {
  const replaced = steps.flatMap(({ change }) => Object.keys(change?.headers ?? {}).map((name) => name.toLowerCase()));
  return (run.manifest.headers ?? []).some(([name]) => replaced.includes(name.toLowerCase()));
}

/** What the oracle says of one step. */
interface JudgedStep extends Judgement {
  exchange: Exchange;
  /** no response was awaited */
  isAborted: boolean;
  /** the responses that the contract allows, if this one is not among them */
  allowed: string[];
  /** the exchanges that had ended before */
  setting: Exchange[];
}

interface Judge {
  id: TestableId;
  isStated: boolean;
  reportedAs: readonly TestableId[];
  isAnswerGiven: boolean;
  isProblemGiven: boolean;
  /** its steps must be rejected */
  isRejection: boolean;
}

async function judgeScenario(context: FullContext, id: TestableId, scenario: Scenario): Promise<void> {
  if (isAboutEvents(scenario))
    return judgeEventsOf(context, id, scenario, (sent, parts) => requireAccepted(context, sent, parts));
  const { control, setting, steps, observe, outcome, reportedAs } = scenario;
  const { isAnswerGiven = false, isProblemGiven = false } = scenario;
  const isRejection = outcome === 'rejected';
  const judge = { id, isStated: stated.has(id), reportedAs, isAnswerGiven, isProblemGiven, isRejection };
  const before = await performed(context, control);
  for (const each of readingsOf(context.run).judgedControl(before)) requireAsDemanded(each, judge);
  requireSent(before.sent, control, context);

  const whole = [...setting, ...steps, ...observe];
  const { sent, exchanges } = await performed(context, whole, before.opened[0]);
  const judged = judgedSteps(context.run, { sent, exchanges: [...before.exchanges, ...exchanges] });
  const [begin, end] = [setting.length, setting.length + steps.length];
  const between = (from: number, to: number) => judged.filter((_, at) => sent[at]!.at >= from && sent[at]!.at < to);
  const isSent = (parts: readonly Step[]) => requireSent(sent, parts, context);
  for (const each of between(0, begin)) if (!each.isAborted) requireAsDemanded(each, judge);
  isSent([...setting, ...steps.slice(0, 1)]);
  const judgeResponses = async () => {
    judgeSteps(between(begin, end), outcome, judge);
    isSent([...setting, ...steps]);
  };
  if (observe.length === 0) return judgeResponses();
  const judgeLater = async () => {
    if (outcome !== 'open' && typeof outcome !== 'object')
      for (const each of between(begin, end)) requireAsDemanded(each, { ...judge, isStated: false });
    const observed = between(end, whole.length);
    for (const each of observed) {
      const own = each.findings.find((finding) => isOwn(finding, judge));
      if (own) throw violationOf(own, each);
    }
    for (const each of observed) requireAsDemanded(each, judge);
    isSent(whole);
  };
  await forEachRow({ 'the response': judgeResponses, 'what a later read shows': judgeLater }, (part) => part());
}

/** The requests for a case of which events are judged: what is left open of their responses does not matter. */
function requireAccepted(context: FullContext, performed: Performed, steps: readonly Step[]): void {
  for (const { findings, exchange } of readingsOf(context.run).judgedControl(performed)) {
    const found = findings.find(({ kind }) => kind === 'answer');
    if (found) throw blockedBy(found.requirement, found, exchange);
  }
  requireSent(performed.sent, steps, context);
}

/** What the requests of a run mean. Each is read once, and a control that scenarios share is judged once. */
export const readingsOf = memoize((run: Run) => {
  const world = worldOf(run.manifest);
  return {
    world,
    readingOfRun: memoize((exchange: Exchange) => readingOf(exchange, spanOf(exchange), world)),
    judgedControl: memoize((control: Performed) => judgedSteps(run, control)),
  };
});

/** What the oracle says of the steps, given these exchanges and no others. */
function judgedSteps(run: Run, { sent, exchanges }: Pick<Performed, 'sent' | 'exchanges'>): JudgedStep[] {
  const { readingOfRun, world } = readingsOf(run);
  const oracle = new Oracle(world);
  const inOrder = exchanges.toSorted((one, other) => one.started! - other.started!);
  for (const exchange of inOrder) oracle.take(readingOfRun(exchange));
  return sent.map(({ step, exchange }) => {
    const reading = readingOfRun(exchange);
    const judgement = oracle.judge(reading);
    const { findings, demand, answeredBy, verified, mayClose } = judgement;
    const isAborted = sent.some(({ step, exchange: each }) => each === exchange && step.aborted === true);
    const isClosed = exchange.failure?.startsWith('connection closed') === true;
    const isForgiven = verified !== undefined || (isClosed && (mayClose || demand === undefined));
    const missing = isForgiven ? [] : missingResponse(exchange, answeredBy);
    const found = [...findings, ...missing].map((each) =>
      withQuestion(asAnswer(each, step), judgement, exchange, inOrder),
    );
    const judged = { ...judgement, findings: found, exchange, isAborted };
    if (found.length === 0) return { ...judged, allowed: [], setting: [] };
    const allowed = allowedResponses(reading, oracle.expectation(reading));
    const setting = inOrder.filter((each) => isBefore(spanOf(each), spanOf(exchange)));
    return { ...judged, allowed, setting };
  });
}

/** A case that is not decided in time is the answer to a step that waits for the decision. */
const asAnswer = (finding: Finding, { until }: Step): Finding =>
  (until === 'decided' || until === 'announced') && finding.requirement === 'sandbox.decides-in-time'
    ? { ...finding, kind: 'answer' }
    : finding;

/** The oracle forgives a missing response, because a network may be busy. Here the suite has sent the request itself. */
const missingResponse = (exchange: Exchange, requirement: RequirementId): Finding[] =>
  exchange.response
    ? []
    : [{ requirement, kind: 'answer', expected: 'a response', actual: exchange.failure!, exchange }];

function judgeSteps(steps: JudgedStep[], outcome: Scenario['outcome'], judge: Judge): void {
  for (const step of steps) {
    // Of a stated requirement only whether the request is accepted counts: the source document says nothing else.
    const isAsStated = judge.isStated && step.outcome === step.demand;
    const counted = step.findings.filter(({ kind }) => kind !== 'answer' || !isAsStated);
    const own = counted.find((each) => isOwn(each, judge));
    const answer = counted.find(({ kind }) => kind === 'answer');
    if (!own && answer && judge.isAnswerGiven) requireAsDemanded(step, judge);
    else if (own ?? answer) throw violationOf((own ?? answer)!, step);
    if (outcome === 'open') continue;
    if (typeof outcome === 'object') {
      requireFreedom(step, outcome.open);
      continue;
    }
    requireVerified(step, judge.isStated);
    if (outcome !== 'as demanded' && step.demand !== outcome)
      throw new Inconclusive(`the contract does not demand that this is ${outcome}`, undefined, step.exchange);
  }
}

const isOwn = ({ requirement }: Finding, { id, reportedAs }: Judge) =>
  requirement === id || (reportedAs as readonly string[]).includes(requirement);

/** A step that must be answered as the contract demands before anything else counts. */
function requireAsDemanded(step: JudgedStep, judge: Judge): void {
  const { isStated, isRejection, isAnswerGiven, isProblemGiven } = judge;
  const { demand, outcome, findings, exchange } = step;
  const found = findings.find(({ kind }) => kind === 'answer');
  // A request can be rejected whichever case an accepted one has opened, and by default with any problem, if it is one.
  const hasProblem = (exchange.response?.status ?? 0) >= 400;
  const isAnyProblemEnough = isAnswerGiven && !isProblemGiven && demand === 'rejected' && hasProblem;
  const suffices = isStated || (isRejection && demand === 'accepted') || isAnyProblemEnough;
  if (found && !(suffices && outcome === demand)) throw blockedBy(found.requirement, found, exchange);
  requireVerified(step, isStated);
}

/** The oracle must agree that the request uses the freedom of which the scenario is. */
function requireFreedom({ freedoms, exchange }: JudgedStep, id: FreedomId): void {
  if (freedoms.includes(id)) return;
  throw new Inconclusive(`the contract does not give the freedom ${id} to this request`, undefined, exchange);
}

/** No finding is not a pass: the response must show that the request was accepted or rejected as demanded. */
function requireVerified({ verified, demand, outcome, exchange }: JudgedStep, isStated: boolean): void {
  if (isStated ? demand !== undefined && demand === outcome : verified !== undefined) return;
  const actual = exchange.failure ?? `status ${exchange.response!.status}`;
  throw new Inconclusive(`the contract allows this response (${actual}), but it shows nothing`, undefined, exchange);
}

function requireSent(sent: Sent[], steps: readonly Step[], { run }: Context): void {
  const unsent = steps[Math.max(-1, ...sent.map(({ at }) => at)) + 1];
  if (unsent === undefined) return;
  const { of } = unsent;
  const [id, expected] =
    of === 'location'
      ? (['create-case.location', 'a Location at the address of the service'] as const)
      : (['create-case.opens-person-case', `the case id at ${run.manifest.id}`] as const);
  throw blockedBy(id, { expected, actual: 'none' }, sent.at(-1)?.exchange);
}

const violationOf = (finding: Finding, step: JudgedStep): Violation => {
  const { requirement: rule, kind, expected, actual } = finding;
  const { exchange, setting, allowed } = step;
  return new Violation({ code: codeOf(finding, step), kind, rule, expected, actual, exchange, setting, allowed });
};

function codeOf({ kind }: Finding, { exchange, demand, outcome }: JudgedStep): FailureCode {
  if (!exchange.response) return 'no-response';
  if (kind !== 'answer') return 'model-violation';
  if (demand === 'rejected') return outcome === 'accepted' ? 'accepted' : 'wrong-status';
  return outcome === 'rejected' ? 'not-accepted' : 'wrong-case';
}
