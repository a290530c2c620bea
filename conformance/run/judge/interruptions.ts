// What it means for the requests of a run that the service was away for a while, and which of them ended it.
import { type Exchange, hasProblemType, sizeOf } from '../../wire/exchange.ts';
import { isAskedError } from '../../oracle/facts.ts';
import { type Span, spanOf } from '../../oracle/terms.ts';
import type { Interruption, Played, Recording } from '../../recording/recording.ts';
import { quantity } from './outcome.ts';
import { type Failure, reasonOf, type ScenarioResult, type Sender } from './verdict.ts';

// A gateway that responds itself now and then is one; what does so more often, between responses of the service, is the service.
export const mostMoments = 20;
// The same for connections that are closed without a response.
export const mostClosings = 3;
// The requests in flight that are listed.
const most = 8;

/** Every exchange of an attempt. */
export const exchangesOf = ({ control, own, stopped }: Played): Exchange[] => [
  ...(control?.exchanges ?? []),
  ...(own?.exchanges ?? []),
  ...(stopped?.exchange ? [stopped.exchange] : []),
];

/** The request with which an attempt ended the service. */
export const endingIn = (played: Played): Exchange | undefined =>
  exchangesOf(played).find(({ interrupted }) => interrupted === 'again');

/** True when the service was away during an attempt. A failure of it may be due to that. */
export function wasAwayDuring(played: Played, interruptions: Interruption[] = []): boolean {
  const exchanges = exchangesOf(played);
  if (exchanges.some(({ interrupted }) => interrupted !== undefined)) return true;
  if (interruptions.length === 0) return false;
  const [begin, over] = [Math.min(...exchanges.map(({ started }) => started!)), Math.max(...exchanges.map(endOf))];
  return interruptions.some(({ start, end = Infinity }) => begin < end && over > start);
}

/** When the service was away, also while a gateway only asked for a pause, as an overloaded service does. */
export const awayIn = ({ interruptions = [], exchanges }: Pick<Recording, 'interruptions' | 'exchanges'>): Span[] => [
  ...interruptions.map(({ start, end = Infinity }) => ({ start, end })),
  ...exchanges.filter((each) => !each.received && hasPageOfGateway(each) && !isAskedError(each)).map(spanOf),
];

const hasPageOfGateway = ({ response }: Exchange) =>
  response !== undefined && [502, 503, 504].includes(response.status) && !hasProblemType(response.headers);

/** What is known of the results of an attempt during which the service was away: nothing else than what passed. */
export function interruptedResults(results: ScenarioResult[], played: Played): ScenarioResult[] {
  const exchange = endingIn(played);
  const judged = results.map((result): ScenarioResult => {
    const { label, verdict, decisive } = result;
    if (verdict === 'pass') return result;
    return { label, verdict: 'inconclusive', reason: awayMeanwhile, ...(decisive && { decisive }) };
  });
  if (!exchange) return judged;
  const failure: Failure = { ...ending, requirement: played.id, exchange };
  const at = Math.max(
    0,
    results.findIndex(({ decisive }) => decisive === exchange),
  );
  const label = results[at]?.label ?? played.scenario.label;
  return judged.with(at, { label, verdict: 'fail', reason: reasonOf(failure), failure, decisive: exchange });
}

const ending: Omit<Failure, 'requirement' | 'exchange'> = {
  kind: 'answer',
  expected: 'a service that goes on',
  actual: 'it stopped at this request, when no other one was in flight',
  allowed: [],
  setting: [],
};

const awayMeanwhile = 'the service was away meanwhile, so this shows nothing';

/**
 * When the service seemed to be away for a moment. Responses of a gateway have one cause, however many they are, if the service
 * has responded to nothing that was sent after the first of them and before the last one.
 */
export function momentsIn(exchanges: Exchange[]): Required<Pick<Interruption, 'start' | 'end'>>[] {
  const moments: Required<Pick<Interruption, 'start' | 'end'>>[] = [];
  let [over, servedSince] = [Infinity, -Infinity];
  for (const each of exchanges.toSorted((one, other) => endOf(one) - endOf(other))) {
    const { interrupted, response, started } = each;
    if (interrupted !== 'briefly') {
      if (response && !interrupted) servedSince = Math.max(servedSince, started!);
      continue;
    }
    const last = moments.at(-1);
    if (!last || servedSince > over) moments.push({ start: started!, end: endOf(each) });
    else Object.assign(last, { start: Math.min(last.start, started!), end: endOf(each) });
    over = endOf(each);
  }
  return moments;
}

/** `interrupted once, at 6.9 s for 1.0 s`; undefined if it was not. */
export function interruptedText({ interruptions = [], exchanges, watched }: Recording): string | undefined {
  const all = [...momentsIn(exchanges), ...interruptions];
  if (all.length === 0) return undefined;
  const inOrder = all.toSorted((one, other) => one.start - other.start);
  const texts = inOrder.slice(0, most).map((each) => whenText(each, watched.start));
  const rest = all.length > most ? ` and ${all.length - most} more` : '';
  const times = all.length === 1 ? 'once' : all.length === 2 ? 'twice' : `${all.length} times`;
  return `interrupted ${times}, ${texts.join(', ')}${rest}`;
}

const whenText = ({ start, end }: Pick<Interruption, 'start' | 'end'>, began: number): string => {
  const at = `at ${seconds(start - began)}`;
  if (end === undefined) return `${at} for good`;
  return end - start < 100 ? at : `${at} for ${seconds(end - start)}`;
};

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

/** When the service was away, what was in flight if it did not come back, and what ended it. */
export function interruptionNotices(
  { interruptions = [], exchanges, watched: { start: began } }: Recording,
  senders: Map<Exchange, Sender>,
): string[] {
  const lineOf = (exchange: Exchange) => `  ${textOf(exchange, senders.get(exchange))}`;
  const endings = exchanges.filter(({ interrupted }) => interrupted === 'again');
  const gone = interruptions.filter(({ end }) => end === undefined);
  return [
    ...gone.map(({ start, by }) => {
      const inFlight = inFlightAt(start, exchanges);
      const stopped = `${by === 'gateway' ? 'A gateway responded instead of the service' : 'The service stopped responding'} ${seconds(start - began)} after the run began, and it did not come back`;
      if (inFlight.length === 0) return `${stopped}. No request was in flight.`;
      const smallest = inFlight.length > most ? `, the ${most} smallest` : '';
      const list = inFlight.slice(0, most).map(lineOf);
      return [`${stopped}: ${quantity(inFlight.length, 'request')} in flight${smallest}:`, ...list].join('\n');
    }),
    ...(endings.length > 0
      ? [
          [
            'The service stopped, and stopped again when this request was sent alone:',
            ...endings.slice(0, most).map(lineOf),
          ].join('\n'),
        ]
      : []),
  ];
}

/** The requests that were lost when the service stopped, the smallest first. */
export function inFlightAt(at: number, exchanges: Exchange[]): Exchange[] {
  const isLost = (each: Exchange) =>
    each.interrupted !== undefined && each.started! <= at && endOf(each) > at - shortly;
  return exchanges.filter(isLost).toSorted((one, other) => sizeOf(one.request.body) - sizeOf(other.request.body));
}

function textOf({ request }: Exchange, sender: Sender | undefined): string {
  const { pathname, search } = new URL(request.url);
  const part = sender ? `: ${sender.id}, "${sender.label}"` : '';
  return `${request.method} ${pathname}${search}, ${sizeOf(request.body)} bytes${part}`;
}

// Milliseconds that the end of a service takes.
const shortly = 500;

export const endOf = ({ started, milliseconds }: Exchange) => started! + milliseconds;
