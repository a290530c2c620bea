// Responses for cases of other tenants, compared with those for unknown cases (D22).
import { isDeepStrictEqual } from 'node:util';
import { isObject, show, valueOf } from '../wire/json.ts';
import { gatewayStatuses } from './gateway.ts';
import type { Reading } from './request/reading.ts';
import type { Report } from './terms.ts';

const likeUnknown = 'tenancy.foreign-like-unknown';

type Problem = Record<string, unknown>;

/** What responses to requests that differ in their ids and bodies alone have shown. */
interface Group {
  /** by id: the latest problem for an unknown case */
  problems: Map<string, { problem: Problem; start: number }>;
  /** by the letters of the id: responses in the order in which their requests began */
  responses: Map<string, Seen[]>;
}

interface Seen {
  isForeign: boolean;
  start: number;
  status: number;
  headers: Set<string>;
}

// These depend on the connection, not on the case.
const connectionHeaders = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date'];
// Headers for tracing or rate limits are not on every response.
const comparedResponses = 8;

/** Follows what is shown of cases that a caller does not have. */
export class ForeignCases {
  readonly #groups = new Map<string, Group>();

  /** Takes note of a request for a case that is unknown, or that another tenant has. */
  note(reading: Reading, isForeign: boolean): void {
    const { response } = reading.exchange;
    if (!response || reading.target.slash || gatewayStatuses.includes(response.status)) return;
    const { caseId } = reading.target;
    const group = this.#groupOf(reading);
    const body = valueOf(response.body);
    const { start } = reading.span;
    if (!isForeign && response.status === 404 && isObject(body)) group.problems.set(caseId!, { problem: body, start });
    const names = response.headers.map(([name]) => name.toLowerCase());
    const headers = new Set(names.filter((name) => !connectionHeaders.includes(name)));
    const letters = lettersOf(caseId!);
    const before = group.responses.get(letters) ?? [];
    group.responses.set(letters, [...before.slice(-99), { isForeign, start, status: response.status, headers }]);
  }

  /** Judges the response to a request for a case of another tenant. */
  judge(reading: Reading, report: Report): void {
    const { response } = reading.exchange;
    const { kind, slash, caseId } = reading.target;
    if (!response || slash || gatewayStatuses.includes(response.status)) return;
    const group = this.#groupOf(reading);
    const seen = group.responses.get(lettersOf(caseId!)) ?? [];
    if (kind !== 'operation') judgeStatus(response.status, seen, report);
    else if (response.status !== 404) return;
    const body = kind === 'operation' ? valueOf(response.body) : undefined;
    const differing = isObject(body) ? differingProperty(body, reading.span.start, group) : undefined;
    if (differing)
      return report(likeUnknown, `the ${differing.name} for an unknown case, ${differing.unknown}`, differing.own);
    const { start } = reading.span;
    const header = differingHeader(seen.filter((each) => each.start <= start && each.status === response.status));
    if (header !== undefined)
      report(likeUnknown, 'the header names for an unknown case', `${header} in only one of the two`);
  }

  /** Equal for requests that differ in their ids and bodies alone. */
  #groupOf({ target, exchange: { request } }: Reading): Group {
    const headers = request.headers.filter(([name]) => !/^(content-length|idempotency-key)$/i.test(name));
    const likeness = JSON.stringify([request.method, target.operation, headers]);
    const group = this.#groups.get(likeness) ?? { problems: new Map(), responses: new Map() };
    this.#groups.set(likeness, group);
    return group;
  }
}

/** Equal for ids that a router which checks their form treats alike. */
export const lettersOf = (id: string): string => [...id].toSorted().join('');

function judgeStatus(status: number, seen: Seen[], report: Report): void {
  const statuses = new Set(seen.filter(({ isForeign }) => !isForeign).map((each) => each.status));
  const [unknown] = statuses;
  if (statuses.size !== 1 || unknown === status) return;
  report(likeUnknown, `status ${unknown}, as for an unknown case`, `status ${status}`);
}

// A property that the problem adds may be a time, which differs between two responses.
const described = ['type', 'title', 'status', 'detail'];

/** A property that every problem for an unknown case shows alike, and this one does not. */
function differingProperty(own: Problem, start: number, { problems }: Group) {
  const unknown = [...problems.values()];
  if (unknown.length < 2) return undefined;
  const isAround = unknown.some((each) => each.start < start) && unknown.some((each) => each.start > start);
  const names = [...new Set([own, unknown[0]!.problem].flatMap((problem) => Object.keys(problem)))];
  const name = names.find((each) => {
    const values = unknown.map(({ problem }) => problem[each]);
    if (each === 'instance' || !values.every((value) => isDeepStrictEqual(value, values[0]))) return false;
    const isMissing = own[each] === undefined || values[0] === undefined;
    const isComparable = isMissing || isAround || described.includes(each);
    return isComparable && !isDeepStrictEqual(own[each], values[0]);
  });
  return name === undefined ? undefined : { name, unknown: show(unknown[0]!.problem[name]), own: show(own[name]) };
}

/** A header that all responses for the foreign case have and none for the unknown case, or the reverse. */
function differingHeader(seen: Seen[]): string | undefined {
  const [foreign, unknown] = [seen.filter(({ isForeign }) => isForeign), seen.filter(({ isForeign }) => !isForeign)];
  // They come by turns, so that the time at which they were sent explains nothing.
  const turns = seen.filter(({ isForeign }, at) => at > 0 && isForeign !== seen[at - 1]!.isForeign).length;
  if (Math.min(foreign.length, unknown.length, turns) < comparedResponses) return undefined;
  const names = new Set(seen.flatMap(({ headers }) => [...headers]));
  const isInAll = (some: Seen[], name: string) => some.every(({ headers }) => headers.has(name));
  const isInNone = (some: Seen[], name: string) => some.every(({ headers }) => !headers.has(name));
  return [...names].find(
    (name) =>
      (isInAll(foreign, name) && isInNone(unknown, name)) || (isInNone(foreign, name) && isInAll(unknown, name)),
  );
}
