import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { limits } from '../../generated/limits.ts';
import type { CreateCase } from '../domain/contract.ts';
import type { Caller, Upload } from '../ports.ts';
import { malformed } from '../domain/rejections.ts';

/**
 * The `Idempotency-Key` of a request.
 *
 * @throws Rejected with 400 when it is not 1 to 255 visible ASCII characters. Node joins several headers with `, `, and the
 *   space is not allowed
 */
export function idempotencyKeyOf({ headers }: IncomingMessage): string | undefined {
  const key = headers['idempotency-key']?.toString();
  if (key === undefined || (key.length <= limits.idempotencyKey.maxLength && limits.idempotencyKey.pattern.test(key)))
    return key;
  throw malformed('Idempotency-Key has 1 to 255 visible ASCII characters.');
}

/** Identifies a key: the same key of another tenant, mode or path is another one (D41, D70). */
export const idempotencyScope = ({ tenant, mode }: Caller, path: string, key: string) =>
  JSON.stringify([tenant, mode, path, key]);

/** Equal for JSON that is equal as a value (D56): without escapes and white space, and with sorted properties. */
export const fingerprintOfCase = (body: CreateCase) =>
  hash('sha256', JSON.stringify(body, Object.keys(body).toSorted()));

/** Equal for the same kind and file, whatever the multipart body around them (D42). */
export const fingerprintOfUpload = ({ kind, file }: Upload) => hash('sha256', `${kind} ${file.sha256}`);
