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

/** Writes the parts in the given order; `last: false` omits the closing boundary. */
export function multipart(parts: Part[], { boundary = 'idv-conformance-boundary', last = true } = {}): Multipart {
  const pieces = parts.flatMap((part) => [
    Buffer.from(`--${boundary}\r\n${headersOf(part)}\r\n\r\n`),
    typeof part.content === 'string' ? Buffer.from(part.content) : part.content,
    Buffer.from('\r\n'),
  ]);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: last ? [...pieces, Buffer.from(`--${boundary}--\r\n`)] : pieces,
  };
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
