// Sends the requests of scenarios, lets the oracle judge them, and turns its findings into verdicts.
import { type RequirementId, requirements, type TestableId } from '../../generated/requirements.ts';
import type { Check } from '../checks/support/check.ts';
import { ApiClient } from '../checks/support/api-client.ts';
import type { Context, FullContext } from '../checks/support/context.ts';
import { requireKeyModes, requireKnownKey } from '../checks/support/keys.ts';
import { forEachRow, forEachRowInOrder } from '../checks/support/rows/rows.ts';
import { type Exchange, headerIn } from '../engine/exchange.ts';
import { memoize } from '../engine/memoize.ts';
import { NoResponse, type Request, wait } from '../engine/http.ts';
import { Inconclusive, Violation } from '../engine/verdict.ts';
import type { FailureCode } from '../failure-codes.ts';
import { isLong, Oracle } from '../oracle/oracle.ts';
import { readingOf } from '../oracle/request/reading.ts';
import { caseIdIn } from '../oracle/response/case-id.ts';
import { releaseTime } from '../oracle/expectation.ts';
import { typeIn } from '../oracle/response/form.ts';
import { isDecidedIn } from '../oracle/lifecycle.ts';
import { type Finding, type Judgement, spanOf, worldOf } from '../oracle/terms.ts';
import type { Scenario, ScenarioNeed, Step } from '../scenarios/vocabulary.ts';
import type { Run } from './run.ts';
import { credentialOf, type Opened, pathOf, requestOf, type Surroundings } from './request.ts';

const stated = new Set<string>(requirements.filter((each) => each.class === 'stated').map(({ id }) => id));

/** Checks that judge the scenarios of a family, a row for each. */
export const checksOf = <Id extends TestableId>(scenarios: Record<Id, Scenario[]>): Record<Id, Check> =>
  Object.fromEntries(
    Object.entries<Scenario[]>(scenarios).map(([id, list]): [string, Check] => {
      const watches = list.some(({ steps }) => steps.some(({ until }) => until === 'the end'));
      const long = list.some((each) => isRace(each) || each.setting.length > 3);
      return [id, { needs: [], watches, long, judge: (context) => judgeScenarios(context, id as TestableId, list) }];
    }),
  ) as Record<Id, Check>;

const isRace = ({ steps }: Scenario) => steps.some((step) => step.together);

async function judgeScenarios(context: FullContext, id: TestableId, scenarios: Scenario[]): Promise<void> {
  const applicable = scenarios.filter((each) => applies(each, context));
  // The reason why none applies: a missing key.
  if (applicable.length === 0) for (const { needs } of scenarios) requireNeed(needs, context);
  const judge = (scenario: Scenario) => judgeScenario(context, id, scenario);
  await forEachRow(byLabel(applicable.filter((each) => !isRace(each))), judge);
  await forEachRowInOrder(byLabel(applicable.filter(isRace)), judge);
}

const byLabel = (scenarios: Scenario[]) => Object.fromEntries(scenarios.map((each) => [each.label, each]));

function applies({ needs, steps }: Scenario, context: Context): boolean {
  const { headers = [], claims } = context.run.manifest;
  if (needs === 'sandbox' && !claims.includes('sandbox')) return false;
  if ((needs === 'other' || needs === 'live') && !context.suppliedCredential(needs)) return false;
  return steps.every(({ change = {} }) => {
    const replaced = Object.keys(change.headers ?? {}).map((name) => name.toLowerCase());
    // A header that every request of this run has (`--header`) may be needed to reach the candidate.
    if (headers.some(([name]) => replaced.includes(name.toLowerCase()))) return false;
    return change.keyAs === undefined || credentialOf(change, context) !== undefined;
  });
}

function requireNeed(need: ScenarioNeed | undefined, context: Context): void {
  if (need === 'other' || need === 'live') context.credential(need);
}

/** One step that was sent. */
interface Sent {
  step: Step;
  /** its place among the steps */
  at: number;
  /** the last one, if an overloaded candidate or a key in use made it necessary to send the request again */
  exchange: Exchange;
}

interface Performed {
  sent: Sent[];
  /** all of them, also those that were sent again */
  exchanges: Exchange[];
  opened: Opened[];
  judged?: JudgedStep[];
}

/** What the oracle says of one step. */
interface JudgedStep extends Judgement {
  exchange: Exchange;
  /** no response was awaited */
  isAborted: boolean;
}

interface Judge {
  id: TestableId;
  isStated: boolean;
  reportedAs: readonly TestableId[];
  isAnswerGiven: boolean;
  /** its steps must be rejected */
  isRejection: boolean;
}

async function judgeScenario(context: FullContext, id: TestableId, scenario: Scenario): Promise<void> {
  const { control, setting, steps, observe, outcome, reportedAs, isAnswerGiven = false } = scenario;
  const isRejection = outcome === 'rejected';
  const judge = { id, isStated: stated.has(id), reportedAs, isAnswerGiven, isRejection };
  const before = await performed(context, control);
  for (const each of judgedOnce(context, before)) requireAsDemanded(each, judge);
  requireSent(before.sent, control, context);

  const whole = [...setting, ...steps, ...observe];
  const { sent, exchanges } = await performed(context, whole, before.opened[0]);
  const judged = judgedSteps(context, { sent, exchanges: [...before.exchanges, ...exchanges] });
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
    if (outcome !== 'open')
      for (const each of between(begin, end)) requireAsDemanded(each, { ...judge, isStated: false });
    for (const each of between(end, whole.length)) judgeObserved(each, judge);
    isSent(whole);
  };
  await forEachRow({ 'the response': judgeResponses, 'what a later read shows': judgeLater }, (part) => part());
}

/** What the requests of a run mean; each is read once, however often it is judged. */
export const readingsOf = memoize(({ manifest }: Run) => {
  const world = worldOf(manifest);
  return { world, readingOfRun: memoize((exchange: Exchange) => readingOf(exchange, spanOf(exchange), world)) };
});

/** Equal for steps that are equal, also in properties that are undefined. */
const textOf = (steps: readonly Step[]): string => steps.map(textOfStep).join('\n');

const textOfStep = memoize((step: Step) =>
  JSON.stringify(step, (_, value: unknown) => (value === undefined ? { undefined: true } : value)),
);

/**
 * Sends the steps one after the other. Scenarios with the same steps have the same exchanges: they are sent once in a run,
 * except for races and what lasts until its end.
 */
function performed(context: FullContext, steps: readonly Step[], control?: Opened): Promise<Performed> {
  if (steps.some(({ together, until }) => together || until === 'the end')) return perform(context, steps, control);
  return context.once(`${control?.id} ${textOf(steps)}`, (shared) => perform(shared, steps, control));
}

/** Sends the steps until one is about a case that was not opened. */
async function perform(
  context: Context | FullContext,
  steps: readonly Step[],
  control: Opened | undefined,
): Promise<Performed> {
  const { run, tenant } = context;
  if (textOf(steps).includes('"sandbox:')) await requireKeyModes(context, tenant.credential);
  const own = { unique: run.reference(), uuid: crypto.randomUUID(), number: run.number() };
  const around: Surroundings = { context, ...own, opened: [], control };
  const exchanges: Exchange[] = [];
  const sent: Sent[] = [];
  const send = async ([at, step]: [at: number, Step], isRacing = false) => {
    const path = pathFor(step, around);
    if (path === undefined) return;
    const write = () => requestOf(step, path, around, isRacing);
    const received = await sendStep(context, step, write, exchanges);
    sent.push(...received.map((exchange) => ({ step, at, exchange })));
    if (step.do !== 'create') return;
    const exchange = received.at(-1)!;
    for (const opened of openedBy(exchange, run.manifest.id)) {
      around.opened.push(opened);
      run.openedBy(exchange.request.credential).add(opened.id);
    }
  };
  for (const batch of batchesOf(steps.filter(({ until }) => until !== 'the end'))) {
    const [first] = batch;
    if (pathFor(first![1], around) === undefined) break;
    if (batch.length > 1) await context.raceAtEnd(() => Promise.all(batch.map((step) => send(step, true))));
    else await send(first!);
  }
  const untilEnd = [...steps.entries()].filter(([, { until }]) => until === 'the end');
  if (untilEnd.length > 0)
    await (context as FullContext).repeatUntilRunEnds(async () => {
      for (const step of untilEnd) await send(step);
    });
  return { sent, exchanges, opened: around.opened };
}

/** Undefined when its case was not opened. */
const pathFor = (step: Step, around: Surroundings) => (step.do === 'create' ? '/cases' : pathOf(step.of ?? 0, around));

/** Each step, by its place, with those that are sent at the same moment. */
function batchesOf(steps: readonly Step[]): [at: number, Step][][] {
  const batches: [at: number, Step][][] = [];
  for (const [at, step] of steps.entries()) {
    if (step.together) batches.at(-1)!.push([at, step]);
    else batches.push([[at, step]]);
  }
  return batches;
}

function openedBy({ request, response }: Exchange, idPlace: string): Opened[] {
  const id = response && response.status < 300 ? caseIdIn(response, idPlace) : undefined;
  if (id === undefined) return [];
  const location = response!.headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
  const isUri = location !== undefined && URL.canParse(location, request.url);
  return [{ id, location: isUri ? new URL(location, request.url).pathname : undefined }];
}

// Milliseconds within which the sandbox decides (D54), and a little more.
const decisionTime = 5500;

/** Sends a step; one that waits for a decision, until it shows one. */
async function sendStep(context: Context, { until }: Step, write: () => Request, all: Exchange[]): Promise<Exchange[]> {
  const begun = performance.now();
  const received: Exchange[] = [];
  for (let pause = 1; ; pause = Math.min(pause * 2, 250)) {
    const exchange = await sendOnce(context, write(), all);
    received.push(exchange);
    const shows = exchange.response?.status === 200 && !isDecidedIn(exchange);
    const mayDecide = until === 'decided' && shows && performance.now() - begun < decisionTime;
    if (!mayDecide) return received;
    await wait(pause, context.run.signal);
  }
}

// Milliseconds in which a service releases an idempotency key after its response, and a little more.
const releaseWithin = releaseTime + 200;
// A server that responds before the end of a long body may lose its response as it closes the connection.
const attemptsOfLong = 3;

/**
 * Sends a request, and again while its idempotency key is in use. Returns the last exchange, also one without a response. The
 * requests of a race are sent once.
 */
async function sendOnce(context: Context, request: Request, all: Exchange[]): Promise<Exchange> {
  const begun = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    const exchange = await exchangeOf(context, request, all);
    const isLost = exchange.failure?.startsWith('connection closed') && isLong(exchange) && attempt < attemptsOfLong;
    const pause = request.racing || performance.now() - begun > releaseWithin ? undefined : pauseWhileInUse(exchange);
    if (pause === undefined && !isLost) return exchange;
    await wait(pause ?? 0, context.run.signal);
  }
}

async function exchangeOf(context: Context, request: Request, all: Exchange[]): Promise<Exchange> {
  try {
    const response = await context.send(request, (each) => all.push(each));
    await requireKnownKey(context, response);
    const caseId = /^\/cases\/([^/]+)\/artifacts$/.exec(request.path)?.[1];
    if (caseId !== undefined) new ApiClient(context, request.credential).requireUndecided(response, caseId);
    return response.exchange;
  } catch (error) {
    if (error instanceof NoResponse) return error.exchange!;
    throw error;
  }
}

/** Milliseconds to wait before the key is tried again; undefined when it is not in use. */
function pauseWhileInUse({ request, response }: Exchange): number | undefined {
  if (response?.status !== 409 || !typeIn(response.body, request.url)?.endsWith('/idempotency-key-in-use'))
    return undefined;
  const seconds = Number(headerIn(response.headers, 'Retry-After') ?? 0);
  return Math.min(Math.max(Number.isFinite(seconds) ? seconds * 1000 : 0, 250), releaseWithin);
}

/** What the oracle says of the steps, given these exchanges and no others. */
function judgedSteps({ run }: Context, { sent, exchanges }: Pick<Performed, 'sent' | 'exchanges'>): JudgedStep[] {
  const { readingOfRun, world } = readingsOf(run);
  const oracle = new Oracle(world);
  const inOrder = exchanges.toSorted((one, other) => one.started! - other.started!);
  for (const exchange of inOrder) oracle.take(readingOfRun(exchange));
  return sent.map(({ exchange }) => {
    const judgement = oracle.judge(readingOfRun(exchange));
    const { findings, demand, answeredBy, verified } = judgement;
    const isAborted = sent.some(({ step, exchange: each }) => each === exchange && step.aborted === true);
    // A proxy may close the connection of a request that it does not understand (D87).
    const mayClose = demand === undefined && exchange.failure?.startsWith('connection closed') === true;
    const missing = verified !== undefined || mayClose ? [] : missingResponse(exchange, answeredBy);
    return { ...judgement, findings: [...findings, ...missing], exchange, isAborted };
  });
}

/** The oracle forgives a missing response, because a network may be busy. Here the suite has sent the request itself. */
const missingResponse = (exchange: Exchange, requirement: RequirementId): Finding[] =>
  exchange.response
    ? []
    : [{ requirement, kind: 'answer', expected: 'a response', actual: exchange.failure!, exchange }];

/** The same for a control, which many scenarios share. */
function judgedOnce(context: Context, control: Performed): JudgedStep[] {
  control.judged ??= judgedSteps(context, control);
  return control.judged;
}

function judgeSteps(steps: JudgedStep[], outcome: Scenario['outcome'], judge: Judge): void {
  for (const step of steps) {
    // Of a stated requirement only whether the request is accepted counts: the source document says nothing else.
    const isAsStated = judge.isStated && step.outcome === step.demand;
    const found = step.findings.find((each) => isOwn(each, judge) || (each.kind === 'answer' && !isAsStated));
    const isGiven = judge.isAnswerGiven && found?.kind === 'answer' && !isOwn(found, judge);
    if (found && isGiven) throw blockedBy(found.requirement, found, step.exchange);
    if (found) throw violationOf(found, step);
    if (outcome === 'open') continue;
    requireVerified(step, judge.isStated);
    if (step.demand !== outcome)
      throw new Inconclusive(`the contract does not demand that this is ${outcome}`, undefined, step.exchange);
  }
}

function judgeObserved(step: JudgedStep, judge: Judge): void {
  const found = step.findings.find((each) => isOwn(each, judge));
  if (found) throw violationOf(found, step);
  requireAsDemanded(step, judge);
}

const isOwn = ({ requirement }: Finding, { id, reportedAs }: Judge) =>
  requirement === id || (reportedAs as readonly string[]).includes(requirement);

/** A step that must be answered as the contract demands before anything else counts. */
function requireAsDemanded(step: JudgedStep, { isStated, isRejection }: Judge): void {
  const found = step.findings.find(({ kind }) => kind === 'answer');
  // A request can be rejected whichever case an accepted one has opened.
  const suffices = isStated || (isRejection && step.demand === 'accepted');
  if (found && !(suffices && step.outcome === step.demand)) throw blockedBy(found.requirement, found, step.exchange);
  requireVerified(step, isStated);
}

const blockedBy = (
  id: RequirementId,
  { expected, actual }: Pick<Finding, 'expected' | 'actual'>,
  exchange?: Exchange,
) => new Inconclusive(`blocked by ${id}: expected ${expected}, but got ${actual}`, id, exchange);

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
  const { expected, actual } = finding;
  return new Violation({ code: codeOf(finding, step), expected, actual, exchange: step.exchange });
};

function codeOf({ kind }: Finding, { exchange, demand, outcome }: JudgedStep): FailureCode {
  if (!exchange.response) return 'no-response';
  if (kind !== 'answer') return 'model-violation';
  if (demand === 'rejected') return outcome === 'accepted' ? 'accepted' : 'wrong-status';
  return outcome === 'rejected' ? 'not-accepted' : 'wrong-case';
}
