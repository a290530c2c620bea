import { textIn } from '../../wire/json.ts';
import { dispositionIn } from './media-type.ts';

/** One part of a multipart/form-data body. */
export interface FormPart {
  /** undefined when the part has no name */
  name: string | undefined;
  filename: string | undefined;
  type: string | undefined;
  isEncoded: boolean;
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
const headersEnd = Buffer.from('\r\n\r\n');

/** Reads a multipart body with this boundary. */
export function readForm(body: Buffer, boundary: string): FormReading {
  const first = Buffer.from(`--${boundary}`, 'latin1');
  const delimiter = Buffer.concat([lineEnd, first]);
  const parts: FormPart[] = [];
  const isPlain = body.subarray(0, first.length).equals(first);
  const begin = isPlain ? first.length : endOf(body.indexOf(delimiter), delimiter.length);
  if (begin < 0) return { parts, truncated: true, unusual: body.indexOf(first) >= 0 };
  let unusual = !isPlain && body.subarray(0, begin - delimiter.length).includes(first);
  for (let at = begin; ;) {
    const after = body.subarray(at, at + 2).toString('latin1');
    if (after === '--') {
      const rest = body.subarray(at + 2);
      const isEpilogue = rest.length === 0 || (rest.subarray(0, 2).equals(lineEnd) && !rest.includes(first));
      return { parts, truncated: false, unusual: unusual || !isEpilogue };
    }
    if (after.length < 2) return { parts, truncated: true, unusual };
    // White space behind a boundary, or content that begins like one.
    if (after !== '\r\n') return { parts, truncated: body.indexOf(`--${boundary}--`, at) < 0, unusual: true };
    const next = body.indexOf(delimiter, at);
    if (next < 0) {
      const { part, isUsual } = readPart(body.subarray(at + 2));
      return { parts, unfinished: part, truncated: true, unusual: unusual || (part !== undefined && !isUsual) };
    }
    const { part, isUsual } = readPart(body.subarray(at + 2, next));
    if (part) parts.push(part);
    unusual ||= !isUsual;
    at = next + delimiter.length;
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
  isUsual &&= [...headers].every(([name, value]) => name === 'content-disposition' || isText(value));
  const name = parameters.get('name');
  const part = {
    name: name === undefined ? undefined : Buffer.from(name, 'latin1').toString('utf8'),
    filename: parameters.get('filename'),
    type: headers.get('content-type'),
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
