// Judges traffic that was recorded, as the proxy judges it while it passes.
import type { Recording } from '../recording/recording.ts';
import type { Judgement } from '../run/judge/judgement.ts';
import { spanOf } from '../oracle/terms.ts';
import { judgementOf, type TrafficOptions } from './judgement.ts';
import { type Slot, Watch } from './watch.ts';

// Of a file that another program wrote, nobody said that it shows what they want to know.
const notShown = {
  verdict: 'inconclusive',
  reason: 'no exchange in the file shows whether this requirement is met; a run judges it',
} as const;

export function judgeTraffic(recording: Recording, options: Pick<TrafficOptions, 'known' | 'only'>): Judgement {
  const { facts, startedAt, traffic, watched } = recording;
  const { start, end = start } = watched;
  const unseen = traffic?.by === 'har' ? { unseen: notShown } : {};
  const judgement = judgementOf(facts, watchOf(recording), { ...options, ...unseen });
  const { outcome } = judgement;
  const reason = [outcome.reason, ...(traffic?.notes ?? [])].join('; ');
  return {
    ...judgement,
    source: 'recording',
    startedAt,
    milliseconds: end - start,
    epoch: startedAt.getTime() - start,
    outcome: { ...outcome, reason },
  };
}

/** What the proxy would have seen: the beginnings and the ends in the order of their times. */
function watchOf({ exchanges, facts, traffic, watched }: Recording): Watch {
  const { party = 'service' } = traffic ?? {};
  const isExplored = traffic?.by === 'explore';
  const watch = new Watch(facts, {
    // What explore sent is about nobody.
    keepBodies: isExplored,
    sawAll: isExplored,
    party: party === 'both' ? undefined : party,
    found: () => {},
    since: watched.start,
  });
  const sent = exchanges.filter(({ received }) => !received);
  const moments = sent.flatMap((exchange) => {
    const { start, end } = spanOf(exchange);
    const slot: Slot = { started: start };
    const begins = { at: start, isEnd: false, happens: () => watch.begin(slot) };
    const ends = { at: end, isEnd: true, happens: () => watch.end(slot, exchange) };
    return end > start ? [begins, ends] : [ends];
  });
  // What ended at the moment in which another one began came before it.
  const inOrder = moments.toSorted((one, other) => one.at - other.at || Number(other.isEnd) - Number(one.isEnd));
  for (const { happens } of inOrder) happens();
  return watch;
}
