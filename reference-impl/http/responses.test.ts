import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Problem } from '../../generated/validators.js';
import { render } from './responses.ts';
import type { Parts } from '../parts.ts';
import { openSqliteStore } from '../stores/sqlite/store.ts';
import { Unavailable } from '../ports.ts';
import { keys, type Received, type Request, serve } from '../testing/service.ts';

let service: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => void (service = await serve()));
afterAll(() => service.close());

const json = { 'Content-Type': 'application/json' };
const valid = JSON.stringify({ type: 'PF', reference: 'user-1' });

const headersWith = new Map<number, object>([
  [401, { 'www-authenticate': expect.stringContaining('Bearer realm="cases"') }],
  [405, { allow: 'POST' }],
  [429, { 'retry-after': expect.stringMatching(/^[15]$/) }],
  [503, { 'retry-after': expect.stringMatching(/^[15]$/) }],
]);

function expectProblem({ status, headers, json }: Received, expected: number, type: string): void {
  expect({ status, type: json.type, same: json.status }).toEqual({
    status: expected,
    type: `/problems/${type}`,
    same: expected,
  });
  expect(Problem(json)).toBe(true);
  expect(headers).toMatchObject({
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(headers).toMatchObject(headersWith.get(status) ?? {});
}

describe('a refusal', () => {
  const rows: [string, Partial<Request>, number, string, string?][] = [
    ['no key', { key: undefined }, 401, 'unauthorized'],
    ['an unknown key', { key: 'nope' }, 401, 'unauthorized'],
    ['a key with one more character', { key: `${keys.one}x` }, 401, 'unauthorized'],
    ['no token', { headers: { ...json, Authorization: 'Bearer' } }, 401, 'unauthorized'],
    ['another scheme', { headers: { ...json, Authorization: `Basic ${keys.one}` } }, 401, 'unauthorized'],
    [
      'two keys',
      { headers: { ...json, Authorization: [`Bearer ${keys.one}`, `Bearer ${keys.one}`] } },
      401,
      'unauthorized',
    ],
    ['a key in the query', { key: undefined, path: `/cases?access_token=${keys.one}` }, 401, 'unauthorized'],
    ['no key and a broken body', { key: undefined, body: '{', headers: { 'Content-Type': ';' } }, 401, 'unauthorized'],
    ['no type', { headers: { 'Content-Type': [] } }, 415, 'unsupported-media-type'],
    ['another type', { headers: { 'Content-Type': 'text/plain' } }, 415, 'unsupported-media-type'],
    ['a type that is none', { headers: { 'Content-Type': ';' } }, 415, 'unsupported-media-type'],
    ['an encoding', { headers: { ...json, 'Content-Encoding': 'gzip' } }, 415, 'unsupported-media-type'],
    ['no body', { body: '' }, 400, 'malformed-request'],
    ['broken JSON', { body: '{"type":' }, 400, 'malformed-request'],
    ['a byte-order mark', { body: `\ufeff${valid}` }, 400, 'malformed-request'],
    [
      'bytes that are not UTF-8',
      { body: Buffer.from(valid.replace('user', '\xff'), 'latin1') },
      400,
      'malformed-request',
    ],
    ['a lone surrogate', { body: '{"type":"PF","reference":"\\ud800"}' }, 400, 'malformed-request'],
    ['a lone surrogate in a name', { body: '{"\\udfff":1}' }, 400, 'malformed-request'],
    ['deep nesting', { body: `${'['.repeat(30_000)}${']'.repeat(30_000)}` }, 400, 'malformed-request'],
    ['too long a key', { headers: { ...json, 'Idempotency-Key': 'k'.repeat(256) } }, 400, 'malformed-request'],
    ['a key with a space', { headers: { ...json, 'Idempotency-Key': 'a b' } }, 400, 'malformed-request'],
    ['a key that is not ASCII', { headers: { ...json, 'Idempotency-Key': 'é' } }, 400, 'malformed-request'],
    ['too large a body', { body: valid.padEnd(65_537) }, 413, 'content-too-large'],
    ['too large a body in chunks', { body: valid.padEnd(65_537), chunked: true }, 413, 'content-too-large'],
    ['far too large a body', { body: valid.padEnd(5_000_000) }, 413, 'content-too-large'],
    ['an array', { body: '[]' }, 422, 'invalid-request', '#'],
    ['a missing member', { body: '{"type":"PF"}' }, 422, 'invalid-request', '#/reference'],
    ['an unknown member', { body: valid.replace('{', '{"a/b":1,') }, 422, 'invalid-request', '#/a~1b'],
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
    ['an unknown case', { method: 'GET', path: '/cases/nope' }, 404, 'not-found'],
    ['an id that does not decode', { method: 'GET', path: '/cases/%zz' }, 404, 'not-found'],
    ['a very long id', { method: 'GET', path: `/cases/${'9'.repeat(8000)}` }, 404, 'not-found'],
    [
      'an unknown case and a broken upload',
      { path: '/cases/nope/artifacts', headers: { 'Content-Type': ';' } },
      404,
      'not-found',
    ],
    ['a wrong method', { method: 'DELETE' }, 405, 'method-not-allowed'],
    [
      'a wrong method with a broken type',
      { method: 'PUT', headers: { 'Content-Type': ';' } },
      405,
      'method-not-allowed',
    ],
    ['a method of WebDAV', { method: 'PROPFIND' }, 405, 'method-not-allowed'],
    [
      'a method in a header',
      { method: 'GET', headers: { 'X-HTTP-Method-Override': 'POST' } },
      405,
      'method-not-allowed',
    ],
  ];

  it.each(rows)('is a problem: %s', async (_, request, status, type, pointer) => {
    const answer = await service.send({ method: 'POST', path: '/cases', body: valid, headers: json, ...request });

    expectProblem(answer, status, type);
    expect(answer.json.errors?.[0]?.pointer).toBe(pointer);
  });

  it('names a rejected key, but not a missing one', async () => {
    const challengeFor = async (key: string | undefined) =>
      (await service.read('x', { key })).headers['www-authenticate'];

    expect(await challengeFor(undefined)).toBe('Bearer realm="cases"');
    expect(await challengeFor('nope')).toBe('Bearer realm="cases", error="invalid_token"');
  });

  it('of something unexpected tells nothing of it', async () => {
    const broken = { findCase: () => Promise.reject(new Error('SELECT secret at /home/x.ts')) };
    const other = await serve({ store: { ...openSqliteStore(':memory:'), ...broken } });

    const answer = await other.read('x');

    expectProblem(answer, 500, 'internal-error');
    expect(JSON.stringify(answer.json)).not.toMatch(/secret|SELECT|home/);
    await other.close();
  });

  it('of something unexpected in an answer is a problem too', async () => {
    const other = await serve({
      locationOf: () => {
        throw new Error('secret');
      },
    });

    expect(await other.create()).toMatchObject({ status: 500, json: { type: '/problems/internal-error' } });
    await other.close();
  });

  it.each<[string, Partial<Parts>, string]>([
    ['a body', { newCaseId: () => 'short' }, '201 of createCase does not fit its schema: /id must match'],
    ['a status', { createCase: async () => ({ status: 404 }) as never }, 'createCase does not document 404'],
    [
      'a media type',
      { render: (...answer) => ({ ...render(...answer), ...(answer[0].status < 300 && { headers: {} }) }) },
      '201 of createCase is not application/json',
    ],
  ])('stands for %s that the contract does not have, and the log says why', async (_, parts, why) => {
    const log = {
      debug: vi.fn<Parts['log']['debug']>(),
      info: vi.fn<Parts['log']['info']>(),
      error: vi.fn<Parts['log']['error']>(),
    };
    const other = await serve({ ...parts, log });

    const answer = await other.create();

    expectProblem(answer, 500, 'internal-error');
    const { instance } = answer.json;
    expect(log.error).toHaveBeenCalledWith({
      instance,
      err: expect.objectContaining({ message: expect.stringContaining(why) }),
    });
    expect(log.info).toHaveBeenCalledWith(expect.objectContaining({ instance, status: 500 }));
    await other.close();
  });

  it.each([
    'nonsense\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n',
    `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
  ])('of what is no HTTP is a problem too', async (text) => {
    const received = await new Promise<string>((resolve) => {
      const socket = net.connect(Number(new URL(service.url).port), '127.0.0.1', () => socket.write(text));
      let all = '';
      socket.on('data', (piece) => (all += piece));
      socket.on('close', () => resolve(all));
    });

    expect(received).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
    expect(Problem(JSON.parse(received.split('\r\n\r\n')[1]!))).toBe(true);
  });
});

describe('a request', () => {
  it.each<[string, Partial<Request>]>([
    ['of 64 KiB', { body: valid.padEnd(65_536) }],
    [
      'with a media type in capitals and a charset',
      { headers: { 'Content-Type': 'Application/JSON; Charset=UTF-8; x=y' } },
    ],
    ['with the encoding identity', { headers: { ...json, 'Content-Encoding': 'Identity' } }],
    ['that accepts something else', { headers: { ...json, Accept: 'text/html' } }],
    ['with the scheme in capitals', { key: undefined, headers: { ...json, Authorization: `BEARER ${keys.one}` } }],
    ['with a query', { path: '/cases?x=y' }],
  ])('is accepted %s', async (_, request) => {
    const answer = await service.send({ method: 'POST', path: '/cases', body: valid, headers: json, ...request });

    expect(answer.status).toBe(201);
  });

  it.each(['/healthz', '/readyz'])('of %s is answered without a key', async (path) => {
    expect(await service.send({ path, key: undefined })).toMatchObject({ status: 200, json: { status: 'ok' } });
  });

  it('of /readyz is refused when the store is out of order', async () => {
    const findCase = () => Promise.reject(new Unavailable());
    const other = await serve({ store: { ...openSqliteStore(':memory:'), findCase } });

    expectProblem(await other.send({ path: '/readyz', key: undefined }), 503, 'unavailable');
    expect(await other.send({ path: '/healthz', key: undefined })).toMatchObject({ status: 200 });
    await other.close();
  });

  it('with HEAD is answered as GET, without a body', async () => {
    const path = `/cases/${await service.open()}`;
    const { headers } = await service.send({ path });

    const head = await service.send({ method: 'HEAD', path });

    expect(head).toMatchObject({ status: 200, json: {}, headers: { 'content-length': headers['content-length'] } });
  });
});
