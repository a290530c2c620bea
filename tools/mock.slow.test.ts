import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../generated/operations.ts';
import { answers, type ValidationError } from '../generated/validators.js';
import { run } from '../conformance/testing.ts';
import { readContract } from './contract.ts';
import { startMock } from './prism.ts';

type OperationId = keyof typeof operations;

const root = fileURLToPath(new URL('..', import.meta.url));
const { document } = readContract(`${root}openapi.yaml`);
let prism: Awaited<ReturnType<typeof startMock>>;

beforeAll(async () => {
  prism = await startMock();
}, 60_000);

afterAll(() => prism.stop());

function send(id: OperationId, headers: Record<string, string> = {}): Promise<Response> {
  const { method, path } = operations[id];
  return fetch(prism.baseUrl + path.replace('{case_id}', 'case_7Qm2xVt9LkPz4RwB'), {
    method,
    headers: {
      Authorization: 'Bearer any',
      ...(id === 'createCase' && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(method === 'POST' && { body: bodyOf(id) }),
    signal: AbortSignal.timeout(10_000),
  });
}

function create(body: string, signal = AbortSignal.timeout(10_000)): Promise<Response> {
  const headers = { Authorization: 'Bearer any', 'Content-Type': 'application/json' };
  return fetch(`${prism.baseUrl}/cases`, { method: 'POST', headers, body, signal });
}

function bodyOf(id: OperationId): string | FormData {
  if (id === 'createCase') return JSON.stringify({ type: 'PF', reference: 'user-48213' });
  const form = new FormData();
  form.set('kind', 'ID_FRONT');
  form.set('file', new Blob([Uint8Array.of(0xff, 0xd8, 0xff)], { type: 'image/jpeg' }), 'front.jpg');
  return form;
}

interface Documented {
  mediaType: string;
  validate: { (value: unknown): boolean; errors?: ValidationError[] | null };
}

const faultsOf = (validate: Documented['validate'], body: unknown) => (validate(body) ? [] : validate.errors);

const documented = (id: OperationId) => Object.entries<Documented>(answers[id]);

/** The response as the contract writes it, inline or behind a reference. */
function documentedResponse(id: OperationId, status: string): any {
  const { path, method } = operations[id];
  const response = document.paths[path][method.toLowerCase()].responses[status];
  return resolve(response);
}

const resolve = (node: any) =>
  node.$ref
    ? node.$ref
        .slice(2)
        .split('/')
        .reduce((value: any, key: string) => value[key], document)
    : node;

const requiredHeaders = (response: any) =>
  Object.keys(response.headers).filter((name) => resolve(response.headers[name]).required);

for (const id of Object.keys(operations) as OperationId[])
  describe(`the responses of ${id}`, () => {
    for (const [status, { mediaType, validate }] of documented(id)) {
      test(`responds with ${status} when it is preferred`, async () => {
        const response = await send(id, { Prefer: `code=${status}` });

        expect(response.status).toBe(Number(status));
        expect(response.headers.get('Content-Type')).toBe(mediaType);
        expect(requiredHeaders(documentedResponse(id, status)).filter((name) => !response.headers.has(name))).toEqual(
          [],
        );
        expect(faultsOf(validate, await response.json())).toEqual([]);
      });

      for (const [name, example] of Object.entries(documentedResponse(id, status).content[mediaType].examples))
        test(`responds with ${status} and the example ${name}`, async () => {
          const response = await send(id, { Prefer: `code=${status}, example=${name}` });

          expect(response.status).toBe(Number(status));
          const body = await response.json();
          expect(body).toEqual(resolve(example).value);
          expect(faultsOf(validate, body)).toEqual([]);
        });
    }
  });

test('responses carry no CORS headers', async () => {
  expect(
    (await send('getCase', { Origin: 'http://app.example' })).headers.get('Access-Control-Allow-Origin'),
  ).toBeNull();
});

test('a port that is in use is a usage error', async () => {
  const { port } = new URL(prism.baseUrl);
  const err = `HOST 127.0.0.1 and PORT ${port} cannot be used (EADDRINUSE): set HOST and PORT to a free address.\n`;
  expect(await run(['mock'], { PORT: port })).toEqual({ code: 2, out: '', err });
});

// These are limits of Prism: if one of these tests fails after an upgrade, remove the line from docs/mock.md.
describe('quirks that docs/mock.md names', () => {
  test('an Accept without problems turns a preferred 404 into a 200', async () => {
    expect((await send('getCase', { Accept: 'application/json', Prefer: 'code=404' })).status).toBe(200);
  });

  test('an unknown path gets a problem of Prism', async () => {
    const response = await fetch(`${prism.baseUrl}/nothing`, { headers: { Authorization: 'Bearer any' } });

    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ type: expect.stringContaining('stoplight.io') });
  });

  test.each([
    ['is not JSON', '{ "type"'],
    ['has a property name outside of Latin-1', '{ "\u{1f600}": 1, "type": "PF", "reference": "x" }'],
  ])('a body that %s gets no response, and the next request gets one', async (_, body) => {
    await expect(create(body, AbortSignal.timeout(2000))).rejects.toThrow(/timeout/);
    expect((await create('{ "type": "PF", "reference": "x" }')).status).toBe(201);
  });
});
