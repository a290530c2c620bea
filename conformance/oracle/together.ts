// What only several exchanges show together.
import { mayBeRunning } from './expectation.ts';
import { gatewayStatuses } from './gateway.ts';
import type { History } from './history.ts';
import type { Reading } from './request/reading.ts';
import { typeIn } from './response/problem.ts';
import { mayPrecede, type Report, type Reports } from './terms.ts';

/** Judges a response by those to similar requests. */
export function judgeTogether(reading: Reading, history: History, { answer, set }: Reports): void {
  judgeStranger(reading, history, set);
  judgeInUse(reading, history, answer);
  if (history.isForeign(reading)) history.foreignCases.judge(reading, set);
  history.lengths.judge(reading, set);
  history.overload.judge(reading, history.hadSandboxError(reading), answer);
}

/** Without a valid key, the status does not depend on whether the case exists (D23). */
function judgeStranger(reading: Reading, history: History, report: Report): void {
  const { target, authorization, exchange } = reading;
  const isStranger = !authorization.caller && !authorization.unclear && target.kind !== 'unclear';
  if (!isStranger || target.caseId === undefined || !history.caseWith(target.caseId)) return;
  const { status } = exchange.response!;
  const other = history.comparisons.statusForUnknown(reading);
  if (other !== undefined && other !== status && !gatewayStatuses.includes(status))
    report('authentication.before-case', `status ${other}, as for an unknown case`, `status ${status}`);
}

/** A key is in use only while another request with it is carried out, and that one is not told the same (D57). */
function judgeInUse(reading: Reading, history: History, report: Report): void {
  if (!isInUse(reading) || reading.key === undefined || history.since !== undefined) return;
  const others = history
    .usesOfKey(reading)
    .filter(
      (use) => use.reading !== reading && mayPrecede(use.reading.span, reading.span) && mayBeRunning(use, reading),
    );
  const areAllInUse =
    others.length > 0 && others.every((use) => isInUse(use.reading) && !use.reading.exchange.sentTwice);
  const isCreate = reading.target.operation === 'createCase';
  if (areAllInUse)
    report(
      isCreate ? 'idempotency.parallel-create-once' : 'idempotency.parallel-upload-once',
      'a success of at least one request',
      'each request with this key was told that it is in use',
    );
}

const isInUse = ({ exchange: { response, request } }: Reading) =>
  response?.status === 409 && typeIn(response.body, request.url)?.endsWith('/idempotency-key-in-use') === true;
