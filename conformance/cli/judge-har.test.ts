import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Har } from 'har-format';
import { expect, test } from 'vitest';
import type { Report } from '../../generated/report.ts';
import { contract } from '../../generated/requirements.ts';
import { runHere } from '../testing.ts';
import { temporaryFolder } from '../testing-folder.ts';

const folder = temporaryFolder();
const file = join(folder, 'session.har');
const service = 'http://service.example/v1';

const caseOf = (more: object = {}) => ({
  id: 'case_8f3kq0Zl2mXw',
  type: 'PF',
  reference: 'a',
  status: 'PENDING',
  score: 0,
  reasons: [],
  artifacts: [],
  created_at: '2026-01-01T00:00:00.000Z',
  decided_at: null,
  ...more,
});

type Pairs = Record<string, string>;
interface Sent {
  at?: string;
  time?: number | null;
  method?: string;
  path?: string;
  headers?: Pairs;
  request?: object;
}
interface Received {
  status?: number;
  headers?: Pairs;
  content?: object;
  response?: object | null;
  more?: object;
}

const listOf = (headers: Pairs) => Object.entries(headers).map(([name, value]) => ({ name, value }));
const usual = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  Date: 'Thu, 01 Jan 2026 00:00:00 GMT',
};

/** An entry as browsers write it; a read that succeeds, unless it says something else. */
function entry(sent: Sent = {}, received: Received = {}): object {
  const { at = '2026-01-01T00:00:01.000Z', time = 5, method = 'GET', path = '/cases/case_8f3kq0Zl2mXw' } = sent;
  const { status = 200, headers = {}, content = { text: JSON.stringify(caseOf()) }, response, more } = received;
  return {
    startedDateTime: at,
    time,
    request: {
      method,
      url: service + path,
      headers: listOf({ Authorization: 'Bearer key_of_tenant_one', ...sent.headers }),
      ...sent.request,
    },
    response: response === undefined ? { status, headers: listOf({ ...usual, ...headers }), content } : response,
    ...more,
  };
}

const text = JSON.stringify({ type: 'PF', reference: 'a' });
const created = ({ headers, ...more }: Received = {}) =>
  entry(
    {
      at: '2026-01-01T00:00:00.000Z',
      method: 'POST',
      path: '/cases',
      headers: { 'Content-Type': 'application/json' },
      request: { bodySize: text.length, postData: { mimeType: 'application/json', text } },
    },
    { status: 201, headers: { Location: '/v1/cases/case_8f3kq0Zl2mXw', ...headers }, ...more },
  );

const har = (...entries: object[]) => JSON.stringify({ log: { version: '1.2', entries } });

async function judged(content: string | Buffer, flags: string[] = []) {
  writeFileSync(file, content);
  const { code, out, err } = await runHere(['judge', file, '--format', 'json', ...flags]);
  const report = out === '' ? undefined : (JSON.parse(out) as Report);
  const verdict = (id: string) => report?.results.find((each) => each.id === id)?.verdict;
  return { code, err, report: report!, reason: report?.outcome.reason ?? '', verdict };
}

test('a session without a violation is incomplete, and says what it does not show', async () => {
  const { code, report, verdict } = await judged(har(created(), entry()));
  expect(code).toBe(3);
  expect(report.outcome.headline).toBe('INCOMPLETE: no violation in 2 exchanges');
  const passed = report.results.filter((each) => each.verdict === 'pass').map(({ id }) => id);
  expect(passed).toEqual(['create-case.reference-lengths', 'get-case.reads-case']);
  expect(verdict('upload-artifact.responds-with-201')).toBe('inconclusive');
});

test('a violation is found, and the keys of the file are not in the report', async () => {
  const wrong = entry({}, { content: { text: JSON.stringify(caseOf({ reference: 'b' })) } });
  const { code, report, reason } = await judged(har(created(), wrong));
  expect(reason).toMatch(
    /^the service met \d requirements? and did not meet create-case\.returns-reference and get-case\.like-created; \d+ requirements could not be judged/,
  );
  const failed = report.results.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
  expect({ code, failed }).toEqual({ code: 1, failed: ['create-case.returns-reference', 'get-case.like-created'] });
  expect(JSON.stringify(report)).not.toContain('key_of_tenant_one');
  expect(JSON.stringify(report)).toContain('$IDV_API_KEY');
});

// Each of them would be a violation if the file were taken at its word.
test.each<[string, object[], string]>([
  [
    'a key that the browser left out',
    [entry({ headers: { Authorization: '' } }), created()].map((each) => withoutKey(each)),
    '2 requests whose key the file does not have',
  ],
  [
    'a key that a tool masked',
    [created(), entry({ headers: { Authorization: '[REDACTED]' } })],
    '1 request whose key the file does not have',
  ],
  [
    'an upload without its bytes',
    [
      created(),
      entry(
        {
          method: 'POST',
          path: '/cases/case_8f3kq0Zl2mXw/artifacts',
          headers: { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': '3288' },
          request: { bodySize: 0 },
        },
        { status: 201, content: { text: '{}', size: 2 } },
      ),
    ],
    '1 request whose body the file does not have',
  ],
  [
    'an upload whose bytes were read as text',
    [
      created(),
      entry(
        {
          method: 'POST',
          path: '/cases/case_8f3kq0Zl2mXw/artifacts',
          headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
          request: { bodySize: -1, postData: { text: '--x\r\n\r\n\ufffd\ufffd\r\n--x--' } },
        },
        { status: 201, content: { text: '{}', size: 2 } },
      ),
    ],
    '1 request whose body the file does not have',
  ],
  [
    'a response without its body',
    [created(), entry({}, { content: { size: 212 } })],
    '1 request without a whole response in the file',
  ],
  [
    'a response whose body was cut',
    [created(), entry({}, { headers: { 'Content-Length': '212' }, content: { text: '{"id":' } })],
    '1 request without a whole response in the file',
  ],
  [
    'a response that is still compressed',
    [
      created(),
      entry({}, { headers: { 'Content-Encoding': 'gzip' }, content: { text: 'H4sIAAAA', encoding: 'base64' } }),
    ],
    '1 request without a whole response in the file',
  ],
  [
    'a request without a time',
    [created(), entry({ time: -1 }, { status: 500 })],
    '1 request without a whole response in the file',
  ],
  [
    'a request that was blocked',
    [created(), entry({}, { status: 0 })],
    '1 request without a whole response in the file',
  ],
  ['a request without a response', [created(), entry({}, { response: null })], '1 request without a whole response'],
  [
    'a response from a cache',
    [created(), entry({}, { content: { text: '{}' }, more: { _fromCache: 'disk' } })],
    '1 response that came from a cache',
  ],
  [
    'a page of the same service',
    [created(), entry({ path: '/docs' }, { content: { text: '<p>' } })],
    '1 exchange about',
  ],
])('%s is no violation', async (_, entries, reason) => {
  const judgement = await judged(har(...entries));
  expect({ code: judgement.code, err: judgement.err.includes('no violation') }).toEqual({ code: 3, err: true });
  expect(judgement.reason).toContain(reason);
});

function withoutKey(each: object): object {
  const { request } = each as Har['log']['entries'][number];
  const headers = request.headers.filter(({ name }) => name !== 'Authorization');
  return { ...each, request: { ...request, headers } };
}

test('what a recorder wrote as the page asked for it, and again as it was sent, is one header', async () => {
  const twice = (each: object) => {
    const { request } = each as Har['log']['entries'][number];
    const headers = [...request.headers, { name: 'User-Agent', value: 'Mozilla/5.0' }];
    return { ...each, request: { ...request, headers: [...headers, ...headers] } };
  };
  const { code, report } = await judged(har(twice(created()), twice(entry())));
  expect(code).toBe(3);
  expect(report.outcome.headline).toBe('INCOMPLETE: no violation in 2 exchanges');
});

test('a response that the recorder decoded is no coding without a request', async () => {
  const { code } = await judged(har(created({ headers: { 'Content-Encoding': 'br' } })));
  expect(code).toBe(3);
});

const problem = {
  type: '/problems/not-found',
  title: 'Not found',
  status: 404,
  detail: 'No case has this id.',
  instance: 'urn:uuid:cdcd9f9a-9b42-4ee9-a067-9d1de7bdcaab',
};
const notFound: Received = {
  status: 404,
  headers: { 'Content-Type': 'application/problem+json' },
  content: { text: JSON.stringify(problem) },
};

test('times that a recorder cut do not say which of two requests came first', async () => {
  // The read begins in the millisecond in which the create ended: it may have been sent before.
  const read = entry({ at: '2026-01-01T00:00:00.005Z' }, notFound);
  expect((await judged(har(created(), read))).code).toBe(3);
  const later = JSON.parse(JSON.stringify(read).replace('00.005Z', '00.007Z')) as object;
  expect((await judged(har(created(), later))).code).toBe(1);
});

const nested = (depth: number) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);
const script = '<script>alert(1)</script>';

test.each<[string, string | Buffer, RegExp]>([
  ['that was cut off', har(created(), entry()).slice(0, 300), /it is no JSON, or was cut off/],
  ['of bytes', Buffer.from([0x1f, 0x8b, 8, 0, 0xff]), /it is no JSON/],
  ['that is a list', '[]', /it is no JSON/],
  ['without entries', '{"log":{}}', /log must have required property 'entries'/],
  ['of another version', '{"log":{"version":"2.0","entries":[]}}', /it has another version than 1.2/],
  ['of a version that is an object', '{"log":{"version":{"a":1},"entries":[]}}', /it has another version than 1.2/],
  ['whose entries are an object', '{"log":{"entries":{}}}', /\/log\/entries must be array/],
  ['with a status that is a text', har(entry({}, { response: { status: '200', headers: [] } })), /\/response\/status/],
  ['with headers that are an object', har(entry({ request: { headers: {} } })), /\/request\/headers must be array/],
  ['with control characters in a method', har(entry({ method: 'GET\u001b[2J' })), /\/request\/method must match/],
  [
    'with control characters in the name of a header',
    har(entry({ headers: { 'a\u001b[2J': 'b' } })),
    /\/name must match/,
  ],
  ['with a script as the name of a header', har(entry({ headers: { [script]: 'b' } })), /\/name must match/],
  ['with a time that is no number', har(entry({ request: { bodySize: '1' } })), /\/bodySize must be number/],
  ['with an infinite time', har(entry()).replace('"time":5', '"time":1e999'), /\/time/],
  ['with a date that is none', har(entry({ at: '2026-99-99T00:00:00Z' })), /startedDateTime is no time/],
  ['with a text as a date', har(entry({ at: script })), /startedDateTime must match/],
  ['that is about nothing', har(), /has no request to \/cases: name the service by --base-url/],
  [
    'about addresses that are none',
    har(entry({ request: { url: 'javascript:alert(1)' } })),
    /has no request to \/cases/,
  ],
  [
    'about several services',
    har(entry(), entry({ request: { url: 'http://other.example/cases/x' } })),
    /several services, such as http:\/\/service.example\/v1 and http:\/\/other.example: name one/,
  ],
  ['with more requests than any client sends', har(...Array<object>(20_001).fill(entry())), /at most 20000 are judged/],
])('a HAR %s is rejected in one sentence', async (_, content, complaint) => {
  const { code, err, report } = await judged(content);
  expect({ code, report }).toEqual({ code: 2, report: undefined });
  expect(err).toMatch(complaint);
  expect(err.trimEnd().split('\n')).toHaveLength(1);
  expect(err.length).toBeLessThan(600);
  // eslint-disable-next-line no-control-regex
  expect(err).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
});

test('what nobody reads may be nested as deep as it likes, and a size that is announced reserves nothing', async () => {
  const deep = har(entry()).replace('"time":5', `"time":5,"_own":${nested(200_000)}`);
  expect((await judged(deep)).code).toBe(3);
  const announced = { text: JSON.stringify(caseOf()), size: 8 * 1024 ** 4 };
  expect((await judged(har(created(), entry({}, { content: announced })))).code).toBe(3);
});

test('a HAR of gigabytes is rejected before it is read', async () => {
  writeFileSync(file, har(entry()));
  truncateSync(file, 8 * 1024 ** 3);
  const { code, err } = await runHere(['judge', file]);
  expect(code).toBe(2);
  expect(err).toContain('has more than 64 MB: export only the requests to the service');
});

test('a report shows what a HAR contains as text', async () => {
  const odd = entry(
    { headers: { 'X-A': `${script}\u001b[2J`, Cookie: 'session=1234' } },
    { status: 500, content: { text: script } },
  );
  writeFileSync(file, har(created(), odd));
  const { code, out } = await runHere(['judge', file, '--report-dir', folder, '--verbose']);
  const [html, summary] = ['report.html', 'summary.md'].map((name) => readFileSync(join(folder, name), 'utf8'));
  expect(code).toBe(1);
  expect(html).toContain('&lt;script&gt;alert(1)');
  expect(html).not.toContain('<script>alert');
  expect(summary).not.toMatch(/^<script>/m);
  expect(out).not.toContain('\u001b[2J');
  expect(html).not.toContain('session=1234');
});

test('a recording is written as a HAR, which is judged without its long bodies', async () => {
  const recorded = join(folder, 'run.jsonl');
  const baseUrl = 'http://127.0.0.1:1';
  const request = { method: 'GET', url: `${baseUrl}/cases/x`, headers: [['Authorization', 'Bearer k_12345678']] };
  const head = {
    format: 1,
    contract,
    id: 'ab12cd34',
    seed: 1,
    facts: { baseUrl, claims: [], keys: { tenant: 'k_12345678' }, key: { header: 'A', template: '{key}' }, id: '/id' },
    selection: { class: 'full', only: [] },
    planned: {},
    startedAt: '2026-01-01T00:00:00.000Z',
    began: 1,
  };
  const bodies = [{ $text: 'é' }, { $base64: '/9j/' }, { $text: 'x'.repeat(70_000) }];
  const exchanges = bodies.map((body, at) => ({
    exchange: {
      request: { ...request, method: 'POST', body: [body], chunked: false },
      response: { status: 404, headers: [], body },
      started: 1.5 + at,
      milliseconds: 0.25,
    },
  }));
  writeFileSync(recorded, [{ head }, ...exchanges].map((line) => `${JSON.stringify(line)}\n`).join(''));
  await runHere(['judge', recorded, '--har', file]);
  const { entries } = (JSON.parse(readFileSync(file, 'utf8')) as Har).log;
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(entries.map(({ startedDateTime, time }) => [startedDateTime, time])).toEqual([
    ['2026-01-01T00:00:00.000500Z', 0.25],
    ['2026-01-01T00:00:00.001500Z', 0.25],
    ['2026-01-01T00:00:00.002500Z', 0.25],
  ]);
  const written = entries.map(({ response }) => [
    response.content.text,
    response.content.encoding,
    response.content.size,
  ]);
  expect(written).toEqual([
    ['é', undefined, 2],
    ['/9j/', 'base64', 3],
    [undefined, undefined, 70_000],
  ]);
  const { out } = await runHere(['judge', file]);
  expect(out).toContain('1 request whose body the file does not have; 1 request without a whole response in the file');
  const { code, err } = await runHere(['judge', file, '--har', join(folder, 'again.har')]);
  expect({ code, err }).toEqual({ code: 2, err: '--har writes a recording as HAR, and this is one: omit it.\n' });
});
