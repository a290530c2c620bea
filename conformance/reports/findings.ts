import type { ReportedResult } from '../../generated/report.ts';
import type { Failure, Result, ScenarioResult } from '../run/judge/verdict.ts';

/** A finding before it is reported: the failure of the first scenario that has it. */
export interface DistinctFinding extends Failure {
  count: number;
  scenarios: string[];
}

/** The failures of a result, each kind of them once; the one that most scenarios have comes first. */
export function distinctFindings(result: Result): DistinctFinding[] {
  const { scenarios = [], failures = [] } = result;
  const found = [
    ...scenarios.flatMap(({ label, failure }) => (failure ? [{ ...failure, scenarios: [label] }] : [])),
    ...failures.map((failure) => ({ ...failure, scenarios: [] })),
  ];
  const groups = Map.groupBy(found, ({ kind, requirement, expected, actual }) =>
    JSON.stringify([kind, requirement, similar(expected), similar(actual)]),
  );
  return [...groups.values()]
    .map((list) => ({ ...list[0]!, count: list.length, scenarios: list.flatMap(({ scenarios }) => scenarios) }))
    .toSorted((one, other) => other.count - one.count);
}

/** The text without values that differ between scenarios and runs; the status codes of rejections stay. */
const similar = (text: string): string =>
  text.startsWith('status ')
    ? text.replaceAll(/\b2\d\d\b/g, '2xx')
    : text
        .replaceAll(/"(?:[^"\\]|\\.)*("|$)/g, '""')
        .replaceAll(/[\w.:+-]+/g, (word) => (/\d/.test(word) ? '0' : word));

/** What could not be judged, each reason once. */
export function unjudgedScenarios(scenarios: ScenarioResult[]): NonNullable<ReportedResult['unjudged']> {
  const open = scenarios.filter(({ verdict }) => verdict === 'inconclusive');
  const groups = Map.groupBy(open, ({ reason, blockedBy }) => `${blockedBy} ${reason}`);
  return [...groups.values()].map((list) => ({
    reason: list[0]!.reason,
    ...(list[0]!.blockedBy && { blockedBy: list[0]!.blockedBy }),
    count: list.length,
    scenarios: list.map(({ label }) => label),
  }));
}
