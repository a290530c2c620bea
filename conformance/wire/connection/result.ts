import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { type Exchange, type Header, headerIn } from '../exchange.ts';

/** What came of a request. */
export interface SendResult extends Pick<Exchange, 'response' | 'failure' | 'interim' | 'connection'> {
  /** true when the server had closed the kept connection before the request arrived */
  staleConnection?: boolean;
  /** set when the response may belong to the exchange before on its connection: bytes that arrived behind the response of that */
  leftover?: { before: NonNullable<Exchange['response']>; bytes: Buffer };
}

// Bytes. Responses of this service have a few kilobytes; a much larger one must not fill the memory.
export const maxResponse = 1024 * 1024;
export const connectionRefused = 'connection refused';
export const unknownHost = 'no such host';
export const notTls = 'a response that is not TLS';
export const tooLarge = 'a response larger than 1 MiB';

const decoders: Record<string, typeof gunzipSync> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** A server may compress a response without a request for it (RFC 9110 §12.5.3), so the body is decoded. */
export function decoded(status: number, headers: Header[], bytes: Buffer): SendResult {
  const coding = headerIn(headers, 'Content-Encoding')?.toLowerCase() ?? 'identity';
  const decode = bytes.length > 0 ? decoders[coding] : undefined;
  try {
    const body = decode ? decode(bytes, { maxOutputLength: maxResponse }) : bytes;
    return { response: { status, headers, body } };
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    return { failure: isLarge ? tooLarge : `a body that is not ${coding}, as its Content-Encoding says` };
  }
}

const closed = 'connection closed without a response';

const known: Record<string, string> = {
  ECONNREFUSED: connectionRefused,
  ECONNRESET: closed,
  EPIPE: closed,
  EPROTO: notTls,
  ERR_SSL_WRONG_VERSION_NUMBER: notTls,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
};

/** Why there is no response, by the error of the connection. */
export function describe(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return known[code ?? ''] ?? (message || code || 'an unknown failure');
}
