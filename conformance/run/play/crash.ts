// Finds out which request may have stopped a service that no longer responds.
import { setTimeout as pause } from 'node:timers/promises';
import type { AfterCrash } from '../../recording/recording.ts';
import { type Exchange, sizeOf } from '../../wire/exchange.ts';
import { Inconclusive } from '../../wire/inconclusive.ts';
import { unknownIds } from '../../values/ids.ts';
import type { Run } from './run.ts';

// Bytes: a longer body takes too long to be sent again.
const longest = 1_000_000;

/** Sends the lost requests again one by one, the smallest first, if the service comes back. */
export async function sentAgain(run: Run, lost: Exchange[]): Promise<AfterCrash> {
  if (!(await isBack(run))) return { isBack: false };
  for (const exchange of lost.filter(({ request }) => sizeOf(request.body) <= longest)) {
    const failure = await run.http.sendAgain(exchange);
    if (failure !== undefined && !(await responds(run))) return { isBack: true, stoppedBy: exchange };
  }
  return { isBack: true };
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
