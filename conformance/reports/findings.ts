import type { RequirementId } from '../../generated/requirements.ts';
import type { Exchange } from '../engine/exchange.ts';
import type { Failure, Result, RowResult, SchemaMismatch } from '../engine/verdict.ts';
import { type FailureKind, failureKinds } from '../failure-codes.ts';
import { stable } from './signature.ts';

/** Something that the contract forbids, with all scenarios that show it. Exchanges are places in the list of the report. */
export interface ReportedFinding {
  kind: FailureKind;
  /** the requirement whose rule is broken */
  rule: RequirementId;
  expected: string;
  actual: string;
  /** how many scenarios or exchanges show it */
  count: number;
  /** the labels of these scenarios; none if the check has none */
  scenarios: string[];
  /** the responses that the contract allows: `422 invalid-request` */
  allowed?: string[];
  mismatches?: SchemaMismatch[];
  /** the exchanges that came first */
  setting: number[];
  /** the exchange that shows it */
  exchange?: number;
  /** another exchange, from which that one differs */
  compared?: number;
  /** sends the request of the exchange again */
  curl?: string;
}

/** A finding before it is reported: the failure of the first scenario that has it. */
export interface DistinctFinding extends Failure {
  kind: FailureKind;
  rule: RequirementId;
  allowed: string[];
  setting: Exchange[];
  count: number;
  scenarios: string[];
}

/** The failures of a result, each kind of them once; the one that most scenarios have comes first. */
export function distinctFindings(result: Result): DistinctFinding[] {
  const { rows = [], failures = [], decisive } = result;
  const found = [
    ...rows.flatMap(({ row, failure }) => (failure ? [{ scenarios: [row], failure }] : [])),
    ...failures.map((failure) => ({ scenarios: [], failure: { ...failure, exchange: failure.exchange ?? decisive } })),
  ].map(({ scenarios, failure }) => ({ scenarios, ...completed(failure, result) }));
  const groups = Map.groupBy(found, ({ kind, rule, expected, actual }) =>
    JSON.stringify([kind, rule, similar(expected), similar(actual)]),
  );
  return [...groups.values()]
    .map((list) => ({ ...list[0]!, count: list.length, scenarios: list.flatMap(({ scenarios }) => scenarios) }))
    .toSorted((one, other) => other.count - one.count);
}

/** The text without values that differ between scenarios; the status codes of rejections stay. */
const similar = (text: string): string =>
  text.startsWith('status ')
    ? text.replaceAll(/\b2\d\d\b/g, '2xx')
    : stable(text)
        .replaceAll(/"(?:[^"\\]|\\.)*("|$)/g, '""')
        .replaceAll(/\d+/g, '0');

/** With what a check does not say itself: the contract says which responses it allows. */
function completed(failure: Failure, { requirement, exchanges }: Result) {
  const { code, exchange } = failure;
  const kind = failure.kind ?? failureKinds[code];
  const demanded = requirement.answers.map(({ status, problem }) => [status, ...(problem ? [problem] : [])].join(' '));
  const isValid = code === 'not-accepted' || code === 'none-accepted';
  return {
    ...failure,
    kind,
    rule: failure.rule ?? requirement.id,
    allowed: kind === 'answer' ? (failure.allowed ?? (isValid && demanded.length === 0 ? ['2xx'] : demanded)) : [],
    setting: failure.setting ?? (exchange ? ofSameCase(exchange, exchanges) : []),
  };
}

/** The earlier exchanges of a check that are about the same case. */
function ofSameCase(exchange: Exchange, exchanges: Exchange[]): Exchange[] {
  const id = /\/cases\/([^/?]+)/.exec(exchange.request.url)?.[1];
  if (id === undefined || exchange.received) return [];
  const before = exchanges.slice(0, Math.max(0, exchanges.indexOf(exchange))).filter(({ received }) => !received);
  return before.filter(({ request, response }) => request.url.includes(id) || response?.body.includes(id));
}

/** What could not be judged, each reason once. */
export interface UnjudgedScenarios {
  reason: string;
  blockedBy?: RequirementId;
  scenarios: string[];
}

export function unjudgedScenarios(rows: RowResult[]): UnjudgedScenarios[] {
  const open = rows.filter(({ verdict }) => verdict === 'inconclusive');
  const groups = Map.groupBy(open, ({ reason, blockedBy }) => `${blockedBy} ${reason}`);
  return [...groups.values()].map((list) => ({
    reason: list[0]!.reason,
    ...(list[0]!.blockedBy && { blockedBy: list[0]!.blockedBy }),
    scenarios: list.map(({ row }) => row),
  }));
}
