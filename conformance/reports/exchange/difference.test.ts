import { expect, test } from 'vitest';
import { differenceLines } from './difference.ts';
import type { ReportedExchange } from './exchange.ts';

type Response = NonNullable<ReportedExchange['response']>;

function exchange(status: number, headers: Response['headers'], body?: string): ReportedExchange {
  const request = { method: 'GET', url: 'http://127.0.0.1/cases/a', headers: [] };
  const response = { status, headers, ...(body !== undefined && { body: { bytes: body.length, text: body } }) };
  return { request, response, milliseconds: 1 };
}

const difference = (reference: ReportedExchange, candidate: ReportedExchange) =>
  differenceLines(reference, candidate).map(({ text }) => text);

const json: Response['headers'] = [['Content-Type', 'application/json']];

test('ids, times, texts and headers that only the candidate sends are no difference', () => {
  const ours = { id: 'a', created_at: '2026-01-01T00:00:00Z', reference: 'conformance-012345ab-1', score: 0 };
  const theirs = { id: 'b', created_at: '2027-01-01T00:00:00Z', reference: 'conformance-ba543210-7', score: 0 };
  expect(
    difference(
      exchange(201, [...json, ['Location', '/cases/a'], ['Date', 'x'], ['ETag', 'y']], JSON.stringify(ours)),
      exchange(
        201,
        [
          ['content-type', 'Application/JSON; charset=utf-8'],
          ['location', '/v1/cases/b'],
          ['X-Powered-By', 'Express'],
        ],
        JSON.stringify(theirs),
      ),
    ),
  ).toEqual([]);
});

test('shows headers and values that differ, are missing or are added', () => {
  expect(
    difference(
      exchange(
        200,
        [...json, ['Cache-Control', 'no-store']],
        '{"score":0,"reasons":[],"artifacts":[{"kind":"SELFIE"}]}',
      ),
      exchange(200, [['Content-Type', 'text/html']], '{"score":null,"artifacts":[{"kind":"SELFIE"}],"extra":1}'),
    ),
  ).toEqual([
    '- Content-Type: application/json',
    '+ Content-Type: text/html',
    '- Cache-Control: no-store',
    '- /score 0',
    '+ /score null',
    '- /reasons []',
    '+ /extra 1',
  ]);
});

test('shows only the response of the reference when its status code differs', () => {
  expect(difference(exchange(404, [], '{"type":"/problems/not-found"}'), exchange(200, [], '{"id":"a"}'))).toEqual([
    '- 404',
    '+ 200',
    '- /type "/problems/not-found"',
  ]);
});

test('a missing response, a body that is not JSON, and a missing body are differences', () => {
  const ours = exchange(200, [], '{}');
  expect(difference(ours, { ...ours, response: undefined, failure: 'connection reset' } as never)).toEqual([
    '- 200',
    '+ connection reset',
  ]);
  expect(difference(ours, exchange(200, [], '<p>'))).toEqual(['- a JSON body', '+ a body that is not JSON']);
  expect(difference(ours, exchange(200, []))).toEqual(['- a JSON body', '+ no body']);
});
