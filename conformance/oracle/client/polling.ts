// How often a client reads a case (D43).
import { numbers } from '../../../generated/limits.ts';
import { showsDecision } from './decision.ts';
import { type ClientFinding, isRead, type Sent, type Traffic, statusOf } from './session.ts';

// Both times are measured here, so that a client which waits exactly as long is never too early.
const tolerance = 0.98;
// Pauses that differ by less are taken for equal ones.
const growth = 1.1;
// One read may have been on its way while another one showed the decision.
const mostAfterDecision = 2;
// So many equal pauses are those of a timer.
const manyPauses = 4;

const isLive = ({ reading }: Sent) => reading.authorization.caller?.mode === 'live';

interface Pause {
  milliseconds: number;
  next: Sent;
}

/** Reads that began before one of them was answered: a read, its repetitions, and those that hedge it. */
interface Round {
  first: Sent;
  /** when the first 200 or 304 had arrived */
  answered: number;
}

function roundsOf(reads: Sent[]): Round[] {
  const rounds: Round[] = [];
  for (const read of reads) {
    const status = statusOf(read);
    const answered = status === 200 || status === 304 ? read.reading.span.end : Infinity;
    const current = rounds.at(-1);
    if (!current || read.reading.span.start >= current.answered) rounds.push({ first: read, answered });
    else current.answered = Math.min(current.answered, answered);
  }
  return rounds;
}

/** The pauses between the first answer to a read of a case, and the next read of this case. */
function pausesIn(sent: Sent[]): Pause[] {
  const byCase = Map.groupBy(sent.filter(isRead).filter(isLive), ({ exchange }) => exchange.request.url);
  return [...byCase.values()].map(roundsOf).flatMap((rounds) =>
    rounds.slice(1).map(({ first: next }, at) => ({
      milliseconds: next.reading.span.start - rounds[at]!.answered,
      next,
    })),
  );
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

export function pollsSlowly({ sent }: Traffic): ClientFinding[] | undefined {
  const pauses = pausesIn(sent);
  if (pauses.length === 0) return undefined;
  const early = pauses.find(({ milliseconds }) => milliseconds < numbers.polling * tolerance);
  if (!early) return [];
  const expected = `at least ${numbers.polling / 1000} s between two reads`;
  return [{ expected, actual: seconds(early.milliseconds), exchange: early.next.exchange }];
}

// Milliseconds. A pause that seems longer by more may hide that the next one is longer.
const mostLateness = 300;

/** Why pauses that the client made are not compared. */
export function unseenPauses({ sent, task, lateness = 0 }: Traffic): string | undefined {
  if (!task || pausesIn(sent).length < 2 || lateness <= mostLateness) return undefined;
  return `this machine was late by up to ${seconds(lateness)}, which hides whether pauses grow: judge the client on one that is less busy`;
}

export function pollsLessAndLess({ sent, task, lateness = 0 }: Traffic): ClientFinding[] | undefined {
  const pauses = pausesIn(sent);
  // Without a task, a user may read the case too, and long after its decision.
  if (!task) return pauses.length < manyPauses || !areEven(pauses) ? undefined : [evenPauses(pauses)];
  const decided = sent.findIndex(showsDecision);
  const after = decided < 0 ? [] : sent.slice(decided + 1).filter(isRead);
  if (after.length > mostAfterDecision)
    return [
      {
        expected: `at most ${mostAfterDecision} reads after the one that showed the decision`,
        actual: String(after.length),
        exchange: after.at(-1)!.exchange,
      },
    ];
  if (pauses.length < 2 || lateness > mostLateness) return undefined;
  const [first, last] = [pauses[0]!, pauses.at(-1)!];
  if (last.milliseconds >= first.milliseconds * growth) return [];
  return [evenPauses(pauses)];
}

const areEven = (pauses: Pause[]) => {
  const all = pauses.map(({ milliseconds }) => milliseconds);
  return Math.max(...all) < Math.min(...all) * growth;
};

// The first ones and the last one show whether pauses grow.
const shownPauses = 4;
const pausesText = (all: string[]) =>
  all.length <= shownPauses + 1
    ? all.join(', ')
    : `${all.slice(0, shownPauses).join(', ')} and ${all.length - shownPauses} more, the last of ${all.at(-1)}`;

const evenPauses = (pauses: Pause[]): ClientFinding => ({
  expected: 'pauses that grow',
  actual: pausesText(pauses.map(({ milliseconds }) => seconds(milliseconds))),
  exchange: pauses.at(-1)!.next.exchange,
});
