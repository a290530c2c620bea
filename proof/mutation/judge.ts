// Judges a recorded scenario again, with other responses.
import { memoize } from '../../conformance/wire/memoize.ts';
import type { Exchange } from '../../conformance/wire/exchange.ts';
import type { Manifest } from '../../conformance/manifest.ts';
import type { Finding } from '../../conformance/oracle/terms.ts';
import { resultsOf } from '../../conformance/run/judge/scenario.ts';
import type { Performed } from '../../conformance/run/play/sending/perform.ts';
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

export async function judged(
  { id, scenario, control, own }: Recorded,
  manifest: Manifest,
  changed: Map<Exchange, Exchange>,
): Promise<Judged> {
  const { results, findings } = await resultsOf(id, scenario, manifest, async (_, before) =>
    withChanges(before ? own : control, changed),
  );
  return {
    findings,
    verdicts: new Set(results.map(({ verdict }) => verdict)),
    failures: results.flatMap(({ failure }) => failure ?? []),
  };
}

const copies = memoize((_: Map<Exchange, Exchange>) => new Map<Performed, Performed>());

/** The same object for the same control, which so is judged once. */
function withChanges(performed: Performed, changed: Map<Exchange, Exchange>): Performed {
  if (!performed.exchanges.some((each) => changed.has(each))) return performed;
  const known = copies(changed).get(performed);
  if (known) return known;
  const now = (exchange: Exchange) => changed.get(exchange) ?? exchange;
  const copy = {
    ...performed,
    exchanges: performed.exchanges.map(now),
    sent: performed.sent.map((each) => ({ ...each, exchange: now(each.exchange) })),
  };
  copies(changed).set(performed, copy);
  return copy;
}
