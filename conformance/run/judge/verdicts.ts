// The verdicts of a run: computed once, from how its scenarios ended and what its exchanges show as a whole.
import type { Requirement, RequirementId } from '../../../generated/requirements.ts';
import type { Finding } from '../../oracle/terms.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { rootsOf } from './blockers.ts';
import { type Failure, failureVerdict, reasonOf, type Result, type ScenarioResult, type Sender } from './verdict.ts';

/** What there is to say of a requirement before the others are known. */
export interface Judged {
  requirement: Requirement;
  /** in their order; none: it was not played */
  scenarios: ScenarioResult[];
  /** its verdict and the reason when no scenario was played, or when the suite itself failed */
  otherwise?: Pick<Result, 'verdict' | 'reason' | 'stack'>;
  /** every exchange of its scenarios, in the order in which they began */
  exchanges: Exchange[];
  milliseconds: number;
}

/** What the verdict of one requirement depends on, beside its own scenarios. */
interface Others {
  /** whatever blocks it failed in this run, or is itself blocked by what failed */
  isExplained: (id: RequirementId) => boolean;
  /** in the exchanges of the whole run */
  findings: Finding[];
  senders: Map<Exchange, Sender>;
}

/**
 * - An error of the suite decides, or else a failed scenario, or else one that could not be judged.
 * - A scenario whose setting broke a requirement of which every scenario passed fails itself: no other result would report
 *   that response.
 * - A requirement of which some scenarios passed, and the others could not be judged, passes in part when a failure of the
 *   same run explains each of the others: an operation that does not work yet costs its own scenarios only. A run with that
 *   failure is not conformant, so in a conformant run every scenario was judged.
 * - A requirement that passed fails with its first finding in the whole run. Findings about how a request was answered do not
 *   count: they belong to the scenario that sent it.
 */
export function verdictsOf(judged: Judged[], findings: Finding[], senders: Map<Exchange, Sender>): Result[] {
  const passed = idsOf(judged, (each) => verdictBy(each) === 'pass');
  const ended = judged.map((each) => ({ ...each, scenarios: each.scenarios.map((one) => withBlocking(one, passed)) }));
  const failed = idsOf(ended, (each) => verdictBy(each) === 'fail');
  const roots = rootsOf(
    ended.map((each) => ({ id: each.requirement.id, verdict: verdictBy(each), blockers: blockersIn(each.scenarios) })),
  );
  const isExplained = (id: RequirementId) =>
    roots.get(id)!.every(({ blocker }) => blocker !== undefined && failed.has(blocker));
  const counted = findings.filter(({ kind }) => kind !== 'answer');
  return ended.map((each) => resultOf(each, { isExplained, findings: counted, senders }));
}

const idsOf = (judged: Judged[], is: (each: Judged) => boolean): Set<RequirementId> =>
  new Set(judged.filter(is).map(({ requirement }) => requirement.id));

const having = (verdict: ScenarioResult['verdict'], scenarios: ScenarioResult[]) =>
  scenarios.filter((each) => each.verdict === verdict);

/** By its own scenarios. */
function verdictBy({ requirement, scenarios, otherwise }: Judged): Result['verdict'] {
  if (otherwise) return otherwise.verdict;
  if (having('fail', scenarios).length > 0) return failureVerdict(requirement);
  return scenarios.every(({ verdict }) => verdict === 'pass') ? 'pass' : 'inconclusive';
}

const blockersIn = (scenarios: ScenarioResult[]) => {
  const unjudged = having('inconclusive', scenarios);
  return unjudged.length > 0 ? unjudged.map(({ blockedBy }) => blockedBy) : [undefined];
};

function withBlocking(scenario: ScenarioResult, passed: Set<RequirementId>): ScenarioResult {
  const { blocking, blockedBy: _, ...rest } = scenario;
  if (!blocking || !passed.has(blocking.requirement)) return scenario;
  return { ...rest, verdict: 'fail', reason: reasonOf(blocking), failure: blocking };
}

function resultOf(judged: Judged, { isExplained, findings, senders }: Others): Result {
  const { requirement, scenarios, otherwise, exchanges, milliseconds } = judged;
  const last = exchanges.at(-1);
  const shared = { requirement, exchanges, milliseconds, ...(last && { decisive: last }) };
  if (otherwise) return { ...shared, ...otherwise };
  const own = findings.filter((finding) => finding.requirement === requirement.id);
  const verdict = verdictBy(judged);
  const isInPart = verdict === 'inconclusive' && having('pass', scenarios).length > 0 && isExplained(requirement.id);
  const isPassed = verdict === 'pass' || isInPart;
  const decided = verdict === 'pass' ? undefined : decidedBy(judged);
  const result: Result = {
    ...shared,
    ...decided,
    verdict,
    reason: decided?.reason ?? '',
    ...(isInPart && { verdict: 'pass', reason: inPartText(scenarios) }),
  };
  if (isInPart) delete result.blockedBy;
  return isPassed && own.length > 0 ? { ...result, ...failedBy(own, result, senders) } : result;
}

/** What the scenario shows that decides: the first failed one, or else the first one that could not be judged. */
function decidedBy({ requirement, scenarios }: Judged): Partial<Result> {
  const [found] = [...having('fail', scenarios), ...having('inconclusive', scenarios)] as [ScenarioResult];
  const { label, verdict, reason, blockedBy, decisive } = found;
  const failed = failureVerdict(requirement);
  return {
    reason: verdict === 'fail' && scenarios.length > 1 ? `${reason} (${label})` : reason,
    ...(blockedBy && { blockedBy }),
    ...(decisive && { decisive }),
    scenarios: scenarios.map((each) => (each.verdict === 'fail' ? { ...each, verdict: failed } : each)),
  };
}

const maxLabels = 5;

function inPartText(scenarios: ScenarioResult[]): string {
  const unjudged = having('inconclusive', scenarios);
  const blockers = [...new Set(unjudged.map(({ blockedBy }) => blockedBy))];
  const labels = unjudged.map(({ label }) => label);
  const more = labels.length > maxLabels ? [`${labels.length - maxLabels} more`] : [];
  const named = [...labels.slice(0, maxLabels), ...more].join(', ');
  return `${having('pass', scenarios).length} of ${scenarios.length} scenarios passed; not judged, blocked by ${blockers.join(' and ')}: ${named}`;
}

/** The failure of a requirement: the first finding decides. Each names the scenario whose exchange shows it. */
export function failedBy(
  findings: Finding[],
  { requirement, exchanges }: Pick<Result, 'requirement' | 'exchanges'>,
  senders: Map<Exchange, Sender> = new Map(),
): Omit<Result, 'milliseconds'> {
  const [first] = findings;
  const failures = findings.map((finding): Failure => {
    const sender = senders.get(finding.exchange);
    return {
      ...finding,
      allowed: [],
      setting: ofSameCase(finding.exchange, exchanges),
      ...(sender && { sender }),
    };
  });
  return {
    requirement,
    verdict: failureVerdict(requirement),
    reason: reasonOf(first!),
    decisive: first!.exchange,
    failures,
    exchanges: [...exchanges, ...findings.map(({ exchange }) => exchange)],
  };
}

/** The earlier exchanges that are about the same case. */
function ofSameCase(exchange: Exchange, exchanges: Exchange[]): Exchange[] {
  const id = /\/cases\/([^/?]+)/.exec(exchange.request.url)?.[1];
  if (id === undefined) return [];
  const before = exchanges.slice(0, Math.max(0, exchanges.indexOf(exchange)));
  return before.filter(({ request, response }) => request.url.includes(id) || response?.body.includes(id));
}
