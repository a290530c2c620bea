import type { Credential, Exchange, HttpResponse } from '../../engine/exchange.ts';
import type { Request } from '../../engine/http.ts';
import type { Step } from '../../engine/run.ts';
import { Inconclusive } from '../../engine/verdict.ts';
import { type KeyName, keyVariables } from '../../manifest.ts';
import { whileInUseOrLost } from '../../run/again.ts';
import type { Run } from '../../run/run.ts';

const keyOwners: Record<KeyName, string> = {
  tenant: 'the API key of a tenant',
  other: 'the API key of a second tenant',
  live: 'the live API key of the first tenant',
};

/** The requests of one check: it sends them, and records their exchanges for the report. */
export class Session {
  readonly run: Run;
  readonly #step: Step;
  #othersEnded: Promise<void> | undefined;

  constructor(run: Run, step: Step) {
    this.run = run;
    this.#step = step;
  }

  get claimsSandbox(): boolean {
    return this.run.manifest.claims.includes('sandbox');
  }

  /**
   * Sends a request, and sends it again as long as its `again` says, or `whileInUseOrLost`. Racing requests are sent once.
   *
   * @param also receives each exchange of this request as it ends
   */
  send(request: Request, also?: (exchange: Exchange) => void): Promise<HttpResponse> {
    const again = request.racing ? {} : { again: whileInUseOrLost };
    return this.run.http.send({ ...again, ...request, priority: this.#step.priority }, (exchange) => {
      this.run.exchanges.push(exchange);
      this.record(exchange);
      also?.(exchange);
    });
  }

  /** Adds an exchange of other work to those of this check. */
  record(exchange: Exchange): void {
    this.#step.record(exchange);
  }

  get priority(): number | undefined {
    return this.#step.priority;
  }

  /** Waits for work that another check began. */
  waitFor<T>(work: Promise<T>): Promise<T> {
    return this.#step.waitFor(work);
  }

  /** A key that was supplied, or undefined. */
  suppliedCredential(name: KeyName): Credential | undefined {
    const value = this.run.manifest.keys[name];
    return value === undefined ? undefined : { value, shell: `$${keyVariables[name]}` };
  }

  /** @throws Inconclusive when the key was not supplied */
  credential(name: KeyName): Credential {
    const credential = this.suppliedCredential(name);
    if (!credential) throw new Inconclusive(`needs ${keyOwners[name]}: set ${keyVariables[name]}`);
    return credential;
  }

  /** Does work that several checks need only once per run. */
  once<T>(name: string, work: (shared: Session) => Promise<T>): Promise<T> {
    return this.run.once(name, this, (step) => work(new Session(this.run, step)));
  }

  /** Resolves when every other check has ended or waits too, and all races have ended. */
  async waitForOtherChecks(): Promise<void> {
    await this.othersEnded();
    await this.run.racesEnded;
  }

  /** Resolves when every other check has ended or waits too. */
  protected othersEnded(): Promise<void> {
    this.#othersEnded ??= this.#step.waitForOtherChecks();
    return this.#othersEnded;
  }
}
