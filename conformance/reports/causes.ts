import type { RequirementId } from '../../generated/requirements.ts';
import type { FailureCode } from '../failure-codes.ts';
import type { ReportedExchange } from './exchange/exchange.ts';
import { aboutStatus } from './exchange/place.ts';
import type { ReportedResult } from './report.ts';
import { lineOf, rejectionForm, rejectionLabel, rejectionOf, requestForm } from './signature.ts';

/** Failures that one change probably fixes, and what could not be judged because of them. */
export interface Cause {
  /** the requirement to fix first; undefined when nothing failed and no requirement blocks */
  first: RequirementId | undefined;
  /** what they have in common, in a few words */
  common: string;
  /** failures, warnings and errors; the one to fix first comes first */
  failed: ReportedResult[];
  /** the inconclusive results that they block */
  blocked: ReportedResult[];
}

/** Something that failures can have in common: results with the same key belong together. */
interface Trait {
  key: string;
  label: string;
}

/**
 * Groups what has to be fixed by its likely cause; the cause with the most failed and blocked requirements comes first.
 * It reads only the results, so that every form of the report shows the same groups.
 */
export function causesOf(results: ReportedResult[]): Cause[] {
  const open = results.filter(({ known }) => known === undefined);
  const failed = open.filter(({ verdict }) => ['error', 'fail', 'warning'].includes(verdict));
  const byId = new Map<RequirementId | undefined, ReportedResult>(results.map((result) => [result.id, result]));
  const blocked = open
    .filter(({ verdict }) => verdict === 'inconclusive')
    .map((result): Blocked => ({ result, ...blockerOf(result, byId) }));
  const groups = connected(failed).map((group) => causeOf(group, blocked));
  const placed = new Set(groups.flatMap((cause) => cause.blocked));
  const rest = Map.groupBy(
    blocked.filter(({ result }) => !placed.has(result)),
    ({ first, reason }) => first ?? reason,
  );
  const others = [...rest.values()].map((list) => ({
    first: list[0]!.first,
    common: flat(list[0]!.reason),
    failed: [],
    blocked: list.map(({ result }) => result),
  }));
  return [...groups, ...others].toSorted((one, other) => rankOf(one) - rankOf(other) || sizeOf(other) - sizeOf(one));
}

/** An inconclusive result, with the requirement or the reason at the beginning of its chain of preconditions. */
interface Blocked {
  result: ReportedResult;
  first: RequirementId | undefined;
  reason: string;
}

export const sizeOf = ({ failed, blocked }: Cause): number => failed.length + blocked.length;

/** A failure that shares its cause with no other result. */
export const isSingle = (cause: Cause): boolean => sizeOf(cause) === 1 && cause.failed.length === 1;

/** The heading of the single failures, below the groups, if there are groups. */
export function singleTitle(failures: number, groups: number): string {
  if (groups > 0) return 'Single failures';
  return failures === 1 ? '1 failure' : `${failures} failures, probably each with its own cause`;
}

/** Errors of the suite come first, violations of a SHOULD last. */
function rankOf({ failed }: Cause): number {
  if (failed.some(({ verdict }) => verdict === 'error')) return 0;
  return failed.length > 0 && failed.every(({ verdict }) => verdict === 'warning') ? 2 : 1;
}

/** Follows the chain of blockers. A blocker that passed, or that only lacks a key, cannot be fixed. */
function blockerOf(
  result: ReportedResult,
  byId: Map<RequirementId | undefined, ReportedResult>,
): Omit<Blocked, 'result'> {
  let last = result;
  for (const seen = new Set([last]); ; seen.add(last)) {
    const next = byId.get(last.blockedBy);
    if (next?.verdict !== 'inconclusive' || seen.has(next))
      return { first: next?.verdict === 'pass' ? undefined : last.blockedBy, reason: last.reason };
    last = next;
  }
}

/** The results in groups: two results are in one group when they share a trait, directly or through others. */
function connected(failed: ReportedResult[]): ReportedResult[][] {
  const groupOf = new Map<ReportedResult, ReportedResult[]>(failed.map((result) => [result, [result]]));
  const holders = Map.groupBy(
    failed.flatMap((result) => traitsOf(result).map(({ key }) => ({ key, result }))),
    ({ key }) => key,
  );
  for (const [first, ...others] of holders.values())
    for (const other of others) {
      const [into, from] = [groupOf.get(first!.result)!, groupOf.get(other.result)!];
      if (into === from) continue;
      into.push(...from);
      for (const moved of from) groupOf.set(moved, into);
    }
  return [...new Set(groupOf.values())].map((group) => group.toSorted((a, b) => failed.indexOf(a) - failed.indexOf(b)));
}

function causeOf(group: ReportedResult[], blocked: Blocked[]): Cause {
  const blockedOf = ({ id }: ReportedResult) => blocked.filter(({ first }) => first === id).map(({ result }) => result);
  // A valid request that is rejected says more than how the rejection looks.
  const rejections = ['not-accepted', 'none-accepted'];
  const isRejection = ({ code }: ReportedResult) => code !== undefined && rejections.includes(code);
  const failed = group.toSorted(
    (one, other) =>
      blockedOf(other).length - blockedOf(one).length || Number(isRejection(other)) - Number(isRejection(one)),
  );
  return { first: failed[0]!.id, common: commonOf(group), failed, blocked: failed.flatMap(blockedOf) };
}

const flat = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** The trait that most of the group share. */
function commonOf(group: ReportedResult[]): string {
  if (group.length === 1) return '';
  const shared = Map.groupBy(group.flatMap(traitsOf), ({ key }) => key);
  const [most] = [...shared.values()].toSorted((one, other) => other.length - one.length);
  return flat(most![0]!.label);
}

// A case that is shown to another tenant means that a read was accepted.
const aboutAcceptance: FailureCode[] = [...aboutStatus, 'case-disclosed'];

function traitsOf(result: ReportedResult): Trait[] {
  const { id, family, source, verdict, code, actual = '', reason, exchanges, decisive } = result;
  if (code === undefined) return [{ key: `reason ${verdict} ${reason}`, label: reason }];
  const exchange = decisive === undefined ? undefined : exchanges[decisive];
  const said = exchange ? saidBy(exchange) : '';
  const line = exchange && lineOf(exchange);
  return [
    ...(exchange ? [exchangeTrait(exchange, code)] : []),
    ...(line ? [{ key: `actual ${line} ${family} ${code} ${actual}`, label: `${line}: ${actual}` }] : []),
    ...(source.startsWith('D')
      ? [{ key: `rule ${family} ${source} ${code} ${said}`, label: `all about the same decision, ${source}` }]
      : []),
    { key: `twin ${id.replaceAll(/\b(create|upload|read)\b/g, '')}`, label: 'the same rule for several operations' },
  ];
}

function saidBy(exchange: ReportedExchange): string {
  const rejection = rejectionOf(exchange);
  return rejection === undefined ? String(exchange.response!.status) : rejectionForm(rejection);
}

/** The same rejection of any request, or the same request with the same kind of failure. */
function exchangeTrait(exchange: ReportedExchange, code: FailureCode): Trait {
  const aspect = aboutAcceptance.includes(code) ? 'status' : 'content';
  const rejection = rejectionOf(exchange);
  if (rejection === undefined) {
    const about = aspect === 'status' ? aspect : code;
    const key = `step ${requestForm(exchange)} ${exchange.response!.status} ${about}`;
    return { key, label: `all after the same request: ${lineOf(exchange)}` };
  }
  // A page that is not JSON comes from a proxy or a framework, so everything that is wrong with it has one cause.
  const label = `all with the same response: ${rejectionLabel(exchange, rejection)}`;
  return { key: `response ${rejectionForm(rejection)} ${rejection.includes('json') ? aspect : ''}`, label };
}
