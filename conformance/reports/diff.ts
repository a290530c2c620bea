import type { Verdict } from '../run/verdict.ts';
import type { ComparableReport } from './report.ts';

type ComparedResult = ComparableReport['results'][number];

/** The differences between two runs, one line each. */
export interface Difference {
  /** what differs between the runs themselves: contract, class, claims, outcome */
  conditions: string[];
  worse: string[];
  better: string[];
  /** what is no longer judged, or fails in another way */
  other: string[];
}

type Kind = 'worse' | 'better' | 'other';

// From good to bad. A requirement that no longer applies is worse than one that passed, and better than one that failed.
const rank: Record<Verdict, number> = {
  pass: 0,
  warning: 1,
  'not-applicable': 2,
  inconclusive: 3,
  fail: 4,
  error: 5,
};

/** Compares a run with a later one, requirement by requirement. */
export function differenceOf(before: ComparableReport, after: ComparableReport): Difference {
  const isSameContract = before.contract.digest === after.contract.digest;
  const ids = new Set([...after.results, ...before.results].map(({ id }) => id));
  const changes = [...ids].flatMap((id): Change[] => {
    const [was, is] = [before, after].map(({ results }) => results.find((result) => result.id === id));
    if (is) return was?.verdict === is.verdict ? [] : [changeOf(was, is)];
    return [goneOf(was!, isSameContract)];
  });
  const lines = (kind: Kind) => changes.filter((change) => change.kind === kind).map(({ line }) => line);
  const [worse, better, other] = [lines('worse'), lines('better'), lines('other')];
  return { conditions: conditionsOf(before, after), worse, better, other };
}

interface Change {
  kind: Kind;
  line: string;
}

function changeOf(before: ComparedResult | undefined, { id, verdict, reason }: ComparedResult): Change {
  const isWorse = rank[verdict] > (before ? rank[before.verdict] : rank['not-applicable']);
  // Only a pass is better: a failure that is no longer judged may still exist.
  const kind = rank[verdict] <= rank.warning ? 'better' : 'other';
  const change = before ? `${before.verdict} → ${verdict}` : `new, ${verdict}`;
  return { kind: isWorse ? 'worse' : kind, line: `${id}  ${change}${reason === '' ? '' : `: ${reason}`}` };
}

/** A requirement that the contract no longer has is not worse; one that passed and was not judged this time is. */
function goneOf({ id, verdict }: ComparedResult, isSameContract: boolean): Change {
  const isWorse = isSameContract && rank[verdict] <= rank.warning;
  const why = isSameContract ? 'not judged' : 'not in the other contract';
  return { kind: isWorse ? 'worse' : 'other', line: `${id}  ${verdict} → ${why}` };
}

function conditionsOf(before: ComparableReport, after: ComparableReport): string[] {
  const facts: [string, (report: ComparableReport) => string][] = [
    ['contract', ({ contract }) => `${contract.version} (${contract.digest.slice(0, 12)})`],
    ['suite', ({ suite }) => suite.version],
    ['candidate', ({ candidate }) => candidate.baseUrl],
    ['class', ({ scope }) => scope.class],
    ['claims', ({ scope }) => scope.claimed.join(', ') || 'none'],
    ['outcome', ({ outcome }) => outcome.headline],
  ];
  return facts
    .map(([name, fact]) => [name, fact(before), fact(after)] as const)
    .filter(([, was, is]) => was !== is)
    .map(([name, was, is]) => `${name}: ${was} → ${is}`);
}

/** The difference as text. */
export function differenceText({ conditions, worse, better, other }: Difference): string {
  const section = (title: string, lines: string[]) =>
    lines.length === 0 ? [] : [`${title}: ${lines.length}\n${lines.map((line) => `  ${line}\n`).join('')}`];
  const end = worse.length === 0 ? 'Nothing became worse.' : `${worse.length} became worse.`;
  const facts = conditions.map((line) => `${line}\n`).join('');
  return [
    ...(facts ? [facts] : []),
    ...section('worse', worse),
    ...section('better', better),
    ...section('neither worse nor better', other),
    `${end}\n`,
  ].join('\n');
}
