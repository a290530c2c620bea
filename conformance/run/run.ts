import { AsyncResource } from 'node:async_hooks';
import PQueue from 'p-queue';
import type { Credential, Exchange } from '../engine/exchange.ts';
import { Http, type HttpOptions } from '../engine/http.ts';
import type { Step } from '../engine/run.ts';
import type { Manifest } from '../manifest.ts';
import { withRows } from '../checks/support/rows/rows.ts';

/** A check that needs the result of shared work. */
type Sharing = Omit<Step, 'waitForOtherChecks'>;

/** Work that is done once for several checks. */
interface Shared {
  ended: Promise<unknown>;
  hasEnded: boolean;
  exchanges: Exchange[];
}

/** What the checks of one run share. */
export class Run {
  readonly manifest: Manifest;
  readonly http: Http;
  /** a part of every reference that the run sends, so that its cases can be found later */
  readonly id: string;
  readonly signal: AbortSignal;
  /** every exchange of the run, in the order in which they ended */
  readonly exchanges: Exchange[] = [];
  /** the longest time from the evidence to the decision so far, in milliseconds */
  slowestDecision = 0;
  readonly #shared = new Map<string, Shared>();
  readonly #opened = new Map<string, Set<string>>();
  // Several at the same time would be in each other's way.
  readonly #races = new PQueue({ concurrency: 1 });
  #references = 0;

  constructor(manifest: Manifest, id: string, limits: Pick<HttpOptions, 'timeout' | 'rate' | 'signal'>) {
    this.manifest = manifest;
    this.id = id;
    this.signal = limits.signal;
    const { baseUrl, key, headers = [] } = manifest;
    this.http = new Http({ baseUrl, key, headers, ...limits });
  }

  /** Closes the connections that were kept open. */
  close(): void {
    this.http.close();
  }

  /** The ids of the cases that were opened with the key. */
  openedBy(credential: Credential | undefined): Set<string> {
    const key = credential?.value ?? '';
    if (!this.#opened.has(key)) this.#opened.set(key, new Set());
    return this.#opened.get(key)!;
  }

  /** A short plain reference that no other request of the run has; or the only one that the candidate accepts. */
  reference(): string {
    if (this.manifest.fixtures?.reference !== undefined) return this.manifest.fixtures.reference;
    this.#references += 1;
    return `conformance-${this.id}-${this.#references}`;
  }

  /** Digits that no other request of the run has. */
  number(): string {
    this.#references += 1;
    return `${Number.parseInt(this.id, 16)}${this.#references}`;
  }

  /** Begins the race when it is ready and no other one is running. */
  race<T>(ready: Promise<void>, race: () => Promise<T>): Promise<T> {
    // The queue would begin it in the context of another check, whose rows it would then add to.
    const ofThisCheck = AsyncResource.bind(race);
    return this.#races.add(async () => {
      await ready;
      return ofThisCheck();
    });
  }

  get isRacing(): boolean {
    return this.#races.pending > 0;
  }

  /** Resolves when the races so far have ended. */
  get racesEnded(): Promise<void> {
    return this.#races.onIdle();
  }

  /** Does work that several checks need only once; its exchanges are recorded for each of them. */
  async once<T>(name: string, check: Sharing, work: (step: Step) => Promise<T>): Promise<T> {
    const begun = this.#shared.get(name);
    const shared = begun ?? this.#share(name, check, work);
    try {
      return (await (begun && !begun.hasEnded ? check.waitFor(shared.ended) : shared.ended)) as T;
    } finally {
      shared.exchanges.forEach((exchange) => check.record(exchange));
    }
  }

  #share(name: string, { priority = 0 }: Sharing, work: (step: Step) => Promise<unknown>): Shared {
    const exchanges: Exchange[] = [];
    const step: Step = {
      // Several checks wait for it.
      priority: Math.max(priority, 1),
      record: (exchange) => exchanges.push(exchange),
      waitForOtherChecks: () => Promise.resolve(),
      waitFor: (awaited) => awaited,
    };
    // Its rows are not rows of the check that is the first to need it.
    const ended = withRows(() => work(step)).finally(() => (shared.hasEnded = true));
    const shared: Shared = { ended, hasEnded: false, exchanges };
    this.#shared.set(name, shared);
    return shared;
  }
}
