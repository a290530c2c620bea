// Reads a recording. Its file may have been cut off, and it may come from someone else: whatever it has, the reader either returns
// a recording or says in a sentence what is wrong.
import { inflateSync } from 'node:zlib';
import { RecordingLine as isLine } from '../../generated/recording-line.js';
import { UsageError } from '../usage-error.ts';
import type { Exchange } from '../wire/exchange.ts';
import { isObject, parsed } from '../wire/json.ts';
import type { Changed, End, Head, WrittenPart, WrittenPlayed, WrittenSession } from './lines.ts';
import type { Part, Played, RecordedSession, Recording } from './recording.ts';

// Bytes. A run has pieces of 12 MB, 100 MB in all; what is longer was not written by a run.
const longestPiece = 32 * 1024 * 1024;
const mostBytes = 512 * 1024 * 1024;
// How deep a scenario is nested: its steps have changes, these have parts, and bodies may be any JSON.
const deepest = 64;

/**
 * The recording in a file.
 *
 * @param file its name, for messages
 * @throws UsageError when it is none
 */
export function recordingIn(lines: Iterable<string>, file: string): Recording {
  const reader = new Reader();
  let at = 0;
  let unread: number | undefined;
  try {
    for (const line of lines) {
      at += 1;
      if (line === '') continue;
      // Only the last line may be cut off.
      if (unread !== undefined) throw new Unreadable('is no JSON', unread);
      const value = parsed(line)?.value;
      if (isObject(value)) reader.read(value);
      else unread = at;
    }
    return reader.recording();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new UsageError(error.complaintAbout(file, at));
  }
}

/** Something that no recording has. */
class Unreadable extends Error {
  readonly line: number | undefined;

  constructor(what: string, line?: number) {
    super(what);
    this.line = line;
  }

  complaintAbout(file: string, at: number): string {
    return `${file}: line ${this.line ?? at} ${this.message}. Name a file that --record wrote, as it was written.`;
  }
}

/** The first line says that it is a recording, and in which format. */
class NoRecording extends Unreadable {
  override complaintAbout(file: string): string {
    return `${file} ${this.message}.`;
  }
}

const notRecorded = 'is no recording: its first line does not say so. Name a file that --record wrote';

class Reader {
  #recording: Recording | undefined;
  readonly #pieces: Buffer[] = [];
  readonly #parts: Part[] = [];
  #bytes = 0;

  recording(): Recording {
    if (!this.#recording) throw new NoRecording(notRecorded);
    return this.#recording;
  }

  read(line: Record<string, unknown>): void {
    this.#expectFormat(line);
    if (!isLine(line)) {
      const { instancePath, message } = isLine.errors![0]!;
      throw new Unreadable(`has something else at ${pointerText(instancePath)}: ${message}`);
    }
    if (typeof line['piece'] === 'string') return void this.#pieces.push(this.#inflated(line['piece']));
    const { head, exchange, changed, part, played, session, end } = this.#restored(line, 0) as Lines;
    if (head) return void (this.#recording = recordingFrom(head));
    const recording = this.recording();
    if (exchange) recording.exchanges.push(exchange);
    if (changed) this.#change(changed);
    if (part) this.#parts.push(this.#partFrom(part));
    if (played) recording.played.push(this.#playedFrom(played));
    if (session) (recording.sessions ??= []).push(this.#sessionFrom(session));
    if (end) this.#readEnd(end);
  }

  #expectFormat({ head }: Record<string, unknown>): void {
    if (this.#recording && head !== undefined) throw new Unreadable('begins another recording');
    if (this.#recording) return;
    if (!isObject(head)) throw new NoRecording(notRecorded);
    const { format } = head;
    if (format === 1) return;
    const own = Number.isInteger(format) ? `is ${format as number}` : 'is not said';
    throw new NoRecording(
      `cannot be read: its format ${own}, and this version reads format 1. Judge it by the version that recorded it`,
    );
  }

  #inflated(piece: string): Buffer {
    try {
      const bytes = inflateSync(Buffer.from(piece, 'base64'), { maxOutputLength: longestPiece });
      this.#bytes += bytes.length;
      if (this.#bytes <= mostBytes) return bytes;
    } catch {
      throw new Unreadable('has a body that cannot be unpacked, or is longer than 32 MB');
    }
    throw new Unreadable('is too much: the bodies of the recording have more than 512 MB');
  }

  #exchange(number: number): Exchange {
    const found = this.recording().exchanges[number];
    if (!found) throw new Unreadable(`names exchange ${number}, which is not before it`);
    return found;
  }

  #part(number: number): Part {
    const found = this.#parts[number];
    if (!found) throw new Unreadable(`names part ${number}, which is not before it`);
    return found;
  }

  #piece(number: number): Buffer {
    const found = this.#pieces[number];
    if (!found) throw new Unreadable(`names body ${number}, which is not before it`);
    return found;
  }

  #change({ exchange, behind, interrupted }: Changed): void {
    const found = this.#exchange(exchange);
    if (found.response && behind) found.response.behind = behind;
    if (interrupted) found.interrupted = interrupted;
    else delete found.interrupted;
  }

  #partFrom({ sent, exchanges, opened }: WrittenPart): Part {
    return {
      sent: sent.map((each) => ({ ...each, exchange: this.#exchange(each.exchange) })),
      exchanges: exchanges.map((each) => this.#exchange(each)),
      opened,
    };
  }

  #sessionFrom({ sent, elsewhere, events, ...session }: WrittenSession): RecordedSession {
    const read = <E extends { exchange: number }>(each: E) => ({ ...each, exchange: this.#exchange(each.exchange) });
    return {
      ...session,
      sent: sent.map(read),
      elsewhere: elsewhere.map((each) => this.#exchange(each)),
      ...(events && { events: { ...events, deliveries: events.deliveries.map(read) } }),
    };
  }

  #playedFrom({ control, own, stopped, ...played }: WrittenPlayed): Played {
    const { exchange, ...why } = stopped ?? {};
    return {
      ...played,
      ...(control !== undefined && { control: this.#part(control) }),
      ...(own !== undefined && { own: this.#part(own) }),
      ...(stopped && {
        stopped: {
          ...why,
          ...(exchange !== undefined && { exchange: this.#exchange(exchange) }),
        } as Played['stopped'] & {},
      }),
    };
  }

  #readEnd({ watched, ...rest }: End): void {
    const recording = this.recording();
    Object.assign(recording, rest);
    if (watched !== undefined) recording.watched.end = watched;
  }

  #restored(value: unknown, depth: number): unknown {
    if (depth > deepest) throw new Unreadable(`is nested deeper than ${deepest} levels`);
    if (Array.isArray(value)) return value.map((each) => this.#restored(each, depth + 1));
    if (!isObject(value)) return value;
    const { $, $text: text, $base64: base64, $piece: piece, $string: string } = value;
    if ($ === 'undefined') return undefined;
    if (typeof text === 'string') return Buffer.from(text);
    if (typeof base64 === 'string') return Buffer.from(base64, 'base64');
    if (typeof piece === 'number') return this.#piece(piece);
    if (typeof string === 'number') return this.#piece(string).toString('utf16le');
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, this.#restored(each, depth + 1)]));
  }
}

interface Lines {
  head?: Head;
  exchange?: Exchange;
  changed?: Changed;
  part?: WrittenPart;
  played?: WrittenPlayed;
  session?: WrittenSession;
  end?: End;
}

/** Names of properties may be anything. */
const pointerText = (pointer: string) => (/^[\w/~-]{1,100}$/.test(pointer) ? pointer : 'a place');

function recordingFrom({ startedAt, began, ...head }: Head): Recording {
  return { ...head, startedAt: new Date(startedAt), exchanges: [], played: [], watched: { start: began } };
}
