import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Exchange, isSuccess } from '../wire/exchange.ts';
import { Oracle } from '../oracle/oracle.ts';
import type { Reading } from '../oracle/request/reading.ts';
import { type Finding, worldOf } from '../oracle/terms.ts';
import type { Manifest } from '../manifest.ts';
import type { Senders } from './run.ts';
import { type Failure, failureVerdict, reasonOf, type Result } from './verdict.ts';

// Milliseconds. Meanwhile the requests and responses of the run have to wait.
const longestTurn = 5;

/**
 * Judges every exchange of a run by the oracle, in the order that their times allow.
 */
export class Replay {
  readonly #exchanges: Exchange[];
  readonly #manifest: Manifest;
  #findings: Finding[] = [];
  readonly #readingOf: (exchange: Exchange) => Reading;
  #oracle: Oracle | undefined;
  #inDoubt = new Set<string>();
  #taken = 0;
  #begun: Promise<void> = Promise.resolve();

  /**
   * @param exchanges those that have ended; the run adds to them
   * @param readingOf reads an exchange, or remembers what it read
   */
  constructor(exchanges: Exchange[], manifest: Manifest, readingOf: (exchange: Exchange) => Reading) {
    this.#readingOf = readingOf;
    this.#exchanges = exchanges;
    this.#manifest = manifest;
  }

  /** Judges the exchanges so far while the run waits for something else; none may be in flight. */
  begin(): void {
    this.#begun = this.#judgeNew();
    // `findings` throws the same error.
    this.#begun.catch(() => {});
  }

  /** Everything that the contract forbids in the exchanges so far. */
  async findings(): Promise<Finding[]> {
    await this.#begun;
    // A key that no request had used when the judgement began is in doubt no more.
    if (!isDeepStrictEqual(this.#inDoubt, keysInDoubt(this.#exchanges, this.#manifest))) this.#forget();
    await this.#judgeNew();
    return [...this.#findings, ...this.#findingsInEvents()];
  }

  #findingsInEvents(): Finding[] {
    const receiver = this.#manifest.webhook?.receiver;
    // If nothing arrived, the receiver may be unreachable.
    if (!receiver || !this.#oracle || receiver.exchanges.length === 0) return [];
    return this.#oracle.judgeEvents(receiver.exchanges, { start: receiver.since, end: performance.now() }).findings;
  }

  #forget(): void {
    this.#oracle = undefined;
    this.#findings = [];
    this.#taken = 0;
  }

  #newOracle(): Oracle {
    this.#inDoubt = keysInDoubt(this.#exchanges, this.#manifest);
    return new Oracle(worldOf(this.#manifest, this.#inDoubt));
  }

  async #judgeNew(): Promise<void> {
    const oracle = (this.#oracle ??= this.#newOracle());
    const inOrder = this.#exchanges
      .slice(this.#taken)
      .toSorted((one, other) => (one.started ?? 0) - (other.started ?? 0));
    this.#taken += inOrder.length;
    let turn = performance.now();
    const rest = async () => {
      if (performance.now() - turn < longestTurn) return;
      await setImmediate();
      turn = performance.now();
    };
    const readings: Reading[] = [];
    for (const exchange of inOrder) {
      // If a key is in doubt, some requests mean something else than the scenarios took them for.
      readings.push(this.#inDoubt.size > 0 ? oracle.add(exchange) : oracle.take(this.#readingOf(exchange)));
      await rest();
    }
    for (const reading of readings) {
      this.#findings.push(...oracle.judge(reading).findings);
      await rest();
    }
  }
}

/**
 * The supplied keys that may be wrong: the candidate accepted no request with them, so it may not know them; or it
 * rejected every sandbox reference, so they may be live keys instead of sandbox keys.
 */
function keysInDoubt(exchanges: Exchange[], { keys, claims }: Manifest): Set<string> {
  const accepted = new Set<string>();
  const tried = new Set<string>();
  const acceptedSandbox = new Set<string>();
  for (const { request, response } of exchanges) {
    const key = request.credential?.value;
    if (key === undefined || !response) continue;
    const isAccepted = isSuccess(response.status);
    if (isAccepted) accepted.add(key);
    if (!asksSandbox(request)) continue;
    tried.add(key);
    if (isAccepted) acceptedSandbox.add(key);
  }
  const isInDoubt = (key: string) => {
    const isLive = !claims.includes('sandbox') || key === keys.live;
    return !accepted.has(key) || (!isLive && tried.has(key) && !acceptedSandbox.has(key));
  };
  return new Set(Object.values(keys).filter(isInDoubt));
}

/** A create with a reference that every sandbox key opens a case with. */
const asksSandbox = ({ method, url, body }: Exchange['request']) =>
  method === 'POST' &&
  new URL(url).pathname.endsWith('/cases') &&
  body.length === 1 &&
  /"sandbox:(approve|deny|hold)[#"]/.test(Buffer.from(body[0]!).toString());

/**
 * The results, with the findings of the oracle in the whole run: a requirement that passed fails with its first finding.
 * Findings about how a request was answered do not count: they belong to the scenario that sent it.
 */
export async function withFindings(
  results: Result[],
  findings: () => Promise<Finding[]>,
  senders: Senders = new Map(),
): Promise<Result[]> {
  const counted = (await findings()).filter(({ kind }) => kind !== 'answer');
  return results.map((result) => {
    const found = counted.filter(({ requirement }) => requirement === result.requirement.id);
    return found.length > 0 && result.verdict === 'pass' ? { ...result, ...failedBy(found, result, senders) } : result;
  });
}

/** The failure of a requirement: the first finding decides. Each names the scenario whose exchange shows it. */
export function failedBy(
  findings: Finding[],
  { requirement, exchanges }: Pick<Result, 'requirement' | 'exchanges'>,
  senders: Senders = new Map(),
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
