// The contract as a program. A request is read (request/), the history says which responses are allowed (expectation.ts), and
// what is wrong with the response is reported: how the request was answered (response/status.ts), the form of the response
// (response/form.ts), what it shows (response/success.ts), and what several exchanges show together (together.ts, events/).
import type { RequirementId } from '../../generated/requirements.ts';
import { type Exchange, headerIn, isClosed, isSuccess } from '../wire/exchange.ts';
import { isObject, valueOf } from '../wire/json.ts';
import { type EventsJudgement, judgeEvents } from './events/judge.ts';
import { expectationOf } from './expectation.ts';
import { caseIdIn, isLong } from './facts.ts';
import { judgeAlways, judgeForm, judgeMessage } from './response/form.ts';
import { hasStatus, judgeMissing, judgeStatus } from './response/status.ts';
import { History } from './history.ts';
import { type Reading, readingOf } from './request/reading.ts';
import { allowsClosing } from './request/rejections.ts';
import { reduce } from './request/upload-body.ts';
import { judgeSuccess, judgeUnchanged } from './response/success.ts';
import { judgeTogether } from './together.ts';
import {
  type Expectation,
  type Finding,
  type FindingKind,
  type Judgement,
  observer,
  type Report,
  type Watched,
  spanOf,
  type World,
} from './terms.ts';
import { foundIn } from './support/place.ts';

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
  judgeEvents(received: readonly Exchange[], watched: Watched): EventsJudgement {
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
        observer.onReport?.(requirement);
        if (findings.some((finding) => finding.requirement === requirement)) return;
        findings.push({ requirement, kind, expected, ...foundIn(exchange, actual), exchange });
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
    judgeMessage(exchange, reports.form);
    if (!isReadable(exchange.response)) return findings;
    judgeAlways(reading, reports.form);
    const isJudged = judgeStatus(reading, expectation, this.#history, reports);
    judgeTogether(reading, this.#history, expectation, reports);
    const isOptional = reading.target.kind === 'optional method';
    if ((isJudged && !expectation.bare) || isOptional) judgeForm(reading, this.#history, reports.form);
    const { status } = exchange.response;
    const mayJudge = status < 300 && !expectation.unclear && !expectation.rejections.some(({ must }) => must);
    if (mayJudge) judgeSuccess(reading, this.#history, this.#world, reports);
    if (status === 304) judgeUnchanged(reading, this.#history, reports);
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
  if (!isSuccess(response.status)) return 'rejected';
  if (target.operation === 'createCase') return caseIdIn(response, id) === undefined ? 'rejected' : 'accepted';
  if (target.operation !== 'getCase' || target.kind !== 'operation') return 'accepted';
  const shown = valueOf(response.body);
  return isObject(shown) && 'status' in shown ? 'accepted' : 'rejected';
}

/** A server that rejects a long body may close the connection before it has read all of it (D74). */
const mayBeClosed = ({ exchange }: Reading) =>
  allowsClosing('body.long-and-rejected') && isLong(exchange) && isClosed(exchange);

// The codings that the suite decodes; a service may choose another where a request accepts any.
const readable = /^(identity|(x-)?gzip|deflate|br)?$/i;
// What follows `101` is HTTP/2.
const isReadable = ({ status, headers }: NonNullable<Exchange['response']>) =>
  status !== 101 && readable.test(headerIn(headers, 'Content-Encoding') ?? '');
