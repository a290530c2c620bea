// The judgement on a client, in the form of that on a service.
import {
  type Capability,
  type ClientId,
  clientRequirements,
  contract,
  type Requirement,
  type RequirementId,
} from '../../generated/requirements.ts';
import { causesIn } from '../oracle/client/consequences.ts';
import { missed } from '../oracle/client/decision.ts';
import { hidden, rules } from '../oracle/client/rules.ts';
import type { ClientFinding, Session } from '../oracle/client/session.ts';
import type { Judgement } from '../run/judge/judgement.ts';
import { type KnownFailures, withKnown } from '../known-failures/list.ts';
import { count, type Outcome, outcomeOf, type Scope } from '../run/judge/outcome.ts';
import { notApplicable } from '../run/plan.ts';
import type { Planned } from './plan.ts';
import { tasks } from './tasks.ts';
import { type Result, reasonOf, type ScenarioResult } from '../run/judge/verdict.ts';
import { type Judged, verdictsOf } from '../run/judge/verdicts.ts';
import { bearerKey, type Exchange } from '../wire/exchange.ts';

export interface ClientSelection {
  /** the command, as reports name the client */
  name: string;
  only: string[];
  known: KnownFailures | undefined;
  claims: Capability[];
  /** only some of the sessions were to be run */
  isPart: boolean;
}

/** What a client did, and the sessions that were planned and did not come to their end. */
export interface Visited {
  sessions: Session[];
  unseen: Planned[];
}

type ClientRequirement = Requirement & { id: ClientId };

/** The judgement on a client, given everything that it did. */
export function judgementOf(visited: Visited, selection: ClientSelection, startedAt: Date): Judgement {
  const { name, only, known, claims, isPart } = selection;
  const chosen = clientRequirements.filter(
    ({ id, family }) => only.length === 0 || only.includes(id) || only.includes(family),
  );
  const judged = chosen.map((requirement) => judgedBy(requirement, visited, claims));
  const found = verdictsOf(judged, [], new Map());
  const causes = new Map<RequirementId, ClientId>(causesIn(visited.sessions));
  const explained = found.map((result) => {
    const follows = isFailure(result) ? causes.get(result.requirement.id) : undefined;
    return follows && chosen.some(({ id }) => id === follows) ? { ...result, follows } : result;
  });
  const results = known ? withKnown(explained, known) : explained;
  const scope: Scope = { class: 'full', claimed: claims, leftOut: [], partial: only.length > 0 || isPart };
  return {
    contract,
    subject: { party: 'client', name },
    source: 'client',
    facts: { baseUrl: name, claims, keys: {}, key: bearerKey, id: '/id' },
    startedAt,
    milliseconds: Date.now() - startedAt.getTime(),
    scope,
    results,
    outcome: withCount(outcomeOf(results, scope), results),
    exchanges: exchangesOf(visited.sessions),
  };
}

const isFailure = ({ verdict }: Result) => verdict === 'fail' || verdict === 'warning';

const exchangesOf = (sessions: Session[]): Exchange[] =>
  sessions.flatMap(({ sent }) => sent.map(({ exchange }) => exchange));

/** `NON-CONFORMANT (12 of 15 requirements met)`: a client claims nothing that the headline could name. */
function withCount(outcome: Outcome, results: Result[]): Outcome {
  if (outcome.name === undefined) return outcome;
  const { pass, warning, 'not-applicable': unseen } = count(results);
  return { ...outcome, headline: `${outcome.name} (${pass + warning} of ${results.length - unseen} requirements met)` };
}

/** A session as a report names it. */
export const labelOf = ({ task, condition }: Pick<Session, 'task' | 'condition'>): string =>
  `${task.name}: ${condition.name}`;

// If the client fails a task at the plain service, its sessions with the others are not run; the network fails in the first one.
const plainTask: ClientId = 'client.reaches-decision';
const notRun = `blocked by ${plainTask}: the client does not reach the decision at the plain service either`;
const notShown = 'the client did nothing that shows whether it meets this requirement';
const notMet = 'no task of the client came to its end there';

function judgedBy(requirement: ClientRequirement, { sessions, unseen }: Visited, claims: Capability[]): Judged {
  const reason = notApplicable(requirement, claims);
  if (reason !== undefined)
    return {
      requirement,
      scenarios: [],
      milliseconds: 0,
      exchanges: [],
      otherwise: { verdict: 'not-applicable', reason },
    };
  const shown = sessions.flatMap((session) => {
    const findings = rules[requirement.id](session);
    return findings === undefined ? [] : [scenarioOf(requirement, session, findings)];
  });
  const missing = unseen.filter(({ condition }) => condition.shows === requirement.id);
  const scenarios = [...shown, ...missing.map((planned) => unjudged(labelOf(planned), notMet))];
  const judged = { requirement, scenarios, milliseconds: 0 };
  if (scenarios.length > 0) return { ...judged, exchanges: exchangesOf(sessions) };
  const why = sessions.map((session) => hidden[requirement.id]?.(session)).find(Boolean) ?? notShown;
  // Another session might have shown it.
  if (unseen.length > 0) return { ...judged, scenarios: [unjudged('not seen', why)], exchanges: [] };
  const isCutShort = sessions.some(
    (session) => session.task.name === tasks[0]!.name && session.condition.shows === plainTask && missed(session),
  );
  if (!isCutShort) return { ...judged, exchanges: [], otherwise: { verdict: 'not-applicable', reason: why } };
  return { ...judged, scenarios: [{ ...unjudged('not run', notRun), blockedBy: plainTask }], exchanges: [] };
}

const unjudged = (label: string, reason: string): ScenarioResult => ({ label, verdict: 'inconclusive', reason });

function scenarioOf(requirement: ClientRequirement, session: Session, findings: ClientFinding[]): ScenarioResult {
  const label = labelOf(session);
  const [first] = findings;
  if (!first) return { label, verdict: 'pass', reason: '' };
  const { expected, actual, exchange = session.sent.at(-1)?.exchange } = first;
  const reason = reasonOf(first);
  if (!exchange) return { label, verdict: 'fail', reason };
  const finding = { requirement: requirement.id, kind: 'request' as const, expected, actual, exchange };
  const failure = { ...finding, allowed: [], setting: before(exchange, session) };
  return { label, verdict: 'fail', reason, failure, decisive: exchange };
}

/** The requests of the session that came first. */
function before(exchange: Exchange, { sent }: Session): Exchange[] {
  const all = sent.map((each) => each.exchange);
  return all.slice(0, Math.max(0, all.indexOf(exchange)));
}
