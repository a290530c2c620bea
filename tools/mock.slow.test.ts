import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../generated/operations.ts';
import { answers, type ValidationError } from '../generated/validators.js';
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

function sendBody(id: OperationId, contentType: string, body: string): Promise<Response> {
  const { method, path } = operations[id];
  const headers = { Authorization: 'Bearer any', 'Content-Type': contentType };
  return fetch(prism.baseUrl + path.replace('{case_id}', 'any'), { method, headers, body });
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

describe('without a preference', () => {
  test('a request without a key gets 401', async () => {
    expect((await send('getCase', { Authorization: '' })).status).toBe(401);
  });

  test('a request that the contract forbids gets 422', async () => {
    const response = await fetch(`${prism.baseUrl}/cases`, {
      method: 'POST',
      headers: { Authorization: 'Bearer any', 'Content-Type': 'application/json' },
      body: JSON.stringify({ type: 'PX', reference: 'user-48213' }),
      signal: AbortSignal.timeout(10_000),
    });

    expect(response.status).toBe(422);
  });
});

describe('rejections by the mock', () => {
  const headers = { Authorization: 'Bearer any', 'Content-Type': 'application/json' };
  const create = async (body: string) => {
    const response = await fetch(`${prism.baseUrl}/cases`, { method: 'POST', headers, body });
    expect(answers.createCase[422].validate(await response.clone().json())).toBe(true);
    return response;
  };

  test.each(['name=file; filename="a;b.jpg"', 'name="file"; filename="front.jpg"', 'filename=x; name="file"'])(
    'a part with %s and no content type is read as the file',
    async (parameters) => {
      const body = [
        `--B\r\nContent-Disposition: form-data; ${parameters}\r\n\r\nx\r\n`,
        '--B\r\nContent-Disposition: form-data; name="kind"\r\n\r\nID_FRONT\r\n--B--\r\n',
      ].join('');
      const response = await sendBody('uploadArtifact', 'multipart/form-data; boundary=B', body);
      expect(response.status).toBe(201);
    },
  );

  test('a form without its last boundary gets 400', async () => {
    const response = await sendBody('uploadArtifact', 'multipart/form-data; boundary=B', '--B\r\n');
    expect(response.status).toBe(400);
    expect((await response.json()) as object).toMatchObject({ type: '/problems/malformed-request' });
  });

  test('a request that ends Prism gets 400, and the next one is served', async () => {
    const valid = { type: 'PF', reference: 'x' };
    const ends = await sendBody('createCase', 'application/json', JSON.stringify({ ...valid, '\u{1f600}': 1 }));
    expect(ends.status).toBe(400);
    expect((await ends.json()) as object).toMatchObject({ detail: expect.stringContaining('Prism') });
    const next = await sendBody('createCase', 'application/json', JSON.stringify(valid));
    expect(next.status).toBe(201);
  });

  test('a body that is not JSON gets 400', async () => {
    const response = await create('{"type"');

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      type: '/problems/malformed-request',
      detail: expect.stringMatching(/not JSON/),
    });
  });

  test.each([
    ['a missing property', '{"type": "PF"}', ['#/reference']],
    ['an unknown property', '{"type": "PF", "reference": "x", "nick~name": 1}', ['#/nick~0name']],
    ['two wrong values', '{"type": "PX", "reference": 5}', ['#/type', '#/reference']],
    ['not an object', '[]', ['#']],
  ])('%s is named', async (_, body, pointers) => {
    const response = await create(body);

    expect(response.status).toBe(422);
    expect((await response.json()).errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(pointers);
  });

  test('an illegal Idempotency-Key gets 400', async () => {
    const response = await send('createCase', { 'Idempotency-Key': 'a b' });

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ type: '/problems/malformed-request' });
  });

  test.each([
    ['code=418', /status 418; getCase documents 200, 401, 404/],
    ['code=200, example=nope', /example nope; 200 has pending, approved, denied/],
  ])('a Prefer that asks for what is not documented gets to know what is: %s', async (prefer, detail) => {
    const response = await send('getCase', { Prefer: prefer });

    expect(response.status).toBe(400);
    expect((await response.json()).detail).toMatch(detail);
  });
});

test('responses carry no CORS headers', async () => {
  expect(
    (await send('getCase', { Origin: 'http://app.example' })).headers.get('Access-Control-Allow-Origin'),
  ).toBeNull();
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
});
