import type { Capability, RequirementId, TestableId } from '../../../generated/requirements.ts';
import type { HttpResponse, Credential, Exchange, Header } from '../../engine/exchange.ts';
import { expectAccepted, expectThat } from '../../engine/expect.ts';
import { Http, type Request, wait } from '../../engine/http.ts';
import type { Receiver } from '../../engine/receiver.ts';
import type { Step } from '../../engine/run.ts';
import { Inconclusive, Violation } from '../../engine/verdict.ts';
import type { Case } from './case.ts';
import { expectSandboxAccepted, requireKeyModes, keyVariables, type KeyName } from './keys.ts';
import { decisionTime, Tenant, type Upload } from './tenant.ts';

/** What a candidate claims and supplies. */
export interface Manifest {
  baseUrl: string;
  claims: Capability[];
  /** API keys, as far as they were supplied: two tenants, and a live key of the first */
  keys: { tenant?: string; other?: string; live?: string };
  /** how a key is carried; decided as `Authorization: Bearer {key}` (D19) */
  key: { header: string; template: string };
  /** where the id stands in the answer to a create: a JSON pointer (D4: `/id`) or `Location` */
  id: string;
  /** what goes with every request, unless a check sets it; the values stay out of reports */
  headers?: Header[];
  /** what the class `stated` sends where the candidate takes only certain evidence or references */
  fixtures?: { evidence?: Upload; reference?: string };
  /** where the candidate sends its events, with the secrets of the endpoints of both tenants */
  webhook?: { receiver: Receiver; secret: string; otherSecret?: string; slow: boolean };
}

/** A check: earns one verdict for the requirement under whose id it stands. */
export type Check = (context: Context) => Promise<void>;

/** One check for each testable requirement of a family; one missing or one too many does not compile. */
export type Checks<Family extends string> = Record<Extract<TestableId, `${Family}.${string}`>, Check>;

/** What the checks of one run have in common. */
export class Run {
  readonly manifest: Manifest;
  readonly http: Http;
  /** in every reference that the run sends, so that what it leaves behind can be found */
  readonly id: string;
  /** decides what is generated */
  readonly seed: number;
  readonly signal: AbortSignal;
  /** all of the run, as they end */
  readonly exchanges: Exchange[] = [];
  /** milliseconds from the evidence to the decision, as seen so far */
  slowestDecision = 0;
  readonly #shared = new Map<string, Promise<{ value: unknown; exchanges: Exchange[] }>>();
  readonly #opened = new Map<string, Set<string>>();
  #references = 0;

  constructor(manifest: Manifest, { id, seed }: { id: string; seed: number }, timeout: number, signal: AbortSignal) {
    this.manifest = manifest;
    this.id = id;
    this.seed = seed;
    this.signal = signal;
    const { baseUrl, key, headers = [] } = manifest;
    this.http = new Http({ baseUrl, key, headers, timeout, signal });
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

  /** A reference that no other request of the run has, short and plain; or the one that the candidate needs. */
  reference(): string {
    if (this.manifest.fixtures?.reference !== undefined) return this.manifest.fixtures.reference;
    this.#references += 1;
    return `conformance-${this.id}-${this.#references}`;
  }

  /** The context of one check. */
  contextFor(step: Step): Context {
    return new Context(this, step);
  }

  /** Work that several checks look at is done once; its evidence belongs to each of them. */
  async once<T>(
    name: string,
    record: (exchange: Exchange) => void,
    work: (context: Context) => Promise<T>,
  ): Promise<T> {
    const exchanges: Exchange[] = [];
    const step = {
      record: (exchange: Exchange) => exchanges.push(exchange),
      waitForOtherChecks: () => Promise.resolve(),
    };
    if (!this.#shared.has(name))
      this.#shared.set(
        name,
        work(this.contextFor(step)).then((value) => ({ value, exchanges })),
      );
    const shared = await this.#shared.get(name)!;
    shared.exchanges.forEach(record);
    return shared.value as T;
  }
}

/** What one check works with. */
export class Context {
  readonly run: Run;
  readonly #step: Step;
  #alone: Promise<void> | undefined;

  constructor(run: Run, step: Step) {
    this.run = run;
    this.#step = step;
  }

  /** The first tenant. */
  get tenant(): Tenant {
    return this.#tenant('tenant', 'the API key of a tenant');
  }

  /** A second tenant. */
  get other(): Tenant {
    return this.#tenant('other', 'the API key of a second tenant');
  }

  /** The first tenant with its live key. */
  get live(): Tenant {
    return this.#tenant('live', 'the live API key of the first tenant');
  }

  /** Requests without any key. */
  get anonymous(): Tenant {
    return new Tenant(this, undefined);
  }

  /** Requests with a key that is none of those that were supplied. */
  withCredential(credential: Credential): Tenant {
    return new Tenant(this, credential);
  }

  get claimsSandbox(): boolean {
    return this.run.manifest.claims.includes('sandbox');
  }

  send(request: Request): Promise<HttpResponse> {
    return this.run.http.send(request, (exchange) => {
      this.run.exchanges.push(exchange);
      this.#step.record(exchange);
    });
  }

  /** Takes an exchange of another check for evidence of this one. */
  record(exchange: Exchange): void {
    this.#step.record(exchange);
  }

  /** Keeps what happened elsewhere as evidence of this check. */
  keep(exchange: Exchange): void {
    this.#step.record(exchange);
  }

  once<T>(name: string, work: (context: Context) => Promise<T>): Promise<T> {
    return this.run.once(name, (exchange) => this.#step.record(exchange), work);
  }

  /** What the plain `sandbox:approve` leads to, looked at by its own check and needed by all that decide cases. */
  approval(): Promise<Case> {
    return this.once('sandbox:approve', (shared) => shared.decisionOf('PF', 'sandbox:approve'));
  }

  /** What a sandbox reference leads to. A plain case that takes the same evidence is the control, once a run. */
  async decisionOf(type: 'PF' | 'PM', reference: string, upload: Upload = {}, by?: RequirementId): Promise<Case> {
    const { tenant } = this;
    await requireKeyModes(this, tenant);
    await this.once(JSON.stringify([type, upload.kind, upload.type]), async (shared) => {
      const { id } = await shared.tenant.openCase(type);
      await shared.tenant.addEvidence(id, upload, by);
    });
    const created = await tenant.create(tenant.newCase(type, reference));
    expectSandboxAccepted(created);
    const id = tenant.idOf(created);
    expectAccepted(await tenant.upload(id, upload));
    return tenant.decision(id);
  }

  /** The sandbox decides, with a suffix too; otherwise whatever needs a decided case is blocked, once and at once. */
  async requireSandbox(): Promise<void> {
    await precondition('sandbox.approves-person', async () => {
      const { status } = await this.approval();
      expectThat('wrong-decision', status === 'APPROVED', 'the status APPROVED', `the status ${status}`);
    });
    await precondition('sandbox.suffix-ignored', () => this.suffixedApproval());
  }

  /** What `sandbox:approve` with a suffix leads to. */
  suffixedApproval(): Promise<Case> {
    return this.once('sandbox:approve#suffix', (shared) =>
      shared.decisionOf('PF', `sandbox:approve#${this.run.reference()}`),
    );
  }

  /** Waits until every other check has ended: for what must still hold then. */
  waitForOtherChecks(): Promise<void> {
    this.#alone ??= this.#step.waitForOtherChecks();
    return this.#alone;
  }

  /**
   * Judges what must not change: at once, when every other check has ended, and for twice as long as the slowest
   * decision of this run took, at least a second: what changes a case late does it by the way of a decision. The last look
   * comes some time after everything else, for what a service at rest forgets.
   */
  async repeatUntilRunEnds(judge: () => Promise<void>): Promise<void> {
    const begun = performance.now();
    await judge();
    await this.waitForOtherChecks();
    const long = Math.min(decisionTime, Math.max(1000, 2 * this.run.slowestDecision + 500));
    const until = Math.max(begun + long, performance.now() + 100);
    do {
      await wait(75, this.run.signal);
      await judge();
    } while (performance.now() < until);
  }

  #tenant(which: KeyName, what: string): Tenant {
    const value = this.run.manifest.keys[which];
    if (value === undefined) throw new Inconclusive(`needs ${what}: set ${keyVariables[which]}`);
    return new Tenant(this, { value, shell: `$${keyVariables[which]}` });
  }
}

/**
 * A step that is not judged here but must succeed first: when it does not, the check is inconclusive and blocked by the
 * requirement whose own check judges that step.
 */
export async function precondition<T>(blockedBy: RequirementId, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    throw new Inconclusive(`blocked by ${blockedBy}: ${error.message}`, blockedBy, error.exchange);
  }
}

/** A request that must be refused before its effects are judged; whether it is, its own requirement's check judges. */
export function rejectedPrecondition(
  blockedBy: RequirementId,
  request: () => Promise<HttpResponse>,
): Promise<HttpResponse> {
  return precondition(blockedBy, async () => {
    const response = await request();
    expectThat('accepted', response.status >= 400, 'a rejection', `status ${response.status}`, response);
    return response;
  });
}

/**
 * Like cases side by side, each under a label that stands in the failure: all run, and the first one that does not end
 * well decides; one that could not be observed only when no other failed.
 */
export async function forEachRow<T>(
  rows: Record<string, T>,
  judge: (row: T, label: string) => Promise<void>,
): Promise<void> {
  const ends = await Promise.allSettled(
    Object.entries(rows).map(([label, row]) => withRow(label, () => judge(row, label))),
  );
  throwFirstFailure(ends);
}

/** Like cases one after the other, where what they share may refuse parallel requests or must not be raced. */
export async function forEachRowInOrder<T>(
  rows: Record<string, T>,
  judge: (row: T, label: string) => Promise<void>,
): Promise<void> {
  const ends: PromiseSettledResult<void>[] = [];
  for (const [label, row] of Object.entries(rows))
    ends.push(...(await Promise.allSettled([withRow(label, () => judge(row, label))])));
  throwFirstFailure(ends);
}

function throwFirstFailure(ends: PromiseSettledResult<void>[]): void {
  const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
  if (reasons.length > 0) throw reasons.find((reason) => !(reason instanceof Inconclusive)) ?? reasons[0];
}

async function withRow(label: string, judge: () => Promise<void>): Promise<void> {
  try {
    await judge();
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    throw error.inRow(label);
  }
}
