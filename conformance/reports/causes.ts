import type { Report, ReportedCause, ReportedExchange, ReportedResult } from '../../generated/report.ts';
import type { RequirementId } from '../../generated/requirements.ts';
import { headerIn } from '../wire/exchange.ts';
import { rootsOf } from '../run/judge/blockers.ts';
import { interruptedByUser, quantity } from '../run/judge/outcome.ts';
import { oneLine } from './finding-text.ts';
import { writtenByGateway } from './gateway.ts';

/** Failures with the same rule or the same response, and what could not be judged because of them. */
export interface Cause {
  /** the requirement to fix first; undefined when nothing failed and no requirement blocks */
  first: RequirementId | undefined;
  /** that requirement, or else what blocks them */
  name: string;
  /** what they have in common, in a few words; empty if the name says it */
  common: string;
  /** failures, warnings and errors; the one to fix first comes first */
  failed: ReportedResult[];
  /** the inconclusive results that they block */
  blocked: ReportedResult[];
}

/** A cause as a report names it. */
export const reportedCause = ({ first, name, common, failed, blocked }: Cause): ReportedCause => ({
  ...(first && { first }),
  name,
  common,
  failed: failed.map(({ id }) => id),
  blocked: blocked.map(({ id }) => id),
});

/** The causes of a report, with their results. */
export function causesIn({ causes, results }: Pick<Report, 'causes' | 'results'>): Cause[] {
  const withId = (ids: RequirementId[]) => ids.flatMap((id) => results.filter((result) => result.id === id));
  return causes.map((cause) => ({
    ...cause,
    first: cause.first,
    failed: withId(cause.failed),
    blocked: withId(cause.blocked),
  }));
}

/**
 * Groups what has to be fixed. A stored value that changes comes first, because anything can follow from it; then the cause
 * with the most failed and blocked requirements.
 */
export function causesOf({ results, exchanges, notices }: Pick<Report, 'results' | 'exchanges' | 'notices'>): Cause[] {
  const open = results.filter(({ known }) => known === undefined);
  const failed = open.filter(({ verdict }) => ['error', 'fail', 'warning'].includes(verdict));
  const blocked = blockedResults(open, results);
  const blockedBy = ({ id }: ReportedResult) => blocked.filter(({ first }) => first === id);
  const common = new Map(failed.map((result) => [result, commonOf(result, exchanges, notices)]));
  const leads = (result: ReportedResult) => result.id === 'problems.form' && common.get(result) === otherForm;
  const rootOf = (result: ReportedResult) => failed.find(({ id }) => id === result.follows) ?? result;
  const alike = Map.groupBy(failed, (result) => common.get(rootOf(result))!.replaceAll(measured, 'n'));
  const groups = [...alike.values()].map((list): Cause => {
    const ordered = list.toSorted(
      (one, other) =>
        Number(leads(other)) - Number(leads(one)) ||
        Number(one.follows !== undefined) - Number(other.follows !== undefined) ||
        blockedBy(other).length - blockedBy(one).length ||
        Number(rejectsValid(other)) - Number(rejectsValid(one)) ||
        Number(breaksOwnRule(other)) - Number(breaksOwnRule(one)) ||
        failedScenarios(other) - failedScenarios(one),
    );
    const effects = ordered.flatMap(blockedBy).map(({ result }) => result);
    const [first] = ordered as [ReportedResult];
    const isFollowed = list.some(({ follows }) => follows === first.id);
    const shared = isFollowed ? 'the others follow from it' : list.length > 1 ? common.get(first)! : '';
    return { first: first.id, name: first.id, common: shared, failed: ordered, blocked: effects };
  });
  const placed = new Set(groups.flatMap((cause) => cause.blocked));
  const rest = blocked.filter(({ result }) => !placed.has(result));
  const others = [...Map.groupBy(rest, ({ first, reason }) => first ?? reason)].map(([name, list]): Cause => {
    const { first, reason } = list[0]!;
    return { first, name, common: first ? reason : '', failed: [], blocked: list.map(({ result }) => result) };
  });
  return [...groups, ...others].toSorted(
    (one, other) =>
      rankOf(one) - rankOf(other) ||
      Number(changesStored(other)) - Number(changesStored(one)) ||
      sizeOf(other) - sizeOf(one) ||
      failedScenarios(other.failed[0]) - failedScenarios(one.failed[0]),
  );
}

/** The inconclusive results, each with the requirement or the reason at the begin of its chain of blockers. */
function blockedResults(open: ReportedResult[], all: ReportedResult[]) {
  const byId = new Map<RequirementId | undefined, ReportedResult>(all.map((result) => [result.id, result]));
  const roots = rootsOf(
    all.map(({ id, verdict, blockedBy, unjudged }) => {
      return { id, verdict, blockers: unjudged ? unjudged.map((each) => each.blockedBy) : [blockedBy] };
    }),
  );
  return open
    .filter(({ verdict }) => verdict === 'inconclusive')
    .map((result) => {
      const { blocker, last } = roots.get(result.id)![0]!;
      // A blocker that passed cannot be fixed.
      const first = byId.get(blocker)?.verdict === 'pass' ? undefined : blocker;
      return { result, first, reason: oneLine(byId.get(last)!.reason) };
    });
}

const sizeOf = ({ failed, blocked }: Cause): number => failed.length + blocked.length;

/** The causes that explain several results, and the failures that share their cause with no other. */
export interface GroupedCauses {
  groups: Cause[];
  single: ReportedResult[];
}

export function groupedCauses(report: Report): GroupedCauses {
  const causes = causesIn(report);
  const isSingle = (cause: Cause) => sizeOf(cause) === 1 && cause.failed.length === 1;
  const groups = causes.filter((cause) => !isSingle(cause));
  const single = causes.filter(isSingle).flatMap(({ failed }) => failed);
  return { groups, single };
}

/** `17 single failures`: those of no group. */
export const singleText = ({ single }: GroupedCauses): string => quantity(single.length, 'single failure');

/** `11 failed, 6 blocked`: what fixing the cause changes. */
export function effectOf({ failed, blocked }: Cause): string {
  if (failed.length === 0) return `${blocked.length} could not be judged`;
  if (failed[0]!.verdict === 'error') return `${failed.length} ended with an error of the suite`;
  return `${failed.length} failed${blocked.length > 0 ? `, ${blocked.length} blocked` : ''}`;
}

/** A defect fails most scenarios of the requirement that is about it. */
const failedScenarios = (result?: ReportedResult): number => result?.scenarios?.failed ?? 0;

/** Errors of the suite come first; violations of a SHOULD, and that the user ended the run, last. */
function rankOf({ name, failed }: Cause): number {
  if (name === interruptedByUser) return 3;
  if (failed.some(({ verdict }) => verdict === 'error')) return 0;
  return failed.length > 0 && failed.every(({ verdict }) => verdict === 'warning') ? 2 : 1;
}

/** What was stored changes later: its memory is used for other requests, for example. Times are often written anew. */
const changesStored = ({ failed }: Cause): boolean =>
  failed.some(
    ({ findings: [first] }) =>
      first?.rule === 'case-lifecycle.facts-unchanged' && first.place?.endsWith('/created_at') === false,
  );

/** A valid request that is rejected says more than how the rejection looks. */
const rejectsValid = ({ findings: [first] }: ReportedResult) =>
  first?.allowed !== undefined &&
  first.allowed.length > 0 &&
  first.allowed.every((response) => response.startsWith('2'));

const breaksOwnRule = ({ id, findings: [first] }: ReportedResult) => first?.rule === id;

/** Times and sizes, which differ whenever a response is missing. */
const measured = /\b\d+(\.\d+)?(?= (m?s|of|[kM]B)\b)/g;

/**
 * What a failure has in common with others: the gateway of which a notice says that it wrote the response, the response that was
 * given and the one that was demanded, or the rule.
 */
function commonOf(
  { verdict, reason, findings: [first] }: ReportedResult,
  exchanges: Report['exchanges'],
  notices: string[],
): string {
  if (!first) return oneLine(`${verdict}: ${reason}`);
  const { kind, rule, allowed: [demanded = '2xx'] = [], exchange: place } = first;
  if (kind === 'request') return `the rule ${rule}`;
  const exchange = place === undefined ? undefined : exchanges[place];
  if (exchange?.failure !== undefined && !exchange.received) return oneLine(exchange.failure);
  const written = exchange?.response && !exchange.received && writtenByGateway(exchange.response, notices);
  if (written) return written;
  const rejection = exchange && !exchange.received ? rejectionOf(exchange) : undefined;
  const isAnswer = kind === 'answer';
  if (rejection?.isOtherForm && (isAnswer ? demanded.startsWith(rejection.status) : rule.startsWith('problems.')))
    return otherForm;
  if (rejection === undefined)
    return isAnswer && !demanded.startsWith('2')
      ? `accepted instead of ${demanded.replace(/ at #.*/, '')}`
      : `the rule ${rule}`;
  // A page that is not JSON comes from a proxy or a framework, so everything that is wrong with it has one cause.
  if (isAnswer || !/json|\/problems\//.test(rejection.text)) return `the response ${rejection.text}`;
  return rejection.text.includes('/problems/') ? `the rule ${rule}` : `the form of the response ${rejection.text}`;
}

/** A framework that writes rejections in JSON of its own does so whatever the status is. */
const otherForm = 'rejections are JSON of another form than a problem';

interface RejectionText {
  status: string;
  /** the status with the problem type, or else with the media type */
  text: string;
  /** JSON that is no problem */
  isOtherForm: boolean;
}

/** A rejection in short. Undefined for an accepted request. */
function rejectionOf({ response }: ReportedExchange): RejectionText | undefined {
  if (!response || response.status < 400) return undefined;
  const mediaType = headerIn(response.headers, 'Content-Type')?.split(';')[0]!.trim() ?? 'without a media type';
  const problem = /"type":\s*"(?<type>[^"\s]{1,80})"/.exec(response.body?.text ?? '')?.groups?.['type'];
  const isOtherForm = mediaType === 'application/json' && !problem?.includes('/problems/');
  const shown = problem === undefined || !mediaType.endsWith('json') || isOtherForm ? mediaType : problem;
  return { status: String(response.status), text: `${response.status} ${shown}`, isOtherForm };
}
