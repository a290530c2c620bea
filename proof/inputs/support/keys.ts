// A service that treats idempotency keys in another way.
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Response } from '../../mutation/responses.ts';
import type { Keys } from './fault.ts';
import type { Answered, Input } from './input.ts';

interface Responses {
  /** a success with an id of its own */
  anew: (request: Answered) => Response;
  rejection: (as: string) => Response;
}

export const keyOf = ({ header }: Input): string | undefined => header('Idempotency-Key');
export const pathOf = ({ target }: Input): string => target.replace(/\?.*/, '');
export const digestOf = (bytes: string): string =>
  createHash('sha256').update(Buffer.from(bytes, 'latin1')).digest('hex');

/** The original name of a key. */
export const scoped = (key: string, input: Input): unknown[] => [input.sender, pathOf(input), key];

/** What the original service compares. */
export const payloadOf = ({ operation, properties, kind, file }: Input): unknown =>
  operation === 'create' ? properties : [kind, file && digestOf(file.content)];

export const isAccepted = ({ shown }: Answered): boolean => shown.status < 300;

export const responseTo = ({ shown: { status, headers, text } }: Answered): Response => ({
  status,
  headers,
  body: Buffer.from(text),
});

export const isReused = ({ shown }: Answered): boolean => shown.problem === 'idempotency-key-reused';

/** The earlier requests with the same key of the same sender and path. */
export const withSameKey = (input: Input): Answered[] => {
  const key = keyOf(input);
  if (key === undefined) return [];
  const name = scoped(key, input);
  return input.earlier.filter((each) => keyOf(each) === key && isDeepStrictEqual(scoped(key, each), name));
};

/** The request whose response this one gets again. */
export const replayedBy = (request: Answered): Answered | undefined =>
  isAccepted(request) && request.operation !== 'read'
    ? withSameKey(request).find((each) => each.shown.text === request.shown.text)
    : undefined;

/** The response of this service. */
export function responseByKey(keys: Keys, request: Answered, original: Response, responses: Responses): Response {
  const { name = scoped, payload = payloadOf } = keys;
  const nameOf = (each: Answered) => {
    const key = each.operation === 'read' ? undefined : keyOf(each);
    return key === undefined ? undefined : name(key, each);
  };
  const isValid = (each: Answered) => isAccepted(each) || isReused(each);
  const isClosed = ['case-closed', 'artifact-limit-reached'].includes(request.shown.problem ?? '');
  if (keyOf(request) === undefined || !(isValid(request) || isClosed)) return original;
  const carriedOut = (each: Answered) => {
    if (!isAccepted(each) || replayedBy(each)) return responses.anew(each);
    return each === request ? original : responseTo(each);
  };
  const own = nameOf(request);
  const first =
    own === undefined
      ? undefined
      : request.earlier.find((each) => isValid(each) && isDeepStrictEqual(nameOf(each), own));
  if (!first) return isClosed ? original : carriedOut(request);
  if (isDeepStrictEqual(payload(first), payload(request))) return carriedOut(first);
  return isReused(request) ? original : responses.rejection('422 idempotency-key-reused');
}
