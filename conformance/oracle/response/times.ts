// Times follow the order of events, and agree with the clock of the response (D86).
import { numbers } from '../../../generated/limits.ts';
import { headerIn } from '../../wire/exchange.ts';
import { show } from '../../wire/json.ts';
import { isDecided } from '../case-lifecycle/decision.ts';
import { type History, type KnownCase, uploadOf, type View } from '../history.ts';
import { millisecondsOf, millisecondsOfDate } from '../support/instant.ts';
import { isGuessable } from '../idempotency/key-uses.ts';
import type { Reading } from '../request/reading.ts';
import { isBefore, type Report, type Reports } from '../terms.ts';
import { type At, at } from '../support/place.ts';

const fromClock = numbers['clock-difference'];
// A second is lost when times are cut.
const clocksApart = numbers['machine-clocks'] + 1000;

/** The response is a repetition when the key was used before. */
const mayBeRepeated = ({ key }: Reading, { since }: History) =>
  key !== undefined && (isGuessable(key) || since !== undefined);

/** A time that was just set agrees with the `Date` of the response. */
export function judgeNewTime(
  reading: Reading,
  history: History,
  { created_at: time }: Record<string, unknown>,
  report: Report,
): void {
  if (!mayBeRepeated(reading, history)) judgeClock(reading, at('/created_at', time), 0, report);
}

/** The times that a read shows of a case. */
export function judgeShownTimes(
  reading: Reading,
  history: History,
  found: KnownCase,
  view: View,
  { form, state }: Pick<Reports, 'form' | 'state'>,
): void {
  judgeOrder(found, view, state);
  if (history.since !== undefined || mayBeRepeated(found.opener, history)) return;
  const age = view.span.end - found.opener.span.start;
  const { opened, stored, decided } = timesOf(view);
  for (const time of [opened, ...stored, decided]) judgeClock(reading, time, age, form);
}

const timesOf = ({ shown, artifacts }: View) => ({
  opened: at('/created_at', shown['created_at']),
  stored: artifacts.map((each, place) => at(`/artifacts/${place}/created_at`, each['created_at'])),
  decided: at('/decided_at', shown['decided_at']),
});

const instant = ({ value }: At): number => millisecondsOf(value);

/** @param age milliseconds that may have passed since the time was set */
function judgeClock({ exchange }: Reading, time: At, age: number, report: Report): void {
  const date = headerIn(exchange.response!.headers, 'Date');
  const since = millisecondsOfDate(date) - instant(time);
  if (since < -fromClock || since > fromClock + age)
    report('http.timestamps-by-clock', `a time within ${fromClock / 60_000} minutes of ${date}`, at(time.place));
}

function judgeOrder(found: KnownCase, view: View, report: Report): void {
  const inOrder = (earlier: At, later: At) => {
    if (instant(later) - instant(earlier) < -clocksApart)
      report(
        'case-lifecycle.times-in-order',
        `a time not more than 5 s before ${show(earlier.value)}`,
        at(later.place),
      );
  };
  const { shown, artifacts } = view;
  const { opened, stored, decided } = timesOf(view);
  for (const time of stored) inOrder(opened, time);
  const accepted = artifacts.map((each) => uploadOf(found, each)?.accepted);
  for (const [place, first] of accepted.entries())
    for (const [later, second] of accepted.entries())
      if (first && second && isBefore(first, second)) inOrder(stored[place]!, stored[later]!);
  const [earliest] = stored.toSorted((one, other) => instant(one) - instant(other));
  // Outside the sandbox, evidence need not be what decides a case (D97).
  const isDecidedByEvidence = found.directive.outcome === 'decided' && isDecided(shown);
  if (isDecidedByEvidence && earliest) inOrder(earliest, decided);
}
