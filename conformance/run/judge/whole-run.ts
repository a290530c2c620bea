import { setImmediate } from 'node:timers/promises';
import type { Exchange } from '../../wire/exchange.ts';
import { Oracle } from '../../oracle/oracle.ts';
import type { Reading } from '../../oracle/request/reading.ts';
import type { Finding } from '../../oracle/terms.ts';
import type { Manifest } from '../../manifest.ts';
import { readingsOf } from './steps.ts';
import type { Senders } from '../play/run.ts';
import { type Failure, failureVerdict, reasonOf, type Result } from './verdict.ts';

// Milliseconds. Meanwhile the requests and responses of the run have to wait.
const longestTurn = 5;

/** Judges every exchange of a run by the oracle, in the order that their times allow. */
export class WholeRun {
  readonly #exchanges: Exchange[];
  readonly #manifest: Manifest;
  readonly #oracle: Oracle;
  readonly #findings: Finding[] = [];
  #taken = 0;
  #begun: Promise<void> = Promise.resolve();

  /** @param exchanges those that have ended; the run adds to them */
  constructor(exchanges: Exchange[], manifest: Manifest) {
    this.#exchanges = exchanges;
    this.#manifest = manifest;
    this.#oracle = new Oracle(readingsOf(manifest).world);
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
    await this.#judgeNew();
    return [...this.#findings, ...this.#findingsInEvents()];
  }

  #findingsInEvents(): Finding[] {
    const receiver = this.#manifest.webhook?.receiver;
    // If nothing arrived, the receiver may be unreachable.
    if (!receiver || receiver.exchanges.length === 0) return [];
    return this.#oracle.judgeEvents(receiver.exchanges, { start: receiver.since, end: performance.now() }).findings;
  }

  async #judgeNew(): Promise<void> {
    const { readingOfRun } = readingsOf(this.#manifest);
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
      readings.push(this.#oracle.take(readingOfRun(exchange)));
      await rest();
    }
    for (const reading of readings) {
      this.#findings.push(...this.#oracle.judge(reading).findings);
      await rest();
    }
  }
}

/**
 * The results, with the findings of the oracle in the whole run: a requirement that passed fails with its first finding.
 * Findings about how a request was answered do not count: they belong to the scenario that sent it.
 */
export function withFindings(results: Result[], findings: Finding[], senders: Senders = new Map()): Result[] {
  const counted = findings.filter(({ kind }) => kind !== 'answer');
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
