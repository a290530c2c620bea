import PQueue from 'p-queue';
import type { Credential, Exchange } from '../../wire/exchange.ts';
import { Http, type HttpOptions, type Request, wait } from '../../wire/http.ts';
import { Inconclusive } from '../../wire/inconclusive.ts';
import { type Facts, factsOf, type KeyName, keyVariables, type Manifest } from '../../manifest.ts';
import type { Played } from '../../recording/recording.ts';
import type { Phase } from '../../scenarios/events.ts';
import type { SandboxError } from '../../oracle/facts.ts';
import { unknownIds } from '../../values/ids.ts';
import { needFor } from '../plan.ts';
import { Interruptions } from './interruptions.ts';
import { createWith } from './sending/probes.ts';
import { whileInUseOrLost, whileRejectionIsLost } from './sending/retry.ts';

/** What the scenarios of one run share: it sends their requests, and records every exchange. */
export class Run {
  readonly manifest: Manifest;
  readonly facts: Facts;
  readonly http: Http;
  /** a part of every reference that the run sends, so that its cases can be found later */
  readonly id: string;
  readonly signal: AbortSignal;
  /** every exchange of the run, in the order in which they ended */
  readonly exchanges: Exchange[] = [];
  /** is called with each of them */
  ended: (exchange: Exchange) => void = () => {};
  /** is called with each attempt at a scenario */
  attempted: (played: Played) => void = () => {};
  /** the longest time from the evidence to the decision so far, in milliseconds */
  slowestDecision = 0;
  /** why nothing arrives at the receiver; known if no event arrived */
  unreachable: string | undefined;
  readonly #shared = new Map<string, Promise<unknown>>();
  // Several at the same time would be in each other's way.
  readonly #races = new PQueue({ concurrency: 1 });
  #references = 0;
  #interruptions: Interruptions | undefined;
  readonly #pauses: Partial<Record<Phase | 'the end', number>>;
  /** when the requests began that have not ended, by `performance.now()` */
  readonly #open = new Set<{ since: number }>();

  /** @param pauses milliseconds to wait before a phase of events, or before the recording ends */
  constructor(
    manifest: Manifest,
    id: string,
    limits: Omit<HttpOptions, 'baseUrl' | 'key' | 'headers'>,
    pauses: Partial<Record<Phase | 'the end', number>> = {},
  ) {
    this.manifest = manifest;
    this.facts = factsOf(manifest);
    this.id = id;
    this.#pauses = pauses;
    this.signal = limits.signal;
    const { baseUrl, key, headers = [] } = manifest;
    this.http = new Http({ baseUrl, key, headers, ...limits });
  }

  /** Closes the connections that were kept open. */
  close(): void {
    this.http.close();
  }

  get claimsSandbox(): boolean {
    return this.manifest.claims.includes('sandbox');
  }

  /**
   * Sends a request, and sends it again as long as its `retry` says, or `whileInUseOrLost`. Racing requests are sent once,
   * unless a rejection for a while was probably lost.
   *
   * @param record receives each exchange of this request as it ends
   */
  async send(request: Request, record: (exchange: Exchange) => void = () => {}): Promise<Exchange> {
    const isLimiting = () => this.http.isLimiting(request.credential);
    const retry = request.racing ? whileRejectionIsLost(isLimiting) : whileInUseOrLost;
    const over = this.#interruptions?.over;
    if (over) await over;
    const open = { since: performance.now() };
    this.#open.add(open);
    const sent: Exchange[] = [];
    try {
      return await this.http.send({ retry, ...request }, (exchange) => {
        sent.push(exchange);
        this.exchanges.push(exchange);
        this.ended(exchange);
        record(exchange);
      });
    } finally {
      this.#open.delete(open);
      if (this.#interruptions) for (const exchange of sent) await this.#interruptions.examine(exchange);
    }
  }

  /**
   * From now on, requests wait while the service is away, and those that it lost are marked.
   *
   * @param waiting called once a second with how long it has been away, in milliseconds; at last with nothing
   */
  watchInterruptions(waiting: (milliseconds?: number) => void): Interruptions {
    const probe = () =>
      this.http.send({ method: 'GET', path: `/cases/${unknownIds[0]}`, expects: 'either', racing: true }, () => {});
    const credential = this.claimsSandbox ? this.suppliedCredential('tenant') : undefined;
    const ask = (status: SandboxError) => {
      const created = createWith(credential!, `sandbox:error:${status}#${this.reference()}`);
      return this.http.send({ ...created, expects: 'either', racing: true }, () => {});
    };
    this.#interruptions = new Interruptions({
      exchanges: this.exchanges,
      ask: credential && ask,
      probe,
      wait: (milliseconds) => wait(milliseconds, this.signal),
      waiting,
    });
    return this.#interruptions;
  }

  get interruptions(): Interruptions | undefined {
    return this.#interruptions;
  }

  /** A time by which every request has ended that began before it. */
  get openSince(): number {
    return Math.min(performance.now(), ...[...this.#open].map(({ since }) => since));
  }

  /** Waits as long as this run has to wait there. */
  async pause(before: Phase | 'the end'): Promise<void> {
    const milliseconds = this.#pauses[before];
    if (milliseconds !== undefined) await wait(milliseconds, this.signal);
  }

  /** A key that was supplied, or undefined. */
  suppliedCredential(name: KeyName): Credential | undefined {
    const value = this.manifest.keys[name];
    return value === undefined ? undefined : { value, shell: `$${keyVariables[name]}` };
  }

  /** @throws Inconclusive when the key was not supplied */
  credential(name: KeyName): Credential {
    const credential = this.suppliedCredential(name);
    if (!credential) throw new Inconclusive(needFor(name));
    return credential;
  }

  /** A short plain reference that no other request of the run has; or the only one that the candidate accepts. */
  reference(): string {
    if (this.manifest.fixtures?.reference !== undefined) return this.manifest.fixtures.reference;
    this.#references += 1;
    // Of equal lengths, no reference is the beginning of another one.
    return `conformance-${this.id}-${String(this.#references).padStart(5, '0')}`;
  }

  /** Digits that no other request of the run has. */
  number(): string {
    this.#references += 1;
    return `${Number.parseInt(this.id, 16)}${this.#references}`;
  }

  /** Does work that several scenarios need only once. */
  once<T>(name: string, work: () => Promise<T>): Promise<T> {
    const begun = (this.#shared.get(name) ?? work()) as Promise<T>;
    this.#shared.set(name, begun);
    return begun;
  }

  /** Begins the race when it is ready and no other one is running. */
  race<T>(ready: Promise<void>, race: () => Promise<T>): Promise<T> {
    return this.#races.add(async () => {
      await ready;
      return race();
    });
  }

  get isRacing(): boolean {
    return this.#races.pending > 0;
  }

  /** Resolves when the races so far have ended. */
  get racesEnded(): Promise<void> {
    return this.#races.onIdle();
  }
}
