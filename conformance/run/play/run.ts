import PQueue from 'p-queue';
import type { RequirementId } from '../../../generated/requirements.ts';
import type { Credential, Exchange } from '../../wire/exchange.ts';
import { Http, type HttpOptions, type Request } from '../../wire/http.ts';
import { Inconclusive } from '../../wire/inconclusive.ts';
import { type KeyName, keyVariables, type Manifest } from '../../manifest.ts';
import { whileInUseOrLost } from './sending/retry.ts';

const keyOwners: Record<KeyName, string> = {
  tenant: 'the API key of a tenant',
  other: 'the API key of a second tenant',
  live: 'the live API key of the first tenant',
};

/** What is missing without the key. */
export const needFor = (name: KeyName): string => `needs ${keyOwners[name]}: set ${keyVariables[name]}`;

/** The scenario that sent each exchange. */
export type Senders = Map<Exchange, { id: RequirementId; label: string }>;

/** What the scenarios of one run share: it sends their requests, and records every exchange. */
export class Run {
  readonly manifest: Manifest;
  readonly http: Http;
  /** a part of every reference that the run sends, so that its cases can be found later */
  readonly id: string;
  readonly signal: AbortSignal;
  /** every exchange of the run, in the order in which they ended */
  readonly exchanges: Exchange[] = [];
  /** the scenario that sent an exchange; of several that share it, the first one that ended */
  readonly senders: Senders = new Map();
  /** the longest time from the evidence to the decision so far, in milliseconds */
  slowestDecision = 0;
  readonly #shared = new Map<string, Promise<unknown>>();
  // Several at the same time would be in each other's way.
  readonly #races = new PQueue({ concurrency: 1 });
  #references = 0;

  constructor(manifest: Manifest, id: string, limits: Omit<HttpOptions, 'baseUrl' | 'key' | 'headers'>) {
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

  get claimsSandbox(): boolean {
    return this.manifest.claims.includes('sandbox');
  }

  /**
   * Sends a request, and sends it again as long as its `retry` says, or `whileInUseOrLost`. Racing requests are sent once.
   *
   * @param record receives each exchange of this request as it ends
   */
  send(request: Request, record: (exchange: Exchange) => void = () => {}): Promise<Exchange> {
    const retry = request.racing ? {} : { retry: whileInUseOrLost };
    return this.http.send({ ...retry, ...request }, (exchange) => {
      this.exchanges.push(exchange);
      record(exchange);
    });
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
