/** One part of a multipart/form-data body (RFC 7578). */
export interface Part {
  /** undefined omits the name */
  name: string | undefined;
  filename?: string;
  type?: string;
  /** further header lines */
  headers?: string;
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

function headersOf({ name, filename, type, headers }: Part): string {
  const parameters = [
    'form-data',
    ...(name === undefined ? [] : [`name="${quoted(name)}"`]),
    ...(filename === undefined ? [] : [`filename="${quoted(filename)}"`]),
  ];
  return [
    `Content-Disposition: ${parameters.join('; ')}`,
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    ...(headers === undefined ? [] : [headers]),
  ].join('\r\n');
}

// The HTML standard's escapes, which every browser sends.
const quoted = (text: string) => text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
