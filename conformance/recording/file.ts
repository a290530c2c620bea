// A recording as JSON lines. Each line is written once what it says is certain, so that a file which was cut off is a recording of
// what came before: first the head, then exchanges, parts and scenarios in the order in which they ended, and an end.
// It contains the API keys and the secrets of the run.
import { createHash } from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';
import { UsageError } from '../usage-error.ts';
import type { Exchange } from '../wire/exchange.ts';
import { isObject, parsed, textIn } from '../wire/json.ts';
import type { Part, Played, Recording, Sent, Stopped } from './recording.ts';

/** What is known when a run begins. */
type Head = Pick<Recording, 'format' | 'contract' | 'id' | 'seed' | 'facts' | 'selection' | 'planned'> & {
  startedAt: string;
  began: number;
};
/** What is known when it has ended. */
type End = Pick<Recording, 'unreachable' | 'interrupted' | 'interruptions'> & { watched: number | undefined };
interface WrittenPart extends Omit<Part, 'sent' | 'exchanges'> {
  sent: (Omit<Sent, 'exchange'> & { exchange: number })[];
  exchanges: number[];
}
interface WrittenPlayed extends Omit<Played, 'control' | 'own' | 'stopped'> {
  control?: number;
  own?: number;
  stopped?: Omit<Stopped, 'exchange'> & { exchange?: number };
}
/** Exchanges, parts and pieces of bodies have the numbers in which they occur. */
type Line =
  | { head: Head }
  | { piece: string }
  | { exchange: Exchange }
  | { part: WrittenPart }
  | { played: WrittenPlayed }
  | { end: End };

// Bytes or characters: a longer body, a piece of it or a text of a step is written once however often it occurs.
const longest = 1024;

/** The lines of a recording, also of one that is still being played. */
export class RecordingLines {
  readonly #exchanges = new Map<Exchange, number>();
  readonly #parts = new Map<Part, number>();
  /** by themselves, and by their digests */
  readonly #pieces = new Map<Uint8Array | string, number>();
  #countOfPieces = 0;
  #lines: string[] = [];

  head({ watched, startedAt, format, contract, id, seed, facts, selection, planned }: Recording): string[] {
    const known = { format, contract, id, seed, facts, selection, planned };
    return this.#with({ head: { ...known, startedAt: startedAt.toISOString(), began: watched.start } });
  }

  exchange(exchange: Exchange): string[] {
    this.#numberOf(exchange);
    return this.#taken();
  }

  played({ control, own, stopped, ...played }: Played): string[] {
    const written: WrittenPlayed = {
      ...played,
      ...(control && { control: this.#numberOfPart(control) }),
      ...(own && { own: this.#numberOfPart(own) }),
      ...(stopped && { stopped: this.#stopped(stopped) }),
    };
    return this.#with({ played: written });
  }

  end({ watched, unreachable, interrupted, interruptions }: Recording): string[] {
    const known = {
      ...(unreachable !== undefined && { unreachable }),
      ...(interrupted && { interrupted }),
      ...(interruptions && { interruptions }),
    };
    return this.#with({ end: { ...known, watched: watched.end } });
  }

  #stopped({ exchange, ...why }: Stopped): WrittenPlayed['stopped'] & {} {
    return { ...why, ...(exchange && { exchange: this.#numberOf(exchange) }) };
  }

  #numberOf(exchange: Exchange): number {
    const known = this.#exchanges.get(exchange);
    if (known !== undefined) return known;
    this.#exchanges.set(exchange, this.#exchanges.size);
    this.#write({ exchange });
    return this.#exchanges.size - 1;
  }

  #numberOfPart(part: Part): number {
    const known = this.#parts.get(part);
    if (known !== undefined) return known;
    const { sent, exchanges, opened } = part;
    const written = {
      sent: sent.map((each) => ({ ...each, exchange: this.#numberOf(each.exchange) })),
      exchanges: exchanges.map((each) => this.#numberOf(each)),
      opened,
    };
    this.#parts.set(part, this.#parts.size);
    this.#write({ part: written });
    return this.#parts.size - 1;
  }

  #numberOfPiece(bytes: Uint8Array): number {
    const known = this.#pieces.get(bytes);
    if (known !== undefined) return known;
    const digest = createHash('sha256').update(bytes).digest('hex');
    const number = this.#pieces.get(digest) ?? this.#countOfPieces;
    this.#pieces.set(bytes, number).set(digest, number);
    if (number < this.#countOfPieces) return number;
    this.#countOfPieces += 1;
    this.#lines.push(JSON.stringify({ piece: deflateSync(bytes).toString('base64') } satisfies Line));
    return number;
  }

  /** Bytes and undefined values, which JSON does not have, are objects of their own. */
  #written(value: unknown): unknown {
    if (value === undefined) return { $: 'undefined' };
    if (typeof value === 'string' && value.length > longest)
      return { $string: this.#numberOfPiece(Buffer.from(value, 'utf16le')) };
    if (value instanceof Uint8Array) {
      if (value.length > longest) return { $piece: this.#numberOfPiece(value) };
      const text = textIn(value);
      return text === undefined ? { $base64: Buffer.from(value).toString('base64') } : { $text: text };
    }
    if (Array.isArray(value)) return value.map((each) => this.#written(each));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, this.#written(each)]));
  }

  #write(line: Line): void {
    // The pieces come before the line that names them.
    this.#lines.push(JSON.stringify(this.#written(line)));
  }

  #with(line: Line): string[] {
    this.#write(line);
    return this.#taken();
  }

  #taken(): string[] {
    const lines = this.#lines;
    this.#lines = [];
    return lines;
  }
}

/** All lines of a recording. */
export function* linesOf(recording: Recording): Generator<string> {
  const lines = new RecordingLines();
  yield* lines.head(recording);
  for (const exchange of recording.exchanges) yield* lines.exchange(exchange);
  for (const played of recording.played) yield* lines.played(played);
  if (recording.watched.end !== undefined) yield* lines.end(recording);
}

/**
 * The recording in a file.
 *
 * @throws UsageError when it is none
 */
export function recordingIn(lines: Iterable<string>, file: string): Recording {
  const reader = new Reader();
  let at = 0;
  let unread: number | undefined;
  for (const line of lines) {
    at += 1;
    if (line === '') continue;
    // Only the last line may be cut off.
    if (unread !== undefined) throw new UsageError(`${file}: line ${unread} is no JSON. Record the run again.`);
    const value = parsed(line)?.value;
    if (isObject(value)) reader.read(value, file);
    else unread = at;
  }
  return reader.recording(file);
}

class Reader {
  #recording: Recording | undefined;
  readonly #pieces: Buffer[] = [];
  readonly #parts: Part[] = [];

  recording(file: string): Recording {
    if (!this.#recording) throw notRecorded(file);
    return this.#recording;
  }

  read(line: Record<string, unknown>, file: string): void {
    if (typeof line['piece'] === 'string')
      return void this.#pieces.push(inflateSync(Buffer.from(line['piece'], 'base64')));
    const { head, exchange, part, played, end } = this.#restored(line) as Partial<
      Record<'head' | 'exchange' | 'part' | 'played' | 'end', unknown>
    >;
    if (head) return void (this.#recording = recordingFrom(head as Head, file));
    const recording = this.recording(file);
    if (exchange) recording.exchanges.push(exchange as Exchange);
    if (part) this.#parts.push(this.#partFrom(part as WrittenPart, recording));
    if (played) recording.played.push(this.#playedFrom(played as WrittenPlayed, recording));
    if (end) readEnd(end as End, recording);
  }

  #partFrom({ sent, exchanges, opened }: WrittenPart, recording: Recording): Part {
    const exchangeAt = (number: number) => recording.exchanges[number]!;
    return {
      sent: sent.map((each) => ({ ...each, exchange: exchangeAt(each.exchange) })),
      exchanges: exchanges.map(exchangeAt),
      opened,
    };
  }

  #playedFrom({ control, own, stopped, ...played }: WrittenPlayed, { exchanges }: Recording): Played {
    const { exchange, ...why } = stopped ?? {};
    return {
      ...played,
      ...(control !== undefined && { control: this.#parts[control]! }),
      ...(own !== undefined && { own: this.#parts[own]! }),
      ...(stopped && {
        stopped: {
          ...why,
          ...(exchange !== undefined && { exchange: exchanges[exchange]! }),
        } as Played['stopped'] & {},
      }),
    };
  }

  #restored(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each) => this.#restored(each));
    if (!isObject(value)) return value;
    const { $, $text: text, $base64: base64, $piece: piece, $string: string } = value;
    if ($ === 'undefined') return undefined;
    if (typeof text === 'string') return Buffer.from(text);
    if (typeof base64 === 'string') return Buffer.from(base64, 'base64');
    if (typeof piece === 'number') return this.#pieces[piece];
    if (typeof string === 'number') return this.#pieces[string]!.toString('utf16le');
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, this.#restored(each)]));
  }
}

const notRecorded = (file: string) =>
  new UsageError(`${file} is no recording: its first line does not say so. Name a file that a run has recorded.`);

function recordingFrom({ startedAt, began, ...head }: Head, file: string): Recording {
  if (head.format !== 1)
    throw new UsageError(
      `${file}: its format is ${String(head.format)}, and this version reads format 1. Judge it by the version that recorded it.`,
    );
  return { ...head, startedAt: new Date(startedAt), exchanges: [], played: [], watched: { start: began } };
}

function readEnd({ watched, ...rest }: End, recording: Recording): void {
  Object.assign(recording, rest);
  if (watched !== undefined) recording.watched.end = watched;
}
