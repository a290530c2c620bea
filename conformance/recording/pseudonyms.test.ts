import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Facts } from '../manifest.ts';
import { isSignedWith } from '../oracle/events/signature.ts';
import { changes } from '../values/changed-keys.ts';
import { bearerKey, type Exchange } from '../wire/exchange.ts';
import { disguiseOf } from './pseudonyms.ts';

const tenant = 'sk_test_9aB7cD5eF3gH1iJ/kL+m';
const secret = `whsec_${Buffer.from('a secret of 24 random bytes').toString('base64')}`;
const facts: Facts = {
  baseUrl: 'http://127.0.0.1:8080/v1',
  claims: ['sandbox', 'webhooks'],
  keys: { tenant, other: 'sk_test_another-0ne', live: 'short1' },
  key: bearerKey,
  id: '/id',
  headers: [
    ['X-Gateway', 'let-me-in-42'],
    ['X-Route', 'blue'],
  ],
  webhook: { secret, url: 'http://127.0.0.1:9099/' },
};

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** The ways in which a service shows a text. */
const forms: Record<string, (key: string) => string> = {
  'as it is': (key) => key,
  'in capital letters': (key) => key.toUpperCase(),
  'in small letters': (key) => key.toLowerCase(),
  'percent-encoded': encodeURIComponent,
  'in JSON, with escaped slashes': (key) => key.replaceAll('/', String.raw`\/`),
  'in JSON, as Go writes it': (key) => key.replaceAll('+', String.raw`+`),
  'in base64': base64,
  'in base64url': (key) => Buffer.from(key).toString('base64url'),
  'in hexadecimal': (key) => Buffer.from(key).toString('hex'),
  'as the user of Basic': (key) => base64(`${key}:`),
  'as the password of Basic': (key) => base64(`api:${key}`),
  'within base64': (key) => base64(`{"key":"${key}"}`),
  'only its end': (key) => key.slice(-8),
  ...Object.fromEntries(
    Object.entries(changes)
      .filter(([name]) => name !== 'an identifiable text instead')
      .map(([name, change]) => [name, (key: string) => change(key, '$KEY').value]),
  ),
};

function rejection(shown: string, key: string): Exchange {
  const headers: [string, string][] = [
    ['Authorization', `Bearer ${key}`],
    ['X-Gateway', 'let-me-in-42'],
    ['X-Route', 'blue'],
  ];
  return {
    request: {
      method: 'GET',
      url: `http://127.0.0.1:8080/v1/cases?key=${encodeURIComponent(shown)}`,
      headers,
      body: [Buffer.from(JSON.stringify({ key: shown }))],
      credential: { value: key, shell: '$IDV_API_KEY' },
      chunked: false,
    },
    response: {
      status: 401,
      headers: [['WWW-Authenticate', `Bearer error="${shown}"`]],
      body: Buffer.from(`<p>${shown}</p>`),
    },
    started: 0,
    milliseconds: 1,
  };
}

const textOf = (exchange: Exchange) =>
  JSON.stringify(exchange, (_, value: unknown) =>
    value && (value as { type?: string }).type === 'Buffer'
      ? Buffer.from((value as { data: number[] }).data).toString('latin1')
      : value,
  );

// The letters beside a key are in the same character of base64; of a part, the letters before it are not known.
const isExact = (name: string) => !/Basic|within|only its end/.test(name);

test.each(Object.entries(forms))('a key %s is replaced by what stands for it, in the same form', (name, form) => {
  const disguise = disguiseOf(facts);
  const other = disguise.facts.keys.tenant!;
  const before = rejection(form(tenant), tenant);
  const written = disguise.exchange(before);
  // Only a rejection shows a part.
  const shown = name === 'only its end' ? written.response!.body.toString() : textOf(written);
  expect(shown).not.toContain(form(tenant));
  expect(written.response!.body.length).toBe(before.response!.body.length);
  if (isExact(name)) expect(written.response!.body.toString()).toBe(`<p>${form(other)}</p>`);
});

test('keys, secrets and the values of headers are others of the same form', () => {
  const { keys, headers, webhook } = disguiseOf(facts).facts;
  expect(keys.tenant).toMatch(
    /^sk_test_\d[a-z][A-Z]\d[a-z][A-Z]\d[a-z][A-Z]\d[a-z][A-Z]\d[a-z][A-Z]\/[a-z][A-Z]\+[a-z]$/,
  );
  expect(keys.live).toMatch(/^[a-z]{5}\d$/);
  expect(webhook!.secret).toMatch(/^whsec_[\w+/]{36}$/);
  const shown = JSON.stringify([keys, headers, webhook]);
  for (const each of [...Object.values(facts.keys), secret, 'let-me-in-42', 'blue']) expect(shown).not.toContain(each);
});

test.each([
  [
    'as the contract says',
    (signed: string, key: Buffer) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
  ],
  ['in hexadecimal', (signed: string, key: Buffer) => `v1,${createHmac('sha256', key).update(signed).digest('hex')}`],
])('an event that is signed %s is signed again by what stands for the secret', (how, sign) => {
  const body = Buffer.from('{"type":"case.decided"}');
  const signature = sign(`msg_1.1700000000.${body.toString()}`, Buffer.from(secret.slice(6), 'base64'));
  const headers: [string, string][] = [
    ['webhook-id', 'msg_1'],
    ['webhook-timestamp', '1700000000'],
    ['webhook-signature', signature],
  ];
  const request = {
    method: 'POST',
    url: facts.webhook!.url,
    headers,
    body: [body],
    credential: undefined,
    chunked: false,
  };
  const disguise = disguiseOf(facts);
  const written = disguise.exchange({ request, received: true, started: 0, milliseconds: 1 });
  const attempt = { exchange: written, id: 'msg_1', timestamp: '1700000000', body, shown: {} };
  expect(JSON.stringify(written)).not.toContain(signature);
  expect(isSignedWith(disguise.facts.webhook!.secret, attempt)).toBe(how === 'as the contract says');
});
