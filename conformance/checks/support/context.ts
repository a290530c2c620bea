import { wait } from '../../engine/http.ts';
import { Inconclusive } from '../../engine/verdict.ts';
import type { Webhook } from '../../manifest.ts';
import { Session } from './session.ts';
import { decisionTime, Tenant } from './tenant.ts';

/** What every check receives. */
export class Context extends Session {
  /** The first tenant. */
  get tenant(): Tenant {
    return new Tenant(this, this.credential('tenant'));
  }

  /**
   * Waits until every other check has ended or only watches, and until no other race is running. A candidate that handles
   * more requests handles those of a race one after the other more often than in parallel. Once in a check, and
   * not beside other steps of it.
   */
  raceAtEnd<T>(race: () => Promise<T>): Promise<T> {
    return this.run.race(this.othersEnded(), race);
  }

  override once<T>(name: string, work: (shared: Context) => Promise<T>): Promise<T> {
    return this.run.once(name, this, (step) => work(new Context(this.run, step)));
  }
}

/** What a check can declare that it needs; its context has a property of the same name. */
export interface Needs {
  /** a second tenant */
  otherTenant: Tenant;
  /** the first tenant with its live key */
  liveTenant: Tenant;
  /** the receiver of the candidate's events */
  webhook: Webhook;
  /** the secret that signs the events of the second tenant */
  otherWebhookSecret: string;
  /** permission to take half a minute (`--slow`) */
  slow: true;
}

export type Need = keyof Needs;

/** The context of a check that declares these needs. */
export type ContextWith<Needed extends Need> = Context & Pick<Needs, Needed>;

/** The context of a check that declares `watches`. */
export interface WatchingContext extends Context {
  /**
   * Repeats an assertion about something that must not change: now, when every other check has ended, and until a while
   * has passed since `since`. The while is twice as long as the slowest decision of this run, because a late change of a
   * case is probably made by whatever decides cases.
   *
   * @param since when the candidate received the last request that may change it, as `performance.now()`; if not given, now
   */
  repeatUntilRunEnds(judge: () => Promise<void>, since?: number): Promise<void>;
}

/** The context with everything that any check can declare; only `check` and shared work create it. */
export class FullContext extends Context implements Needs, WatchingContext {
  readonly slow = true;

  get otherTenant(): Tenant {
    return new Tenant(this, this.credential('other'));
  }

  get liveTenant(): Tenant {
    return new Tenant(this, this.credential('live'));
  }

  get webhook(): Webhook {
    const { webhook } = this.run.manifest;
    if (!webhook) throw new Inconclusive('needs a receiver of events: set --webhook-listen');
    return webhook;
  }

  get otherWebhookSecret(): string {
    const { otherSecret } = this.webhook;
    if (otherSecret === undefined) throw new Inconclusive('needs IDV_OTHER_WEBHOOK_SECRET');
    return otherSecret;
  }

  async repeatUntilRunEnds(judge: () => Promise<void>, since = performance.now()): Promise<void> {
    await judge();
    await this.othersEnded();
    const duration = Math.min(decisionTime, Math.max(1000, 2 * this.run.slowestDecision + 500));
    const repeatUntil = async (end: number) => {
      do {
        await wait(Math.min(100, Math.ceil(end - performance.now())), this.run.signal);
        await judge();
      } while (performance.now() < end);
    };
    await repeatUntil(Math.max(since + duration, performance.now() + 200));
    // A candidate may lose something only when no request is in progress.
    if (!this.run.isRacing) return;
    await this.run.racesEnded;
    await repeatUntil(performance.now() + 100);
  }
}
