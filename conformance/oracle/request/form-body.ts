import { textIn } from '../../wire/json.ts';
import { dispositionIn } from './media-type.ts';

/** One part of a multipart/form-data body. */
export interface FormPart {
  /** undefined when the part has no name */
  name: string | undefined;
  filename: string | undefined;
  type: string | undefined;
  isEncoded: boolean;
  /** what `Content-Transfer-Encoding` says, in lower case */
  transferEncoding?: string | undefined;
  /** in bytes */
  size: number;
  /** of a long body only its begin */
  content: Buffer;
}

/** A multipart body as RFC 2046 and RFC 7578 read it. */
export interface FormReading {
  /** those that are whole */
  parts: FormPart[];
  /** the last part of a truncated body, if its header is whole */
  unfinished?: FormPart | undefined;
  /** true when the last boundary is missing */
  truncated: boolean;
  /** true when a truncated body ends right after a boundary that is not marked as the last */
  endsAfterBoundary?: true;
  /** true when the text of the boundary is also where no boundary is */
  hasBoundaryInside?: boolean;
  /** true when the body departs from the grammar, or uses what parsers treat differently (D82) */
  unusual: boolean;
}

// Others that begin like these might change how a library reads the content.
const known = new Set(
  ['disposition', 'type', 'transfer-encoding', 'encoding', 'id', 'length', 'description'].map(
    (name) => `content-${name}`,
  ),
);

// A service may reject a part for these (D94), unless it says that there is nothing to decode.
const encodings = ['content-transfer-encoding', 'content-encoding', 'transfer-encoding'];
const asItIs = /^content-transfer-encoding: (7bit|8bit|binary)$/i;
// RFC 8187 §3.2.1.
const extendedName = /^(utf-8|iso-8859-1)'[\w-]*'(%[\da-f]{2}|[\w!#$&+.^`|~-])*$/i;

const lineEnd = Buffer.from('\r\n');
const hyphens = Buffer.from('--');
const headersEnd = Buffer.from('\r\n\r\n');

/** Reads a multipart body with this boundary. */
export function readForm(body: Buffer, boundary: string): FormReading {
  const text = Buffer.from(boundary, 'latin1');
  const search = new DelimiterSearch(body, text);
  return { ...readParts(body, text, search), hasBoundaryInside: search.hasPassedOther };
}

function readParts(body: Buffer, boundary: Buffer, search: DelimiterSearch): FormReading {
  const first = Buffer.concat([hyphens, boundary]);
  const length = lineEnd.length + first.length;
  const parts: FormPart[] = [];
  const isPlain = body.subarray(0, first.length).equals(first);
  const begin = isPlain ? first.length : endOf(search.next(0), length);
  if (begin < 0) return { parts, truncated: true, unusual: body.indexOf(first) >= 0 };
  let unusual = !isPlain && body.subarray(0, begin - length).includes(first);
  for (let at = begin; ;) {
    const after = body.subarray(at, at + 2).toString('latin1');
    if (after === '--') {
      search.next(at);
      const rest = body.subarray(at + 2);
      const isEpilogue = rest.length === 0 || (rest.subarray(0, 2).equals(lineEnd) && !rest.includes(first));
      // Parsers find that no part is there, or that the form is not one.
      return { parts, truncated: parts.length === 0, unusual: unusual || !isEpilogue };
    }
    if (after.length < 2 || (after === '\r\n' && at + 2 === body.length))
      return { parts, truncated: true, endsAfterBoundary: true, unusual };
    // White space behind a boundary, or content that begins like one.
    if (after !== '\r\n')
      return { parts, truncated: !body.includes(`${first.toString('latin1')}--`, at, 'latin1'), unusual: true };
    const next = search.next(at);
    if (next < 0) {
      const { part, isUsual } = readPart(body.subarray(at + 2));
      return { parts, unfinished: part, truncated: true, unusual: unusual || (part !== undefined && !isUsual) };
    }
    const { part, isUsual } = readPart(body.subarray(at + 2, next));
    if (part) parts.push(part);
    unusual ||= !isUsual;
    at = next + length;
  }
}

/** Searches for delimiters: a line end, two hyphens and the boundary. */
class DelimiterSearch {
  readonly #body: Buffer;
  readonly #boundary: Buffer;
  /** the boundary was seen where no delimiter is: some parsers see one there, too */
  hasPassedOther = false;

  constructor(body: Buffer, boundary: Buffer) {
    this.#body = body;
    this.#boundary = boundary;
  }

  /** Where the next delimiter begins; -1 if there is none. */
  next(from: number): number {
    const before = lineEnd.length + hyphens.length;
    for (let at = from; ; at += 1) {
      at = this.#body.indexOf(this.#boundary, at);
      // An empty boundary is found at the end of the body, too.
      if (at < 0 || at === this.#body.length) return -1;
      const begin = at - before;
      if (begin >= from && this.#body.toString('latin1', begin, at) === '\r\n--') return begin;
      this.hasPassedOther = true;
    }
  }
}

const endOf = (at: number, length: number) => (at < 0 ? at : at + length);

function readPart(bytes: Buffer): { part?: FormPart; isUsual: boolean } {
  const end = bytes.indexOf(headersEnd);
  if (end < 0) return { isUsual: false };
  const lines = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = new Map<string, string>();
  let isUsual = true;
  for (const line of lines) {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*)$/s.exec(line) ?? [];
    if (name === undefined || headers.has(name.toLowerCase()) || /[\0\n\r]/.test(line)) isUsual = false;
    else headers.set(name.toLowerCase(), value!.trim());
  }
  const written = headers.get('content-disposition') ?? '';
  const disposition = dispositionIn(written);
  if (!disposition) return { isUsual: false };
  const { type, parameters } = disposition;
  isUsual &&=
    type === 'form-data' && [...headers.keys()].every((name) => !name.startsWith('content-') || known.has(name));
  isUsual &&= hasUsualParameters(parameters);
  isUsual &&= !/^(multipart|message)\//i.test(headers.get('content-type') ?? '');
  isUsual &&= [...headers].every(([name, value]) => name === 'content-disposition' || isText(value));
  const name = parameters.get('name');
  const part = {
    name: name === undefined ? undefined : Buffer.from(name, 'latin1').toString('utf8'),
    filename: parameters.get('filename'),
    type: headers.get('content-type'),
    transferEncoding: headers.get('content-transfer-encoding')?.toLowerCase(),
    isEncoded: encodings.some((name) => headers.has(name) && !asItIs.test(`${name}: ${headers.get(name)}`)),
    size: bytes.length - end - headersEnd.length,
    content: bytes.subarray(end + headersEnd.length),
  };
  return { part, isUsual };
}

const isText = (bytes: string) => textIn(Buffer.from(bytes, 'latin1')) !== undefined;

/** A file name may have any bytes, and also be there in the form of RFC 8187; other parameters are ignored. */
const hasUsualParameters = (parameters: Map<string, string>) =>
  [...parameters].every(([name, value]) => {
    if (name === 'filename') return true;
    if (name === 'filename*') return parameters.has('filename') && extendedName.test(value);
    return !name.endsWith('*') && isText(value);
  });
