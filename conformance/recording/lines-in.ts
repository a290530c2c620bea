import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { UsageError } from '../usage-error.ts';

// Bytes: a whole run has 12 MB, and no line of it more than 1 MB.
const longestFile = 256 * 1024 * 1024;
const longestLine = 48 * 1024 * 1024;
const chunk = 1024 * 1024;

/**
 * The lines of a file, one after the other.
 *
 * @throws UsageError when it cannot be read, or is longer than any recording is
 */
export function* linesIn(file: string): Generator<string> {
  const opened = opening(file);
  const buffer = Buffer.alloc(chunk);
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let size = 0;
  try {
    for (let read = chunk; read > 0;) {
      read = readSync(opened, buffer);
      size += read;
      if (size > longestFile) throw tooLong(file, 'the file has more than 256 MB');
      const lines = (rest + decoder.write(buffer.subarray(0, read))).split('\n');
      rest = lines.pop()!;
      if (rest.length > longestLine) throw tooLong(file, 'a line has more than 48 MB');
      yield* lines;
    }
    yield rest + decoder.end();
  } finally {
    closeSync(opened);
  }
}

const tooLong = (file: string, why: string) =>
  new UsageError(`${file} is no recording of a run: ${why}. Name a file that --record wrote.`);

function opening(file: string): number {
  let opened: number;
  try {
    opened = openSync(file, 'r');
  } catch (error) {
    throw new UsageError(
      `${file} cannot be read (${(error as NodeJS.ErrnoException).code}): name a file that --record wrote.`,
    );
  }
  if (fstatSync(opened).isFile()) return opened;
  closeSync(opened);
  throw new UsageError(`${file} is no file: name a file that --record wrote.`);
}
