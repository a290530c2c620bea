import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { isSignedWith, mistakeIn } from './signature.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const [id, timestamp] = ['msg_1', '1767259800'];
const shown = { type: 'case.decided', data: { score: 91 } };
const text = '{ "type": "case.decided", "data": {"score": 91} }';
const bytes = Buffer.from(secret.slice(6), 'base64');
const signed = `${id}.${timestamp}.${text}`;
const hmac = (key: string | Buffer, over: string, hash = 'sha256') => createHmac(hash, key).update(over).digest();

function attempt(signature: string) {
  const headers: [string, string][] = [['webhook-signature', signature]];
  const request = { method: 'POST', url: 'http://a/', headers, body: [], credential: undefined, chunked: false };
  return { exchange: { request, milliseconds: 1 }, id, timestamp, body: Buffer.from(text), shown };
}

const right = hmac(bytes, signed).toString('base64');
const asText = 'with the secret as it is written, not decoded from base64';

test.each<[header: string, mistake: string | undefined]>([
  [`v1,${hmac(secret.slice(6), signed).toString('base64')}`, asText],
  [
    `v1,${hmac(secret, signed).toString('base64')}`,
    'with the secret as it is written, with whsec_ and not decoded from base64',
  ],
  [`v1,${hmac(bytes, text).toString('base64')}`, 'over the body alone'],
  [`v1,${hmac(bytes, `${timestamp}.${text}`).toString('base64')}`, 'over the timestamp and the body, without the id'],
  [`v1,${hmac(bytes, `${id}.${text}`).toString('base64')}`, 'over the id and the body, without the timestamp'],
  [
    `v1,${hmac(bytes, `${timestamp}.${id}.${text}`).toString('base64')}`,
    'over the timestamp, the id and the body, in this order',
  ],
  [
    `v1,${hmac(bytes, `${id}${timestamp}${text}`).toString('base64')}`,
    'over id, timestamp and body without full stops between them',
  ],
  [`v1,${hmac(bytes, `${id}.${timestamp}`).toString('base64')}`, 'over id and timestamp, without the body'],
  [
    `v1,${hmac(bytes, `${id}.${timestamp}.${JSON.stringify(shown)}`).toString('base64')}`,
    'over other bytes than those of the body, with the same JSON',
  ],
  [`v1,${hmac(bytes, signed).toString('hex')}`, 'in hexadecimal instead of base64'],
  [`v1,${hmac(bytes, signed).toString('base64url')}`, 'in base64url instead of base64'],
  [`v1,${hmac(bytes, signed, 'sha512').toString('base64')}`, 'by SHA-512 instead of SHA-256'],
  [
    `sha256=${hmac(secret.slice(6), text).toString('hex')}`,
    `${asText}, over the body alone, in hexadecimal instead of base64`,
  ],
])('%s is a signature %s', (header, mistake) => {
  expect(isSignedWith(secret, attempt(header))).toBe(false);
  expect(mistakeIn(secret, attempt(header))).toBe(`a signature ${mistake}`);
});

test('the right signature in another form is named, and one that nothing explains is not', () => {
  expect(isSignedWith(secret, attempt(`v1,x v1,${right}`))).toBe(true);
  expect(mistakeIn(secret, attempt(`v1=${right}`))).toBe(
    'the right signature, but not as v1,<signature> between spaces',
  );
  expect(mistakeIn(secret, attempt(`v1,${hmac('another', signed).toString('base64')}`))).toBeUndefined();
});
