// Reads an event that the service sent: which case it is about, and what became of the attempt.
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { type Exchange, headerIn, isSuccess } from '../../wire/exchange.ts';
import { isObject, valueOf } from '../../wire/json.ts';
import { responseTime, shortestWait } from '../facts.ts';
import type { History, KnownCase } from '../history.ts';

/** One attempt to deliver an event. */
export interface Attempt {
  exchange: Exchange;
  /** the case that it is about */
  of: KnownCase;
  arrived: number;
  /** `open`: the suite has not responded yet, or the service did not wait for its response */
  fate: 'accepted' | 'gone' | 'failed' | 'open';
  /** when that was certain */
  ended: number;
  /** as they are sent, also if they are invalid */
  id: string | undefined;
  timestamp: string | undefined;
  body: Buffer;
  /** the body as JSON; undefined when it is none */
  shown: unknown;
  /** it arrived at the endpoint of this tenant */
  endpoint: string;
}

/** Finds the case that an event is about, also when its body breaks the contract. */
export class CasesOfEvents {
  readonly #history: History;
  readonly #references: [text: string, found: KnownCase][];

  constructor(history: History) {
    const { cases } = history;
    this.#history = history;
    const sharing = Map.groupBy(cases, ({ reference }) => reference ?? '');
    this.#references = [...sharing]
      .flatMap(([text, found]): [string, KnownCase][] => (found.length === 1 ? [[text, found[0]!]] : []))
      // The longest comes first, because one reference may be the beginning of another.
      .toSorted(([one], [other]) => other.length - one.length);
  }

  of(shown: unknown, body: Buffer): KnownCase | undefined {
    const data = isObject(shown) && isObject(shown['data']) ? shown['data'] : {};
    const known = typeof data['id'] === 'string' ? this.#history.caseWith(data['id']) : undefined;
    if (known) return known;
    const isOf = ([text]: [string, KnownCase]) => data['reference'] === text;
    const isIn = ([text, { id }]: [string, KnownCase]) =>
      body.includes(id) || (text.length >= 12 && body.includes(text));
    return (this.#references.find(isOf) ?? this.#references.find(isIn))?.[1];
  }
}

/** Undefined for an event about a case that the oracle does not know: others may use the service too. */
export function attemptOf(exchange: Exchange, cases: CasesOfEvents): Attempt | undefined {
  const { headers, url } = exchange.request;
  const body = Buffer.concat(exchange.request.body);
  const plain = unpacked(body, headerIn(headers, 'Content-Encoding'));
  const shown = valueOf(plain);
  const of = cases.of(shown, plain);
  if (!of) return undefined;
  return {
    exchange,
    of,
    arrived: exchange.started!,
    ...endOf(exchange),
    id: headerIn(headers, 'webhook-id'),
    timestamp: headerIn(headers, 'webhook-timestamp'),
    body,
    shown,
    endpoint: new URL(url).pathname.endsWith('/other') ? 'two' : 'one',
  };
}

// Bytes. No event is longer.
const longestEvent = 16 * 1024 * 1024;

const codings = new Map<string, (body: Buffer, options: { maxOutputLength: number }) => Buffer>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
  ['zstd', zstdDecompressSync],
]);

/** An event is never compressed (D46); one that is belongs to a case all the same. */
function unpacked(body: Buffer, coding = ''): Buffer {
  const unpack = codings.get(coding.toLowerCase());
  if (!unpack) return body;
  try {
    return unpack(body, { maxOutputLength: longestEvent });
  } catch {
    return body;
  }
}

function endOf(exchange: Exchange): Pick<Attempt, 'fate' | 'ended'> {
  const { started, milliseconds, response, failure, abandonedAfter } = exchange;
  const [ended, latest] = [started! + milliseconds, started! + responseTime];
  const isAbandoned = abandonedAfter !== undefined && (response !== undefined || abandonedAfter < shortestWait);
  if (isAbandoned || (!response && failure === undefined)) return { fate: 'open', ended: latest };
  if (!response && isClosedBySuite(exchange)) return { fate: 'failed', ended };
  if (!response) return { fate: 'failed', ended: Math.min(latest, started! + (abandonedAfter ?? Infinity)) };
  const { status } = response;
  return { fate: isSuccess(status) ? 'accepted' : status === 410 ? 'gone' : 'failed', ended };
}

export const isClosedBySuite = ({ failure }: Pick<Exchange, 'failure'>): boolean =>
  failure === 'the suite closed the connection';
