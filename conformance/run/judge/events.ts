// Judges a scenario by the events about its case.
import type { RequirementId, TestableId } from '../../../generated/requirements.ts';
import type { Manifest } from '../../manifest.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { isRetryOf } from '../../oracle/events/attempts.ts';
import type { Attempt } from '../../oracle/events/event.ts';
import type { EventFinding, EventsJudgement } from '../../oracle/events/judge.ts';
import { type Events, phases } from '../../scenarios/events.ts';
import type { Scenario, Step } from '../../scenarios/vocabulary.ts';
import { acceptedEnd, blockedBy, type End } from './scenario.ts';
import { eventsOf, NoEvent, phaseOf } from '../play/events/phases.ts';
import type { Performed } from '../play/sending/perform.ts';
import type { Run } from '../play/run.ts';
import type { OthersEnded } from '../play/turns.ts';
import { reasonOf, type ScenarioResult } from './verdict.ts';

type EventScenario = Scenario & { events: Events };

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
  performed: Performed;
  findings: EventFinding[];
  doubts: EventFinding[];
  attempts: Attempt[];
  /** an event of each of its cases has arrived */
  isAnnounced: boolean;
}

/** Judges a scenario when no events of other scenarios are being sent. */
export async function resultsByEvents(
  run: Run,
  othersEnded: OthersEnded,
  id: TestableId,
  scenario: EventScenario,
): Promise<{ results: ScenarioResult[]; exchanges: Exchange[] }> {
  await othersEnded();
  await run.racesEnded;
  return resultsOfEvents(eventsOf(run), run.manifest, id, scenario);
}

/** Where the judgement of events comes from. */
export type EventSource = Pick<ReturnType<typeof eventsOf>, 'with' | 'whenQuiet'>;

export async function resultsOfEvents(
  events: EventSource,
  manifest: Manifest,
  id: TestableId,
  scenario: EventScenario,
): Promise<{ results: ScenarioResult[]; exchanges: Exchange[] }> {
  const exchanges: Exchange[] = [];
  const end = await endOf(events, manifest, { id, scenario }, exchanges).catch((error: unknown) => {
    if (error instanceof NoEvent) return noEvent;
    throw error;
  });
  return { results: [{ label: scenario.label, ...(end ?? { verdict: 'pass', reason: '' }) }], exchanges };
}

const noEvent = blockedBy('webhook.arrives', { expected: 'an event', actual: 'none in an earlier phase' });

/** @param exchanges receives those of the scenario */
async function endOf(
  events: EventSource,
  manifest: Manifest,
  { id, scenario }: { id: TestableId; scenario: EventScenario },
  exchanges: Exchange[],
): Promise<End> {
  const {
    control,
    setting,
    events: { show },
  } = scenario;
  const judged = (found: OfCase, isOwn: boolean) => {
    exchanges.push(...[...found.attempts, ...found.findings].map(({ exchange }) => exchange));
    return endOfCase(manifest, { id, show }, found, isOwn);
  };
  const parts = [control, setting]
    .filter((steps) => steps.length > 0)
    .toSorted((one, other) => order(one) - order(other));
  for (const steps of new Set(parts)) {
    const { performed, judgement } = await events.with(steps);
    exchanges.push(...performed.exchanges);
    const end = acceptedEnd(manifest, performed, steps) ?? judged(ofCase(performed, judgement), steps === setting);
    if (end) return end;
  }
  const { performed, judgement } = await events.with(setting);
  const end = unshown(ofCase(performed, judgement), setting, show);
  if (end || (show !== 'absence' && show !== 'retries')) return end;
  return judged(ofCase(performed, await events.whenQuiet(setting, phaseOf(parts.at(-1)!))), true);
}

/** @param isOwn the case is that of the scenario, and not of its control */
function endOfCase(
  manifest: Manifest,
  { id, show }: { id: TestableId; show: Events['show'] },
  { findings, doubts, performed }: OfCase,
  isOwn: boolean,
): End {
  const own = isOwn ? findings.find(({ requirement }) => requirement === id) : undefined;
  if (own) return failedBy(own, performed, manifest);
  const blocks = [...needed[show], ...(dependsOn[id] ?? [])];
  const other = findings.find(({ requirement }) => blocks.includes(requirement));
  if (other) return blockedBy(other.requirement, other, other.exchange);
  const isDoubtful = isOwn && doubts.some(({ requirement }) => requirement === id);
  return isDoubtful ? { verdict: 'inconclusive', reason: clockUnknown } : undefined;
}

const order = (setting: readonly Step[]) => phases.indexOf(phaseOf(setting));

function ofCase(performed: Performed, { findings, doubts, attempts }: EventsJudgement): OfCase {
  const ids = performed.opened.map(({ id }) => id);
  const isOfCase = ({ of }: EventFinding) => ids.includes(of.id);
  return {
    performed,
    findings: findings.filter(isOfCase),
    doubts: doubts.filter(isOfCase),
    attempts: ids.flatMap((id) => attempts.get(id) ?? []),
    isAnnounced: ids.every((id) => attempts.has(id)),
  };
}

/** No finding is not a pass: the event must have arrived, and a failed one again. */
function unshown({ attempts, isAnnounced }: OfCase, setting: readonly Step[], show: Events['show']): End {
  if (!setting.some(({ until }) => until === 'announced')) return undefined;
  if (!isAnnounced)
    return unjudged('webhook.arrives', 'no event of this case arrived, but other events may have delayed it');
  const isRetried = attempts.some((attempt, at) => isRetryOf(attempt, attempts.slice(0, at)));
  return (show === 'retry' || show === 'retries') && !isRetried
    ? unjudged('webhook.failure-retried', 'the event was not sent again after its failure')
    : undefined;
}

const unjudged = (id: RequirementId, reason: string): End => ({ verdict: 'inconclusive', reason, blockedBy: id });

function failedBy({ of: _, ...finding }: EventFinding, { exchanges }: Performed, { webhook }: Manifest): End {
  const { count, url } = webhook!.receiver;
  const isNothing = finding.requirement === 'webhook.arrives' && count === 0;
  const nothing = `none; ${count} deliveries of any kind arrived at ${url}, which this machine reaches`;
  const failure = {
    ...finding,
    ...(isNothing && { actual: nothing }),
    setting: exchanges.filter((each) => each !== finding.exchange),
    allowed: [],
  };
  return { verdict: 'fail', reason: reasonOf(failure), failure, decisive: finding.exchange };
}
