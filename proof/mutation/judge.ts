import type { Exchange } from '../../conformance/wire/exchange.ts';
import { memoize } from '../../conformance/wire/memoize.ts';
import type { Facts } from '../../conformance/manifest.ts';
import type { Finding } from '../../conformance/oracle/terms.ts';
import type { Part } from '../../conformance/recording/recording.ts';
import { judgedScenario } from '../../conformance/run/judge/scenario.ts';
import type { Failure, ScenarioResult } from '../../conformance/run/judge/verdict.ts';
import type { Recorded } from './record.ts';

/** How a scenario ends with changed responses. */
export interface Judged {
  /** every finding in its exchanges */
  findings: Finding[];
  verdicts: Set<ScenarioResult['verdict']>;
  /** under the requirement of the scenario */
  failures: Failure[];
}

export function judged(recorded: Recorded, facts: Facts, changed: Map<Exchange, Exchange>): Judged {
  const [control, own] = [withChanges(recorded.control, changed), withChanges(recorded.own, changed)];
  const { results, findings } = judgedScenario({ ...recorded, control, own }, facts);
  return {
    findings,
    verdicts: new Set(results.map(({ verdict }) => verdict)),
    failures: results.flatMap(({ failure }) => failure ?? []),
  };
}

const copies = memoize((_: Map<Exchange, Exchange>) => new Map<Part, Part>());

/** The same object for the same control, which so is judged once. */
export function withChanges(part: Part, changed: Map<Exchange, Exchange>): Part {
  if (!part.exchanges.some((each) => changed.has(each))) return part;
  const known = copies(changed).get(part);
  if (known) return known;
  const now = (exchange: Exchange) => changed.get(exchange) ?? exchange;
  const copy = {
    ...part,
    exchanges: part.exchanges.map(now),
    sent: part.sent.map((each) => ({ ...each, exchange: now(each.exchange) })),
  };
  copies(changed).set(part, copy);
  return copy;
}
