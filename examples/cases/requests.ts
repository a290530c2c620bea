// What a request has to be, whatever the framework. A header is undefined if there is none.
import type { Caller } from './keys.ts';
import { invalid, Problem } from './problems.ts';
import type { Case, Once } from './store.ts';

/** Lets only requests of this media type through, whatever its parameters and letter case. */
export function checkType(
  expected: string,
  contentType: string | undefined,
  contentEncoding: string | undefined,
): void {
  const type = contentType?.split(';', 1)[0]!.trim().toLowerCase();
  const encoding = contentEncoding?.trim().toLowerCase() ?? 'identity';
  if (type === expected && encoding === 'identity') return;
  throw new Problem(415, 'unsupported-media-type', `Send ${expected} without Content-Encoding.`);
}

/** The Idempotency-Key; without the header every request is a new one. */
export function onceKeyIn(header: string | undefined): string | undefined {
  if (header === undefined || /^[!-~]{1,255}$/.test(header)) return header;
  throw new Problem(400, 'malformed-request', 'An Idempotency-Key has 1 to 255 visible ASCII characters.');
}

/** A key counts for one tenant, mode and path. */
export const onceFor = (
  key: string | undefined,
  path: string,
  { tenant, mode }: Caller,
  payload: string[],
): Once | undefined =>
  key === undefined ? undefined : { key: JSON.stringify([tenant, mode, path, key]), payload: JSON.stringify(payload) };

/** The body of a create; parsers of frameworks repair what is not UTF-8 without a word. */
export function caseIn(bytes: Uint8Array): Pick<Case, 'type' | 'reference'> {
  const body = parsed(bytes);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid(undefined, 'must be an object');
  const { type, reference } = body as Record<string, unknown>;
  const unknown = Object.keys(body).find((name) => name !== 'type' && name !== 'reference');
  if (unknown !== undefined) throw invalid(unknown, 'is not a property of this request');
  if (type !== 'PF' && type !== 'PM') throw invalid('type', type === undefined ? 'is required' : 'must be PF or PM');
  if (typeof reference !== 'string')
    throw invalid('reference', reference === undefined ? 'is required' : 'must be a string');
  const length = [...reference].length;
  if (length < 1 || length > 256) throw invalid('reference', 'must have 1 to 256 characters');
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f-\u009f]/.test(reference) || !reference.isWellFormed())
    throw invalid('reference', 'must not have control characters or half characters');
  return { type, reference };
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Problem(400, 'malformed-request', 'The body is not JSON in UTF-8.');
  }
}
