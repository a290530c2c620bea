import type { Exchange } from '../engine/exchange.ts';
import { isObject, valueOf } from '../engine/json.ts';
import { Http, NoResponse, type Request, Unreachable, wait } from '../engine/http.ts';
import { Oracle } from '../oracle/oracle.ts';
import { contradiction } from '../oracle/order.ts';
import { type Finding, worldOf } from '../oracle/terms.ts';
import type { Manifest } from '../manifest.ts';
import { sendCreate } from './overload.ts';
import { plainStep, type Step } from './step.ts';
import { requestOf, type Surroundings } from './writing.ts';

/** What a sequence led to. */
export interface Outcome {
  exchanges: Exchange[];
  findings: Finding[];
  /** what made its values new: 8 characters */
  tag: string;
  /** the steps whose idempotency key was in use */
  inUse: Step[];
  /** sends further steps, at once */
  sendMore: (steps: Step[]) => Promise<Finding[]>;
}

// A history of this many exchanges is as much as a cause needs to show; older ones are forgotten.
const longestHistory = 2000;

/** Sends sequences to a candidate and judges every exchange by the oracle. */
export class Sender {
  readonly http: Http;
  /** nothing listened at the address any more */
  #unreachable: Unreachable | undefined;
  readonly #manifest: Manifest;
  readonly #run: string;
  readonly #signal: AbortSignal;
  #oracle: Oracle;
  #remembered = 0;
  #sequences = 0;
  requests = 0;

  constructor(manifest: Manifest, run: string, timeout: number, signal: AbortSignal) {
    const { baseUrl, key, headers = [] } = manifest;
    this.http = new Http({ baseUrl, key, headers, timeout, signal });
    this.#manifest = manifest;
    this.#run = run;
    this.#signal = signal;
    this.#oracle = new Oracle(worldOf(manifest));
  }

  /**
   * Sends the steps; those that are together at the same time.
   *
   * @param alone judge them without what was seen before, as who repeats them will
   */
  async send(steps: Step[], alone = false): Promise<Outcome> {
    if (this.#remembered > longestHistory) {
      this.#oracle = new Oracle(worldOf(this.#manifest));
      this.#remembered = 0;
    }
    const oracle = alone ? new Oracle(worldOf(this.#manifest)) : this.#oracle;
    const opened: string[] = [];
    this.#sequences += 1;
    const tag = `${this.#run}${this.#sequences.toString(36).padStart(4, '0')}`;
    const exchanges: Exchange[] = [];
    const around = this.#surroundings(tag, opened, exchanges);
    const findings: Finding[] = [];
    const inUse: Step[] = [];
    const perform = async (batch: Step[]) => {
      const sent = (await this.#sendTogether(batch, around)).toSorted((one, other) => one.started! - other.started!);
      for (const exchange of sent) if (exchange.request.method === 'POST') rememberId(exchange, opened);
      if (batch.length === 1 && sent.some(isInUse)) inUse.push(batch[0]!);
      const readings = sent.map((exchange) => oracle.add(exchange));
      exchanges.push(...sent);
      return readings.flatMap((reading) => oracle.judge(reading).findings);
    };
    for (let at = 0; at < steps.length && !this.#unreachable;) {
      let end = at + 1;
      while (steps[end]?.together) end += 1;
      const { pause } = steps[at]!;
      if (pause !== undefined) await wait(pause, this.#signal);
      findings.push(...(await perform(steps.slice(at, end))));
      at = end;
    }
    this.#remembered += exchanges.length;
    if (this.#unreachable && findings.length === 0) throw this.#unreachable;
    const isParallel = steps.some(({ together }) => together);
    const unexplained =
      isParallel && findings.length === 0 ? contradiction(exchanges, worldOf(this.#manifest)) : undefined;
    if (unexplained) findings.push(unexplained);
    const sendMore = async (more: Step[]) => {
      const later: Finding[] = [];
      for (const step of more) later.push(...(await perform([step])));
      return later;
    };
    return { exchanges, findings, tag, inUse, sendMore };
  }

  async #sendTogether(steps: Step[], around: Surroundings): Promise<Exchange[]> {
    const recorded: Exchange[] = [];
    const isRace = steps.length > 1;
    await Promise.all(
      steps.map(async (step) => {
        const request = { ...requestOf(step, around), racing: isRace };
        const record = (exchange: Exchange) => void recorded.push(exchange);
        const plain = plainCreateFor(step, request, around);
        const sent = plain ? sendCreate(this.#send, request, plain, record) : this.#send(request, record);
        await sent.catch((error: unknown) => this.#withoutResponse(error));
      }),
    );
    return recorded;
  }

  /** A missing response is judged by the oracle, also that to a request at which the candidate crashed. */
  #withoutResponse(error: unknown): void {
    if (error instanceof NoResponse) return;
    if (!(error instanceof Unreachable)) throw error;
    this.#unreachable = error;
    // It was sent on a kept connection, and again when this closed.
    if (error.exchange?.sentTwice) error.exchange.failure = 'connection closed without a response';
  }

  readonly #send = (request: Request, record: (exchange: Exchange) => void) => {
    this.requests += 1;
    return this.http.send(request, record);
  };

  #surroundings(tag: string, opened: string[], exchanges: Exchange[]): Surroundings {
    const { keys } = this.#manifest;
    const stranger = `stranger_${tag}_key`;
    return {
      tag,
      validKey: keys.tenant!,
      keyOf: (sender) => (sender === 'nobody' ? undefined : sender === 'stranger' ? stranger : keys[sender]),
      cookies: () => cookiesIn(exchanges),
      idOf: (at) => opened[at] ?? unknownIds[at % unknownIds.length]!,
    };
  }
}

/** The plain create of the same caller; undefined for a request that is no create, or asks for 429 or 503. */
function plainCreateFor({ as, value, salt }: Step, request: Request, around: Surroundings): Request | undefined {
  const plain = requestOf({ do: 'create', as, case: 0, twists: [], salt, value }, around);
  const isCreate = request.method === plain.method && request.path === plain.path;
  const hasKey = around.keyOf(as) !== undefined && as !== 'stranger';
  const isSameCaller = String(request.headers?.['Authorization']) === String(plain.headers?.['Authorization']);
  return isCreate && hasKey && isSameCaller && request.expects === undefined ? plain : undefined;
}

const unknownIds = [
  'case_NoSuchCaseNoSuchCase',
  'case_NoSuchCaseEverWasOpened',
  '0e0c4f0e-5d3e-4a6b-9f0e-2f6f1c1b7a55',
];

/** What a browser would send back. */
const cookiesIn = (exchanges: Exchange[]): string =>
  exchanges
    .flatMap(({ response }) => response?.headers ?? [])
    .filter(([name]) => name.toLowerCase() === 'set-cookie')
    .map(([, value]) => value.split(';')[0])
    .join('; ');

const isInUse = ({ response }: Exchange) =>
  response?.status === 409 && response.body.includes('/idempotency-key-in-use');

/** A read of the first case by who opened it. */
export const lastRead = ([first]: Step[], pause?: number): Step => ({
  ...plainStep,
  do: 'read',
  as: first!.as,
  ...(pause !== undefined && { pause }),
});

function rememberId({ request, response }: Exchange, opened: string[]): void {
  if (!response || response.status >= 300 || !/\/cases(\?.*)?$/.test(request.url)) return;
  const body = valueOf(response.body);
  if (isObject(body) && typeof body['id'] === 'string' && !opened.includes(body['id'])) opened.push(body['id']);
}
