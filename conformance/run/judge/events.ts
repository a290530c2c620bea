// Judges a scenario by the events about its case.
import type { RequirementId, TestableId } from '../../../generated/requirements.ts';
import type { Facts } from '../../manifest.ts';
import type { Part, Played } from '../../recording/recording.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { isDecided } from '../../oracle/case-lifecycle/decision.ts';
import { isRetryOf } from '../../oracle/events/attempts.ts';
import type { Attempt } from '../../oracle/events/event.ts';
import type { EventFinding, EventsJudgement } from '../../oracle/events/judge.ts';
import { Oracle } from '../../oracle/oracle.ts';
import type { Span } from '../../oracle/terms.ts';
import type { Events } from '../../scenarios/events.ts';
import type { Scenario, Step } from '../../scenarios/vocabulary.ts';
import { acceptedEnd, blockedBy, type End, type Ended } from './scenario.ts';
import { readingsOf } from './steps.ts';
import { reasonOf } from './verdict.ts';

/** A scenario about the events that a candidate sends. */
export type EventScenario = Scenario & { events: Events };

export const isAboutEvents = (scenario: Scenario): scenario is EventScenario => scenario.events !== undefined;

/** Without these, a scenario shows nothing: the first event shows enough of some, whatever is sent again. */
const needed: Record<Events['show'], RequirementId[]> = {
  event: ['webhook.arrives'],
  retry: ['webhook.arrives', 'webhook.failure-retried'],
  retries: ['webhook.arrives', 'webhook.failure-retried'],
  absence: ['webhook.arrives', 'webhook.failure-retried'],
};
/** What must be valid before the rest can be compared. */
const dependsOn: Partial<Record<TestableId, RequirementId[]>> = {
  'webhook.shows-case': ['webhook.body-schema'],
  'webhook.timestamp-of-sending': ['webhook.headers'],
  'webhook.ids-differ': ['webhook.headers'],
  'webhook.once-a-case': ['webhook.headers'],
  'webhook.retry-keeps-event': ['webhook.headers'],
  'webhook.signature': ['webhook.headers'],
  'webhook.own-secret': ['webhook.headers', 'webhook.signature'],
  'webhook.retry-renews-signature': ['webhook.headers', 'webhook.signature', 'webhook.own-secret'],
  'webhook.no-response-retried': ['webhook.slow-success-accepted'],
};

const clockUnknown = 'no response of the candidate has a Date header that shows its clock';

/** The events about the case of one setting. */
interface OfCase {
  part: Part;
  findings: EventFinding[];
  doubts: EventFinding[];
  attempts: Attempt[];
  /** an event of each of its cases with evidence has arrived */
  isAnnounced: boolean;
}

/** Judges a scenario by the events about its cases, which were judged once, over the whole time of the run. */
export function endOfEventScenario(
  { id, scenario, control, own }: Pick<Played, 'id' | 'control' | 'own'> & { scenario: EventScenario },
  facts: Facts,
  judgement: EventsJudgement,
  isNothingReceived: boolean,
): Ended {
  const { label, setting, events } = scenario;
  const exchanges: Exchange[] = [];
  const judged = (part: Part, steps: readonly Step[]): End => {
    const found = ofCase(part, judgement);
    exchanges.push(...part.exchanges, ...found.attempts.map(({ exchange }) => exchange));
    const end = acceptedEnd(facts, part, steps);
    if (end) return end;
    exchanges.push(...found.findings.map(({ exchange }) => exchange));
    const silence = isNothingReceived ? facts.webhook!.url : undefined;
    return endOfCase({ id, show: events.show, silence }, found, part === own);
  };
  const parts = [
    ...(control && scenario.control.length > 0 && control !== own ? [{ part: control, steps: scenario.control }] : []),
    ...(own ? [{ part: own, steps: setting }] : []),
  ].toSorted((one, other) => beginOf(one.part) - beginOf(other.part));
  let end: End;
  for (const { part, steps } of parts) end ??= judged(part, steps);
  end ??= own ? unshown(ofCase(own, judgement), setting, events.show) : noEvent;
  return { results: [{ label, ...(end ?? { verdict: 'pass', reason: '' }) }], exchanges, findings: [] };
}

const beginOf = ({ exchanges }: Part) => Math.min(...exchanges.map(({ started }) => started!));

const noEvent = blockedBy('webhook.arrives', { expected: 'an event', actual: 'none in an earlier phase' });

/**
 * The longest time that the candidate needed: from a decision to the event, or from its failure to the next attempt.
 *
 * @param received events that have arrived so far
 */
export function longestPause(facts: Facts, parts: Part[], received: Exchange[]): number {
  const { attempts } = eventsIn(
    facts,
    parts.flatMap(({ exchanges }) => exchanges),
    received,
    { start: 0, end: 0 },
  );
  return Math.max(0, ...[...attempts.values()].map(pauseBefore));
}

function pauseBefore([first, ...others]: readonly Attempt[]): number {
  if (!first) return 0;
  const decided = first.of.views.find(({ shown }) => isDecided(shown))?.span.end ?? first.arrived;
  const retry = first.fate === 'failed' ? others.find(({ arrived }) => arrived >= first.ended) : undefined;
  return Math.max(first.arrived - decided, retry ? retry.arrived - first.ended : 0);
}

/** What the contract says of the events, given these exchanges and no others. */
export function eventsIn(
  facts: Facts,
  exchanges: Exchange[],
  received: readonly Exchange[],
  watched: Span,
): EventsJudgement {
  const { readingOfRun, world } = readingsOf(facts);
  const oracle = new Oracle(world);
  for (const each of exchanges.toSorted((one, other) => one.started! - other.started!)) oracle.take(readingOfRun(each));
  return oracle.judgeEvents(received, watched);
}

/** @param isOwn the case is that of the scenario, and not of its control */
function endOfCase(
  { id, show, silence }: { id: TestableId; show: Events['show']; silence: string | undefined },
  { findings, doubts, part }: OfCase,
  isOwn: boolean,
): End {
  const own = isOwn ? findings.find(({ requirement }) => requirement === id) : undefined;
  if (own) return failedBy(own, part, silence);
  const blocks = [...needed[show], ...(dependsOn[id] ?? [])];
  const other = findings.find(({ requirement }) => blocks.includes(requirement));
  if (other) return blockedBy(other.requirement, other, other.exchange);
  const isDoubtful = isOwn && doubts.some(({ requirement }) => requirement === id);
  return isDoubtful ? { verdict: 'inconclusive', reason: clockUnknown } : undefined;
}

function ofCase(part: Part, { findings, doubts, attempts }: EventsJudgement): OfCase {
  const ids = part.opened.map(({ id }) => id);
  const isOfCase = ({ of }: EventFinding) => ids.includes(of.id);
  return {
    part,
    findings: findings.filter(isOfCase),
    doubts: doubts.filter(isOfCase),
    attempts: ids.flatMap((id) => attempts.get(id) ?? []),
    isAnnounced: ids.every((id) => attempts.has(id) || !hasEvidence(id, part)),
  };
}

const hasEvidence = (id: string, { exchanges }: Part) =>
  exchanges.some(({ request }) => request.url.includes(`/${id}/`));

/** No finding is not a pass: the event must have arrived and have its response, and a failed one must have arrived again. */
function unshown({ attempts, isAnnounced }: OfCase, setting: readonly Step[], show: Events['show']): End {
  if (!setting.some(({ until }) => until === 'announced')) return undefined;
  if (!isAnnounced)
    return unjudged('webhook.arrives', 'no event of this case arrived, but other events may have delayed it');
  const isRetried = attempts.some((attempt, at) => isRetryOf(attempt, attempts.slice(0, at)));
  if ((show === 'retry' || show === 'retries') && !isRetried)
    return unjudged('webhook.failure-retried', 'the event was not sent again after its failure');
  const [opening] = setting as Partial<Step>[];
  const { status, second = status } = opening!.receiver!;
  const isLast = ({ exchange }: Attempt) => exchange.response?.status === second;
  return typeof second === 'string' || attempts.some(isLast)
    ? undefined
    : { verdict: 'inconclusive', reason: `the receiver had not responded with ${second} when the run ended` };
}

const unjudged = (id: RequirementId, reason: string): End => ({ verdict: 'inconclusive', reason, blockedBy: id });

/** @param silence the address of the receiver, if nothing arrived there */
function failedBy({ of: _, ...finding }: EventFinding, { exchanges }: Part, silence: string | undefined): End {
  const isNothing = finding.requirement === 'webhook.arrives' && silence !== undefined;
  const nothing = `none; 0 deliveries of any kind arrived at ${silence}, which this machine reaches`;
  const failure = {
    ...finding,
    ...(isNothing && { actual: nothing }),
    setting: exchanges.filter((each) => each !== finding.exchange),
    allowed: [],
  };
  return { verdict: 'fail', reason: reasonOf(failure), failure, decisive: finding.exchange };
}
