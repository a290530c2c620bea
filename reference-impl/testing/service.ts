import http from 'node:http';
import { Readable } from 'node:stream';
import type { Problem } from '../domain/contract.ts';
import { mismatchOf } from '../http/mismatch.ts';
import type { Parts } from '../parts.ts';
import { createService } from '../http/service.ts';

export const keys = {
  one: 'sandbox_demo_key_of_tenant_one',
  two: 'sandbox_demo_key_of_tenant_two',
  live: 'live_demo_key_of_tenant_one',
};

export interface Request {
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

export interface Received {
  status: number;
  headers: http.IncomingHttpHeaders;
  json: Record<string, unknown> & Partial<Problem> & { id?: string };
}

/** Sends a request with back-pressure; an answer that comes before the end of the body counts. */
export function send(base: string, request: Request): Promise<Received> {
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
    let answered = false;
    // Once the answer is there, it does not matter how the sending of the rest ends.
    outgoing.on('error', (error) => void (answered || reject(error)));
    outgoing.on('response', (response) => {
      answered = true;
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(pieces).toString();
        resolve({ status: response.statusCode!, headers: response.headers, json: text ? JSON.parse(text) : {} });
      });
    });
    Readable.from(slices(bytes)).pipe(outgoing);
  });
}

function* slices(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

/** A service on a free port of loopback, which sends nothing that the contract does not have, and ways to use it. */
export async function serve(parts: Partial<Parts> = {}) {
  const service = createService({ mismatchOf, ...parts });
  return { ...client(await service.listen({ port: 0, host: '127.0.0.1' })), close: () => service.close() };
}

export type Client = ReturnType<typeof client>;

/** The three operations at an address. */
export function client(url: string) {
  const post = (path: string, type: string, body: string | Uint8Array, more: Partial<Request> = {}) =>
    send(url, { method: 'POST', path, body, ...more, headers: { 'Content-Type': type, ...more.headers } });
  return {
    url,
    send: (request: Request) => send(url, request),
    create: (body: unknown = { type: 'PF', reference: 'user-1' }, more: Partial<Request> = {}) =>
      post('/cases', 'application/json', typeof body === 'string' ? body : JSON.stringify(body), more),
    read: (id: string, more: Partial<Request> = {}) => send(url, { path: `/cases/${id}`, ...more }),
    upload: (id: string, body: string | Uint8Array = form([kind(), file()]), more: Partial<Request> = {}) =>
      post(`/cases/${id}/artifacts`, 'multipart/form-data; boundary=limit', body, more),
    async open(reference = 'user-1', more: Partial<Request> = {}): Promise<string> {
      const { json } = await this.create({ type: 'PF', reference }, more);
      return json.id!;
    },
  };
}

export interface FormPart {
  header: string;
  content: string | Uint8Array;
}

export const jpeg = (text = 'evidence') => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(text)]);

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
