import { hasBothCases } from '../letter-case.ts';
import { type Exchange, headerIn } from '../wire/exchange.ts';
import { isObject, valueOf } from '../wire/json.ts';
import { Comparisons } from './comparisons.ts';
import { caseIdIn } from './facts.ts';
import { ForeignCases } from './tenancy/foreign-cases.ts';
import { isDecided } from './case-lifecycle/decision.ts';
import { type Effect, effectOf, KeyUses } from './idempotency/key-uses.ts';
import { millisecondsOf, millisecondsOfDate } from './support/instant.ts';
import { isSame } from './support/same.ts';
import { Lengths } from './tenancy/lengths.ts';
import { ValuesOfOthers } from './tenancy/values-of-others.ts';
import { Overload } from './sandbox/overload.ts';
import type { Reading } from './request/reading.ts';
import { isClear } from './request/target.ts';
import type { Directive } from './sandbox/directive.ts';
import { knownProperties } from './response/properties.ts';
import { type Caller, isBefore, isSameCaller, type Span, type World } from './terms.ts';

/** One upload that may have added an artifact. */
export interface Upload {
  reading: Reading;
  effect: Effect;
  /** when it may have been accepted: with a key also by an earlier request whose response was lost */
  accepted: Span;
  /** as the response shows it */
  artifact?: Record<string, unknown>;
}

/** A case that a create has opened, and everything that was sent to it or seen of it. */
export interface KnownCase {
  id: string;
  caller: Caller;
  /** the create that opened it */
  opener: Reading;
  /** as the create sent it */
  type: 'PF' | 'PM' | undefined;
  reference: string | undefined;
  directive: Directive;
  /** as the response to the create shows it */
  opened: Record<string, unknown>;
  uploads: Upload[];
  /** uploads without a 2xx response, also by other callers: they must leave no trace */
  rejected: Reading[];
  /** every read that showed the case */
  views: View[];
}

/** The accepted upload of an artifact. */
export const uploadOf = ({ uploads }: KnownCase, { id }: Record<string, unknown>): Upload | undefined =>
  uploads.find(({ artifact }) => artifact?.['id'] === id);

/** A read that showed a case. */
export interface View {
  span: Span;
  exchange: Exchange;
  shown: Record<string, unknown>;
  artifacts: Record<string, unknown>[];
}

/** What is known of a service: the facts of every exchange, each with the time at which it may have happened. */
export class History {
  /** where others may have used the service before: when the exchanges begin */
  readonly since: number | undefined;
  readonly #cases = new Map<string, KnownCase>();
  readonly #lowerCaseIds = new Map<string, string>();
  readonly #possibleIds = new Set<string>();
  readonly #instances = new Map<string, Reading>();
  /** the id of the case by the path of its `Location` */
  readonly #locations = new Map<string, string>();
  readonly keys = new KeyUses();
  /** a read of a pending case showed an artifact like the response to its upload */
  listsWhilePending = false;
  readonly comparisons = new Comparisons();
  readonly foreignCases = new ForeignCases();
  readonly lengths = new Lengths();
  readonly valuesOfOthers = new ValuesOfOthers();
  readonly overload = new Overload();

  readonly #idPlace: string;

  constructor({ since, id }: Pick<World, 'since' | 'id'>) {
    this.since = since;
    this.#idPlace = id;
  }

  /** The case with exactly this id. */
  caseWith(id: string): KnownCase | undefined {
    return this.#cases.get(id);
  }

  get cases(): KnownCase[] {
    return [...this.#cases.values()];
  }

  /** The other cases of the same type with this reference. */
  casesLike({ id, type, reference }: KnownCase): KnownCase[] {
    return [...this.#cases.values()].filter(
      (each) => each.id !== id && each.type === type && each.reference === reference,
    );
  }

  /** A known id that differs only in letter case, of which a UUID or ULID has one: both may name one case. */
  similarId(id: string): string | undefined {
    const known = this.#lowerCaseIds.get(id.toLowerCase());
    return !this.#cases.has(id) && known !== undefined && !hasBothCases(known) ? known : undefined;
  }

  /** True when a case with this id may have been opened by a request whose meaning the contract leaves open. */
  mayHaveOpened(id: string): boolean {
    return this.#possibleIds.has(id);
  }

  /** True for a request to a case of another tenant. */
  isForeign({ target, authorization: { caller } }: Reading): boolean {
    const owner = isClear(target) ? this.#cases.get(target.caseId ?? '')?.caller : undefined;
    return owner !== undefined && caller !== undefined && owner.tenant !== caller.tenant;
  }

  /** True for a request to a case that nobody has opened. */
  #isUnknown({ target, authorization: { caller } }: Reading): boolean {
    const { caseId } = target;
    if (caseId === undefined || !isClear(target) || !caller || this.since !== undefined) return false;
    return !this.#cases.has(caseId) && !this.mayHaveOpened(caseId) && this.similarId(caseId) === undefined;
  }

  /** The id of the case that is said to be at this address. */
  caseAt(url: string): string | undefined {
    return this.#locations.get(new URL(url).pathname);
  }

  /** The id in the response to a create. */
  idIn(response: NonNullable<Exchange['response']>): string | undefined {
    return caseIdIn(response, this.#idPlace);
  }

  /** The first response that had this problem instance. */
  firstWith(instance: string): Reading | undefined {
    return this.#instances.get(instance);
  }

  /** Takes note of an exchange. Exchanges are added in the order in which they began. */
  add(reading: Reading): void {
    const { target, authorization } = reading;
    const { response } = reading.exchange;
    const body = response && valueOf(response.body);
    this.overload.note(reading, this.keys.hadSandboxError(reading));
    // Where others use the service too, nobody knows who has sent a reference first.
    this.valuesOfOthers.note(reading, this.since === undefined);
    if (response && response.status >= 400 && isObject(body) && typeof body['instance'] === 'string') {
      const instance = body['instance'].toLowerCase();
      if (!this.#instances.has(instance)) this.#instances.set(instance, reading);
    }
    const isUpload = target.operation === 'uploadArtifact' && reading.exchange.request.method === 'POST';
    if (isUpload) this.#addUpload(reading, body);
    this.keys.add(reading, target.caseId !== undefined && this.similarId(target.caseId) !== undefined);
    const isUnclear = target.kind === 'unclear' || authorization.unclear;
    const possibleId = isUnclear && effectOf(reading) === 'done' && response ? this.idIn(response) : undefined;
    if (possibleId !== undefined) this.#possibleIds.add(possibleId);
    this.comparisons.noteMediaType(reading);
    const isStranger = !authorization.caller && !isUnclear && target.caseId !== undefined;
    if (isStranger && !this.#cases.has(target.caseId!)) this.comparisons.noteStranger(reading);
    if (target.operation === 'getCase' && (target.kind === 'operation' || target.kind === 'optional method'))
      this.lengths.note(reading);
    if (this.isForeign(reading)) this.foreignCases.note(reading, true);
    else if (this.#isUnknown(reading)) this.foreignCases.note(reading, false);
    if (target.kind !== 'operation' || !authorization.caller) return;
    if (target.operation === 'createCase') this.#addCreate(reading, authorization.caller, body);
    if (target.operation === 'getCase' && response?.status === 200) this.#addView(reading, authorization.caller, body);
    if (target.operation === 'getCase' && response?.status === 304) this.#addUnchanged(reading);
  }

  #addCreate(reading: Reading, caller: Caller, body: unknown): void {
    const { request, response } = reading.exchange;
    const id = effectOf(reading) === 'done' ? this.idIn(response!) : undefined;
    if (id === undefined) return;
    this.valuesOfOthers.noteOwner(id, caller);
    const location = URL.parse(headerIn(response!.headers, 'Location') ?? '', request.url);
    if (location) this.#locations.set(location.pathname, id);
    const opened = isObject(body) ? body : {};
    // What was sent to a case that an unclear request may have opened is not recorded.
    if (this.#cases.has(id) || this.#possibleIds.has(id) || this.#mayBeOlder(reading, opened)) return;
    const { type, reference, directive = { outcome: 'open' } } = reading.create ?? {};
    this.#lowerCaseIds.set(id.toLowerCase(), id);
    const facts = { uploads: [], rejected: [], views: [] };
    this.#cases.set(id, { id, caller, opener: reading, type, reference, directive, opened, ...facts });
    this.comparisons.noteCreate(id, reading);
  }

  /** True when a create may repeat one that was sent before the exchanges began, by the clock of the service. */
  #mayBeOlder({ key, span, exchange }: Reading, { created_at: created }: Record<string, unknown>): boolean {
    if (this.since === undefined || key === undefined) return false;
    const now = millisecondsOfDate(headerIn(exchange.response!.headers, 'Date'));
    return !(now - millisecondsOf(created) < span.end - this.since);
  }

  #addUpload(reading: Reading, body: unknown): void {
    const { target, authorization } = reading;
    const id = target.caseId!;
    const found = this.#cases.get(id) ?? this.#cases.get(this.#lowerCaseIds.get(id.toLowerCase())!);
    if (!found) return;
    const { caller } = authorization;
    const effect = effectOf(reading);
    // Whether it concerns this case is left open.
    if (target.kind !== 'operation' || authorization.unclear || found.id !== id) {
      // A form without its end is not stored (D73).
      if (reading.isTruncated && effect !== 'done') found.rejected.push(reading);
      else if (effect !== 'not done') found.uploads.push({ reading, effect: 'unknown', accepted: reading.span });
      return;
    }
    const isForeign = !caller || !isSameCaller(caller, found.caller);
    if (effect === 'not done' || isForeign) found.rejected.push(reading);
    if (effect === 'not done' || (isForeign && effect === 'unknown')) return;
    const artifact = effect === 'done' && isObject(body) ? { artifact: body } : {};
    // A repeated request adds nothing, whatever its response is.
    const isReplay =
      reading.key !== undefined &&
      found.uploads.some(({ artifact: known }) => known !== undefined && known['id'] === artifact.artifact?.['id']);
    const accepted = { start: this.#firstAttempt(reading), end: reading.span.end };
    if (!isReplay) found.uploads.push({ reading, effect, accepted, ...artifact });
    // A request that was sent twice may have arrived twice.
    if (reading.exchange.sentTwice) found.uploads.push({ reading, effect: 'unknown', accepted });
  }

  /** When the first request began that may have done what this one does. */
  #firstAttempt(reading: Reading): number {
    const earlier = reading.key === undefined ? [] : this.keys.usesOf(reading);
    const lost = earlier.find(({ effect }) => effect === 'unknown');
    return (lost?.reading ?? reading).span.start;
  }

  /** A 304 shows what the response showed whose `ETag` or `Last-Modified` is its condition. */
  #addUnchanged({ target, span, exchange }: Reading): void {
    const found = this.#cases.get(target.caseId!);
    const before = found?.views.findLast((each) => isBefore(each.span, span) && isConditionOf(each, exchange));
    if (before) found!.views.push({ ...before, span, exchange });
  }

  #addView({ target, span, exchange }: Reading, caller: Caller, body: unknown): void {
    const found = this.#cases.get(target.caseId!);
    if (!found || !isSameCaller(caller, found.caller) || !isObject(body) || body['id'] !== found.id) return;
    const listed = body['artifacts'];
    const artifacts = Array.isArray(listed) ? listed.filter(isObject) : [];
    found.views.push({ span, exchange, shown: body, artifacts });
    if (isDecided(body)) return;
    const isAsStored = (each: object) =>
      found.uploads.some(({ artifact }) => artifact && isSame(knownProperties(artifact), knownProperties(each)));
    this.listsWhilePending ||= artifacts.some(isAsStored);
  }
}

const conditions = [
  ['If-None-Match', 'ETag'],
  ['If-Modified-Since', 'Last-Modified'],
] as const;

/** True when the condition of a request is what this read had in a header. The first condition counts. */
function isConditionOf({ exchange }: View, { request }: Exchange): boolean {
  const found = conditions.find(([name]) => headerIn(request.headers, name) !== undefined);
  if (!found) return false;
  const [condition, known] = [headerIn(request.headers, found[0]), headerIn(exchange.response!.headers, found[1])];
  return known !== undefined && condition!.replace(/^W\//, '') === known.replace(/^W\//, '');
}
