import type { IncomingMessage } from 'node:http';
import { atMost, bytesOf, mediaTypeOf, tooLarge } from './bytes.ts';
import type { CreateCase } from '../domain/contract.ts';
import type { Parts } from '../parts.ts';
import { validated } from './problems.ts';
import { Empty, malformed, problem, Rejected } from '../domain/rejections.ts';

/** Reads the body of a create. */
export async function readJson(request: IncomingMessage, parts: Parts): Promise<CreateCase> {
  parts.checkMediaType(request, 'application/json');
  const bytes = await bytesOf(parts.piecesOf(request, parts.limits.jsonBytes, 'The JSON body'));
  return validated(parts.parseJson(parts.decodeUtf8(bytes)), parts.isCreateCase, parts);
}

/**
 * Checks that the body has the operation's media type, with any parameters (D33, D59), and is not encoded (D45).
 *
 * @throws Rejected with 415
 */
export function checkMediaType({ headers }: IncomingMessage, expected: string): void {
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (mediaTypeOf(headers['content-type'])?.essence === expected && encoding === 'identity') return;
  throw new Rejected(problem(415, 'unsupported-media-type', `Send ${expected}, without Content-Encoding.`));
}

/**
 * The body of a request, up to `limit` bytes (D32).
 *
 * @throws Rejected with 413 when it is longer, announced or not; Empty with 400 when there is none
 */
export async function* piecesOf(request: IncomingMessage, limit: number, what: string): AsyncGenerator<Buffer> {
  if (Number(request.headers['content-length']) > limit) throw tooLarge(limit, what);
  let isEmpty = true;
  // Destroying the request when the loop ends early would close the connection before the response.
  for await (const piece of atMost(limit, request.iterator({ destroyOnReturn: false }), what)) {
    isEmpty = false;
    yield piece;
  }
  if (isEmpty) throw new Empty(problem(400, 'malformed-request', 'The request has no body.'));
}

/**
 * The text of bytes, never repaired (D73).
 *
 * @throws Rejected with 400 when they are not UTF-8
 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw malformed('The body holds bytes that are not UTF-8.');
  }
}

/**
 * The value of JSON whose strings all are Unicode (D61).
 *
 * @throws Rejected with 400 for any other text
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (name: string, value: unknown) => {
      if (name.isWellFormed() && (typeof value !== 'string' || value.isWellFormed())) return value;
      throw new SyntaxError('lone surrogate');
    });
  } catch {
    throw malformed('The body is not JSON.');
  }
}
