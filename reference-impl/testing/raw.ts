// Requests byte by byte, valid or not, for which supertest is too careful a client: it encodes the body itself and does
// not expect a response before the end of its request. Ordinary requests: client.ts.
import http from 'node:http';
import { Readable } from 'node:stream';
import { jpeg, keys, type ReceivedResponse } from './client.ts';

export interface RawRequest {
  method?: string;
  path: string;
  /** undefined sends none; default: the sandbox key of tenant one */
  key?: string | undefined;
  headers?: http.OutgoingHttpHeaders;
  body?: string | Uint8Array;
  /** announce no length */
  chunked?: boolean;
  agent?: http.Agent | false;
}

/** Sends a request with back-pressure; a response that arrives before the end of the body counts. */
export function sendRaw(base: string, request: RawRequest): Promise<ReceivedResponse> {
  const { method = 'GET', path, headers = {}, body = '', chunked = false, agent = false } = request;
  const key = 'key' in request ? request.key : keys.one;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const length = chunked ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': bytes.length };
  return new Promise((resolve, reject) => {
    const outgoing = http.request(base + path, {
      method,
      agent,
      headers: { ...(key && { Authorization: `Bearer ${key}` }), ...(bytes.length > 0 && length), ...headers },
    });
    let hasResponse = false;
    // IdempotencyKey the response has begun, it does not matter how the rest of the request fails.
    outgoing.on('error', (error) => void (hasResponse || reject(error)));
    outgoing.on('response', (response) => {
      hasResponse = true;
      receive(response).then(resolve, reject);
    });
    Readable.from(slices(bytes)).pipe(outgoing);
  });
}

async function receive(response: http.IncomingMessage): Promise<ReceivedResponse> {
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece as Buffer);
  const text = Buffer.concat(pieces).toString();
  return { status: response.statusCode!, headers: response.headers, body: text ? JSON.parse(text) : {} };
}

function* slices(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

/** Uploads the bytes of a multipart body with the boundary `limit`. */
export function uploadRaw(
  base: string,
  id: string,
  body: string | Uint8Array,
  { headers = {}, ...more }: Partial<RawRequest> = {},
): Promise<ReceivedResponse> {
  const type = { 'Content-Type': 'multipart/form-data; boundary=limit' };
  return sendRaw(base, {
    method: 'POST',
    path: `/cases/${id}/artifacts`,
    body,
    ...more,
    headers: { ...type, ...headers },
  });
}

export interface FormPart {
  header: string;
  content: string | Uint8Array;
}

export const kind = (content: string | Uint8Array = 'ID_FRONT'): FormPart => ({
  header: 'Content-Disposition: form-data; name="kind"',
  content,
});

export const file = (content: string | Uint8Array = jpeg(), type: string | undefined = 'image/jpeg'): FormPart => ({
  header: `Content-Disposition: form-data; name="file"; filename="a.jpg"${type === '' ? '' : `\r\nContent-Type: ${type}`}`,
  content,
});

/** A multipart body with the boundary `limit`. */
export function form(parts: FormPart[], { first = '--limit', last = '\r\n--limit--\r\n' } = {}): Buffer {
  const pieces = parts.flatMap(({ header, content }, at) => [
    Buffer.from(`${at === 0 ? first : '\r\n--limit'}\r\n${header}\r\n\r\n`),
    Buffer.from(content),
  ]);
  return Buffer.concat([...pieces, Buffer.from(last)]);
}
