import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { UsageError } from '../usage-error.ts';

// Bytes: a HAR is read as a whole, and needs ten times its size.
const longestHar = 64 * 1024 * 1024;
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

/**
 * The text of a HAR; undefined for another file.
 *
 * @throws UsageError when it cannot be read, or is longer than 64 MB
 */
export function harTextIn(file: string): string | undefined {
  const opened = opening(file);
  try {
    const start = Buffer.alloc(1024);
    const read = readSync(opened, start, 0, start.length, 0);
    const isHar = /\.har$/i.test(file) || /^\ufeff?\s*\{\s*"log"\s*:/.test(start.toString('utf8', 0, read));
    if (!isHar) return undefined;
    if (fstatSync(opened).size > longestHar)
      throw new UsageError(`${file} has more than 64 MB: export only the requests to the service.`);
    return readFileSync(opened, 'utf8');
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
      `${file} cannot be read (${(error as NodeJS.ErrnoException).code}): name a file that --record wrote, or a HAR.`,
    );
  }
  if (fstatSync(opened).isFile()) return opened;
  closeSync(opened);
  throw new UsageError(`${file} is no file: name a file that --record wrote, or a HAR.`);
}
