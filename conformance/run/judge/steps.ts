// Lets the oracle judge the requests of a scenario.
import type { RequirementId } from '../../../generated/requirements.ts';
import { type Exchange, isClosed } from '../../wire/exchange.ts';
import { memoize } from '../../wire/memoize.ts';
import type { Facts } from '../../manifest.ts';
import { closedInstead } from '../../oracle/response/connection.ts';
import type { Part, Sent } from '../../recording/recording.ts';
import { allowedResponses } from '../../oracle/allowed.ts';
import { Oracle } from '../../oracle/oracle.ts';
import { type Reading, readingOf } from '../../oracle/request/reading.ts';
import { isLong } from '../../oracle/facts.ts';
import { type Finding, isBefore, type Judgement, spanOf, worldOf } from '../../oracle/terms.ts';
import type { Step } from '../../scenarios/vocabulary.ts';
import { withQuestion } from './questions.ts';

/** What the oracle says of one step. */
export interface JudgedStep extends Judgement {
  exchange: Exchange;
  /** no response was awaited */
  isAborted: boolean;
  /** the responses that the contract allows, if this one is not among them */
  allowed: string[];
  /** the exchanges that had ended before */
  setting: Exchange[];
}

/**
 * What the requests of a run mean. Each is read once, also if its response is replaced by another one, and what scenarios share
 * is judged once: a control, and the steps after it.
 */
export const readingsOf = memoize((facts: Facts) => {
  const world = worldOf(facts);
  const firstOf = memoize((_: Exchange['request']): { reading?: Reading } => ({}));
  return {
    world,
    readingOfRun: memoize((exchange: Exchange) => {
      const first = firstOf(exchange.request);
      if (first.reading) return withExchange(first.reading, exchange);
      first.reading = readingOf(exchange, spanOf(exchange), world);
      return first.reading;
    }),
    judgedControl: memoize((control: Part) => judgedSteps(facts, control)),
    judgedAfter: memoize((control: Part) =>
      memoize(({ sent, exchanges }: Part) =>
        judgedSteps(facts, { sent, exchanges: [...control.exchanges, ...exchanges] }),
      ),
    ),
  };
});

/** The same request with another response. */
const withExchange = ({ meant, ...reading }: Reading, exchange: Exchange): Reading => ({
  ...reading,
  exchange,
  span: spanOf(exchange),
  ...(meant && { meant: withExchange(meant, exchange) }),
});

/** What the oracle says of the steps, given these exchanges and no others. */
function judgedSteps(facts: Facts, { sent, exchanges }: Pick<Part, 'sent' | 'exchanges'>): JudgedStep[] {
  const { readingOfRun, world } = readingsOf(facts);
  const oracle = new Oracle(world);
  const inOrder = exchanges.toSorted((one, other) => one.started! - other.started!);
  for (const exchange of inOrder) oracle.take(readingOfRun(exchange));
  const endsConnections = new Set(sent.filter(isLostOnConnection).map(({ step }) => step.connection)).size > 1;
  return sent.map(({ step, exchange }) => {
    const reading = readingOfRun(exchange);
    const judgement = oracle.judge(reading);
    const { findings, demand, answeredBy, verified, mayClose } = judgement;
    const isAborted = sent.some(({ step, exchange: each }) => each === exchange && step.aborted !== undefined);
    const isForgiven = verified !== undefined || (isClosed(exchange) && (mayClose || demand === undefined));
    const couldClose = mayClose || (demand === 'rejected' && isLong(exchange));
    const missing = isForgiven ? [] : missingResponse(exchange, answeredBy, couldClose);
    const lost = endsConnections && isLostOnConnection({ step, exchange }) ? [closedInstead(exchange)] : [];
    const found = [...findings, ...missing, ...lost].map((each) =>
      withQuestion(asAnswer(each, step), judgement, exchange, inOrder),
    );
    const judged = { ...judgement, findings: found, exchange, isAborted };
    if (found.length === 0) return { ...judged, allowed: [], setting: [] };
    const allowed = allowedResponses(reading, oracle.expectation(reading));
    const setting = inOrder.filter((each) => isBefore(spanOf(each), spanOf(exchange)));
    return { ...judged, allowed, setting };
  });
}

/** A case that is not decided in time is the answer to a step that waits for the decision. */
const asAnswer = (finding: Finding, { until }: Step): Finding =>
  (until === 'decided' || until === 'announced') && finding.requirement === 'sandbox.decides-in-time'
    ? { ...finding, kind: 'answer' }
    : finding;

/** It was lost on a connection that the request before had used. */
const isLostOnConnection = ({ step, exchange }: Pick<Sent, 'step' | 'exchange'>): boolean =>
  step.connection !== undefined && exchange.sentTwice === true;

/** The oracle forgives a missing response, because a network may be busy. Here the suite has sent the request itself. */
function missingResponse(exchange: Exchange, requirement: RequirementId, couldClose: boolean): Finding[] {
  if (exchange.response) return [];
  const expected = couldClose ? 'a response, or a closed connection' : 'a response';
  return [{ requirement, kind: 'answer', expected, actual: exchange.failure!, exchange }];
}
