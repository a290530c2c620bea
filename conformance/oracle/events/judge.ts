// Judges the events that a service sent, given everything that its responses have shown.
import { type Exchange, headerIn } from '../../wire/exchange.ts';
import { isDecided } from '../case-lifecycle/decision.ts';
import type { History, KnownCase, View } from '../history.ts';
import { type Finding, type FindingKind, observer, type Report, type Watched, type World } from '../terms.ts';
import { millisecondsOfDate } from '../support/instant.ts';
import { judgeArrival } from './arrival.ts';
import { isRetryOf, judgeAttempts, judgeCopies } from './attempts.ts';
import { type Ahead, judgeContent, judgeOwner, judgeSignatureForm, judgeTimeOfSending } from './content.ts';
import { type Attempt, attemptOf, CasesOfEvents } from './event.ts';
import { at, foundIn } from '../support/place.ts';

/** What the contract forbids in an event, or in a read that an event contradicts. */
export interface EventFinding extends Finding {
  /** the case that it is about */
  of: KnownCase;
}

/** What the contract says of the events that a service sent. */
export interface EventsJudgement {
  findings: EventFinding[];
  /** what would be a finding if the clocks of the service and the suite agreed, while no response shows its clock */
  doubts: EventFinding[];
  /** in the order of their arrival, at the endpoint of the tenant, by the id of the case */
  attempts: Map<string, Attempt[]>;
}

/** Judges the events that arrived while the receiver watched, and that could be reached. */
export function judgeEvents(
  received: readonly Exchange[],
  watched: Watched,
  history: History,
  world: World,
): EventsJudgement {
  const findings: EventFinding[] = [];
  const doubts: EventFinding[] = [];
  if (!world.secrets) return { findings, doubts, attempts: new Map() };
  const reportOf = reportsTo(findings);
  const cases = new CasesOfEvents(history);
  const inOrder = received.toSorted((one, other) => one.started! - other.started!);
  const redirected = redirectedIn(inOrder);
  for (const [each, by] of redirected) {
    const of = attemptOf(by, cases)?.of;
    const expected = 'nothing at the address of a redirect';
    if (of) reportOf(of, each, 'set')('webhook.redirect-not-followed', expected, each.request.url);
  }
  const attempts = inOrder
    .filter((each) => !redirected.has(each))
    .flatMap((each) => attemptOf(each, cases) ?? [])
    .filter(({ of }) => of.caller.mode === 'sandbox');
  const ofCase = Map.groupBy(attempts.filter(isAtHome), ({ of }) => of);
  for (const attempt of attempts) {
    const earlier = ofCase.get(attempt.of)?.filter(({ arrived }) => arrived < attempt.arrived) ?? [];
    const first = isRetryOf(attempt, earlier) ? earlier[0] : undefined;
    judgeOwner(attempt, first, world, reportOf(attempt.of, attempt.exchange, 'form'));
  }
  const atHome = attempts.filter(isAtHome);
  const ahead = clockOf(history, attempts);
  for (const attempt of atHome) {
    const { of, exchange } = attempt;
    judgeContent(attempt, reportOf(of, exchange, 'form'));
    history.valuesOfOthers.judgeEvent(attempt.body, of.caller, reportOf(of, exchange, 'form'));
    judgeSignatureForm(attempt, reportOf(of, exchange, 'form'));
    const reportTime = reportsTo(ahead ? findings : doubts)(of, exchange, 'form');
    judgeTimeOfSending(attempt, ahead, reportTime);
  }
  const reportOfAttempt = ({ of, exchange }: Attempt) => reportOf(of, exchange, 'set');
  for (const [found, own] of ofCase) {
    judgeAttempts(own, watched, reportOfAttempt);
    judgeReads(found, own[0]!, ({ exchange }) => reportOf(found, exchange, 'state'));
  }
  judgeCopies([...ofCase.values()], reportOfAttempt);
  judgeIds(atHome, reportOfAttempt);
  judgeArrival(history.cases, ofCase, watched, world, (of, { exchange }) => reportOf(of, exchange, 'set'));
  return { findings, doubts, attempts: new Map([...ofCase].map(([{ id }, own]) => [id, own])) };
}

const reportsTo =
  (findings: EventFinding[]) =>
  (of: KnownCase, exchange: Exchange, kind: FindingKind): Report =>
  (requirement, expected, actual) => {
    observer.onReport?.(requirement);
    findings.push({ requirement, kind, expected, ...foundIn(exchange, actual), exchange, of });
  };

const isAtHome = ({ endpoint, of }: Attempt) => endpoint === of.caller.tenant;

/** Those that arrived where a redirect before had pointed to, each with the event that was redirected. */
function redirectedIn(inOrder: readonly Exchange[]): Map<Exchange, Exchange> {
  const targets = new Map<string, Exchange>();
  const found = new Map<Exchange, Exchange>();
  for (const exchange of inOrder) {
    const { request, response } = exchange;
    const by = targets.get(request.url);
    if (by) found.set(exchange, by);
    const target = response && headerIn(response.headers, 'Location');
    if (target !== undefined) targets.set(new URL(target, request.url).href, exchange);
  }
  return found;
}

/** A read that begins after the arrival of the event returns the decision (D46). */
function judgeReads({ views }: KnownCase, first: Attempt, reportOf: (view: View) => Report): void {
  const late = views.find(({ span, shown }) => span.start > first.arrived && !isDecided(shown));
  if (late) reportOf(late)('webhook.state-before-event', 'a decided case when its event arrives', at('/status'));
}

function judgeIds(attempts: readonly Attempt[], reportOf: (attempt: Attempt) => Report): void {
  const owners = new Map<string, KnownCase>();
  for (const attempt of attempts) {
    const { id, of } = attempt;
    const owner = owners.get(id ?? '') ?? of;
    if (owner !== of) reportOf(attempt)('webhook.ids-differ', 'a webhook-id of its own', at('webhook-id'));
    if (id !== undefined && id !== '') owners.set(id, owner);
  }
}

// Milliseconds. A response that took longer says little about the clock.
const shortResponse = 1000;

/**
 * How far the clock of the service is ahead, from the `Date` of responses in the same time as the events. A server may read its
 * clock once for all responses of a connection, so the latest `Date` counts.
 */
function clockOf({ cases }: History, [first]: readonly Attempt[]): Ahead | undefined {
  if (!first) return undefined;
  const epoch = first.exchange.arrivedAt! - first.arrived;
  const bounds = cases
    .flatMap(({ views }) => views)
    .filter(({ exchange }) => exchange.milliseconds < shortResponse)
    .flatMap(({ exchange, span }) => {
      const date = millisecondsOfDate(headerIn(exchange.response!.headers, 'Date'));
      return Number.isNaN(date) ? [] : [{ least: date - epoch - span.end, most: date + 1000 - epoch - span.start }];
    });
  if (bounds.length === 0) return undefined;
  return {
    least: Math.max(...bounds.map(({ least }) => least)),
    most: Math.max(...bounds.map(({ most }) => most)),
  };
}
