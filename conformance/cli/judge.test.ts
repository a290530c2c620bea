import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { contract } from '../../generated/requirements.ts';
import { runHere } from '../testing.ts';
import { temporaryFolder } from '../testing-folder.ts';

const folder = temporaryFolder();
const file = join(folder, 'run.jsonl');

const facts = {
  baseUrl: 'http://127.0.0.1:1',
  claims: [],
  keys: {},
  key: { header: 'A', template: '{key}' },
  id: '/id',
};
const head = {
  format: 1,
  contract,
  id: 'ab12cd34',
  seed: 1,
  facts,
  selection: { class: 'full', only: ['get-case.unknown-404'] },
  planned: { 'get-case.unknown-404': 1 },
  startedAt: '2026-01-01T00:00:00.000Z',
  began: 1,
};
const exchange = {
  request: { method: 'GET', url: 'http://127.0.0.1:1/cases/x', headers: [], body: [], chunked: false },
  response: { status: 404, headers: [], body: { $text: '{}' } },
  started: 1,
  milliseconds: 1,
};
const scenario = { label: 'x', outcome: 'rejected', control: [], setting: [], steps: [], observe: [], reportedAs: [] };
const played = { id: 'get-case.unknown-404', at: 0, attempt: 1, milliseconds: 1, scenario, own: 0 };
const part = { sent: [{ step: { do: 'read' }, at: 0, exchange: 0 }], exchanges: [0], opened: [] };

const lines = (...values: object[]) => values.map((each) => `${JSON.stringify(each)}\n`).join('');
const nested = (depth: number) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);

async function judged(text: string | Buffer) {
  writeFileSync(file, text);
  return runHere(['judge', file]);
}

test('a recording that fits is judged, and what is missing is inconclusive', async () => {
  const { code, out, err } = await judged(lines({ head }, { exchange }, { part }));
  expect({ code, err }).toEqual({ code: 3, err: '' });
  expect(out).toContain('It ends before the run ended: what is missing is inconclusive.');
});

test.each<[string, string | Buffer, RegExp]>([
  ['nothing', '', /is no recording: its first line does not say so/],
  ['bytes', Buffer.from([0xff, 0xfe, 0, 1, 2]), /is no recording/],
  ['another document', '{"openapi": "3.1.0"}\n', /is no recording/],
  ['a list', '[1, 2]\n', /is no recording/],
  ['a line that is cut off in the middle', `${lines({ head })}{"exch\n${lines({ exchange })}`, /line 2 is no JSON/],
  ['another format', lines({ head: { ...head, format: 2 } }), /its format is 2, and this version reads format 1/],
  ['a format that is a text', lines({ head: { ...head, format: '1\u001b[2J' } }), /its format is not said/],
  ['two beginnings', lines({ head }, { head }), /line 2 begins another recording/],
  ['an unknown line', lines({ head }, { run: 'rm' }), /line 2 has something else/],
  ['a number instead of a text', lines({ head: { ...head, id: 1 } }), /line 1 has something else at \/head\/id/],
  [
    'a status that is a text',
    lines({ head }, { exchange: { ...exchange, response: { ...exchange.response, status: '404' } } }),
    /at \/exchange\/response\/status/,
  ],
  [
    'an address that is no address',
    lines({ head: { ...head, facts: { ...facts, baseUrl: 'file:///etc/passwd' } } }),
    /at \/head\/facts\/baseUrl/,
  ],
  [
    'control characters in an address',
    lines({ head: { ...head, facts: { ...facts, baseUrl: 'http://a/\u001b[2J' } } }),
    /at \/head\/facts\/baseUrl/,
  ],
  ['an exchange that is not there', lines({ head }, { part }), /line 2 names exchange 0, which is not before it/],
  ['a part that is not there', lines({ head }, { played }), /line 2 names part 0, which is not before it/],
  [
    'a body that is not there',
    lines({ head }, { exchange: { ...exchange, response: { ...exchange.response, body: { $piece: -1 } } } }),
    /names body -1/,
  ],
  [
    'a body that cannot be unpacked',
    lines({ head }, { piece: 'AAAA' }),
    /has a body that cannot be unpacked, or is longer than 32 MB/,
  ],
  [
    'a body that unpacks to 64 MB',
    lines({ head }, { piece: deflateSync(Buffer.alloc(64 * 1024 * 1024)).toString('base64') }),
    /longer than 32 MB/,
  ],
  [
    'JSON that is nested deep',
    `${lines({ head })}{"part":{"sent":[{"step":{"do":"read","change":${nested(5000)}},"at":0,"exchange":0}],"exchanges":[],"opened":[]}}\n`,
    /nested deeper than 64 levels/,
  ],
  [
    'a setting that runs something',
    lines({ head: { ...head, made: { suite: '1', bundled: false, settings: { wait: ['1; rm -rf /'] } } } }),
    /line 1 names a setting that a run does not have/,
  ],
  [
    'a setting with another value',
    lines({ head: { ...head, made: { suite: '1', bundled: false, settings: { rate: ['$(id)'] } } } }),
    /rate \$\(id\): expected a whole number/,
  ],
])('a file with %s is rejected in one sentence', async (_, text, complaint) => {
  const { code, out, err } = await judged(text);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(complaint);
  expect(err.trimEnd().split('\n')).toHaveLength(1);
  expect(err.length).toBeLessThan(600);
  // eslint-disable-next-line no-control-regex
  expect(err).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
});

test('a report shows what a file contains as text', async () => {
  const script = '<script>alert(1)</script>';
  const response = { status: 500, headers: [['X-A', script]], body: { $text: script } };
  const step = { do: 'read', of: 'unknown' };
  const shown = { ...scenario, label: script, steps: [step] };
  const ofUnknown = { ...part, sent: [{ step, at: 0, exchange: 0 }] };
  const nothing = { sent: [], exchanges: [], opened: [] };
  const of = { ...played, scenario: shown, control: 0, own: 1 };
  const sent = { exchange: { ...exchange, response } };
  const text = lines({ head }, { part: nothing }, sent, { part: ofUnknown }, { played: of });
  writeFileSync(file, text);
  const { code, err } = await runHere(['judge', file, '--report-dir', folder]);
  expect(err).toBe('');
  const [html, summary] = ['report.html', 'summary.md'].map((name) => readFileSync(join(folder, name), 'utf8'));
  expect(code).toBe(1);
  expect(html).toContain('&lt;script&gt;alert(1)');
  expect(html).not.toContain('<script>alert');
  expect(summary).not.toMatch(/^<script>/m);
});

test('a file of gigabytes is rejected when a part of it was read', async () => {
  writeFileSync(file, lines({ head }));
  truncateSync(file, 8 * 1024 ** 3);
  const { code, err } = await runHere(['judge', file]);
  expect({ code, err }).toEqual({
    code: 2,
    err: expect.stringMatching(/a line has more than 48 MB|more than 256 MB/) as string,
  });
});

test.each([
  ['no file', [], /judge needs a file, before its options/],
  ['a folder', [folder], /is no file: name a file that --record wrote/],
  ['a file that is missing', [join(folder, 'none')], /cannot be read \(ENOENT\)/],
])('%s is rejected', async (_, args, complaint) => {
  const { code, err } = await runHere(['judge', ...args]);
  expect(code).toBe(2);
  expect(err).toMatch(complaint);
});
