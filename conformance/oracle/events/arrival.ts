// The event of a decided case arrives in time (D54), which shows only while the service has nothing else to send.
import { isDecided } from '../case-lifecycle/decision.ts';
import { arrivalTime } from '../facts.ts';
import type { KnownCase, View } from '../history.ts';
import { type Report, type Span, wasAway, type Watched, type World } from '../terms.ts';
import type { Attempt } from './event.ts';

// Milliseconds that a sender with one connection needs between two events, and as many reads take about as long: on a
// loaded machine all take longer.
const shortestPause = 40;
const readsInPause = 4;
// Milliseconds that it was busy with other events.
const mostForOthers = 4000;

/** Finds events that are missing or late, at the read that first showed the decision. */
export function judgeArrival(
  cases: readonly KnownCase[],
  ofCase: ReadonlyMap<KnownCase, readonly Attempt[]>,
  watched: Watched,
  { secrets }: World,
  reportOf: (of: KnownCase, view: View) => Report,
): void {
  const attempts = [...ofCase.values()].flat();
  const lastEnd = Math.max(...attempts.map(({ ended, arrived, fate }) => (fate === 'accepted' ? arrived : ended)));
  const isIdle = watched.end > lastEnd + arrivalTime;
  const decisions = [...ofCase.keys()].flatMap(({ views }) => views.find(({ shown }) => isDecided(shown)) ?? []);
  const lastDecision = Math.max(0, ...decisions.map(({ span }) => span.start));
  for (const found of cases) {
    const decision = found.views.find(({ shown }) => isDecided(shown));
    if (!decision || found.caller.mode !== 'sandbox' || !secrets?.has(found.caller.tenant)) continue;
    const due = decision.span.end + arrivalTime;
    // After a 410 the service may have disabled the endpoint (D69).
    const gone = attempts.find(({ fate, of }) => fate === 'gone' && of.caller.tenant === found.caller.tenant);
    if (decision.span.start < watched.start || due > (gone?.arrived ?? Infinity)) continue;
    if (wasAway(watched, decision.span.start, due)) continue;
    const first = ofCase.get(found)?.[0];
    // The event of a later decision shows that no queue delays this one.
    const isMissing = !first && (isIdle || lastDecision > due) && watched.end > due;
    const isLate = first && first.arrived > due && isCalm(attempts, first, decision.span.end, cases);
    if (!isMissing && !isLate) continue;
    reportOf(found, decision)(
      'webhook.arrives',
      'an event within 5 s of the decision',
      first ? `the event after ${((first.arrived - decision.span.end) / 1000).toFixed(1)} s` : 'no event',
    );
  }
}

/** Also a sender with one connection would have had the time. A late response delays only events of its tenant (D54). */
function isCalm(
  attempts: readonly Attempt[],
  { arrived: end, endpoint }: Attempt,
  start: number,
  cases: readonly KnownCase[],
): boolean {
  const others = attempts
    .filter(({ arrived, ended }) => arrived < end && ended > start)
    .filter((each) => each.endpoint === endpoint || each.exchange.milliseconds < mostForOthers)
    .toSorted((one, other) => one.arrived - other.arrived);
  if (!others.every(({ fate }) => fate === 'accepted')) return false;
  const pause = Math.max(shortestPause, readsInPause * usualTimeOfRead(cases, { start, end }));
  let [busy, until] = [0, start];
  for (const { arrived, ended } of others) {
    const begin = Math.max(arrived, until);
    busy += Math.min(begin - until, pause) + Math.max(0, Math.min(ended, end) - begin);
    until = Math.max(until, ended);
  }
  return busy < mostForOthers;
}

/** Milliseconds. */
function usualTimeOfRead(cases: readonly KnownCase[], { start, end }: Span): number {
  const times = cases
    .flatMap(({ views }) => views)
    .filter(({ span }) => span.start < end && span.end >= start)
    .map(({ exchange }) => exchange.milliseconds)
    .toSorted((one, other) => one - other);
  return times[Math.floor(times.length / 2)] ?? 0;
}
