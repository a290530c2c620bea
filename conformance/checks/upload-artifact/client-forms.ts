import { multipart, type Part, withPartHeaders } from '../../engine/multipart.ts';

/** A multipart body as it is sent. */
interface Form {
  contentType: string;
  body: Uint8Array[];
  /** send each chunk of the body separately */
  inPieces?: boolean;
}

/** The same upload as other HTTP clients write it (RFC 7578, RFC 2046). */
export function clientForms(kindPart: Part, filePart: Part): Record<string, Form> {
  const { contentType, body } = multipart([kindPart, filePart]);
  const headersAs = (change: (headers: string) => string): Form => ({
    contentType,
    body: withPartHeaders(withPartHeaders(body, 0, change), 1, change),
  });
  // RFC 2046 §5.1.1 allows these characters, and RFC 9110 §5.6.6 requires quotes around them.
  const withBoundary = (boundary: string): Form => ({
    contentType: `multipart/form-data; boundary="${boundary}"`,
    body: multipart([kindPart, filePart], { boundary }).body,
  });
  const bytes = Buffer.concat(body);
  const inTwo = (at: number): Form => ({
    contentType,
    body: [bytes.subarray(0, at), bytes.subarray(at)],
    inPieces: true,
  });
  return {
    'a boundary in quotes': { contentType: contentType.replace(/boundary=(.+)/, 'boundary="$1"'), body },
    'a boundary of special characters and of letters in both cases': withBoundary("----=_Part.4711(A)+'b'/?:_="),
    'a boundary between other parameters': {
      contentType: `${contentType.replace('; ', '; charset=utf-8; ')}; note="boundary=x"`,
      body,
    },
    'headers in lower case': headersAs((headers) => headers.replaceAll(/^[\w-]+:/gm, (name) => name.toLowerCase())),
    'headers in upper case': headersAs((headers) => headers.replaceAll(/^[\w-]+:/gm, (name) => name.toUpperCase())),
    'names without quotes': headersAs((headers) => headers.replace(/name="(kind|file)"/, 'name=$1')),
    'no spaces after colons and semicolons': headersAs((headers) => headers.replaceAll(/([:;]) /g, '$1')),
    'further headers': headersAs((headers) =>
      headers.replace(/\r\n\r\n$/, '\r\nContent-ID: <1>\r\nContent-Length: 3\r\nX-Other: 1\r\n\r\n'),
    ),
    'an empty line before the first boundary': { contentType, body: [Buffer.from('\r\n'), ...body] },
    'text before the first boundary': { contentType, body: [Buffer.from('This is a form.\r\n'), ...body] },
    'text after the last boundary': { contentType, body: [...body, Buffer.from('This was a form.\r\n')] },
    'a kind with a type': headersAs((headers) =>
      headers.replace('name="kind"', 'name="kind"\r\nContent-Type: text/plain; charset=utf-8'),
    ),
    'a kind with the type of JSON': headersAs((headers) =>
      headers.replace('name="kind"', 'name="kind"\r\nContent-Type: application/json'),
    ),
    'the file name before the name': headersAs((headers) =>
      headers.replace('name="file"; filename="evidence.jpg"', 'filename="evidence.jpg"; name="file"'),
    ),
    'the type before the name': headersAs((headers) =>
      headers.replace(/(Content-Disposition.*)\r\n(Content-Type.*)/, '$2\r\n$1'),
    ),
    'no line end after the last boundary': { contentType, body: [bytes.subarray(0, -2)] },
    'a boundary in two chunks': inTwo(bytes.lastIndexOf('--idv') + 10),
    'a kind in two chunks': inTwo(bytes.indexOf('ID_FRONT') + 3),
    'a signature in two chunks': inTwo(bytes.indexOf('\xff\xd8\xff', 'latin1') + 2),
  };
}
