// The contract as a program: which responses it allows to a request, given everything seen of a service.
import { isDeepStrictEqual } from 'node:util';
import type { RequirementId } from '../../generated/requirements.ts';
import { limits } from '../../generated/limits.ts';
import { type Exchange, headerIn, isSuccess, retryAfter, sizeOf } from '../wire/exchange.ts';
import { isObject, show, valueOf } from '../wire/json.ts';
import { tokensOfFragment } from '../json-pointer.ts';
import { type EventsJudgement, judgeEvents } from './events/judge.ts';
import { expectationOf } from './expectation.ts';
import { overloads } from './gateway.ts';
import { caseIdIn } from './response/case-id.ts';
import { judgeAlways, judgeEnd, judgeForm } from './response/form.ts';
import { errorsIn, hasProblem, typeIn } from './response/problem.ts';
import { History } from './history.ts';
import { type Reading, readingOf } from './request/reading.ts';
import { allowsClosing } from './request/rejections.ts';
import { reduce } from './request/upload-body.ts';
import { judgeSuccess } from './response/success.ts';
import { reusedWrongly } from './reused-key.ts';
import { judgeTogether } from './together.ts';
import {
  type Expectation,
  type Finding,
  type FindingKind,
  type Judgement,
  type Rejection,
  type Report,
  type Reports,
  type Span,
  spanOf,
  type World,
} from './terms.ts';

/** Follows the exchanges with one service and judges each. */
export class Oracle {
  readonly #world: World;
  readonly #history: History;

  constructor(world: World) {
    this.#world = world;
    this.#history = new History(world);
  }

  /** Takes note of an exchange; exchanges are added in the order in which they began. */
  add(exchange: Exchange): Reading {
    return this.take(readingOf(exchange, spanOf(exchange), this.#world));
  }

  /** Takes note of an exchange that was read before. */
  take(reading: Reading): Reading {
    const { target, exchange } = reading;
    // A service may have a case at another path too (D4).
    const isElsewhere = exchange.request.method === 'GET' && target.kind === 'unknown path';
    const located = isElsewhere ? this.#history.caseAt(exchange.request.url) : undefined;
    if (located !== undefined)
      reading.target = { kind: 'operation', operation: 'getCase', allowed: 'GET', caseId: located, isLocated: true };
    this.#history.add(reading);
    return reading;
  }

  /** The responses that the contract allows to this request. */
  expectation(reading: Reading): Expectation {
    return expectationOf(reading, this.#history);
  }

  /** True when the case was opened by a create that the oracle has seen. */
  knows(caseId: string): boolean {
    return this.#history.caseWith(caseId) !== undefined;
  }

  /** What the contract says of the events that were received while a receiver watched that the service could reach. */
  judgeEvents(received: readonly Exchange[], watched: Span): EventsJudgement {
    return judgeEvents(received, watched, this.#history, this.#world);
  }

  /** Forgets the bytes of a request that was judged, and keeps what later exchanges are judged by. */
  release({ exchange, upload, meant }: Reading): void {
    if (upload) reduce(upload);
    if (meant?.upload) reduce(meant.upload);
    exchange.request.body = [];
  }

  /** Judges one exchange, given all exchanges that were added. */
  judge(reading: Reading): Judgement {
    const expectation = this.expectation(reading);
    const demanded = expectation.rejections.find(({ must }) => must);
    const demand = demanded ? 'rejected' : 'accepted';
    return {
      findings: this.#findings(reading, expectation),
      ...((demanded || !expectation.unclear) && { demand }),
      outcome: outcomeOf(reading, this.#world),
      answeredBy: demanded?.requirement ?? expectation.accepts,
      verified: verifiedBy(reading, expectation),
      freedoms: [...new Set(expectation.rejections.flatMap(({ freedom }) => freedom ?? []))],
      mayClose: expectation.rejections.some(({ mayClose }) => mayClose),
    };
  }

  #findings(reading: Reading, expectation: Expectation): Finding[] {
    const { exchange } = reading;
    const findings: Finding[] = [];
    const reportOf =
      (kind: FindingKind): Report =>
      (requirement, expected, actual) => {
        if (findings.some((finding) => finding.requirement === requirement)) return;
        const text = typeof actual === 'string' ? actual : show(actual);
        findings.push({ requirement, kind, expected, actual: text, exchange });
      };
    const reports = {
      answer: reportOf('answer'),
      form: reportOf('form'),
      state: reportOf('state'),
      set: reportOf('set'),
    };
    if (!exchange.response) {
      judgeMissing(reading, expectation, reports.answer);
      return findings;
    }
    judgeEnd(exchange.response, reports.form);
    if (!isReadable(exchange.response)) return findings;
    judgeAlways(reading, reports.form);
    const isJudged = judgeStatus(reading, expectation, this.#history, reports);
    judgeTogether(reading, this.#history, expectation, reports);
    const isOptional = reading.target.kind === 'optional method';
    if ((isJudged && !expectation.bare) || isOptional) judgeForm(reading, this.#history, reports.form);
    const { status } = exchange.response;
    const mayJudge = status < 300 && !expectation.unclear && !expectation.rejections.some(({ must }) => must);
    if (mayJudge) judgeSuccess(reading, this.#history, this.#world, reports);
    return findings;
  }
}

/**
 * The requirement that a response without findings meets: that a valid request is accepted, or another one rejected as
 * demanded. Undefined where the contract leaves a choice.
 */
function verifiedBy(reading: Reading, { rejections, accepts, unclear }: Expectation): RequirementId | undefined {
  const { response } = reading.exchange;
  const demanded = rejections.filter(({ must }) => must);
  if (!response && mayBeClosed(reading) && !unclear) return demanded[0]?.requirement;
  if (!response || !isReadable(response)) return undefined;
  // A status that is allowed for another reason rejects the request too.
  if (demanded.length > 0)
    return (demanded.find((each) => hasStatus(each, response.status)) ?? demanded[0]!).requirement;
  if (unclear) return undefined;
  return response.status < 300 ? accepts : undefined;
}

/** Some services reject with 2xx and an error, without an id or a status. */
function outcomeOf({ exchange: { response }, target }: Reading, { id }: World): Judgement['outcome'] {
  if (!response) return undefined;
  if (response.status < 200 || response.status >= 300) return 'rejected';
  if (target.operation === 'createCase') return caseIdIn(response, id) === undefined ? 'rejected' : 'accepted';
  if (target.operation !== 'getCase' || target.kind !== 'operation') return 'accepted';
  const shown = valueOf(response.body);
  return isObject(shown) && 'status' in shown ? 'accepted' : 'rejected';
}

/** A server that rejects a long body may close the connection before it has read all of it (D74). */
const mayBeClosed = ({ exchange }: Reading) =>
  allowsClosing('body.long-and-rejected') &&
  isLong(exchange) &&
  exchange.failure?.startsWith('connection closed') === true;

/** True when the body is longer than what a create may have. */
export const isLong = ({ request }: Exchange): boolean => sizeOf(request.body) > limits.jsonBytes;

/** A connection may be closed if the body must be rejected (D74); a time-out may be caused by a busy network. */
function judgeMissing({ exchange }: Reading, { rejections, accepts, unclear }: Expectation, report: Report): void {
  const mayClose = unclear || rejections.length > 0 || !exchange.failure?.startsWith('connection closed');
  if (!mayClose) report(accepts, 'a response', exchange.failure);
}

// The codings that the suite decodes; a service may choose another where a request accepts any.
const readable = /^(identity|(x-)?gzip|deflate|br)?$/i;
const isReadable = ({ headers }: NonNullable<Exchange['response']>) =>
  readable.test(headerIn(headers, 'Content-Encoding') ?? '');
const hasStatus = ({ status }: Rejection, found: number) =>
  status === '4xx' ? found >= 400 && found < 500 : status === found;

/** @returns false when the contract leaves the form of the response open */
function judgeStatus(reading: Reading, expectation: Expectation, history: History, reports: Reports): boolean {
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
  report(isReused ? reusedWrongly(reading, history) : broken, expected, `status ${status}`);
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
    report(demanded?.requirement ?? accepts, demanded ? problem : `a success, or ${problem}`, type);
    return true;
  }
  if (ofType[0]!.type === 'invalid-request') judgePointers(body, ofType, form);
  return true;
}

const typesOf = (rejections: Rejection[], url: string) =>
  rejections.map(({ type }) => new URL(`/problems/${type}`, url).href);

function judgePointers(body: Buffer, rejections: Rejection[], report: Report): void {
  const errors = errorsIn(body);
  const pointers = errors.flatMap(({ pointer, detail }) =>
    typeof pointer === 'string' && typeof detail === 'string' && detail !== '' ? [pointer] : [],
  );
  const expected = 'at least one entry in errors, each with a pointer and a detail';
  if (errors.length === 0 || pointers.length < errors.length) return report('problems.errors-listed', expected, errors);
  const found = pointers.map(tokensOfFragment);
  if (found.includes(undefined)) return report('problems.escapes-pointer', 'pointers that are URI fragments', pointers);
  if (rejections.some(({ pointer }) => pointer === undefined)) return;
  const isNamed = rejections.some(({ pointer }) => found.some((tokens) => isDeepStrictEqual(tokens, pointer)));
  if (isNamed) return;
  const [{ pointedBy, pointer }] = rejections as [Rejection];
  const needsEscape = pointer!.some((token) => !/^[A-Za-z0-9_-]*$/.test(token));
  const by = needsEscape ? 'problems.escapes-pointer' : pointedBy!;
  report(by, `a pointer to one of ${rejections.map((rejection) => show(rejection.pointer)).join(', ')}`, pointers);
}
