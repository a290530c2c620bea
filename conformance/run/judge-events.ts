// Judges a scenario by the events about its case.
import type { RequirementId, TestableId } from '../../generated/requirements.ts';
import type { FullContext } from '../checks/support/context.ts';
import { Inconclusive, Violation } from '../engine/verdict.ts';
import { isRetryOf } from '../oracle/events/attempts.ts';
import type { Attempt } from '../oracle/events/event.ts';
import type { EventFinding, EventsJudgement } from '../oracle/events/judge.ts';
import { type Events, phases } from '../scenarios/events.ts';
import type { Scenario, Step } from '../scenarios/vocabulary.ts';
import { blockedBy } from './blocked.ts';
import { eventsOf, phaseOf } from './events.ts';
import type { Performed } from './perform.ts';

type EventScenario = Scenario & { events: Events };

export const isAboutEvents = (scenario: Scenario): scenario is EventScenario => scenario.events !== undefined;

/** Without these, a scenario shows nothing. */
const always: RequirementId[] = ['webhook.arrives', 'webhook.announces-denial', 'webhook.error-retried'];
const headers: RequirementId[] = ['webhook.id-header', 'webhook.timestamp-header'];
/** What must be valid before the rest can be compared. */
const dependsOn: Partial<Record<TestableId, RequirementId[]>> = {
  'webhook.timestamp-is-decision': ['webhook.body-schema'],
  'webhook.data-is-case': ['webhook.body-schema'],
  'webhook.timestamp-of-sending': ['webhook.timestamp-header'],
  'webhook.ids-differ': ['webhook.id-header'],
  'webhook.once-a-case': ['webhook.id-header'],
  'webhook.retry-keeps-id': ['webhook.id-header'],
  'webhook.retry-renews-timestamp': ['webhook.timestamp-header'],
  'webhook.signature': headers,
  'webhook.own-secret': headers,
  'webhook.retry-signed-anew': headers,
  'webhook.no-answer-retried': ['webhook.slow-success-taken'],
};

const clockUnknown = 'no response of the candidate has a Date header that shows its clock';

/** The events about the case of one setting. */
interface OfCase {
  performed: Performed;
  findings: EventFinding[];
  doubts: EventFinding[];
  attempts: Attempt[];
}

/** @param requireAccepted throws when the requests of a setting are not answered as they must be */
export async function judgeEventsOf(
  context: FullContext,
  id: TestableId,
  { control, setting, events: { phase, show } }: EventScenario,
  requireAccepted: (performed: Performed, steps: readonly Step[]) => void,
): Promise<void> {
  // By then no events of other scenarios are being sent.
  await context.waitForOtherChecks();
  const events = eventsOf(context.run);
  const judgePart = async (steps: readonly Step[]) => {
    const { performed, judgement } = await events.with(steps);
    performed.exchanges.forEach((exchange) => context.record(exchange));
    requireAccepted(performed, steps);
    judge(ofCase(performed, judgement), steps === setting);
  };
  const judge = (found: OfCase, isOwn: boolean) => {
    const { findings, doubts, attempts, performed } = found;
    for (const { exchange } of [...attempts, ...findings]) context.record(exchange);
    const own = isOwn ? findings.find(({ requirement }) => requirement === id) : undefined;
    if (own) throw violationOf(own, performed, context);
    const blocks = [...always, ...(dependsOn[id] ?? [])];
    const other = findings.find(({ requirement }) => blocks.includes(requirement));
    if (other) throw blockedBy(other.requirement, other, other.exchange);
    if (isOwn && doubts.some(({ requirement }) => requirement === id)) throw new Inconclusive(clockUnknown);
  };
  const parts = [control, setting]
    .filter((steps) => steps.length > 0)
    .toSorted((one, other) => order(one) - order(other));
  for (const steps of new Set(parts)) await judgePart(steps);
  const { performed, judgement } = await events.with(setting);
  requireShown(ofCase(performed, judgement), setting, show);
  if (show === 'absence') judge(ofCase(performed, await events.whenQuiet(phase)), true);
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
  };
}

/** No finding is not a pass: the event must have arrived, and a failed one again. */
function requireShown({ attempts }: OfCase, setting: readonly Step[], show: Events['show']): void {
  if (!setting.some(({ until }) => until === 'announced')) return;
  if (attempts.length === 0)
    throw new Inconclusive('no event of this case arrived, but other events may have delayed it', 'webhook.arrives');
  const isRetried = attempts.some((attempt, at) => isRetryOf(attempt, attempts.slice(0, at)));
  if (show === 'retry' && !isRetried)
    throw new Inconclusive('the event was not sent again after its failure', 'webhook.error-retried');
}

function violationOf(finding: EventFinding, { exchanges }: Performed, { webhook }: FullContext): Violation {
  const { requirement: rule, kind, expected, actual, exchange } = finding;
  const { count, url } = webhook.receiver;
  const isNothing = rule === 'webhook.arrives' && count === 0;
  const shown = isNothing
    ? `none; ${count} deliveries of any kind arrived at ${url}, which this machine reaches`
    : actual;
  const setting = exchanges.filter((each) => each !== exchange);
  return new Violation({ code: 'model-violation', kind, rule, expected, actual: shown, exchange, setting });
}
