import http from 'node:http';
import https from 'node:https';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { type Answer, answerOf, type Credential, type Exchange, type Header } from './exchange.ts';
import { Inconclusive, Violation } from './verdict.ts';

/** A request as a check asks for it; `path` is relative to the base address. */
export interface Request {
  method: string;
  path: string;
  /** several values of one name are lines of their own */
  headers?: Record<string, string | string[]>;
  body?: Uint8Array | Uint8Array[];
  credential?: Credential | undefined;
  /** how this one carries its key, where that is what is judged */
  key?: { header: string; template: string };
  /** announce no length */
  chunked?: boolean;
  /** let each piece of the body arrive by itself, as far as that can be had: for readers that take it for the whole */
  inPieces?: boolean;
  /** open a connection of its own and wait for no other: for requests that must race */
  racing?: boolean;
  /** milliseconds after which this request is given up and its connection closed, where it cannot be answered */
  timeout?: number;
  /** what is judged by the check, so that it is not waited out as a passing 429 or 503 */
  expects?: 429 | 503 | 'either';
}

/** No answer came: refused, reset, cut, or too late. A violation when the request was judged. */
export class NoAnswer extends Violation {
  constructor(exchange: Exchange) {
    super('an answer', exchange.failure ?? 'none', exchange);
  }
}

/** Nothing listens at the address, or no longer: there is no candidate to judge. */
export class Unreachable extends Inconclusive {
  constructor(exchange: Exchange) {
    super(`nothing listens at the address of the candidate: ${exchange.failure}`, undefined, exchange);
  }
}

export interface HttpOptions {
  baseUrl: string;
  /** how a key is carried: the header and its value with `{key}` in it */
  key: { header: string; template: string };
  /** what goes with every request that does not set it itself */
  headers?: Header[];
  /** milliseconds from the whole request to the whole answer */
  timeout: number;
  signal: AbortSignal;
}

// An answer of this service is a few kilobytes; more is no answer to keep in memory.
const largestAnswer = 1024 * 1024;
const refused = 'connection refused';
const unknownHost = 'no such host';
const tooLarge = 'an answer larger than 1 MiB';
const mostWaits = 30;
const longestWait = 10;
// Milliseconds over which requests go on after a pause.
const longestSpread = 500;

/** Sends requests to the candidate and keeps every exchange. Knows HTTP, knows no case. */
export class Http {
  readonly options: HttpOptions;
  readonly #agent: http.Agent;
  #reuses = true;
  /** by key: until when the candidate asked not to be sent more */
  readonly #pausedUntil = new Map<string | undefined, number>();

  constructor(options: HttpOptions) {
    this.options = options;
    const { Agent } = options.baseUrl.startsWith('https:') ? https : http;
    this.#agent = new Agent({ keepAlive: true });
  }

  /**
   * Sends a request and waits for its answer. A 429 or 503 with `Retry-After` is waited out: every conformant service
   * may give it at any time.
   *
   * @param record is given each exchange as it ends
   * @throws NoAnswer when none came, Unreachable when nothing listens, Inconclusive when the candidate asks to wait
   *   without end
   */
  async send(request: Request, record: (exchange: Exchange) => void): Promise<Answer> {
    for (let waits = 0; ; waits += 1) {
      await this.#pauseOver(request, waits);
      const answer = await this.#sendOnce(request, record);
      const seconds = secondsAskedFor(answer);
      if (seconds === undefined || asksFor(request, answer.status)) return answer;
      // Who limits the rate of one request limits those beside it: all of this key wait.
      this.#pause(request, Math.min(seconds, longestWait));
      if (waits === mostWaits || seconds > longestWait)
        throw new Inconclusive(
          `the candidate answers ${answer.status} and asks to wait ${seconds} s; raise its limit for the run, or lower --concurrency`,
          undefined,
          answer.exchange,
        );
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  #pause({ credential }: Request, seconds: number): void {
    const until = performance.now() + seconds * 1000;
    this.#pausedUntil.set(credential?.value, Math.max(until, this.#pausedUntil.get(credential?.value) ?? 0));
  }

  /** Who has waited more often goes on sooner: all at once would meet the limit again. */
  async #pauseOver({ credential }: Request, waits: number): Promise<void> {
    const behind = (Math.random() * longestSpread) / (waits + 1);
    for (;;) {
      const left = (this.#pausedUntil.get(credential?.value) ?? 0) - performance.now();
      if (left <= 0) return;
      await wait(left + behind, this.options.signal);
    }
  }

  async #sendOnce(request: Request, record: (exchange: Exchange) => void): Promise<Answer> {
    const exchange = this.#begin(request);
    const started = performance.now();
    for (let attempt = 1; ; attempt += 1) {
      const { signal } = this.options;
      const timeout = request.timeout ?? this.options.timeout;
      if (signal.aborted) throw new Inconclusive(deadlineCame);
      const agent = request.racing || !this.#reuses ? false : this.#agent;
      const { answer, failure, staleConnection } = await carry(exchange.request, {
        ...{ agent, timeout, signal, inPieces: request.inPieces },
      });
      // A server may close an idle connection at any moment; the request that meets this was not answered by anybody.
      // From then on each request has a connection of its own: what is sent twice may also arrive twice.
      if (staleConnection) this.#reuses = false;
      if (staleConnection && attempt === 1) continue;
      exchange.milliseconds = performance.now() - started;
      if (failure !== undefined) exchange.failure = failure;
      if (answer) exchange.answer = answer;
      record(exchange);
      if (!answer && signal.aborted) throw new Inconclusive(deadlineCame, undefined, exchange);
      if (exchange.failure === refused || exchange.failure === unknownHost) throw new Unreachable(exchange);
      if (!answer) throw new NoAnswer(exchange);
      return answerOf(exchange, answer);
    }
  }

  #begin(request: Request): Exchange {
    const { baseUrl } = this.options;
    const key = request.key ?? this.options.key;
    const body = request.body === undefined ? [] : [request.body].flat();
    const headers = Object.entries(request.headers ?? {}).flatMap(([name, values]) =>
      [values].flat().map((value): Header => [name, value]),
    );
    if (request.credential) headers.push([key.header, key.template.replace('{key}', () => request.credential!.value)]);
    const own = new Set(headers.map(([name]) => name.toLowerCase()));
    headers.push(...(this.options.headers ?? []).filter(([name]) => !own.has(name.toLowerCase())));
    const { method, credential, chunked = false } = request;
    return {
      request: { method, url: baseUrl.replace(/\/$/, '') + request.path, headers, body, credential, chunked },
      milliseconds: 0,
    };
  }
}

interface Carried {
  answer?: NonNullable<Exchange['answer']>;
  failure?: string;
  staleConnection?: boolean;
}

interface Way {
  agent: http.Agent | false;
  timeout: number;
  signal: AbortSignal;
  inPieces: boolean | undefined;
}

/** Exactly the given headers and bytes, with back-pressure; an answer that comes before the end of the body counts. */
const carry = (sent: Exchange['request'], { agent, timeout, signal, inPieces }: Way): Promise<Carried> =>
  new Promise((resolve) => {
    const { method, url, body } = sent;
    const { request } = url.startsWith('https:') ? https : http;
    const outgoing = request(url, { method, agent, headers: linesOf(sent) });
    const finish = (carried: Carried) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      resolve(carried);
    };
    // A connection that switched protocols tells nobody of its end, so it is not waited for.
    const giveUp = (error: Error) => {
      outgoing.destroy();
      finish({ failure: describe(error, timeout) });
    };
    const abort = () => giveUp(new Error(deadlineCame));
    const timer = setTimeout(() => giveUp(Object.assign(new Error(), { code: 'ETIMEDOUT' })), timeout);
    signal.addEventListener('abort', abort, { once: true });
    outgoing.on('error', (error) =>
      finish({ failure: describe(error, timeout), staleConnection: outgoing.reusedSocket && isReset(error) }),
    );
    outgoing.on('response', (response) => {
      const pieces: Buffer[] = [];
      let size = 0;
      response.on('data', (piece: Buffer) => {
        size += piece.length;
        if (size > largestAnswer) giveUp(Object.assign(new Error(), { code: 'ETOOLARGE' }));
        else pieces.push(piece);
      });
      response.on('error', (error) => finish({ failure: describe(error, timeout) }));
      response.on('end', () => {
        finish(carriedBy(response, Buffer.concat(pieces)));
        // The rest of the body is of no interest to a server that has answered.
        if (!outgoing.writableEnded) outgoing.destroy();
      });
    });
    void write(outgoing, body, inPieces);
  });

const decoders: Record<string, typeof gunzipSync> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** A server may compress an answer unasked (RFC 9110 §12.5.3): the body is what it stands for. */
function carriedBy({ statusCode, headers, rawHeaders }: http.IncomingMessage, bytes: Buffer): Carried {
  const coding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  const decode = bytes.length > 0 ? decoders[coding] : undefined;
  try {
    const body = decode ? decode(bytes, { maxOutputLength: largestAnswer }) : bytes;
    return { answer: { status: statusCode!, headers: pairs(rawHeaders), body } };
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    return { failure: isLarge ? tooLarge : `a body that is not ${coding}, as its Content-Encoding says` };
  }
}

/** As `node:http` takes headers of which one may stand there more than once, with the length unless it is not told. */
function linesOf({ headers, body, chunked }: Exchange['request']): Record<string, string | string[]> {
  const lines = Map.groupBy(headers, ([name]) => name);
  const announced = headers.some(([name]) => name.toLowerCase() === 'content-length');
  return Object.fromEntries([
    ...[...lines].map(([name, [first, ...more]]): [string, string | string[]] => [
      name,
      more.length === 0 ? first![1] : [first!, ...more].map(([, value]) => value),
    ]),
    ...(chunked || announced || body.length === 0 ? [] : [['Content-Length', String(sizeOf(body))] as const]),
  ]);
}

async function write(outgoing: http.ClientRequest, body: Uint8Array[], inPieces = false): Promise<void> {
  const piece = 64 * 1024;
  let goOn = () => {};
  outgoing.on('drain', () => goOn()).on('close', () => goOn());
  for (const [index, bytes] of body.entries()) {
    if (inPieces && index > 0) await untilTaken(outgoing);
    for (let at = 0; at < bytes.length; at += piece) {
      if (outgoing.destroyed) return;
      if (outgoing.write(bytes.subarray(at, at + piece))) continue;
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
    }
  }
  if (!outgoing.destroyed) outgoing.end();
}

/** What was written has left, and a server has had the time to read it. A slower one reads more at once. */
const untilTaken = (outgoing: http.ClientRequest) =>
  new Promise<void>((resolve) => {
    // A server in this process reads before what is immediate.
    outgoing.write('', () => setTimeout(() => setImmediate(resolve), 20));
  });

export function sizeOf(body: Uint8Array[]): number {
  return body.reduce((sum, bytes) => sum + bytes.length, 0);
}

/** Headers from the flat list in which Node has them. */
export function pairs(raw: string[]): Header[] {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1]!] as Header] : []));
}

/** The seconds of `Retry-After` on a 429 or 503. */
function secondsAskedFor(answer: Answer): number | undefined {
  if (answer.status !== 429 && answer.status !== 503) return undefined;
  const value = answer.header('Retry-After');
  return value !== undefined && /^[0-9]+$/.test(value) ? Number(value) : undefined;
}

const asksFor = ({ expects }: Request, status: number) => expects === 'either' || expects === status;

const isReset = (error: unknown) =>
  ['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '') && !isCut(error);

// Node's word for an answer that had begun.
const isCut = (error: unknown) => (error as Error).message === 'aborted';

function describe(error: unknown, timeout: number): string {
  const { message, code } = error as NodeJS.ErrnoException;
  if (isCut(error)) return 'connection closed before the end of the answer';
  if (code === 'ETIMEDOUT') return `no answer within ${timeout / 1000} s`;
  const known: Record<string, string> = {
    ECONNREFUSED: refused,
    ECONNRESET: 'connection closed without an answer',
    EPIPE: 'connection closed without an answer',
    ENOTFOUND: unknownHost,
    EAI_AGAIN: unknownHost,
    ETOOLARGE: tooLarge,
    HPE_HEADER_OVERFLOW: 'headers larger than 16 KiB',
  };
  const text = known[code ?? ''];
  if (text) return text;
  return code?.startsWith('HPE_') ? `something that is not HTTP (${code})` : message || code || 'an unknown failure';
}

/** Why a check that was not yet done says nothing. */
export const deadlineCame = 'the deadline of the run came first; raise --deadline';

/** Waits, but not beyond the deadline of the run. */
export function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = () => {
      clearTimeout(timer);
      reject(new Inconclusive(deadlineCame));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', late);
      resolve();
    }, milliseconds);
    if (signal.aborted) late();
    else signal.addEventListener('abort', late, { once: true });
  });
}
