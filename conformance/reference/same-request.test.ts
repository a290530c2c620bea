import { expect, test } from 'vitest';
import type { Exchange, Header } from '../engine/exchange.ts';
import { bearerKey, type KeyHeader } from '../engine/http.ts';
import { sameRequest } from './same-request.ts';

const credential = { value: 'k1', shell: '$IDV_API_KEY' };

/** A service at an address of its own, with its own key, which opens cases with the given ids. */
function service(baseUrl: string, value: string, key: KeyHeader = bearerKey) {
  const headers = (extra: Header[] = []): Header[] => [[key.header, key.template.replace('{key}', value)], ...extra];
  const send = (method: string, path: string, body = '', extra: Header[] = [], answer = '{}'): Exchange => ({
    request: {
      method,
      url: baseUrl + path,
      headers: headers(extra),
      body: body === '' ? [] : [Buffer.from(body)],
      credential: { ...credential, value },
      chunked: false,
    },
    response: { status: 200, headers: [], body: Buffer.from(answer) },
    milliseconds: 1,
  });
  return { candidate: { baseUrl, key, id: '/id' }, send };
}

const theirs = service('https://candidate.example/v1', 'secret', { header: 'X-Key', template: '{key}' });
const ours = service('http://127.0.0.1:8080', 'demo');
const opened = (at: typeof theirs, id: string) =>
  at.send('POST', '/cases', '{"reference":"conformance-012345ab-1"}', [], JSON.stringify({ id }));

/** The place among our requests of the one that is the same as the last of theirs. */
function found(sent: Exchange[], repeated: Exchange[]): number {
  const last = sent.at(-1)!;
  const same = sameRequest(
    last,
    { candidate: theirs.candidate, exchanges: sent },
    { candidate: ours.candidate, exchanges: repeated },
  );
  return same ? repeated.indexOf(same) : -1;
}

test('ids of opened cases, references, keys and the address do not matter', () => {
  const sent = [opened(theirs, 'abc'), theirs.send('GET', '/cases/abc')];
  expect(found(sent, [opened(ours, '77'), ours.send('GET', '/cases/77')])).toBe(1);
  const create = [theirs.send('POST', '/cases', '{"reference":"conformance-012345ab-1"}')];
  expect(found(create, [ours.send('POST', '/cases', '{"reference":"conformance-ba543210-42"}')])).toBe(0);
});

test('another path, body, header or id is another request', () => {
  const sent = [opened(theirs, 'abc'), theirs.send('GET', '/cases/abc')];
  expect(found(sent, [opened(ours, '77'), ours.send('GET', '/cases/unknown')])).toBe(-1);
  expect(found(sent, [opened(ours, '77'), ours.send('GET', '/cases/77?x=1')])).toBe(-1);
  expect(found(sent, [opened(ours, '77'), ours.send('GET', '/cases/77', '', [['Accept', 'a/b']])])).toBe(-1);
  expect(found([theirs.send('POST', '/cases', '{"type":"PF"}')], [ours.send('POST', '/cases', '{"type":"PM"}')])).toBe(
    -1,
  );
});

test('of equal requests the one with the same number is compared', () => {
  const reads = (at: typeof theirs, id: string) => [
    opened(at, id),
    at.send('GET', `/cases/${id}`),
    at.send('GET', `/cases/${id}`),
  ];
  expect(found(reads(theirs, 'a'), reads(ours, 'b'))).toBe(2);
});
