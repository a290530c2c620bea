// Judges how a request was answered: the status, and the problem of a rejection.
import { isDeepStrictEqual } from 'node:util';
import { type Exchange, isClosed, isSuccess, retryAfter } from '../../wire/exchange.ts';
import { isObject, show, valueOf } from '../../wire/json.ts';
import { tokensOfFragment } from '../../json-pointer.ts';
import { hasProblem, typeIn } from '../facts.ts';
import { overloads } from '../gateway.ts';
import type { History } from '../history.ts';
import type { Reading } from '../request/reading.ts';
import { reusedWrongly } from '../idempotency/reused-key.ts';
import type { Expectation, Rejection, Report, Reports } from '../terms.ts';
import { at } from '../support/place.ts';

/** A connection may be closed if the body must be rejected (D74); a time-out may be caused by a busy network. */
export function judgeMissing(
  { exchange }: Reading,
  { rejections, accepts, unclear }: Expectation,
  report: Report,
): void {
  const mayClose = unclear || rejections.length > 0;
  if (!mayClose && isClosed(exchange)) report(accepts, 'a response', exchange.failure);
}

export const hasStatus = ({ status }: Rejection, found: number) =>
  status === '4xx' ? found >= 400 && found < 500 : status === found;

/** @returns false when the contract leaves the form of the response open */
export function judgeStatus(reading: Reading, expectation: Expectation, history: History, reports: Reports): boolean {
  const { answer: report } = reports;
  const { exchange } = reading;
  const { response, request } = exchange;
  const { status, headers } = response!;
  const { rejections, accepts, unknowable, successes } = expectation;
  if (unknowable) {
    // Whatever it means, it is no failure of the service.
    if (status >= 500 && !overloads.includes(status) && status !== 501)
      report(accepts, 'no failure of the service', `status ${status}`);
    return true;
  }
  const demanded = rejections.find(({ must }) => must);
  const matching = rejections.filter((rejection) => hasStatus(rejection, status));
  const isOverload = overloads.includes(status) && retryAfter(headers) !== undefined;
  // A gateway may respond so to any request, also to one that asks for this status.
  if (isOverload && typesOf(matching, request.url).every((type) => type !== typeIn(response!.body, request.url)))
    return false;
  if (matching.length > 0) return judgeRejection(exchange, matching, expectation, reports);
  const isAccepted = successes?.includes(status) ?? isSuccess(status);
  if (!demanded && isAccepted) return true;
  const allowed = new Set([
    ...(demanded ? [] : (successes ?? ['2xx'])),
    ...rejections.map((rejection) => (rejection.status === '4xx' ? 'any 4xx' : rejection.status)),
  ]);
  const isReused = reading.key !== undefined && hasProblem(exchange, 'idempotency-key-reused');
  const isLeftOpen = !demanded && status >= 500 && rejections.some(({ freedom }) => freedom !== undefined);
  const broken = isLeftOpen ? 'http.left-open-responses' : (demanded?.requirement ?? accepts);
  const expected = `status ${[...allowed].join(' or ')}`;
  // With the header, the suite would wait and send the request again.
  const hint = overloads.includes(status) && !isOverload ? ' without Retry-After' : '';
  report(isReused ? reusedWrongly(reading, history) : broken, expected, `status ${status}${hint}`);
  return status >= 400;
}

/** The problem has the type of a rejection that applies, and points at something that is wrong. */
function judgeRejection(
  { request, response }: Exchange,
  matching: Rejection[],
  { rejections, accepts }: Expectation,
  { answer: report, form }: Reports,
): boolean {
  if (matching.some(({ type }) => type === undefined)) return false;
  const { body } = response!;
  const type = typeIn(body, request.url);
  const types = typesOf(matching, request.url);
  const ofType = matching.filter((_, at) => types[at] === type);
  if (ofType.length === 0) {
    const demanded = [...matching, ...rejections].find(({ must }) => must);
    // Two with the same problem may differ in what they point at.
    const names = new Set(matching.map((rejection) => rejection.type));
    const problem = `the problem ${[...names].join(' or ')}`;
    report(demanded?.requirement ?? accepts, demanded ? problem : `a success, or ${problem}`, at('/type', type));
    return true;
  }
  if (ofType[0]!.type === 'invalid-request') judgePointers(body, ofType, form);
  return true;
}

const typesOf = (rejections: Rejection[], url: string) =>
  rejections.map(({ type }) => new URL(`/problems/${type}`, url).href);

/** The entries of `errors`. */
function errorsIn(body: Buffer): Record<string, unknown>[] {
  const problem = valueOf(body);
  const errors = isObject(problem) ? problem['errors'] : undefined;
  return Array.isArray(errors) ? errors.map((entry) => (isObject(entry) ? entry : {})) : [];
}

function judgePointers(body: Buffer, rejections: Rejection[], report: Report): void {
  const errors = errorsIn(body);
  const pointers = errors.flatMap(({ pointer, detail }) =>
    typeof pointer === 'string' && typeof detail === 'string' && detail !== '' ? [pointer] : [],
  );
  const expected = 'at least one entry in errors, each with a pointer and a detail';
  if (errors.length === 0 || pointers.length < errors.length)
    return report('problems.errors-listed', expected, at('/errors'));
  const found = pointers.map(tokensOfFragment);
  if (found.includes(undefined))
    return report('problems.escapes-pointer', 'pointers that are URI fragments', at('/errors', pointers));
  if (rejections.some(({ pointer }) => pointer === undefined)) return;
  const isNamed = rejections.some(({ pointer }) => found.some((tokens) => isDeepStrictEqual(tokens, pointer)));
  if (isNamed) return;
  const [{ pointedBy, pointer }] = rejections as [Rejection];
  const needsEscape = pointer!.some((token) => !/^[A-Za-z0-9_-]*$/.test(token));
  const by = needsEscape ? 'problems.escapes-pointer' : pointedBy!;
  const wrong = rejections.map((rejection) => show(rejection.pointer));
  report(by, `a pointer to one of ${wrong.join(', ')}`, at('/errors', pointers));
}
