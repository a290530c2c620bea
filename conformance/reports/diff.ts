import type { Verdict } from '../run/judge/verdict.ts';
import type { ComparableReport } from './report.ts';

type ComparedResult = ComparableReport['results'][number];

/** The differences between two runs, one line each. */
export interface Difference {
  /** what differs between the runs themselves: contract, class, claims, outcome */
  conditions: string[];
  changes: Change[];
}

interface Change {
  /** `neither worse nor better`: it is no longer judged, or fails in another way */
  kind: 'worse' | 'better' | 'neither worse nor better';
  line: string;
}

// From good to bad. A requirement that no longer applies is worse than one that passed, and better than one that failed.
const order: Verdict[] = ['pass', 'warning', 'not-applicable', 'inconclusive', 'fail', 'error'];
const isWorseThan = (one: Verdict, other: Verdict) => order.indexOf(one) > order.indexOf(other);
const isMet = (verdict: Verdict) => verdict === 'pass' || verdict === 'warning';

/** Compares a run with a later one, requirement by requirement. */
export function differenceOf(before: ComparableReport, after: ComparableReport): Difference {
  const isSameContract = before.contract.digest === after.contract.digest;
  const ids = new Set([...after.results, ...before.results].map(({ id }) => id));
  const changes = [...ids].flatMap((id) => {
    const [was, is] = [before, after].map(({ results }) => results.find((result) => result.id === id));
    if (is) return was?.verdict === is.verdict ? [] : [changeOf(was, is)];
    return [goneOf(was!, isSameContract)];
  });
  return { conditions: conditionsOf(before, after), changes };
}

function changeOf(before: ComparedResult | undefined, { id, verdict, reason }: ComparedResult): Change {
  const isWorse = isWorseThan(verdict, before?.verdict ?? 'not-applicable');
  // Only a pass is better: a failure that is no longer judged may still exist.
  const kind = isMet(verdict) ? 'better' : 'neither worse nor better';
  const change = before ? `${before.verdict} → ${verdict}` : `new, ${verdict}`;
  return { kind: isWorse ? 'worse' : kind, line: `${id}  ${change}${reason === '' ? '' : `: ${reason}`}` };
}

/** A requirement that the contract no longer has is not worse; one that passed and was not judged this time is. */
function goneOf({ id, verdict }: ComparedResult, isSameContract: boolean): Change {
  const isWorse = isSameContract && isMet(verdict);
  const why = isSameContract ? 'not judged' : 'not in the other contract';
  return { kind: isWorse ? 'worse' : 'neither worse nor better', line: `${id}  ${verdict} → ${why}` };
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
export function differenceText({ conditions, changes }: Difference): string {
  const sections = (['worse', 'better', 'neither worse nor better'] as const).flatMap((kind) => {
    const own = changes.filter((change) => change.kind === kind);
    return own.length === 0 ? [] : [`${kind}: ${own.length}\n${own.map(({ line }) => `  ${line}\n`).join('')}`];
  });
  const worse = changes.filter(({ kind }) => kind === 'worse').length;
  const end = worse === 0 ? 'Nothing became worse.\n' : `${worse} became worse.\n`;
  const facts = conditions.map((line) => `${line}\n`).join('');
  return [...(facts ? [facts] : []), ...sections, end].join('\n');
}
