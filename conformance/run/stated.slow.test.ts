// Services that implement only the source document, and differ wherever it says nothing: none fails in the class stated.
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import type { Manifest } from '../manifest.ts';
import { judgeService } from './service.ts';
import { wholeSuite } from './selection.ts';
import { listening } from '../testing.ts';

/** The choices of a service where the document says nothing. */
interface Silence {
  /** the key that a request carries */
  keyOf: (request: http.IncomingMessage) => string | undefined;
  opened: (response: http.ServerResponse, id: number) => void;
  uploaded: (response: http.ServerResponse) => void;
  refused: (response: http.ServerResponse, why: string) => void;
  /** the response to a read, once there are this many files */
  shown: (files: number) => object;
}

const tenants = ['first key', 'second key'];

/** Serves the three operations of the document. Returns the base address. */
async function serve(silence: Silence): Promise<string> {
  const files = new Map<string, number>();
  const answer = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const body = await text(request);
    const refuse = (why: string) => silence.refused(response, why);
    const [, path, id = '', artifacts] = (request.url ?? '').split('/');
    if (!tenants.includes(silence.keyOf(request) ?? '')) return refuse('key');
    if (path !== 'cases') return refuse('path');
    if (request.method === 'POST' && id === '') {
      const wanted = caseIn(body);
      if (!wanted) return refuse('body');
      files.set(String(1000 + files.size), 0);
      return silence.opened(response, 1000 + files.size - 1);
    }
    const held = files.get(id);
    if (held === undefined) return refuse('case');
    if (request.method === 'GET') return json(response, 200, silence.shown(held));
    const typed = request.headers['content-type']?.startsWith('multipart/form-data');
    if (artifacts !== 'artifacts' || !typed || !/name="?file"?/.test(body) || !/name="?kind"?/.test(body))
      return refuse('parts');
    files.set(id, held + 1);
    return silence.uploaded(response);
  };
  const { address, stop } = await listening(http.createServer((request, response) => void answer(request, response)));
  onTestFinished(stop);
  return `http://${address}`;
}

function caseIn(body: string): object | undefined {
  try {
    const { type, reference } = JSON.parse(body) as Record<string, unknown>;
    return ['PF', 'PM'].includes(type as string) && typeof reference === 'string' ? { type, reference } : undefined;
  } catch {
    return undefined;
  }
}

function json(response: http.ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'text/json; charset=ascii' }).end(JSON.stringify(body));
}

const silences: Record<string, [Silence, Pick<Manifest, 'key' | 'id'>]> = {
  'a number deep in the body as id, no body after an upload, decided from the start': [
    {
      keyOf: ({ headers }) => /^key=(.*);$/.exec(String(headers['x-tenant']))?.[1],
      opened: (response, id) => json(response, 200, { result: { numbers: [{ case: id }] } }),
      uploaded: (response) => void response.writeHead(204).end(),
      refused: (response) => void response.writeHead(400, { 'content-type': 'text/plain' }).end('no'),
      shown: () => ({ status: 'DENIED', score: -7, reasons: ['because'] }),
    },
    { key: { header: 'X-Tenant', template: 'key={key};' }, id: '/result/numbers/0/case' },
  ],
  'the id in the Location only, a text after an upload, decided by the first file, 403 and 404 as pages': [
    {
      keyOf: ({ headers }) => headers.authorization,
      opened: (response, id) =>
        void response.writeHead(202, { location: `https://public.example/v1/cases/${id}?fresh` }).end('accepted'),
      uploaded: (response) => void response.writeHead(200, { 'content-type': 'text/plain' }).end('thank you'),
      refused: (response, why) =>
        void response.writeHead(why === 'key' ? 403 : 404, { 'content-type': 'text/html' }).end('<h1>no</h1>'),
      shown: (files) => ({ status: files > 0 ? 'APPROVED' : 'PENDING', score: files * 5000, reasons: [], more: null }),
    },
    { key: { header: 'Authorization', template: '{key}' }, id: 'Location' },
  ],
  'a refused create or read as 200 with an error': [
    {
      keyOf: ({ headers }) => headers['api-key'] as string | undefined,
      opened: (response, id) => json(response, 200, { ok: true, id: String(id) }),
      uploaded: (response) => json(response, 201, []),
      refused: (response, why) =>
        json(response, why === 'body' ? 200 : 500, { ok: false, error: why, status: 'refused' }),
      shown: () => ({ status: 'PENDING', score: 0, reasons: [] }),
    },
    { key: { header: 'Api-Key', template: '{key}' }, id: '/id' },
  ],
};

for (const [name, [silence, bindings]] of Object.entries(silences))
  test(`${name}: CONFORMANT (stated)`, async () => {
    const baseUrl = await serve(silence);
    const keys = { tenant: tenants[0]!, other: tenants[1]! };
    const { results, outcome } = await judgeService(
      { baseUrl, claims: [], keys, ...bindings },
      { ...wholeSuite, class: 'stated' },
    );
    expect(results.filter(({ verdict }) => verdict !== 'pass').map(({ reason }) => reason)).toEqual([]);
    expect(outcome.headline).toContain('CONFORMANT (stated');
    expect(outcome.exitCode).toBe(0);
  });
