// Whether the service stopped responding during the run, and which request may have stopped it.
import { type Exchange, isClosed, sizeOf } from '../../wire/exchange.ts';
import { connectionRefused } from '../../wire/connection/result.ts';
import type { AfterCrash } from '../../recording/recording.ts';
import { quantity } from './outcome.ts';
import { type Failure, reasonOf, type ScenarioResult, type Sender } from './verdict.ts';

// The requests in flight that are listed.
const most = 8;

/** When the service stopped responding, and the requests that had begun by then and got no response. */
export interface Crash {
  at: number;
  /** the smallest first */
  inFlight: Exchange[];
}

/** When the service stopped responding, and what was in flight then. */
export function crashText(
  { at, inFlight }: Crash,
  after: AfterCrash | undefined,
  { start, senders }: { start: number; senders: Map<Exchange, Sender> },
): string {
  const stopped = `The service stopped responding ${((at - start) / 1000).toFixed(1)} s after the run began`;
  // It may have ended in order, after its last response.
  if (inFlight.length === 0) return `${stopped}, while no request was in flight.`;
  const lineOf = (exchange: Exchange) => `  ${textOf(exchange, senders.get(exchange))}`;
  const many = quantity(inFlight.length, 'request');
  const smallest = inFlight.length > most ? `, the ${most} smallest` : '';
  return [
    `${stopped}: ${many} in flight${smallest}:`,
    ...inFlight.slice(0, most).map(lineOf),
    ...(after ? [afterText(after)] : []),
    ...(after?.stoppedBy ? [lineOf(after.stoppedBy)] : []),
  ].join('\n');
}

function afterText({ isBack, stoppedBy }: AfterCrash): string {
  if (!isBack) return 'It did not come back within 3 s.';
  if (stoppedBy) return 'It came back, and stopped again when this request was sent alone:';
  return 'It came back, and responded to each of them when they were sent alone.';
}

/** A moment from which on connections are refused. */
export function crashIn(exchanges: Exchange[]): Crash | undefined {
  const refused = exchanges.filter(({ failure, sentTwice }) => failure === connectionRefused && !sentTwice);
  if (refused.length === 0 || !exchanges.some(({ response }) => response)) return undefined;
  const at = Math.min(...refused.map(({ started }) => started!));
  // A kept connection that closes is followed by a second attempt, which is refused.
  const isLost = (each: Exchange) => isClosed(each) || (each.failure === connectionRefused && each.sentTwice === true);
  const inFlight = exchanges.filter((each) => isLost(each) && each.started! <= at && endOf(each) > at - shortly);
  return { at, inFlight: inFlight.toSorted((one, other) => sizeOf(one.request.body) - sizeOf(other.request.body)) };
}

/**
 * The requests that the end of the service cut, and that say nothing about their requirements: all but the one that ended it
 * again when it was sent alone, or that was alone in flight.
 */
export function cutBy({ inFlight }: Crash, after: AfterCrash | undefined): Set<Exchange> {
  const culprit = inFlight.length === 1 ? inFlight[0] : after?.stoppedBy;
  return new Set(inFlight.filter((each) => each !== culprit));
}

/** What the end of the service says of the results of a scenario, given the exchange with which this scenario ended it. */
export function withCrash(
  results: ScenarioResult[],
  cut: Set<Exchange>,
  stoppedBy: Failure | undefined,
): ScenarioResult[] {
  const judged = results.map((result): ScenarioResult => {
    const { label, verdict, decisive } = result;
    const isCut = verdict === 'fail' && decisive !== undefined && cut.has(decisive);
    return isCut ? { label, verdict: 'inconclusive', reason: cutMeanwhile, decisive } : result;
  });
  if (!stoppedBy) return judged;
  const { exchange: decisive } = stoppedBy;
  const at = Math.max(
    0,
    judged.findIndex((result) => result.decisive === decisive),
  );
  const { label } = judged[at]!;
  return judged.with(at, { label, verdict: 'fail', reason: reasonOf(stoppedBy), failure: stoppedBy, decisive });
}

const cutMeanwhile = 'the service stopped while this request was in flight, which another one may have caused';

// Milliseconds between the end of a process and the first connection that is refused.
const shortly = 500;

const endOf = ({ started, milliseconds }: Exchange) => started! + milliseconds;

function textOf({ request: { method, url, body } }: Exchange, sender: Sender | undefined): string {
  const { pathname, search } = new URL(url);
  const scenario = sender ? `: ${sender.id}, "${sender.label}"` : '';
  return `${method} ${pathname}${search}, ${sizeOf(body)} bytes${scenario}`;
}
