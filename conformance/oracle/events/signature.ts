// Whether the signature of an event fits (D47), and which usual mistake explains one that does not.
import { createHmac } from 'node:crypto';
import { type Exchange, headerIn } from '../../wire/exchange.ts';
import { memoize } from '../../wire/memoize.ts';
import type { Attempt } from './event.ts';

type Signed = Pick<Attempt, 'exchange' | 'id' | 'timestamp' | 'body' | 'shown'>;

const headerOf = ({ exchange }: Signed): string => headerIn(exchange.request.headers, 'webhook-signature') ?? '';

const withoutPrefix = (secret: string) => secret.replace(/^whsec_/, '');
const decoded = (secret: string) => Buffer.from(withoutPrefix(secret), 'base64');

// An event is judged again whenever another one has arrived.
const signaturesOf = memoize((_: Exchange) => new Map<string, boolean>());

/** True when a `v1` entry of the signature fits the bytes that were received. */
export function isSignedWith(secret: string, attempt: Signed): boolean {
  const signatures = signaturesOf(attempt.exchange);
  const known = signatures.get(secret);
  if (known !== undefined) return known;
  const { id, timestamp, body } = attempt;
  const signature = createHmac('sha256', decoded(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64');
  // Lines are joined by a comma and a space, and libraries ignore the comma.
  signatures.set(secret, headerOf(attempt).split(/,? +/).includes(`v1,${signature}`));
  return signatures.get(secret)!;
}

/** What a sender may do otherwise; the first entry of each table is what the contract says. */
const keys: Record<string, (secret: string) => Buffer> = {
  '': decoded,
  'the secret as it is written, not decoded from base64': (secret) => Buffer.from(withoutPrefix(secret)),
  'the secret as it is written, with whsec_ and not decoded from base64': (secret) =>
    Buffer.from(`whsec_${withoutPrefix(secret)}`),
  'the secret decoded from hexadecimal': (secret) => Buffer.from(withoutPrefix(secret), 'hex'),
};

const texts: Record<string, (attempt: Signed) => string | Buffer> = {
  '': ({ id, timestamp, body }) => Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]),
  'the body alone': ({ body }) => body,
  'the timestamp and the body, without the id': ({ timestamp, body }) =>
    Buffer.concat([Buffer.from(`${timestamp}.`), body]),
  'the id and the body, without the timestamp': ({ id, body }) => Buffer.concat([Buffer.from(`${id}.`), body]),
  'the timestamp, the id and the body, in this order': ({ id, timestamp, body }) =>
    Buffer.concat([Buffer.from(`${timestamp}.${id}.`), body]),
  'id, timestamp and body without full stops between them': ({ id, timestamp, body }) =>
    Buffer.concat([Buffer.from(`${id}${timestamp}`), body]),
  'id and timestamp, without the body': ({ id, timestamp }) => `${id}.${timestamp}`,
  'other bytes than those of the body, with the same JSON': ({ id, timestamp, shown }) =>
    `${id}.${timestamp}.${JSON.stringify(shown)}`,
};

const algorithms = { '': 'sha256', 'SHA-512 instead of SHA-256': 'sha512', 'SHA-1 instead of SHA-256': 'sha1' };

const codings: Record<string, BufferEncoding> = { '': 'base64', hexadecimal: 'hex', base64url: 'base64url' };

/** The mistakes, each with the signature that it makes. */
function* mistakes(secret: string, attempt: Signed): Generator<{ names: string[]; signature: string }> {
  for (const [algorithm, hash] of Object.entries(algorithms))
    for (const [text, textOf] of Object.entries(texts))
      for (const [key, keyOf] of Object.entries(keys)) {
        const digest = createHmac(hash, keyOf(secret)).update(textOf(attempt)).digest();
        for (const [coding, encoding] of Object.entries(codings)) {
          const names = [
            key && `with ${key}`,
            text && `over ${text}`,
            algorithm && `by ${algorithm}`,
            coding && `in ${coding} instead of base64`,
          ].filter((name) => name !== '');
          yield { names, signature: digest.toString(encoding) };
        }
      }
}

/** What the sender did otherwise, if that explains the signature; undefined if nothing usual does. */
export function mistakeIn(secret: string, attempt: Signed): string | undefined {
  const sent = headerOf(attempt);
  for (const { names, signature } of mistakes(secret, attempt))
    if (sent.includes(signature))
      return names.length > 0
        ? `a signature ${names.join(', ')}`
        : `the right signature, but not as v1,<signature> between spaces`;
  return undefined;
}

/**
 * The header of an event as it would be if the sender had another secret, and had made the same mistake; the same header if this
 * secret explains none of its signatures.
 */
export function signedWithOther(secret: string, attempt: Signed, otherSecret: string, other: Signed): string {
  const sent = headerOf(attempt);
  const others = mistakes(otherSecret, other);
  for (const { signature } of mistakes(secret, attempt)) {
    const instead = others.next().value as { signature: string };
    if (sent.includes(signature)) return sent.replaceAll(signature, () => instead.signature);
  }
  return sent;
}
