// Runs a client once for each task and service, and for each fault of the network.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PQueue from 'p-queue';
import type { Behaviour } from '../../reference-impl/behaviours/index.ts';
import { causesIn } from '../../reference-impl/behaviours/together.ts';
import type { ClientId } from '../../generated/requirements.ts';
import { missed } from '../oracle/client/decision.ts';
import type { Condition, Sent, Session, Task } from '../oracle/client/session.ts';
import { mediaTypeIn } from '../oracle/request/media-type.ts';
import { readingOf } from '../oracle/request/reading.ts';
import { spanOf, worldOf } from '../oracle/terms.ts';
import { type Exchange, headerIn } from '../wire/exchange.ts';
import type { Client } from './command.ts';
import { newSecret, reservedPort, Sender } from './events.ts';
import { type Fault, faults } from './faults.ts';
import { Gateway, type Passed } from './gateway.ts';
import { OtherOrigin } from './other-origin.ts';
import { type ServiceCondition, services, startService } from './services.ts';
import { digestOf, fileFor, tasks, withParts } from './tasks.ts';

export interface Limits {
  /** the longest time of one session, in milliseconds */
  session: number;
  /** how many sessions run at the same time */
  atOnce: number;
  signal: AbortSignal;
}

/** One session that is to be run. */
interface Planned {
  task: Task;
  condition: Condition & Partial<Pick<ServiceCondition, 'behaviours' | 'hasManyEvents'> & Pick<Fault, 'effects'>>;
  /** the file contains the boundaries that the client has used so far */
  hasBoundaries?: true;
}

const hostileFile: Condition = {
  name: 'the file contains the boundary of an earlier upload',
  shows: 'client.file-unchanged',
};

/** Conditions that are about the time before a decision. */
const needDecision: ClientId[] = ['client.waits-for-decision', 'client.acknowledges-events'];

export interface PlanOptions {
  /** only the plain service and the one with this behaviour */
  behaviour?: string | undefined;
  /** the client receives events */
  hasEvents: boolean;
}

/** What is run: every task with every service, and the faults with one task, because they do not depend on the decision. */
export function planOf(chosen: Task[], otherOrigin: string, { behaviour, hasEvents }: PlanOptions): Planned[] {
  const all = services(otherOrigin, hasEvents);
  const own = behaviour === undefined ? all : [all[0]!, ...all.flatMap((each) => alone(each, behaviour))];
  const [first] = chosen;
  return [
    ...own.flatMap((condition) =>
      chosen
        .filter(({ ends }) => ends !== 'rejected' || !needDecision.includes(condition.shows))
        .map((task) => ({ task, condition })),
    ),
    ...(behaviour === undefined && first?.ends !== 'rejected'
      ? faults.map((condition) => ({ task: first!, condition }))
      : []),
  ];
}

/** The named behaviour of a service, alone. */
const alone = (service: ServiceCondition, name: string): ServiceCondition[] =>
  service.behaviours
    .filter((behaviour) => behaviour.name === name)
    .map((behaviour) => ({ ...service, name, behaviours: [behaviour] }));

/** Every behaviour that a client meets, by name. */
export const behaviourNames = (): string[] =>
  services('http://other.example', false).flatMap(({ behaviours }) => behaviours.map(({ name }) => name));

interface SessionOptions extends PlanOptions {
  client: Client;
  limits: Limits;
  /** called with each session that has ended */
  progress: (session: Session, done: number, of: number) => void;
}

/** Runs all sessions; what fails in a service of several behaviours is run again with fewer of them. */
export async function runSessions({ client, limits, progress, ...planned }: SessionOptions): Promise<Session[]> {
  const folder = mkdtempSync(join(tmpdir(), 'idv-client-'));
  const other = new OtherOrigin();
  await other.listen();
  const runner = new Runner({ client, limits, hasEvents: planned.hasEvents }, folder, other);
  try {
    const plan = planOf(tasks, other.origin, planned);
    const queue = new PQueue({ concurrency: limits.atOnce });
    let done = 0;
    const of = plan.length + 1;
    const begin = async (planned: Planned) => {
      const sessions = await runner.narrowed(planned, await runner.run(planned));
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
    // It needs the boundaries of the others.
    const last = failed.has(tasks[0]!)
      ? []
      : await begin({ task: tasks[0]!, condition: hostileFile, hasBoundaries: true });
    return [...first, ...others.flat(), ...last];
  } finally {
    other.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

class Runner {
  readonly #options: Pick<SessionOptions, 'client' | 'limits' | 'hasEvents'>;
  readonly #folder: string;
  readonly #other: OtherOrigin;
  readonly #boundaries = new Set<string>();
  #count = 0;

  constructor(options: Pick<SessionOptions, 'client' | 'limits' | 'hasEvents'>, folder: string, other: OtherOrigin) {
    this.#options = options;
    this.#folder = folder;
    this.#other = other;
  }

  async run({ task, condition, hasBoundaries }: Planned): Promise<Session> {
    const key = `live_${randomBytes(18).toString('base64url')}`;
    const { name, bytes: plain } = fileFor(task);
    const bytes = hasBoundaries ? withParts(plain, this.#boundaries) : plain;
    this.#count += 1;
    const path = join(this.#folder, `${this.#count}-${name}`);
    writeFileSync(path, bytes);
    const service = await startService(task, key, condition.behaviours ?? []);
    const { client, limits, hasEvents } = this.#options;
    const reserved = hasEvents ? await reservedPort() : undefined;
    const listen = reserved && `127.0.0.1:${reserved.port}`;
    const secret = newSecret();
    const sender =
      listen === undefined
        ? undefined
        : new Sender({
            endpoint: { url: `http://${listen}/`, secret },
            baseUrl: service.baseUrl,
            key,
            isThorough: condition.hasManyEvents ?? false,
          });
    const target = new URL(service.baseUrl);
    const gateway = new Gateway({
      target,
      credential: { value: key, shell: '$IDV_API_KEY' },
      effects: condition.effects ?? {},
      uploaded: (caseId) => sender?.uploaded(caseId),
    });
    const over = AbortSignal.timeout(limits.session);
    try {
      const baseUrl = await gateway.listen();
      const given = {
        IDV_BASE_URL: baseUrl,
        IDV_API_KEY: key,
        IDV_TASK: task.name,
        IDV_TASK_FILE: path,
        ...(listen !== undefined && { IDV_WEBHOOK_LISTEN: listen, IDV_WEBHOOK_SECRET: secret }),
      };
      const ended = await client(given, AbortSignal.any([over, limits.signal]));
      await sender?.stop();
      const sent = sentBy(gateway.passed, service.baseUrl, key);
      for (const { exchange } of sent) this.#note(exchange);
      return {
        task,
        condition,
        file: { bytes, sha256: digestOf(bytes) },
        key,
        sent,
        elsewhere: this.#other.exchanges.filter(({ request }) =>
          request.headers.some(([, value]) => value.includes(key)),
        ),
        ...(sender && { events: { wereSent: sender.wereSent, deliveries: [...sender.deliveries] } }),
        ended: { ...ended, isTimedOut: over.aborted },
      };
    } finally {
      await sender?.stop();
      reserved?.release();
      gateway.close();
      await service.stop();
    }
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

/** The requests as the rules read them. */
function sentBy(passed: Passed[], baseUrl: string, key: string): Sent[] {
  const world = worldOf({ baseUrl, keys: { tenant: key }, claims: [] });
  return passed.map(({ request, started, ended = performance.now(), response, failure, served }) => {
    const result = response ? { response } : { failure: failure ?? 'the client closed the connection' };
    const exchange: Exchange = { request, started, milliseconds: ended - started, ...result };
    const reading = readingOf(exchange, spanOf(exchange), world);
    return { exchange, reading, ...(served !== undefined && { served }) };
  });
}
