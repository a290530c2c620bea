import { expect, test } from 'vitest';
import type { ReportedBody, ReportedFinding } from '../../../generated/report.ts';
import { exchangeLines } from './lines.ts';

/** The lines of a response with this body, with a mark on what the finding is about. */
function linesOf(body: ReportedBody | undefined, finding: Partial<ReportedFinding>): string[] {
  const headers: [string, string][] = [
    ['Content-Type', 'application/json'],
    ['Date', 'today'],
  ];
  const response = { status: 200, headers, ...(body && { body }) };
  const exchange = { request: { method: 'GET', url: '/', headers: [] }, response, milliseconds: 1 };
  const about = { kind: 'form', expected: 'e', ...finding } as ReportedFinding;
  return exchangeLines(exchange, about).map(({ text }) => text.replace(/^[<>] /, ''));
}

/** The lines of the body alone. */
const bodyLines = (body: ReportedBody | undefined, finding: Partial<ReportedFinding> = {}) =>
  linesOf(body, finding).slice(4);
const text = (value: unknown, place?: string) =>
  bodyLines({ bytes: 1, text: JSON.stringify(value) }, place === undefined ? {} : { place });

const type = 'Content-Type: application/json';

test.each<[Partial<ReportedFinding>, string[]]>([
  [{ kind: 'answer' }, ['200   ← expected e', type]],
  [{ kind: 'form' }, ['200', type]],
  [{ place: 'content-type' }, ['200', `${type}   ← expected e`]],
  [{ place: 'Allow' }, ['200', type, '(no Allow)   ← expected e']],
  [{ place: 'Date' }, ['200', type, 'Date: today   ← expected e']],
  // There is no body that could show it.
  [{ place: '/type', kind: 'answer' }, ['200   ← expected e', type]],
])('the mark of %j', (finding, lines) => {
  expect(linesOf(undefined, finding)).toEqual(['GET /', ...lines]);
});

test('of an event, the request is marked', () => {
  const request = { method: 'POST', url: '/', headers: [['webhook-id', '']] as [string, string][] };
  const response = { status: 200, headers: [] };
  const finding = { kind: 'form', expected: 'e', place: 'Webhook-Id' } as ReportedFinding;
  const lines = exchangeLines({ request, response, received: true, milliseconds: 1 }, finding);
  expect(lines.map((line) => line.text)).toEqual(['< POST /', '< webhook-id:    ← expected e', '> 200']);
});

test('interim responses and what is behind a response are shown', () => {
  const behind = { bytes: 22, text: 'HTTP/1.1 400 No\r\nX: y' };
  const request = { method: 'GET', url: '/', headers: [] };
  const response = { status: 200, headers: [], behind };
  const interim = [{ status: 103, headers: [['Link', '</x>']] as [string, string][] }];
  const lines = exchangeLines({ request, interim, response, milliseconds: 1 });
  expect(lines.map((line) => line.text)).toEqual([
    '> GET /',
    '< 103',
    '< Link: </x>',
    '< ',
    '< 200',
    '< ',
    '< (22 bytes behind the response)',
    '< ',
    '< HTTP/1.1 400 No',
    '< X: y',
  ]);
});

test('JSON has a line for each property, and a short value one line', () => {
  expect(text({ error: 'no such case' })).toEqual(['{"error":"no such case"}']);
  const artifacts = [{ id: 'a'.repeat(30), kind: 'ID_FRONT', content_type: 'image/jpeg' }];
  const value = { id: 'x', artifacts, score: 0 };
  expect(text(value)).toEqual(JSON.stringify(value, null, 2).split('\n'));
});

test('puts a mark at its place, also where a property is missing', () => {
  const value = { score: null, 'a/b': [], errors: [{}] };
  expect(text(value, '/a~1b')).toEqual([
    '{',
    '  "score": null,',
    '  "a/b": [],   ← expected e',
    '  "errors": [{}]',
    '}',
  ]);
  expect(text(value, '/errors/0/pointer').slice(3)).toEqual([
    '  "errors": [',
    '    {',
    '      (no "pointer")   ← expected e',
    '    }',
    '  ]',
    '}',
  ]);
  expect(text(1, '')).toEqual(['1   ← expected e']);
});

test('of a long body the part around the mark is shown, and of one without a mark the beginning', () => {
  const long = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`p${at}`, at]));
  const around = text(long, '/p70');
  expect(around.length).toBeLessThan(20);
  expect(around).toContain('  "p70": 70,   ← expected e');
  expect(around.slice(0, 4)).toEqual(['{', '  "p0": 0,', '… 65 lines', '  "p66": 66,']);
  expect(text(long).at(-1)).toBe('… 82 more lines');
});

test.each<[string, ReportedBody | undefined, string[]]>([
  ['nothing', undefined, []],
  ['text', { bytes: 5, text: 'a\r\nb' }, ['a', 'b']],
  [
    'JSON that was cut',
    { bytes: 5000, text: '{"a":1', truncated: true },
    ['{"a":1', '… (the whole body has 5000 bytes)'],
  ],
  ['JSON that is too deep', { bytes: 1, text: '['.repeat(9000) }, [`${'['.repeat(300)}…`]],
  [
    'bytes',
    { bytes: 6, base64: Buffer.from('a\r\n\u0001\u0002').toString('base64') },
    ['a', '(binary data, not shown: 2 bytes)'],
  ],
])('%s is shown as it is', (_, body, lines) => {
  expect(bodyLines(body)).toEqual(lines);
});
