// One task at one service: starts the service with what sends its events, and says what a client did there.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { worldOf, spanOf } from '../oracle/terms.ts';
import { readingOf } from '../oracle/request/reading.ts';
import { sentIn } from '../oracle/client/sent.ts';
import type { Sent, Session } from '../oracle/client/session.ts';
import type { RecordedSession } from '../recording/recording.ts';
import { closedByClient, type Exchange } from '../wire/exchange.ts';
import { type Endpoint, Sender } from './events.ts';
import type { Planned } from './plan.ts';
import { afterOtherEvents, startService } from './services.ts';
import { Upstream } from './upstream.ts';

/** What a client is told before it begins. */
export interface Given {
  key: string;
  /** where it receives events, if it does */
  endpoint: Endpoint | undefined;
}

export class Visit {
  readonly planned: Planned;
  readonly upstream: Upstream;
  readonly given: Given;
  readonly #service: Awaited<ReturnType<typeof startService>>;
  readonly #sender: Sender | undefined;
  readonly #delay = monitorEventLoopDelay();

  private constructor(
    planned: Planned,
    given: Given,
    service: Awaited<ReturnType<typeof startService>>,
    sender: Sender | undefined,
  ) {
    this.planned = planned;
    this.given = given;
    this.#service = service;
    this.#sender = sender;
    this.#delay.enable();
    this.upstream = new Upstream({
      target: new URL(service.baseUrl),
      effects: planned.condition.effects ?? {},
      uploaded: (caseId) => sender?.uploaded(caseId, service.baseUrl),
    });
  }

  static async start(planned: Planned, given: Given): Promise<Visit> {
    const { task, condition } = planned;
    const { key, endpoint } = given;
    const isThorough = condition.hasManyEvents ?? false;
    const sender = endpoint && new Sender({ endpoint, key, isThorough });
    const behaviours = sender && isThorough ? [afterOtherEvents(sender)] : (condition.behaviours ?? []);
    return new Visit(planned, given, await startService(task, key, behaviours), sender);
  }

  /** What the client has done until now, beside what only the one who started it knows. */
  session(known: Pick<Session, 'file' | 'ended' | 'elsewhere'>): Session {
    const { task, condition } = this.planned;
    const { key } = this.given;
    const { baseUrl } = this.#service;
    const sent = sentBy(this.upstream, baseUrl, key);
    const { wereSent = false, deliveries = [] } = this.#sender ?? {};
    const events = this.#sender && { events: { wereSent, deliveries: [...deliveries] } };
    const lateness = this.#delay.max / 1e6;
    return { task, condition, baseUrl, key, sent, lateness, ...events, ...known };
  }

  /** Sends no more events. */
  async endEvents(): Promise<void> {
    await this.#sender?.stop();
  }

  async stop(): Promise<void> {
    this.#delay.disable();
    await this.endEvents();
    await this.#service.stop();
  }
}

/** The requests as the rules read them. */
function sentBy({ passed }: Upstream, baseUrl: string, key: string): Sent[] {
  const inOrder = passed.toSorted((one, other) => one.started - other.started);
  const sent = inOrder.map(({ request, started, ended = performance.now(), response, failure, served }) => {
    const result = response ? { response } : { failure: failure ?? closedByClient };
    const exchange: Exchange = { request, started, milliseconds: ended - started, ...result };
    return { exchange, ...(served !== undefined && { served }) };
  });
  return read({ sent, baseUrl, key });
}

/** The requests of a session with what they mean. */
export function read({ sent, baseUrl, key }: Pick<RecordedSession, 'sent' | 'baseUrl' | 'key'>): Sent[] {
  const world = worldOf({ baseUrl, keys: { tenant: key }, claims: [] });
  return sent.map(({ exchange, served }) => sentIn(exchange, readingOf(exchange, spanOf(exchange), world), served));
}
