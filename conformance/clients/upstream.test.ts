import { expect, test } from 'vitest';
import { type Passed, Upstream } from './upstream.ts';

const upstream = () => new Upstream({ target: new URL('http://127.0.0.1:1'), effects: {}, uploaded: () => {} });
const request = (body: Uint8Array[]): Passed => ({
  request: {
    method: 'POST',
    url: 'http://127.0.0.1:2/cases',
    headers: [],
    body,
    credential: undefined,
    chunked: false,
  },
  started: 0,
});

test.each([
  ['requests', [], 20_000],
  ['bytes', [new Uint8Array(10 * 1024 * 1024)], 6],
])('keeps no more %s than a client with one task ever sends', (_, body, most) => {
  const service = upstream();
  const kept = Array.from({ length: most + 2 }, () => service.add(request(body)));
  expect(kept.lastIndexOf(true)).toBe(most - 1);
  expect(service.passed.length).toBe(most);
});
