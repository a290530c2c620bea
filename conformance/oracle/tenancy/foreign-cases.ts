// Responses for cases of other tenants, compared with those for unknown cases (D22).
import { isDeepStrictEqual } from 'node:util';
import { isObject, show, valueOf } from '../../wire/json.ts';
import { gatewayStatuses } from '../gateway.ts';
import { Groups } from '../support/groups.ts';
import type { Reading } from '../request/reading.ts';
import type { Report } from '../terms.ts';
import { at } from '../support/place.ts';

const likeUnknown = 'tenancy.foreign-like-unknown';

type Properties = Record<string, unknown>;

/** A problem for an unknown case. */
interface Problem {
  caseId: string;
  start: number;
  properties: Properties;
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
  /** of requests that differ in their ids and bodies alone */
  readonly #problems = new Groups<Problem>(100);
  /** of such requests whose ids have the same letters, in the order in which they began */
  readonly #responses = new Groups<Seen>(100);

  /** Takes note of a request for a case that is unknown, or that another tenant has. */
  note(reading: Reading, isForeign: boolean): void {
    const { response } = reading.exchange;
    if (!response || !isCompared(reading)) return;
    const { caseId } = reading.target;
    const { start } = reading.span;
    const { status } = response;
    const properties = valueOf(response.body);
    if (!isForeign && status === 404 && isObject(properties))
      this.#problems.add(likenessOf(reading), { caseId: caseId!, start, properties });
    const names = response.headers.map(([name]) => name.toLowerCase());
    const headers = new Set(names.filter((name) => !connectionHeaders.includes(name)));
    this.#responses.add(likenessOfId(reading), { isForeign, start, status, headers });
  }

  /** Judges the response to a request for a case of another tenant. */
  judge(reading: Reading, report: Report): void {
    if (!isCompared(reading)) return;
    const { status, body } = reading.exchange.response!;
    const { start } = reading.span;
    const seen = this.#responses.of(likenessOfId(reading));
    if (reading.target.kind !== 'operation') judgeStatus(status, seen, report);
    else if (status !== 404) return;
    const own = reading.target.kind === 'operation' ? valueOf(body) : undefined;
    const differing = isObject(own) && differingProperty(own, start, this.#problems.of(likenessOf(reading)));
    if (differing) return report(likeUnknown, differing.expected, at(`/${differing.name}`));
    const header = differingHeader(seen.filter((each) => each.start <= start && each.status === status));
    if (header !== undefined)
      report(likeUnknown, 'the header names for an unknown case', at(header, `${header} in only one of the two`));
  }
}

const isCompared = ({ exchange: { response }, target }: Reading) =>
  response !== undefined && !target.slash && !gatewayStatuses.includes(response.status);

/** Equal for requests that differ in their ids and bodies alone. */
function likenessOf({ target, exchange: { request } }: Reading): unknown[] {
  const headers = request.headers.filter(([name]) => !/^(content-length|idempotency-key)$/i.test(name));
  return [request.method, target.operation, headers];
}

const likenessOfId = (reading: Reading) => [...likenessOf(reading), lettersOf(reading.target.caseId!)];

/** Equal for ids that a router which checks their form treats alike. */
export const lettersOf = (id: string): string => [...id].toSorted().join('');

function judgeStatus(status: number, seen: Seen[], report: Report): void {
  const statuses = new Set(seen.filter(({ isForeign }) => !isForeign).map((each) => each.status));
  const [unknown] = statuses;
  if (statuses.size !== 1 || unknown === status) return;
  report(likeUnknown, `the status for an unknown case, ${unknown}`, `status ${status}`);
}

// A property that the problem adds may be a time, which differs between two responses.
const described = ['type', 'title', 'status', 'detail'];

/** A property that every problem for an unknown case shows alike, and this one does not. */
function differingProperty(own: Properties, start: number, problems: Problem[]) {
  const unknown = [...new Map(problems.map((each) => [each.caseId, each])).values()];
  if (unknown.length < 2) return undefined;
  const isAround = unknown.some((each) => each.start < start) && unknown.some((each) => each.start > start);
  const first = unknown[0]!.properties;
  const name = [...Object.keys(own), ...Object.keys(first)].find((each) => {
    const isAlike = unknown.every(({ properties }) => isDeepStrictEqual(properties[each], first[each]));
    if (each === 'instance' || !isAlike) return false;
    const isMissing = own[each] === undefined || first[each] === undefined;
    const isComparable = isMissing || isAround || described.includes(each);
    return isComparable && !isDeepStrictEqual(own[each], first[each]);
  });
  return name === undefined ? undefined : { name, expected: `the ${name} for an unknown case, ${show(first[name])}` };
}

/** A header that all responses for the foreign case have and none for the unknown case, or the reverse. */
function differingHeader(seen: Seen[]): string | undefined {
  const [foreign, unknown] = [seen.filter(({ isForeign }) => isForeign), seen.filter(({ isForeign }) => !isForeign)];
  // They come by turns, so that the time at which they were sent explains nothing.
  const turns = seen.filter(({ isForeign }, at) => at > 0 && isForeign !== seen[at - 1]!.isForeign).length;
  if (Math.min(foreign.length, unknown.length, turns) < comparedResponses) return undefined;
  const names = new Set(seen.flatMap(({ headers }) => [...headers]));
  const share = (some: Seen[], name: string) => some.filter(({ headers }) => headers.has(name)).length / some.length;
  return [...names].find((name) => Math.abs(share(foreign, name) - share(unknown, name)) === 1);
}
