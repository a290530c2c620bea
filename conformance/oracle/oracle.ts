// The contract as a program: which responses it allows to a request, given everything seen of a service.
import { isDeepStrictEqual } from 'node:util';
import type { RequirementId } from '../../generated/requirements.ts';
import { type Exchange, headerIn, isOverloaded, isWholeNumber } from '../engine/exchange.ts';
import { show } from '../engine/expect.ts';
import { tokensOfFragment } from '../json-pointer.ts';
import { expectationOf } from './expectation.ts';
import { judgeAlways, judgeForm, pointersIn, typeIn } from './response/form.ts';
import { History } from './history.ts';
import { type Reading, readingOf } from './request/reading.ts';
import { judgeSuccess } from './response/success.ts';
import { type Expectation, type Finding, type Rejection, type Report, spanOf, type World } from './terms.ts';

/** Follows the exchanges with one service and judges each. */
export class Oracle {
  readonly #world: World;
  readonly #history: History;

  constructor(world: World) {
    this.#world = world;
    this.#history = new History(world.since);
  }

  /** Takes note of an exchange; exchanges are added in the order in which they began. */
  add(exchange: Exchange): Reading {
    const reading = readingOf(exchange, spanOf(exchange), this.#world);
    this.take(reading);
    return reading;
  }

  /** Takes note of an exchange that was read before. */
  take(reading: Reading): void {
    this.#history.add(reading);
  }

  /** The responses that the contract allows to this request. */
  expectation(reading: Reading): Expectation {
    return expectationOf(reading, this.#history);
  }

  /**
   * The requirement that a response without findings meets: that a valid request is accepted, or another one rejected as
   * demanded. Undefined where the contract leaves a choice.
   */
  verified(reading: Reading): RequirementId | undefined {
    const { response } = reading.exchange;
    const { rejections, accepts, unclear } = this.expectation(reading);
    if (!response || unclear) return undefined;
    const demanded = rejections.filter(({ must }) => must);
    if (demanded.length > 0) return demanded.find(({ status }) => status === response.status)?.requirement;
    return response.status < 300 ? accepts : undefined;
  }

  /** True when the case was opened by a create that the oracle has seen. */
  knows(caseId: string): boolean {
    return this.#history.caseWith(caseId) !== undefined;
  }

  /** Forgets the bytes of a request that was judged, and keeps what later exchanges are judged by. */
  release({ exchange, upload }: Reading): void {
    // It is computed from the content.
    void upload?.sent;
    for (const part of upload?.parts ?? []) part.content = Buffer.alloc(0);
    exchange.request.body = [];
  }

  /** Everything that the contract forbids in one exchange, given all exchanges that were added. */
  judge(reading: Reading): Finding[] {
    const { exchange } = reading;
    const findings: Finding[] = [];
    const report: Report = (requirement, expected, actual) => {
      if (findings.some((finding) => finding.requirement === requirement)) return;
      findings.push({ requirement, expected, actual: typeof actual === 'string' ? actual : show(actual), exchange });
    };
    const expectation = this.expectation(reading);
    if (!exchange.response) {
      judgeMissing(reading, expectation, report);
      return findings;
    }
    if (!readable.test(headerIn(exchange.response.headers, 'Content-Encoding') ?? '')) return findings;
    judgeAlways(reading, report);
    const isJudged = judgeStatus(reading, expectation, report);
    if (isJudged && !expectation.bare) judgeForm(reading, this.#history, report);
    const { status } = exchange.response;
    const mayJudge = status < 300 && !expectation.unclear && !expectation.rejections.some(({ must }) => must);
    if (mayJudge) judgeSuccess(reading, this.#history, report);
    return findings;
  }
}

/** A connection may be closed if the body must be rejected (D74); a time-out may be caused by a busy network. */
function judgeMissing({ exchange }: Reading, { rejections, accepts, unclear }: Expectation, report: Report): void {
  const mayClose = unclear || rejections.length > 0 || !exchange.failure?.startsWith('connection closed');
  if (!mayClose) report(accepts, 'a response', exchange.failure);
}

// The codings that the suite decodes; a service may choose another where a request accepts any.
const readable = /^(identity|(x-)?gzip|deflate|br)?$/i;
const leftOpen = 'http.left-open-answers';

/** @returns false when the contract leaves the form of the response open */
function judgeStatus(reading: Reading, expectation: Expectation, report: Report): boolean {
  const { exchange, target } = reading;
  const { response, request } = exchange;
  const { status, headers } = response!;
  const { rejections, accepts, unclear, never } = expectation;
  if (unclear) {
    if (never && status < 300) report(never, 'no success', `status ${status}`);
    // Whatever it means, it is no failure of the service.
    if (status >= 500 && !isOverloaded(status) && status !== 501)
      report(accepts, 'no failure of the service', `status ${status}`);
    return true;
  }
  const demanded = rejections.find(({ must }) => must);
  const matching = rejections.filter((rejection) => rejection.status === status);
  const isOverload =
    !exchange.notForLoad && isOverloaded(status) && isWholeNumber(headerIn(headers, 'Retry-After') ?? '');
  // A gateway may respond so to any request, also to one that asks for this status.
  if (isOverload && typesOf(matching, request.url).every((type) => type !== typeIn(response!.body, request.url)))
    return false;
  if (matching.length > 0) return judgeRejection(exchange, matching, demanded?.requirement ?? accepts, report);
  const hasCondition = request.headers.some(([name]) => /^if-/i.test(name));
  if (status === 304 && target.operation === 'getCase' && hasCondition && !demanded) return false;
  if (!demanded && status >= 200 && status < 300) return true;
  const allowed = [...new Set([...(demanded ? [] : ['2xx']), ...rejections.map((rejection) => rejection.status)])];
  const isReused =
    reading.key !== undefined && typeIn(response!.body, request.url)?.endsWith('/idempotency-key-reused');
  const isLeftOpen = !demanded && status >= 500 && rejections.some(({ requirement }) => requirement === leftOpen);
  const broken = isLeftOpen ? leftOpen : (demanded?.requirement ?? accepts);
  report(isReused ? 'idempotency.only-success-stored' : broken, `status ${allowed.join(' or ')}`, `status ${status}`);
  return status >= 400;
}

/** The problem has the type of a rejection that applies, and points at something that is wrong. */
function judgeRejection(
  { request, response }: Exchange,
  matching: Rejection[],
  otherwise: Finding['requirement'],
  report: Report,
): boolean {
  if (matching.some(({ type }) => type === undefined)) return false;
  const { body } = response!;
  const type = typeIn(body, request.url);
  const types = typesOf(matching, request.url);
  const ofType = matching.filter((_, at) => types[at] === type);
  if (ofType.length === 0) {
    const demanded = matching.find(({ must }) => must)?.requirement ?? otherwise;
    report(demanded, `the problem ${matching.map((rejection) => rejection.type).join(' or ')}`, type);
    return true;
  }
  if (ofType[0]!.type === 'invalid-request') judgePointers(body, ofType, report);
  return true;
}

const typesOf = (rejections: Rejection[], url: string) =>
  rejections.map(({ type }) => new URL(`/problems/${type}`, url).href);

function judgePointers(body: Buffer, rejections: Rejection[], report: Report): void {
  const pointers = pointersIn(body);
  if (pointers.length === 0) return report('problems.errors-listed', 'at least one entry in errors', pointers);
  const found = pointers.map((pointer) => (typeof pointer === 'string' ? tokensOfFragment(pointer) : undefined));
  if (found.includes(undefined)) return report('problems.escapes-pointer', 'pointers that are URI fragments', pointers);
  if (rejections.some(({ pointer }) => pointer === undefined)) return;
  const isNamed = rejections.some(({ pointer }) => found.some((tokens) => isDeepStrictEqual(tokens, pointer)));
  if (isNamed) return;
  const [{ pointedBy, pointer }] = rejections as [Rejection];
  const needsEscape = pointer!.some((token) => !/^[A-Za-z0-9_-]*$/.test(token));
  const by = needsEscape ? 'problems.escapes-pointer' : pointedBy!;
  report(by, `a pointer to one of ${rejections.map((rejection) => show(rejection.pointer)).join(', ')}`, pointers);
}
