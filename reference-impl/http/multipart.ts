import { atMost, bytesOf, mediaTypeOf, skip } from './bytes.ts';
import type { Part } from '../ports.ts';
import { malformed } from '../domain/rejections.ts';

/**
 * Reads a multipart body (RFC 2046 §5.1, RFC 7578) part by part and never holds more than a chunk of it. Our own
 * code, because busboy does not distinguish a part without a name from no part (D17).
 *
 * @param longestHeader bytes that the header of one part may have
 * @throws Rejected with 400 when the body is malformed or ends before its last boundary
 */
export async function* readParts(
  body: AsyncGenerator<Buffer>,
  boundary: string,
  longestHeader: number,
): AsyncGenerator<Part> {
  const cursor = new Cursor(body);
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  await skip(cursor.until(delimiter));
  while (!(await cursor.startsWith('--'))) {
    const header = atMost(longestHeader, cursor.until(Buffer.from('\r\n\r\n')), 'The header of a part');
    const content = cursor.until(delimiter);
    yield { ...parseHeader(await bytesOf(header)), content };
    await skip(content);
  }
  await skip(body);
}

/** `header` is the text between a boundary and an empty line: padding, then fields that each follow a line break. */
function parseHeader(header: Buffer): { name: Buffer; type: string | undefined } {
  const [padding, ...lines] = header.toString('latin1').split('\r\n');
  const fields = lines.map((line) => /^([!-9;-~]+):[ \t]*(.*?)[ \t]*$/.exec(line));
  if (padding!.trim() !== '' || fields.includes(null)) throw malformed('A part has a malformed header.');
  const valueOf = (name: string) => fields.find((field) => field![1]!.toLowerCase() === name)?.[2];
  // Content-Disposition has the form of a media type after its slash.
  const disposition = mediaTypeOf(`part/${valueOf('content-disposition')}`);
  const name = disposition?.essence === 'part/form-data' ? disposition.params.get('name') : null;
  if (name === null) throw malformed('A part has no name.');
  const type = valueOf('content-type');
  return { name: Buffer.from(name, 'latin1'), type: type && (mediaTypeOf(type)?.essence ?? type) };
}

/** Reads a stream of bytes; buffers bytes that were received but not passed on yet. */
class Cursor {
  readonly #source: AsyncGenerator<Buffer>;
  // With a line break before it, a boundary at the beginning of the body looks like every other.
  #held: Buffer = Buffer.from('\r\n');

  constructor(source: AsyncGenerator<Buffer>) {
    this.#source = source;
  }

  /** The bytes up to the delimiter, in chunks; afterwards the cursor is after it. */
  async *until(delimiter: Buffer): AsyncGenerator<Buffer> {
    let at = this.#held.indexOf(delimiter);
    while (at < 0) {
      // The last bytes may be the beginning of the delimiter.
      yield this.#pass(Math.max(0, this.#held.length - delimiter.length + 1));
      await this.#receive();
      at = this.#held.indexOf(delimiter);
    }
    yield this.#pass(at);
    this.#pass(delimiter.length);
  }

  async startsWith(text: string): Promise<boolean> {
    while (this.#held.length < text.length) await this.#receive();
    return this.#held.toString('latin1', 0, text.length) === text;
  }

  #pass(length: number): Buffer {
    const passed = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    return passed;
  }

  async #receive(): Promise<void> {
    const { done, value } = await this.#source.next();
    if (done) throw malformed('The multipart body ends before its last boundary.');
    this.#held = Buffer.concat([this.#held, value]);
  }
}
