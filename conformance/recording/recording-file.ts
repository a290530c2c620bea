import { chmodSync, closeSync, openSync, writeSync } from 'node:fs';
import { UsageError } from '../usage-error.ts';
import type { Exchange } from '../wire/exchange.ts';
import { RecordingLines } from './lines.ts';
import { type Disguise, disguiseOf } from './pseudonyms.ts';
import type { Played, RecordedSession, Recording } from './recording.ts';

// Milliseconds: what a killed run loses. A write for each line would delay requests that are sent at the same moment.
const longestDelay = 50;

/** Writes a recording to a file while it is made. Only its owner can read the file. */
export class RecordingFile {
  readonly #path: string;
  readonly #file: number;
  #lines: RecordingLines | undefined;
  #unwritten: string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #problem: UsageError | undefined;

  /** @throws UsageError when the file cannot be written */
  constructor(path: string) {
    this.#path = path;
    this.#file = openedForOwner('--record', path);
  }

  begin(recording: Recording, disguise: Disguise = disguiseOf(recording.facts)): void {
    this.#lines = new RecordingLines(disguise);
    this.#write(this.#lines.head(recording));
  }

  exchange(exchange: Exchange): void {
    this.#write(this.#lines!.exchange(exchange));
  }

  played(played: Played): void {
    this.#write(this.#lines!.played(played));
  }

  session(session: RecordedSession): void {
    this.#write(this.#lines!.session(session));
  }

  end(recording: Recording): void {
    this.#write(this.#lines!.end(recording));
  }

  /** @throws UsageError when not all of it could be written */
  close(): void {
    clearTimeout(this.#timer);
    this.#flush();
    closeSync(this.#file);
    if (this.#problem) throw this.#problem;
  }

  #write(lines: string[]): void {
    this.#unwritten.push(...lines);
    this.#timer ??= setTimeout(() => this.#flush(), longestDelay);
  }

  #flush(): void {
    this.#timer = undefined;
    const text = this.#unwritten.map((line) => `${line}\n`).join('');
    this.#unwritten = [];
    if (this.#problem || text === '') return;
    try {
      writeAll(this.#file, text);
    } catch (error) {
      this.#problem = complaintAbout('--record', this.#path, error);
    }
  }
}

/**
 * Writes a file that only its owner can read.
 *
 * @param flag that named it, for the message
 * @throws UsageError when it cannot be written
 */
export function writeForOwner(flag: string, path: string, pieces: Iterable<string>): void {
  const file = openedForOwner(flag, path);
  try {
    for (const piece of pieces) writeAll(file, piece);
  } catch (error) {
    throw complaintAbout(flag, path, error);
  } finally {
    closeSync(file);
  }
}

function openedForOwner(flag: string, path: string): number {
  try {
    const file = openSync(path, 'w', 0o600);
    chmodSync(path, 0o600);
    return file;
  } catch (error) {
    throw complaintAbout(flag, path, error);
  }
}

function writeAll(file: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
}

function complaintAbout(flag: string, path: string, error: unknown): UsageError {
  const { code } = error as NodeJS.ErrnoException;
  return new UsageError(`${flag} ${path}: cannot be written (${code}); name another file, or free space there.`);
}
