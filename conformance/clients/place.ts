// Where a client finds the services: a command at a new address each time, a program that keeps running always at the same.
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { missed, rejectsUpload } from '../oracle/client/decision.ts';
import type { Ended, Session } from '../oracle/client/session.ts';
import { type Exchange, headerIn } from '../wire/exchange.ts';
import type { TaskEnvironment } from './command.ts';
import { newSecret } from './event-messages.ts';
import { reservedPort } from './ports.ts';
import { Gateway } from './gateway.ts';
import { caseIn, operationOf } from './upstream.ts';
import type { Given, Visit } from './visit.ts';

interface Entered {
  /** what the environment of the command says of it */
  environment: Omit<TaskEnvironment, 'IDV_TASK' | 'IDV_TASK_FILE'>;
  leave: () => Promise<void>;
}

export interface Place {
  given: () => Promise<Given>;
  /** From now on, the client meets this service. */
  enter: (visit: Visit) => Promise<Entered>;
  /** Waits until the client has done its task, after the end of the command. @returns what it reported */
  rest: (ended: Ended, session: () => Session, over: AbortSignal) => Promise<Ended | undefined>;
}

const credentialOf = ({ key }: Given) => ({ value: key, shell: '$IDV_API_KEY' });

/** Each session has an address, a key and an endpoint of its own. */
export class NewPlaces implements Place {
  readonly #hasEvents: boolean;
  /** by key: releases the port at which the client listens */
  readonly #reserved = new Map<string, () => void>();

  constructor(hasEvents: boolean) {
    this.#hasEvents = hasEvents;
  }

  async given(): Promise<Given> {
    const key = `live_${randomBytes(18).toString('base64url')}`;
    if (!this.#hasEvents) return { key, endpoint: undefined };
    const { port, release } = await reservedPort();
    this.#reserved.set(key, release);
    return { key, endpoint: { url: `http://127.0.0.1:${port}/`, secret: newSecret() } };
  }

  async enter(visit: Visit): Promise<Entered> {
    const { given } = visit;
    const gateway = new Gateway({ credential: credentialOf(given), upstreamFor: async () => visit.upstream });
    const events = given.endpoint && {
      IDV_WEBHOOK_LISTEN: new URL(given.endpoint.url).host,
      IDV_WEBHOOK_SECRET: given.endpoint.secret,
    };
    const leave = async () => {
      await visit.endEvents();
      this.#reserved.get(given.key)?.();
      gateway.close();
      await visit.stop();
    };
    return { environment: { IDV_BASE_URL: await gateway.listen(), IDV_API_KEY: given.key, ...events }, leave };
  }

  readonly rest = async (ended: Ended): Promise<Ended> => ended;
}

// Milliseconds without a request after which a program that keeps running has done its task: with the decision, and without.
const afterDecision = 1000;
const afterRejection = 3000;

/** One address, key and endpoint; services change behind it, and what belongs to an earlier one still gets there. */
export class FixedPlace implements Place {
  readonly #given: Given;
  readonly #gateway: Gateway;
  readonly #visits: Visit[] = [];
  #baseUrl = '';
  #routed: Promise<unknown> = Promise.resolve();

  /** @param begin starts the next service when a case is to be opened; without it, the services are those of `enter` */
  constructor(given: Given, begin?: () => Promise<Visit>) {
    this.#given = given;
    this.#gateway = new Gateway({
      credential: credentialOf(given),
      upstreamFor: (request) => {
        const found = this.#routed.then(() => this.#visitFor(request, begin));
        this.#routed = found.catch(() => {});
        return found.then((visit) => visit?.upstream);
      },
    });
  }

  async listen({ host, port }: { host: string; port: number }): Promise<string> {
    this.#baseUrl = await this.#gateway.listen(port, host);
    return this.#baseUrl;
  }

  readonly given = async (): Promise<Given> => this.#given;

  async enter(visit: Visit): Promise<Entered> {
    this.#visits.push(visit);
    return {
      environment: { IDV_BASE_URL: this.#baseUrl, IDV_API_KEY: this.#given.key },
      // The program may still read the case.
      leave: () => visit.endEvents(),
    };
  }

  /** The command only triggers the program: it reports something if it fails, or if its last line names a status. */
  async rest(ended: Ended, session: () => Session, over: AbortSignal): Promise<Ended | undefined> {
    while (!over.aborted && !this.#isDone(ended, session)) await pause(100);
    const { code, lastLine } = ended;
    if (code !== 0 || /\b(APPROVED|DENIED)\b/.test(lastLine)) return ended;
    return over.aborted ? { ...ended, isTimedOut: true } : undefined;
  }

  #isDone({ code }: Ended, session: () => Session): boolean {
    const { quiet } = this.#gateway;
    if (quiet < afterDecision) return false;
    const now = session();
    const isLong = rejectsUpload(now) || code !== 0;
    if (isLong && quiet < afterRejection) return false;
    return code !== 0 || missed(now) === undefined;
  }

  async close(): Promise<void> {
    this.#gateway.close();
    await Promise.all(this.#visits.map((visit) => visit.stop()));
  }

  async #visitFor(request: Exchange['request'], begin?: () => Promise<Visit>): Promise<Visit | undefined> {
    const key = headerIn(request.headers, 'Idempotency-Key');
    const visit = this.#known(request, key) ?? (await this.#next(request, begin));
    if (key !== undefined) visit?.upstream.keys.add(key);
    return visit;
  }

  /** The service that has opened the case, or has seen the key. */
  #known({ url }: Exchange['request'], key: string | undefined): Visit | undefined {
    const id = caseIn(url);
    return this.#visits.findLast(
      ({ upstream }) => (id !== undefined && upstream.cases.has(id)) || (key !== undefined && upstream.keys.has(key)),
    );
  }

  async #next(request: Exchange['request'], begin?: () => Promise<Visit>): Promise<Visit | undefined> {
    const last = this.#visits.at(-1);
    if (!begin || operationOf(request) !== 'create' || request.incomplete) return last;
    const repeated = this.#visits.findLast(({ upstream }) => upstream.misses(request));
    if (repeated) return repeated;
    const visit = await begin();
    this.#visits.push(visit);
    return visit;
  }
}
