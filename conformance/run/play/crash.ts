// Finds out whether the service stopped responding during the run, and which request may have stopped it.
import { setTimeout as pause } from 'node:timers/promises';
import { type Exchange, isClosed, sizeOf } from '../../wire/exchange.ts';
import { Inconclusive } from '../../wire/inconclusive.ts';
import { connectionRefused } from '../../wire/connection/wire.ts';
import { unknownIds } from '../../values/ids.ts';
import { quantity } from '../judge/outcome.ts';
import type { Run } from './run.ts';

// The requests in flight that are listed.
const most = 8;
// Bytes: a longer body takes too long to be sent again.
const longest = 1_000_000;

/** When the service stopped responding, and what was in flight then; undefined when it did not stop. */
export async function crashNotice(run: Run, started: number): Promise<string | undefined> {
  const crash = crashIn(run.exchanges);
  if (!crash) return undefined;
  const stopped = `The service stopped responding ${((crash.at - started) / 1000).toFixed(1)} s after the run began`;
  // It may have ended in order, after its last response.
  if (crash.inFlight.length === 0) return `${stopped}, while no request was in flight.`;
  const shown = crash.inFlight.slice(0, most);
  const many = quantity(crash.inFlight.length, 'request');
  const smallest = crash.inFlight.length > most ? `, the ${most} smallest` : '';
  return [
    `${stopped}: ${many} in flight${smallest}:`,
    ...shown.map((exchange) => `  ${textOf(exchange, run)}`),
    ...(await sentAgain(run, crash.inFlight)),
  ].join('\n');
}

/** A moment from which on connections are refused, and the requests that had begun by then and got no response. */
export function crashIn(exchanges: Exchange[]): { at: number; inFlight: Exchange[] } | undefined {
  const refused = exchanges.filter(({ failure, sentTwice }) => failure === connectionRefused && !sentTwice);
  if (refused.length === 0 || !exchanges.some(({ response }) => response)) return undefined;
  const at = Math.min(...refused.map(({ started }) => started!));
  // A kept connection that closes is followed by a second attempt, which is refused.
  const isLost = (each: Exchange) => isClosed(each) || (each.failure === connectionRefused && each.sentTwice === true);
  const inFlight = exchanges.filter((each) => isLost(each) && each.started! <= at && endOf(each) > at - shortly);
  return { at, inFlight: inFlight.toSorted((one, other) => sizeOf(one.request.body) - sizeOf(other.request.body)) };
}

// Milliseconds between the end of a process and the first connection that is refused.
const shortly = 500;

const endOf = ({ started, milliseconds }: Exchange) => started! + milliseconds;

function textOf(exchange: Exchange, run: Run): string {
  const { method, url, body } = exchange.request;
  const { pathname, search } = new URL(url);
  const sender = run.senders.get(exchange);
  const scenario = sender ? `: ${sender.id}, "${sender.label}"` : '';
  return `${method} ${pathname}${search}, ${sizeOf(body)} bytes${scenario}`;
}

/** Sends them again one by one, the smallest first, if the service comes back. */
async function sentAgain(run: Run, lost: Exchange[]): Promise<string[]> {
  if (!(await isBack(run))) return ['It did not come back within 3 s.'];
  for (const exchange of lost.filter(({ request }) => sizeOf(request.body) <= longest)) {
    const failure = await run.http.sendAgain(exchange);
    if (failure !== undefined && !(await responds(run)))
      return ['It came back, and stopped again when this request was sent alone:', `  ${textOf(exchange, run)}`];
  }
  return ['It came back, and responded to each of them when they were sent alone.'];
}

// Milliseconds: a supervisor starts the service again.
const comesBackWithin = 3000;

async function isBack(run: Run): Promise<boolean> {
  for (const end = performance.now() + comesBackWithin; performance.now() < end; await pause(200))
    if (await responds(run)) return true;
  return false;
}

const responds = (run: Run): Promise<boolean> =>
  run.http
    .send({ method: 'GET', path: `/cases/${unknownIds[0]}`, expects: 'either', racing: true }, () => {})
    .then(
      ({ response }) => response !== undefined,
      (error: unknown) => {
        if (error instanceof Inconclusive) return false;
        throw error;
      },
    );
