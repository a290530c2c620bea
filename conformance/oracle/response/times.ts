// Times follow the order of events, and agree with the clock of the response (D86).
import { numbers } from '../../../generated/limits.ts';
import { headerIn } from '../../wire/exchange.ts';
import { show } from '../../wire/json.ts';
import { isDecided } from '../decision.ts';
import { type History, type KnownCase, uploadOf, type View } from '../history.ts';
import { isGuessable } from '../key-uses.ts';
import type { Reading } from '../request/reading.ts';
import { isBefore, type Report, type Reports } from '../terms.ts';

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
  { created_at: created }: Record<string, unknown>,
  report: Report,
): void {
  if (!mayBeRepeated(reading, history)) judgeClock(reading, created, 0, report);
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
  const { shown, artifacts, span } = view;
  const age = span.end - found.opener.span.start;
  const times = [shown['created_at'], ...artifacts.map((each) => each['created_at']), shown['decided_at']];
  for (const time of times) judgeClock(reading, time, age, form);
}

/** @param age milliseconds that may have passed since the time was set */
function judgeClock({ exchange }: Reading, time: unknown, age: number, report: Report): void {
  const date = headerIn(exchange.response!.headers, 'Date') ?? '';
  const since = Date.parse(date) - Date.parse(String(time));
  if (since < -fromClock || since > fromClock + age)
    report('http.timestamps-by-clock', `a time within ${fromClock / 60_000} minutes of ${date}`, time);
}

function judgeOrder(found: KnownCase, { shown, artifacts }: View, report: Report): void {
  const inOrder = (earlier: unknown, later: unknown) => {
    const apart = Date.parse(String(later)) - Date.parse(String(earlier));
    if (apart < -clocksApart)
      report('case-lifecycle.times-in-order', `a time not more than 5 s before ${show(earlier)}`, later);
  };
  const times = artifacts.map((each) => each['created_at']);
  for (const time of times) inOrder(shown['created_at'], time);
  const accepted = artifacts.map((each) => uploadOf(found, each)?.accepted);
  for (const [at, first] of accepted.entries())
    for (const [later, second] of accepted.entries())
      if (first && second && isBefore(first, second)) inOrder(times[at], times[later]);
  const [earliest] = times.toSorted((one, other) => Date.parse(String(one)) - Date.parse(String(other)));
  // Outside the sandbox, evidence need not be what decides a case (D97).
  const isDecidedByEvidence = found.directive.outcome === 'decided' && isDecided(shown);
  if (isDecidedByEvidence && earliest !== undefined) inOrder(earliest, shown['decided_at']);
}
