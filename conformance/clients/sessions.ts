// Runs a command once for each task and service, and for each fault of the network.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PQueue from 'p-queue';
import type { Behaviour } from '../../reference-impl/behaviours/index.ts';
import { causesIn } from '../../reference-impl/behaviours/together.ts';
import { missed } from '../oracle/client/decision.ts';
import type { Session } from '../oracle/client/session.ts';
import { mediaTypeIn } from '../oracle/request/media-type.ts';
import { type Exchange, headerIn } from '../wire/exchange.ts';
import type { Client } from './command.ts';
import type { Visited } from './judgement.ts';
import { OtherOrigin } from './other-origin.ts';
import type { Place } from './place.ts';
import { hostileFile, type Planned, type PlanOptions, planOf } from './plan.ts';
import { digestOf, fileFor, withParts } from './tasks.ts';
import { Visit } from './visit.ts';

export interface Limits {
  /** the longest time of one session, in milliseconds */
  session: number;
  /** how many sessions run at the same time */
  atOnce: number;
  signal: AbortSignal;
}

interface SessionOptions extends PlanOptions {
  client: Client;
  place: Place;
  limits: Limits;
  /** called with each session that has ended */
  progress: (session: Session, done: number, of: number) => void;
}

/** Runs all sessions; what fails in a service of several behaviours is run again with fewer of them. */
export async function runSessions({ client, place, limits, progress, ...planned }: SessionOptions): Promise<Visited> {
  const folder = mkdtempSync(join(tmpdir(), 'idv-client-'));
  const other = new OtherOrigin();
  await other.listen();
  const runner = new Runner({ client, place, limits }, folder, other);
  try {
    const plan = planOf(other.origin, planned);
    const queue = new PQueue({ concurrency: limits.atOnce });
    let done = 0;
    const of = plan.length + 1;
    const unseen: Planned[] = [];
    const begin = async (planned: Planned): Promise<Session[]> => {
      const { signal } = limits;
      const sessions = signal.aborted ? [] : await runner.narrowed(planned, await runner.run(planned));
      // An interruption ends the client before it could do its task.
      if (signal.aborted) {
        unseen.push(planned);
        return [];
      }
      done += 1;
      for (const session of sessions) progress(session, done, of);
      return sessions;
    };
    const isPlain = ({ condition }: Planned) => condition.shows === 'client.reaches-decision';
    const plain = await queue.addAll(plan.filter(isPlain).map((planned) => () => begin(planned)));
    const first = plain.flat();
    // What fails with the plain service fails everywhere, and shows nothing more.
    const failed = new Set(first.filter(missed).map(({ task }) => task));
    const rest = plan.filter((planned) => !isPlain(planned) && !failed.has(planned.task));
    const others = await queue.addAll(rest.map((planned) => () => begin(planned)));
    const last = failed.has(hostileFile.task) ? [] : await begin(hostileFile);
    return { sessions: [...first, ...others.flat(), ...last], unseen };
  } finally {
    other.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

class Runner {
  readonly #options: Pick<SessionOptions, 'client' | 'place' | 'limits'>;
  readonly #folder: string;
  readonly #other: OtherOrigin;
  readonly #boundaries = new Set<string>();
  #count = 0;

  constructor(options: Pick<SessionOptions, 'client' | 'place' | 'limits'>, folder: string, other: OtherOrigin) {
    this.#options = options;
    this.#folder = folder;
    this.#other = other;
  }

  async run(planned: Planned): Promise<Session> {
    const { client, place, limits } = this.#options;
    const { path, bytes } = this.#fileFor(planned);
    const given = await place.given();
    const before = this.#other.exchanges.length;
    const visit = await Visit.start(planned, given);
    const { environment, leave } = await place.enter(visit);
    const session = (ended?: Session['ended']) => {
      const file = { bytes, sha256: digestOf(bytes) };
      const elsewhere = this.#other.exchanges.slice(before);
      return visit.session({ file, elsewhere, ...(ended && { ended }) });
    };
    const over = AbortSignal.any([AbortSignal.timeout(limits.session), limits.signal]);
    try {
      const task = { IDV_TASK: planned.task.name, IDV_TASK_FILE: path };
      const ended = { ...(await client({ ...environment, ...task }, over)), isTimedOut: over.aborted };
      const reported = await place.rest(ended, session, over);
      await visit.endEvents();
      const now = session(reported);
      for (const { exchange } of now.sent) this.#note(exchange);
      return now;
    } finally {
      await leave();
    }
  }

  #fileFor({ task, hasBoundaries }: Planned): { path: string; bytes: Buffer } {
    const { name, bytes: plain } = fileFor(task);
    const bytes = hasBoundaries ? withParts(plain, this.#boundaries) : plain;
    this.#count += 1;
    const path = join(this.#folder, `${this.#count}-${name}`);
    writeFileSync(path, bytes);
    return { path, bytes };
  }

  #note({ request }: Exchange): void {
    const type = mediaTypeIn(headerIn(request.headers, 'Content-Type') ?? '');
    const boundary = type?.parameters.get('boundary');
    if (boundary !== undefined) this.#boundaries.add(boundary);
  }

  /** The sessions with the fewest behaviours that fail, if a service of several behaviours failed. */
  async narrowed({ task, condition }: Planned, session: Session): Promise<Session[]> {
    const { behaviours = [] } = condition;
    if (behaviours.length < 2 || !missed(session)) return [session];
    const found = new Map<string, Session>();
    const nameOf = (some: Behaviour[]) => some.map(({ name }) => name).join('; ');
    const causes = await causesIn(behaviours, async (some) => {
      const name = nameOf(some);
      const again = await this.run({ task, condition: { ...condition, name, behaviours: some } });
      found.set(name, again);
      return missed(again) ? ['missed'] : [];
    });
    const fewer = causes.map((cause) => found.get(cause.behaviours.join('; '))!);
    return fewer.length > 0 ? fewer : [session];
  }
}
