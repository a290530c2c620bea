import type { Exchange } from '../wire/exchange.ts';
import { type Followed, Follower } from '../oracle/follower.ts';
import { Oracle } from '../oracle/oracle.ts';
import type { Reading } from '../oracle/request/reading.ts';
import { type Finding, spanOf, worldOf } from '../oracle/terms.ts';
import type { RequirementId } from '../../generated/requirements.ts';
import { shownIn, writtenBy } from '../run/judge/gateways.ts';
import { ClientWatch } from './clients.ts';
import { Interrupted } from './interrupted.ts';

/** Why an exchange was judged by its form only; the response of a gateway, and what was lost while the service was away, not at all. */
export const openReasons = {
  key: 'with an API key that was not supplied',
  case: 'about cases whose creation was not seen',
  other: 'with requests that the contract leaves open',
  response: 'without a whole response',
  gateway: 'answered by a gateway itself',
  away: 'lost when the service was away',
} as const;

/** An exchange that has begun. */
export interface Slot {
  started: number;
}

// The facts of this many exchanges are kept; then the oracle begins anew, and older cases are unknown.
const longestHistory = 50_000;
// Exchanges that a report shows of a requirement: if it is met, and if it is broken.
const mostVerified = 3;
const mostFound = 5;

/** Who has to meet a requirement. */
export type Party = 'service' | 'client';

interface WatchOptions {
  /** keep the bodies of the exchanges that a report shows */
  keepBodies: boolean;
  /** called with each finding, and how many there have been of its requirement */
  found: (finding: Finding, times: number) => void;
  /** when it begins, by the clock of the exchanges */
  since?: number;
  /** nobody else sends requests to the service: a key that was not supplied was never issued */
  sawAll?: boolean;
  /** judge only the service, or only its clients, and not both */
  party?: Party | undefined;
}

/** Judges exchanges, each as soon as everything is known that came before its end. */
export class Watch {
  readonly #manifest: Parameters<typeof worldOf>[0];
  readonly #options: WatchOptions;
  #oracle: Oracle;
  #follower: Follower;
  readonly #clients = new ClientWatch();
  #remembered = 0;
  #interrupted = new Interrupted();
  /** those that have not ended, in the order in which they began */
  readonly #open = new Set<Slot>();
  /** every exchange that has ended, without the body of its request */
  readonly exchanges: Exchange[] = [];
  /** by requirement: exchanges that showed that it is met, the first ones only */
  readonly verified = new Map<RequirementId, Exchange[]>();
  /** by requirement: what broke it, the first findings only, and how many there were */
  readonly broken = new Map<RequirementId, { findings: Finding[]; times: number }>();
  /** by reason: how many exchanges were judged by their form only */
  readonly open = new Map<keyof typeof openReasons, number>();
  /** what gateways wrote that are known: `502 in text/html from nginx/1.22.1` */
  readonly pages = new Set<string>();
  judged = 0;
  /** connections that carried something else than HTTP/1.1 */
  opaque = 0;
  readonly startedAt = new Date();
  readonly party: Party | undefined;

  constructor(manifest: Parameters<typeof worldOf>[0], options: WatchOptions) {
    this.#manifest = manifest;
    this.#options = options;
    this.#oracle = options.sawAll ? new Oracle(worldOf(manifest)) : this.#newOracle(options.since ?? performance.now());
    this.party = options.party;
    this.#follower = new Follower(this.#oracle);
  }

  /** A request has begun. */
  begin(slot: Slot): void {
    this.#open.add(slot);
  }

  /** The exchange has ended: judges what can be judged now. */
  end(slot: Slot, exchange: Exchange): void {
    this.#open.delete(slot);
    this.#follower.add(exchange);
    const [first] = this.#open;
    for (const followed of this.#follower.judged(first?.started)) this.#note(followed);
    if (this.#remembered < longestHistory || !this.#follower.isIdle) return;
    this.#oracle = this.#newOracle(spanOf(exchange).end);
    this.#follower = new Follower(this.#oracle);
    this.#remembered = 0;
    this.#interrupted = new Interrupted();
  }

  #newOracle(since: number): Oracle {
    return new Oracle({ ...worldOf(this.#manifest), since });
  }

  #note({ reading, judgement: { findings, verified } }: Followed): void {
    const { exchange } = reading;
    const { party, sawAll = false } = this.#options;
    // What sends every request itself also sends what a service fails for behind a gateway.
    const isInterrupted = !sawAll && this.#interrupted.has(exchange);
    const page = isInterrupted && exchange.response ? writtenBy(shownIn(exchange.response)) : undefined;
    if (page !== undefined) this.pages.add(page);
    const reason = isInterrupted ? (exchange.interrupted ? 'away' : 'gateway') : this.#reasonFor(reading);
    if (reason !== undefined) this.open.set(reason, (this.open.get(reason) ?? 0) + 1);
    else this.judged += 1;
    if (party !== 'client' && !isInterrupted)
      this.#show({ findings, verified: verified === undefined ? [] : [verified] }, exchange);
    if (party !== 'service') this.#show(this.#clients.add(reading), exchange);
    this.#oracle.release(reading);
    this.#remembered += 1;
    this.exchanges.push(exchange);
  }

  #show({ findings, verified }: { findings: Finding[]; verified: RequirementId[] }, exchange: Exchange): void {
    for (const finding of findings) this.#find(finding);
    if (findings.length === 0) for (const id of verified) this.#verify(id, exchange);
  }

  #verify(requirement: RequirementId, exchange: Exchange): void {
    const known = this.verified.get(requirement) ?? [];
    if (known.length < mostVerified) this.verified.set(requirement, [...known, this.#kept(exchange)]);
  }

  #find(finding: Finding): void {
    const { findings, times } = this.broken.get(finding.requirement) ?? { findings: [], times: 0 };
    const own = times < mostFound ? [{ ...finding, exchange: this.#kept(finding.exchange) }] : [];
    this.broken.set(finding.requirement, { findings: [...findings, ...own], times: times + 1 });
    this.#options.found(finding, times + 1);
  }

  /** The exchange as a report shows it: the body of its request is forgotten when it has been judged. */
  #kept(exchange: Exchange): Exchange {
    const { request, response } = exchange;
    if (this.#options.keepBodies) return { ...exchange, request: { ...request } };
    return {
      ...exchange,
      request: { ...request, body: [] },
      ...(response && { response: { ...response, body: Buffer.alloc(0) } }),
    };
  }

  #reasonFor(reading: Reading): keyof typeof openReasons | undefined {
    const { authorization, target, exchange } = reading;
    if (!exchange.response) return 'response';
    if (!this.#oracle.expectation(reading).unclear) return undefined;
    if (authorization.unclear) return 'key';
    const isUnknown = target.kind === 'operation' && target.caseId !== undefined && !this.#oracle.knows(target.caseId);
    return isUnknown ? 'case' : 'other';
  }
}
