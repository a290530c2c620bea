import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../generated/operations.ts';
import { answers, type Validator } from '../generated/validators.js';
import { run } from '../conformance/testing.ts';
import { readContract } from './contract/contract.ts';
import { resolved } from './contract/interface.ts';
import { startMock } from './prism.ts';

type OperationId = keyof typeof operations;

const { document } = readContract();
let prism: Awaited<ReturnType<typeof startMock>>;

beforeAll(async () => {
  prism = await startMock();
}, 60_000);

afterAll(() => prism.stop());

const form = new FormData();
form.set('kind', 'ID_FRONT');
form.set('file', new Blob([Uint8Array.of(0xff, 0xd8, 0xff)], { type: 'image/jpeg' }), 'front.jpg');
const valid: Record<OperationId, RequestInit & { headers: Record<string, string> }> = {
  createCase: { headers: { 'Content-Type': 'application/json' }, body: '{ "type": "PF", "reference": "user-48213" }' },
  uploadArtifact: { headers: {}, body: form },
  getCase: { headers: {} },
};

/** Sends a valid request, with other headers or another body. */
function send(id: OperationId, headers: Record<string, string>, more: RequestInit = {}): Promise<Response> {
  const { method, path } = operations[id];
  return fetch(prism.baseUrl + path.replace('{case_id}', 'case_7Qm2xVt9LkPz4RwB'), {
    method,
    signal: AbortSignal.timeout(10_000),
    ...valid[id],
    headers: { Authorization: 'Bearer any', ...valid[id].headers, ...headers },
    ...more,
  });
}

const resolve = (node: any) => resolved(document, node);

const documented = Object.entries(answers).flatMap(([id, byStatus]) =>
  Object.entries<{ mediaType: string; validate: Validator<unknown> }>(byStatus).map(
    ([status, { mediaType, validate }]) => {
      const { path, method } = operations[id as OperationId];
      const { headers, content } = resolve(document.paths[path][method.toLowerCase()].responses[status]);
      const required = Object.keys(headers).filter((name) => resolve(headers[name]).required);
      return {
        id: id as OperationId,
        status,
        mediaType,
        validate,
        required,
        examples: content[mediaType].examples as object,
      };
    },
  ),
);

test.each(documented)(
  '$id responds with $status and with each of its examples when they are preferred',
  async ({ id, status, mediaType, validate, required, examples }) => {
    const response = await send(id, { Prefer: `code=${status}` });

    expect(response.status).toBe(Number(status));
    expect(response.headers.get('Content-Type')).toBe(mediaType);
    expect(required.filter((name) => !response.headers.has(name))).toEqual([]);
    expect(validate(await response.json()), JSON.stringify(validate.errors)).toBe(true);

    for (const [name, example] of Object.entries(examples)) {
      const preferred = await send(id, { Prefer: `code=${status}, example=${name}` });
      expect([preferred.status, await preferred.json()]).toEqual([Number(status), resolve(example).value]);
    }
  },
);

test('responses carry no CORS headers', async () => {
  const { headers } = await send('getCase', { Origin: 'http://app.example' });
  expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
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

  const json = { 'Content-Type': 'application/json' };
  const key = { Authorization: 'Bearer any' };
  const twice = new FormData();
  for (const [name, value] of form) twice.append(name, value);
  twice.append('kind', 'ID_BACK');
  const more = new FormData();
  for (const [name, value] of [...form, ['more', 'text'] as const]) more.append(name, value);

  test.each<[string, number, string, RequestInit]>([
    ['an unknown property', 422, '/cases', { body: '{ "type": "PF", "reference": "x", "more": 1 }', headers: json }],
    ['an illegal header', 422, '/cases/any/artifacts', { headers: { 'Idempotency-Key': 'k'.repeat(300) }, body: form }],
    ['another media type', 415, '/cases', { body: 'text', headers: { 'Content-Type': 'text/plain' } }],
    ['no key', 401, '/cases/any', { headers: { Authorization: '' } }],
    ['a scheme in lower case', 401, '/cases/any', { headers: { Authorization: 'bearer any' } }],
    ['two parts named kind', 201, '/cases/any/artifacts', { body: twice }],
    ['an unknown part', 201, '/cases/any/artifacts', { body: more }],
  ])('a request with %s gets %d', async (_, status, path, { headers, body }) => {
    const method = body ? 'POST' : 'GET';
    const response = await fetch(prism.baseUrl + path, { method, headers: { ...key, ...headers }, body: body ?? null });
    expect(response.status).toBe(status);
  });

  test.each<[string, number, string, Record<string, string>]>([
    ['an unknown path', 404, '/nothing', {}],
    ['an Accept that allows no response', 406, '/cases/any', { Accept: 'text/html' }],
    ['an undocumented status code', 404, '/cases/any', { Prefer: 'code=418' }],
    ['an undocumented example', 500, '/cases/any', { Prefer: 'code=200, example=nothing' }],
  ])('%s gets %d with a problem of Prism', async (_, status, path, headers) => {
    const response = await fetch(prism.baseUrl + path, { headers: { ...key, ...headers } });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ type: expect.stringContaining('stoplight.io') });
  });
});
