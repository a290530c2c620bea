// A recording as JSON lines. Each line is written once what it says is certain, so that a file which was cut off is a recording of
// the lines before it: first the head, then exchanges, parts and scenarios in the order in which they ended, and an end.
// It has no secret of the run: see pseudonyms.ts.
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { Delivery, Events } from '../oracle/client/session.ts';
import type { Exchange } from '../wire/exchange.ts';
import { isObject, textIn } from '../wire/json.ts';
import type { Disguise } from './pseudonyms.ts';
import type { Part, Played, RecordedSession, Recording, Sent, Stopped } from './recording.ts';

/** What is known when a run begins. */
export type Head = Pick<
  Recording,
  'format' | 'contract' | 'id' | 'seed' | 'facts' | 'selection' | 'planned' | 'made' | 'traffic'
> & {
  startedAt: string;
  began: number;
};
/** What is known when it has ended. */
export type End = Pick<Recording, 'unreachable' | 'interrupted' | 'interruptions' | 'takenOut' | 'traffic'> & {
  watched: number | undefined;
};
export interface WrittenPart extends Omit<Part, 'sent' | 'exchanges'> {
  sent: (Omit<Sent, 'exchange'> & { exchange: number })[];
  exchanges: number[];
}
export interface WrittenPlayed extends Omit<Played, 'control' | 'own' | 'stopped'> {
  control?: number;
  own?: number;
  stopped?: Omit<Stopped, 'exchange'> & { exchange?: number };
}
export interface WrittenSession extends Omit<RecordedSession, 'sent' | 'elsewhere' | 'events'> {
  sent: { exchange: number; served?: number }[];
  elsewhere: number[];
  events?: Omit<Events, 'deliveries'> & { deliveries: (Omit<Delivery, 'exchange'> & { exchange: number })[] };
}
/** What became known of an exchange after it had ended, all of it. */
export interface Changed extends Pick<Exchange, 'interrupted'> {
  exchange: number;
  behind?: Buffer;
}
/** Exchanges, parts and pieces of bodies have the numbers in which they occur. */
type Line =
  | { head: Head }
  | { piece: string }
  | { exchange: Exchange }
  | { changed: Changed }
  | { part: WrittenPart }
  | { played: WrittenPlayed }
  | { session: WrittenSession }
  | { end: End };

// Bytes or characters: a longer body, a piece of it or a text of a step is written once however often it occurs.
const longest = 1024;

/** The lines of a recording, also of one that is still being played. */
export class RecordingLines {
  readonly #disguise: Disguise;
  readonly #exchanges = new Map<Exchange, number>();
  /** what was written of each that may change */
  readonly #late = new Map<Exchange, string>();
  readonly #parts = new Map<Part, number>();
  readonly #pieces = new WeakMap<Uint8Array, number>();
  readonly #digests = new Map<string, number>();
  #lines: string[] = [];

  constructor(disguise: Disguise) {
    this.#disguise = disguise;
  }

  head({ watched, startedAt, made, traffic, format, contract, id, seed, selection, planned }: Recording): string[] {
    const { facts } = this.#disguise;
    const optional = { ...(made && { made }), ...(traffic && { traffic }) };
    const known = { format, contract, id, seed, facts, selection, planned, ...optional };
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
    this.#writeChanges([...(control?.exchanges ?? []), ...(own?.exchanges ?? [])]);
    return this.#with({ played: written });
  }

  session({ sent, elsewhere, events, task, condition, ...session }: RecordedSession): string[] {
    const numbered = <E extends { exchange: Exchange }>(each: E) => ({
      ...each,
      exchange: this.#numberOf(each.exchange),
    });
    const { name, type, ends } = task;
    const written: WrittenSession = {
      ...session,
      task: { name, ends, ...(type && { type }) },
      condition: { name: condition.name, shows: condition.shows },
      sent: sent.map(numbered),
      elsewhere: elsewhere.map((each) => this.#numberOf(each)),
      ...(events && { events: { ...events, deliveries: events.deliveries.map(numbered) } }),
    };
    return this.#with({ session: written });
  }

  end({ exchanges, watched, unreachable, interrupted, interruptions, takenOut, traffic }: Recording): string[] {
    this.#writeChanges(exchanges);
    const known = {
      ...(unreachable !== undefined && { unreachable }),
      ...(interrupted && { interrupted }),
      ...(interruptions && { interruptions }),
      ...(takenOut && { takenOut }),
      ...(traffic && { traffic }),
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
    this.#late.set(exchange, lateText(exchange));
    this.#write({ exchange: this.#disguise.exchange(exchange) });
    return this.#exchanges.size - 1;
  }

  /** What arrived behind a response is known when the next request on its connection was sent, and an interruption later. */
  #writeChanges(exchanges: Exchange[]): void {
    for (const exchange of exchanges) {
      const number = this.#numberOf(exchange);
      const late = lateText(exchange);
      if (this.#late.get(exchange) === late) continue;
      this.#late.set(exchange, late);
      const { interrupted, response } = this.#disguise.exchange(exchange);
      const behind = response?.behind;
      this.#write({ changed: { exchange: number, ...(interrupted && { interrupted }), ...(behind && { behind }) } });
    }
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
    const number = this.#digests.get(digest) ?? this.#digests.size;
    this.#pieces.set(bytes, number);
    if (this.#digests.has(digest)) return number;
    this.#digests.set(digest, number);
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

const lateText = ({ interrupted, response }: Exchange) => `${interrupted ?? ''} ${response?.behind?.length ?? ''}`;

/** All lines of a recording. */
export function* linesOf(recording: Recording, disguise: Disguise): Generator<string> {
  const lines = new RecordingLines(disguise);
  yield* lines.head(recording);
  for (const exchange of recording.exchanges) yield* lines.exchange(exchange);
  for (const played of recording.played) yield* lines.played(played);
  if (recording.watched.end !== undefined) yield* lines.end(recording);
}
