// Judges the events that a service sent, given everything that its responses have shown.
import { type Exchange, headerIn } from '../../engine/exchange.ts';
import { show } from '../../engine/expect.ts';
import { isDecided } from '../decision.ts';
import type { History, KnownCase, View } from '../history.ts';
import type { Finding, FindingKind, Report, Span, World } from '../terms.ts';
import { judgeArrival } from './arrival.ts';
import { isRetryOf, judgeAttempts } from './attempts.ts';
import { type Ahead, judgeContent, judgeOwner } from './content.ts';
import { type Attempt, attemptOf, CasesOfEvents } from './event.ts';

/** Everything that the contract forbids in the events that arrived while the receiver watched. */
export function judgeEvents(received: readonly Exchange[], watched: Span, history: History, world: World): Finding[] {
  if (!world.secrets) return [];
  const findings: Finding[] = [];
  const reportOf =
    (exchange: Exchange, kind: FindingKind): Report =>
    (requirement, expected, actual) =>
      findings.push({
        requirement,
        kind,
        expected,
        actual: typeof actual === 'string' ? actual : show(actual),
        exchange,
      });
  const cases = new CasesOfEvents(history);
  const inOrder = received.toSorted((one, other) => one.started! - other.started!);
  const redirected = redirectedIn(inOrder);
  for (const each of redirected)
    reportOf(each, 'answer')('webhook.redirect-not-followed', 'nothing at the address of a redirect', each.request.url);
  const attempts = inOrder
    .filter((each) => !redirected.has(each))
    .flatMap((each) => attemptOf(each, cases) ?? [])
    .filter(({ of }) => of.caller.mode === 'sandbox');
  const ofCase = Map.groupBy(attempts.filter(isAtHome), ({ of }) => of);
  const ahead = clockOf(history, attempts);
  for (const attempt of attempts) {
    const earlier = ofCase.get(attempt.of)?.filter(({ arrived }) => arrived < attempt.arrived) ?? [];
    judgeOwner(attempt, isRetryOf(attempt, earlier), world, reportOf(attempt.exchange, 'form'));
    if (isAtHome(attempt)) judgeContent(attempt, ahead, reportOf(attempt.exchange, 'form'));
  }
  for (const [found, own] of ofCase) {
    judgeAttempts(own, watched, ({ exchange }) => reportOf(exchange, 'set'));
    judgeReads(found, own[0]!, ({ exchange }) => reportOf(exchange, 'state'));
  }
  judgeIds([...ofCase.values()].flat(), ({ exchange }) => reportOf(exchange, 'set'));
  judgeArrival(history.cases, ofCase, watched, world, ({ exchange }) => reportOf(exchange, 'set'));
  return findings;
}

const isAtHome = ({ endpoint, of }: Attempt) => endpoint === of.caller.tenant;

/** Those that arrived where a redirect before had pointed to. */
function redirectedIn(inOrder: readonly Exchange[]): Set<Exchange> {
  const targets = new Set<string>();
  const found = new Set<Exchange>();
  for (const exchange of inOrder) {
    const { request, response } = exchange;
    if (targets.has(request.url)) found.add(exchange);
    const target = response && headerIn(response.headers, 'Location');
    if (target !== undefined) targets.add(new URL(target, request.url).href);
  }
  return found;
}

/** A read that begins after the arrival of the event returns the decision (D46). */
function judgeReads({ views }: KnownCase, first: Attempt, reportOf: (view: View) => Report): void {
  const late = views.find(({ span, shown }) => span.start > first.arrived && !isDecided(shown));
  if (late) reportOf(late)('webhook.state-before-event', 'a decided case when its event arrives', late.shown['status']);
}

function judgeIds(attempts: readonly Attempt[], reportOf: (attempt: Attempt) => Report): void {
  const owners = new Map<string, KnownCase>();
  for (const attempt of attempts.toSorted((one, other) => one.arrived - other.arrived)) {
    const { id, of } = attempt;
    const owner = owners.get(id ?? '') ?? of;
    if (owner !== of) reportOf(attempt)('webhook.ids-differ', 'a webhook-id of its own', id);
    if (id !== undefined && id !== '') owners.set(id, owner);
  }
}

// Milliseconds. A response that took longer says little about the clock.
const shortResponse = 1000;

/** How far the clock of the service is ahead, from the `Date` of responses in the same time as the events. */
function clockOf({ cases }: History, [first]: readonly Attempt[]): Ahead | undefined {
  if (!first) return undefined;
  const epoch = first.exchange.arrivedAt! - first.arrived;
  const bounds = cases
    .flatMap(({ views }) => views)
    .filter(({ exchange }) => exchange.milliseconds < shortResponse)
    .flatMap(({ exchange, span }) => {
      const date = Date.parse(headerIn(exchange.response!.headers, 'Date') ?? '');
      return Number.isNaN(date) ? [] : [{ least: date - epoch - span.end, most: date + 1000 - epoch - span.start }];
    });
  if (bounds.length === 0) return undefined;
  return {
    least: Math.min(...bounds.map(({ least }) => least)),
    most: Math.max(...bounds.map(({ most }) => most)),
  };
}
