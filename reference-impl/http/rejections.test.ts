// One row for each reason why a request is rejected, and for valid requests that are close to one.
import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keys, type Options, send } from '../testing/client.ts';
import { expectProblem } from '../testing/expect-problem.ts';
import { type RawRequest, sendRaw } from '../testing/raw.ts';
import { serve } from '../testing/service.ts';

let service: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => void (service = await serve()));
afterAll(() => service.close());

const json = { 'Content-Type': 'application/json' };
const valid = JSON.stringify({ type: 'PF', reference: 'user-1' });

/** What a request has instead of a valid create. */
interface Change extends Options {
  method?: 'delete' | 'get' | 'post' | 'propfind' | 'put';
  path?: string;
  body?: string;
}

const sendChanged = ({ method = 'post', path = '/cases', body = valid, ...options }: Change) =>
  send(request(service.url)[method](path).send(body), { headers: json, ...options });

const rejected: [string, Change, number, string, string?][] = [
  ['no key', { key: undefined }, 401, 'unauthorized'],
  ['an unknown key', { key: 'nope' }, 401, 'unauthorized'],
  ['a key with one more character', { key: `${keys.one}x` }, 401, 'unauthorized'],
  ['no token', { headers: { ...json, Authorization: 'Bearer' } }, 401, 'unauthorized'],
  ['another scheme', { headers: { ...json, Authorization: `Basic ${keys.one}` } }, 401, 'unauthorized'],
  ['a key in the query', { key: undefined, path: `/cases?access_token=${keys.one}` }, 401, 'unauthorized'],
  ['no key and a broken body', { key: undefined, body: '{', headers: { 'Content-Type': ';' } }, 401, 'unauthorized'],
  ['another type', { headers: { 'Content-Type': 'text/plain' } }, 415, 'unsupported-media-type'],
  ['a type that is none', { headers: { 'Content-Type': ';' } }, 415, 'unsupported-media-type'],
  ['an encoding', { headers: { ...json, 'Content-Encoding': 'gzip' } }, 415, 'unsupported-media-type'],
  ['no body', { body: '' }, 400, 'malformed-request'],
  ['broken JSON', { body: '{"type":' }, 400, 'malformed-request'],
  ['a byte-order mark', { body: `\ufeff${valid}` }, 400, 'malformed-request'],
  ['a lone surrogate', { body: '{"type":"PF","reference":"\\ud800"}' }, 400, 'malformed-request'],
  ['a lone surrogate in a name', { body: '{"\\udfff":1}' }, 400, 'malformed-request'],
  ['deep nesting', { body: `${'['.repeat(30_000)}${']'.repeat(30_000)}` }, 400, 'malformed-request'],
  ['too long a key', { headers: { ...json, 'Idempotency-Key': 'k'.repeat(256) } }, 400, 'malformed-request'],
  ['a key with a space', { headers: { ...json, 'Idempotency-Key': 'a b' } }, 400, 'malformed-request'],
  ['a key that is not ASCII', { headers: { ...json, 'Idempotency-Key': 'é' } }, 400, 'malformed-request'],
  ['too large a body', { body: valid.padEnd(65_537) }, 413, 'content-too-large'],
  ['an array', { body: '[]' }, 422, 'invalid-request', '#'],
  ['a missing property', { body: '{"type":"PF"}' }, 422, 'invalid-request', '#/reference'],
  ['an unknown property', { body: valid.replace('{', '{"a/b":1,') }, 422, 'invalid-request', '#/a~1b'],
  ['an unknown type', { body: valid.replace('PF', 'PX') }, 422, 'invalid-request', '#/type'],
  ['a control character', { body: valid.replace('user', '\\u0085') }, 422, 'invalid-request', '#/reference'],
  ['an unknown directive', { body: valid.replace('user', 'sandbox:x') }, 422, 'invalid-request', '#/reference'],
  [
    'a directive with a live key',
    { key: keys.live, body: valid.replace('user-1', 'sandbox:hold') },
    422,
    'invalid-request',
    '#/reference',
  ],
  ['a rehearsed 429', { body: valid.replace('user-1', 'sandbox:error:429') }, 429, 'rate-limited'],
  ['a rehearsed 503', { body: valid.replace('user-1', 'sandbox:error:503') }, 503, 'unavailable'],
  ['an unknown path', { path: '/' }, 404, 'not-found'],
  ['a path with a slash behind it', { path: '/cases/' }, 404, 'not-found'],
  ['an unknown case', { method: 'get', path: '/cases/nope' }, 404, 'not-found'],
  ['an id that does not decode', { method: 'get', path: '/cases/%zz' }, 404, 'not-found'],
  ['a very long id', { method: 'get', path: `/cases/${'9'.repeat(8000)}` }, 404, 'not-found'],
  [
    'an unknown case and a broken upload',
    { path: '/cases/nope/artifacts', headers: { 'Content-Type': ';' } },
    404,
    'not-found',
  ],
  ['a wrong method', { method: 'delete' }, 405, 'method-not-allowed'],
  ['a wrong method with a broken type', { method: 'put', headers: { 'Content-Type': ';' } }, 405, 'method-not-allowed'],
  ['a method of WebDAV', { method: 'propfind' }, 405, 'method-not-allowed'],
  ['a method in a header', { method: 'get', headers: { 'X-HTTP-Method-Override': 'POST' } }, 405, 'method-not-allowed'],
];

// Supertest does not send these as they are.
const rejectedRaw: [string, Partial<RawRequest>, number, string][] = [
  [
    'two keys',
    { headers: { ...json, Authorization: [`Bearer ${keys.one}`, `Bearer ${keys.one}`] } },
    401,
    'unauthorized',
  ],
  ['no type', { headers: { 'Content-Type': [] } }, 415, 'unsupported-media-type'],
  [
    'bytes that are not UTF-8',
    { body: Buffer.from(valid.replace('user', '\xff'), 'latin1') },
    400,
    'malformed-request',
  ],
  ['too large a body in chunks', { body: valid.padEnd(65_537), chunked: true }, 413, 'content-too-large'],
  ['far too large a body', { body: valid.padEnd(5_000_000) }, 413, 'content-too-large'],
];

it.each(rejected)('rejects %s', async (_, change, status, type, pointer) => {
  const response = await sendChanged(change);

  expectProblem(response, status, type);
  expect(response.body.errors?.[0]?.pointer).toBe(pointer);
});

it.each(rejectedRaw)('rejects %s', async (_, change, status, type) => {
  const valuesOfCreate = { method: 'POST', path: '/cases', body: valid, headers: json };

  const response = await sendRaw(service.url, { ...valuesOfCreate, ...change });

  expectProblem(response, status, type);
  expect(response.body.errors).toBeUndefined();
});

it.each<[string, Change]>([
  ['of 64 KiB', { body: valid.padEnd(65_536) }],
  [
    'with a media type in capitals and a charset',
    { headers: { 'Content-Type': 'Application/JSON; Charset=UTF-8; x=y' } },
  ],
  ['with the encoding identity', { headers: { ...json, 'Content-Encoding': 'Identity' } }],
  ['that accepts something else', { headers: { ...json, Accept: 'text/html' } }],
  ['with the scheme in capitals', { key: undefined, headers: { ...json, Authorization: `BEARER ${keys.one}` } }],
  ['with a query', { path: '/cases?x=y' }],
])('accepts a request %s', async (_, change) => {
  const response = await sendChanged(change);

  expect(response.status).toBe(201);
});
