/** One part of a multipart/form-data body (RFC 7578). */
export interface Part {
  /** undefined omits the name */
  name: string | undefined;
  filename?: string;
  type?: string;
  content: string | Uint8Array;
}

export interface Multipart {
  contentType: string;
  body: Uint8Array[];
}

/**
 * Writes the parts in the given order: the headers and the content of each, and the closing boundary, which `last: false`
 * omits.
 */
export function multipart(parts: Part[], { boundary = 'idv-conformance-boundary', last = true } = {}): Multipart {
  const delimiter = `\r\n--${boundary}`;
  const pieces = parts.flatMap((part, at) => [
    Buffer.from(`${at === 0 ? delimiter.trimStart() : delimiter}\r\n${headersOf(part)}\r\n\r\n`),
    typeof part.content === 'string' ? Buffer.from(part.content) : part.content,
  ]);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: [...pieces, Buffer.from(last ? `${delimiter}--\r\n` : '\r\n')],
  };
}

/** The body with the headers of one of its parts written in another way. */
export function withPartHeaders(body: Uint8Array[], part: number, change: (headers: string) => string): Uint8Array[] {
  const at = 2 * part;
  return body.with(at, Buffer.from(change(Buffer.from(body[at]!).toString())));
}

function headersOf({ name, filename, type }: Part): string {
  const parameters = [
    'form-data',
    ...(name === undefined ? [] : [`name="${quoted(name)}"`]),
    ...(filename === undefined ? [] : [`filename="${quoted(filename)}"`]),
  ];
  const disposition = `Content-Disposition: ${parameters.join('; ')}`;
  return type === undefined ? disposition : `${disposition}\r\nContent-Type: ${type}`;
}

// The HTML standard's escapes, which every browser sends.
const quoted = (text: string) => text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
