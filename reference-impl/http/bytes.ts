import { MIMEType } from 'node:util';
import { problem, Rejected } from '../domain/rejections.ts';

/**
 * The chunks as they arrive, up to `limit` bytes.
 *
 * @throws Rejected with 413 when there are more
 */
export async function* atMost(limit: number, pieces: AsyncIterable<Buffer>, what: string): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > limit) throw tooLarge(limit, what);
    yield piece;
  }
}

export const tooLarge = (limit: number, what: string) =>
  new Rejected(problem(413, 'content-too-large', `${what} is larger than ${limit} bytes.`));

/** All bytes at once, of something short. */
export async function bytesOf(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

/** Reads to the end. */
export async function skip(pieces: AsyncGenerator<Buffer>): Promise<void> {
  while (!(await pieces.next()).done);
}

/** The media type in a header, its essence in lower case; undefined when there is none. */
export function mediaTypeOf(header: string | undefined): MIMEType | undefined {
  try {
    return new MIMEType(header ?? '');
  } catch {
    return undefined;
  }
}
