import { expect, test } from 'vitest';
import { coverageOf, coverageText, unseenText } from './coverage.ts';
import { exchange } from './testing.ts';

const same = (text: string) => text;
const got = (method: string, path: string, status: number, type?: string) => {
  const { request } = exchange({ method, url: `http://127.0.0.1:1/v1${path}` });
  const headers = type === undefined ? [] : [['content-type', type] as [string, string]];
  return { request, response: { status, headers, body: Buffer.alloc(0) }, milliseconds: 1 };
};
const coverage = coverageOf(
  [
    got('POST', '/cases', 201, 'application/json; charset=utf-8'),
    got('POST', '/cases?x=1', 201, 'application/json'),
    got('GET', '/cases', 405, 'application/problem+json'),
    got('GET', '/cases/a', 404, 'text/html'),
    got('GET', '/cases/a', 204),
    got('GET', '/cases', 200, 'application/json'),
    got('GET', '/no-such-path', 404, 'application/problem+json'),
    { request: got('POST', '/cases', 500).request, failure: 'connection reset', milliseconds: 1 },
  ],
  'http://127.0.0.1:1/v1/',
  same,
);

test('counts each documented response by operation, status code and media type', () => {
  expect(coverage.documented.filter(({ seen }) => seen > 0)).toEqual([
    { operation: 'createCase', status: 201, mediaType: 'application/json', seen: 2 },
    { operation: 'createCase', status: 405, mediaType: 'application/problem+json', seen: 1 },
  ]);
  expect(coverageText(coverage)).toBe(`2 of ${coverage.documented.length} documented responses received`);
  expect(unseenText(coverage)).toMatch(/^createCase 400, 401, 409, .*; getCase 200, 401, .*; uploadArtifact 201, /);
});

test('lists responses of an operation that the contract does not document', () => {
  expect(coverage.undocumented).toEqual([
    { operation: 'getCase', status: 404, mediaType: 'text/html', seen: 1 },
    { operation: 'getCase', status: 204, mediaType: null, seen: 1 },
  ]);
});
