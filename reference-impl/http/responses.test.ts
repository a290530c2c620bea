import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Problem } from '../../generated/validators.js';
import { render } from './responses.ts';
import type { Parts } from '../parts.ts';
import { openSqliteStore } from '../stores/sqlite/store.ts';
import { Unavailable } from '../ports.ts';
import type { ReceivedResponse } from '../testing/client.ts';
import { serve } from '../testing/service.ts';

let service: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => void (service = await serve()));
afterAll(() => service.close());

/** Expects this problem, in the form of the contract. */
function expectProblem({ status, body }: ReceivedResponse, expected: number, type: string): void {
  expect({ status, type: body.type }).toEqual({ status: expected, type: `/problems/${type}` });
  expect(Problem(body)).toBe(true);
}

describe('a rejection', () => {
  it('of something unexpected reveals nothing of it', async () => {
    const broken = { findCase: () => Promise.reject(new Error('SELECT secret at /home/x.ts')) };
    const other = await serve({ store: { ...openSqliteStore(':memory:'), ...broken } });

    const response = await other.read('x');

    expectProblem(response, 500, 'internal-error');
    expect(JSON.stringify(response.body)).not.toMatch(/secret|SELECT|home/);
    await other.close();
  });

  it('of something unexpected in a response is a problem too', async () => {
    const other = await serve({
      locationOf: () => {
        throw new Error('secret');
      },
    });

    expect(await other.create()).toMatchObject({ status: 500, body: { type: '/problems/internal-error' } });
    await other.close();
  });

  it.each<[string, Partial<Parts>, string]>([
    ['a body', { newCaseId: () => 'short' }, '201 of createCase does not fit its schema: /id must match'],
    ['a status', { createCase: async () => ({ status: 404 }) as never }, 'createCase does not document 404'],
    [
      'a media type',
      { render: (...response) => ({ ...render(...response), ...(response[0].status < 300 && { headers: {} }) }) },
      '201 of createCase is not application/json',
    ],
  ])('replaces %s that the contract does not have, and the log says why', async (_, parts, why) => {
    const log = {
      debug: vi.fn<Parts['log']['debug']>(),
      info: vi.fn<Parts['log']['info']>(),
      error: vi.fn<Parts['log']['error']>(),
    };
    const other = await serve({ ...parts, log });

    const response = await other.create();

    expectProblem(response, 500, 'internal-error');
    const { instance } = response.body;
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
  ])('of broken HTTP is a problem too', async (text) => {
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
  it.each(['/healthz', '/readyz'])('of %s needs no key', async (path) => {
    expect(await service.get(path, { key: undefined })).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  it('of /readyz is rejected when the store is out of order', async () => {
    const findCase = () => Promise.reject(new Unavailable());
    const other = await serve({ store: { ...openSqliteStore(':memory:'), findCase } });

    expectProblem(await other.get('/readyz', { key: undefined }), 503, 'unavailable');
    expect(await other.get('/healthz', { key: undefined })).toMatchObject({ status: 200 });
    await other.close();
  });
});
