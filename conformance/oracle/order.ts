import type { RequirementId } from '../../generated/requirements.ts';
import type { Exchange } from '../wire/exchange.ts';
import { Oracle } from './oracle.ts';
import { type Reading, readingOf } from './request/reading.ts';
import { type Finding, spanOf, type World } from './terms.ts';

// Orders that are tried, counted by each exchange that is placed: all of them for a batch of five.
const mostPlaced = 1500;
// Milliseconds. Rules about time limits need the real times, which matter in sequences that take longer.
const longest = 4000;
// Milliseconds between two exchanges of an order.
const step = 0.001;

/** Requirements about one request after another, and those that say the same of parallel requests. */
const ofParallel: Partial<Record<RequirementId, RequirementId>> = {
  'limits.twenty-first-artifact': 'limits.parallel-artifacts-limited',
  'idempotency.create-replays': 'idempotency.parallel-create-once',
  'idempotency.upload-replays': 'idempotency.parallel-upload-once',
};

// Artifacts that are uploaded in parallel may be listed in another order than that in which they are accepted (D13).
const free: RequirementId = 'get-case.evidence-in-order';

/**
 * What breaks the contract in every order of the exchanges that their times allow: the response
 * to each of the requests that ran at the same time is allowed by some order, but no order explains all responses together (linearizability, by the search
 * of Wing and Gong). Undefined when one does, or when there are too many orders to try.
 */
export function contradiction(exchanges: Exchange[], world: World): Finding | undefined {
  const readings = exchanges.map((exchange) => readingOf(exchange, spanOf(exchange), world));
  const ends = readings.map(({ span }) => span.end);
  if (Math.max(...ends) - Math.min(...readings.map(({ span }) => span.start)) > longest) return undefined;
  let left = mostPlaced;
  let furthest: { placed: number; finding: Finding } | undefined;
  const isExplained = (placed: Reading[], waiting: Reading[]): boolean => {
    const soonest = Math.min(...waiting.map(({ span }) => span.end));
    for (const reading of waiting.filter(({ span }) => span.start < soonest)) {
      left -= 1;
      if (left < 0) return true;
      const start = Math.max(reading.span.start, (placed.at(-1)?.span.end ?? 0) + step);
      const order = [...placed, { ...reading, span: { start, end: start + step } }];
      const finding = findingInLast(order, world);
      const rest = waiting.filter((other) => other !== reading);
      if (!finding && (rest.length === 0 || isExplained(order, rest))) return true;
      if (finding && placed.length > (furthest?.placed ?? -1)) furthest = { placed: placed.length, finding };
    }
    return false;
  };
  if (readings.length === 0 || isExplained([], readings)) return undefined;
  const { finding } = furthest!;
  const requirement = ofParallel[finding.requirement] ?? finding.requirement;
  return { ...finding, requirement, expected: `${finding.expected}, in some order of the parallel requests` };
}

/** What the contract forbids in the last one of exchanges that ran one after the other. */
function findingInLast(order: Reading[], world: World): Finding | undefined {
  const oracle = new Oracle(world);
  for (const reading of order) oracle.take(reading);
  return oracle.judge(order.at(-1)!).findings.find(({ requirement }) => requirement !== free);
}
