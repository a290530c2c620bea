import { describe, expect, test } from 'vitest';
import { decisions } from '../../generated/requirements.ts';
import type { Exchange } from '../wire/exchange.ts';
import { redactor } from '../wire/redactor.ts';
import type { Result } from '../run/judge/verdict.ts';
import { cardText } from './card.ts';
import { reportedExchange } from './exchange/exchange.ts';
import { decisionsHtml } from './html/appendix.ts';
import { reportOf } from './report.ts';
import { resultOf } from '../testing.ts';
import { context, everyVerdict, exchange, failureOf, judgement, key, schema, schemaErrors, secret } from './testing.ts';

const one = exchange({ headers: [['Authorization', `Bearer ${secret}`]], credential: key }, `{"echo":"${secret}"}`);
const failing = resultOf('get-case.unknown-404', 'fail', {
  reason: `expected a, but got ${secret}`,
  failures: [failureOf('get-case.unknown-404', one, { kind: 'state', expected: 'a', actual: secret })],
  exchanges: [one],
  decisive: one,
});
const showing = (decisive: Exchange): Result => ({
  ...failing,
  failures: [failureOf('get-case.unknown-404', decisive)],
  exchanges: [decisive],
  decisive,
});

test('a report is plain data without keys', () => {
  const report = reportOf(judgement([failing]), context);
  const text = JSON.stringify(report);
  expect(text).not.toContain(secret);
  expect(JSON.parse(text)).toEqual(report);
  expect(report).toMatchObject({
    outcome: { name: 'NON-CONFORMANT', exitCode: 1 },
    counts: { fail: 1, pass: 0 },
    candidate: { supplied: ['IDV_API_KEY'] },
    run: { requests: 1 },
    results: [
      {
        id: 'get-case.unknown-404',
        verdict: 'fail',
        findings: [{ kind: 'state', actual: '$IDV_API_KEY', exchange: 0 }],
      },
    ],
  });
});

test('a body that is cut contains no part of a key', () => {
  const value = 'k'.repeat(3000);
  const sent = exchange({ body: [Buffer.from(`reference=${'x'.repeat(400)}&access_token=${value}`)] });

  const { request } = reportedExchange(sent, redactor([{ value, shell: '$IDV_API_KEY' }]));

  expect(request.body).toEqual({ bytes: 3424, text: `reference=${'x'.repeat(400)}&access_token=$IDV_API_KEY` });
});

test('an event is shown without a secret, and has no curl command', () => {
  const event: Exchange = { ...exchange({ body: [Buffer.from('{"of":"whsec_c2VjcmV0, c2VjcmV0"}')] }), received: true };
  const { facts, ...rest } = judgement([{ ...showing(event), exchanges: [one, event] }]);
  const webhook = { url: 'http://127.0.0.1:1/', secret: 'whsec_c2VjcmV0' };

  const report = reportOf({ ...rest, facts: { ...facts, webhook } }, context);

  expect(JSON.stringify(report)).not.toContain('c2VjcmV0');
  expect(report.run.requests).toBe(1);
  const [result] = report.results;
  expect(result!.findings[0]!.curl).toBeUndefined();
  expect(cardText(result!, report)).toMatch(/< POST .*[^]*\n +< \{"of":"\$IDV_WEBHOOK_SECRET, .*\n +> 200\n/);
});

test.each([
  ['a key made from a supplied one', 'Bearer s3cr$t`key', { value: 's3cr$t`key', shell: '${IDV_API_KEY%?}' }],
  ['a short key, also as a part of a word', 'Bearerkey-1', { value: 'key-1', shell: '$KEY' }],
])('%s is replaced', (_, authorization, credential) => {
  const sent = exchange({ headers: [['Authorization', authorization]], credential });
  const report = reportOf(judgement([showing(sent)]), context);
  expect(JSON.stringify(report)).not.toContain(credential.value);
  const written = authorization.replace(credential.value, () => credential.shell);
  expect(report.results[0]!.findings[0]!.curl).toContain(`-H "Authorization: ${written}"`);
});

test('a key that is a short word is replaced where it is one, and other words stay whole', () => {
  const failures = [failureOf('get-case.unknown-404', one, { actual: 'any of many, "any"' })];
  const { facts, ...rest } = judgement([{ ...failing, failures }]);
  const report = reportOf({ facts: { ...facts, keys: { tenant: 'any' } }, ...rest }, context);
  expect(report.results[0]!.findings[0]!.actual).toBe('$IDV_API_KEY of many, "$IDV_API_KEY"');
});

test('the value of a header that goes with every request is replaced, a short one only in its header', () => {
  const sent = exchange(
    {
      headers: [
        ['X-Route', 'a'],
        ['X-Gateway', 'long-secret'],
      ],
      body: [Buffer.from('a')],
    },
    '{"a":"long-secret"}',
  );
  const given = judgement([showing(sent)]);
  given.facts.headers = sent.request.headers;
  const { results, exchanges } = reportOf(given, context);
  expect(JSON.stringify([results, exchanges])).not.toContain('long-secret');
  expect(exchanges[0]!.request.headers).toEqual([
    ['X-Route', '$X_ROUTE'],
    ['X-Gateway', '$X_GATEWAY'],
  ]);
  expect(exchanges[0]!.request.body?.text).toBe('a');
  expect(results[0]!.findings[0]!.curl).toContain('-H "X-Route: $X_ROUTE" -H "X-Gateway: $X_GATEWAY"');
});

test('decisions have no Markdown but code, which the HTML report shows as code', () => {
  const page = decisionsHtml(decisions.map(({ id }) => id))!.text;
  expect(page).toContain('<code>Allow</code> may list');
  expect(page).not.toMatch(/\*\*|\n- /);
});

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  $defs?: Record<string, Schema>;
}

describe('the published schema', () => {
  const written: unknown = JSON.parse(JSON.stringify(everyVerdict()));

  test('fits a report with every verdict, and one of a part, which has no outcome', () => {
    expect(schemaErrors(written)).toEqual([]);
    const part = reportOf(judgement([], { class: 'stated', claimed: [], leftOut: [], partial: true }), context);
    expect(schemaErrors(JSON.parse(JSON.stringify(part)))).toEqual([]);
  });

  test('fits nothing else', () => {
    for (const wrong of [{ more: 1 }, { counts: {} }, { results: [{}] }])
      expect(schemaErrors({ ...everyVerdict(), ...wrong })).not.toEqual([]);
  });

  const timed = reportOf(judgement([showing({ ...one, started: 5, connection: { port: 50_123, request: 3 } })]), {
    ...context,
    serviceVersion: '7.1',
    only: ['http'],
  });

  test('fits a report that says when each request was sent, of what and by what command', () => {
    expect(schemaErrors(timed)).toEqual([]);
    const sent = new Date(performance.timeOrigin + 5).toISOString();
    expect(timed).toMatchObject({
      candidate: { version: '7.1' },
      command: 'idv-conformance --claim sandbox --only http',
      causes: [{ first: 'get-case.unknown-404', failed: ['get-case.unknown-404'], blocked: [] }],
      exchanges: [{ at: sent, connection: { port: 50_123, request: 3 } }],
    });
    expect(cardText(timed.results[0]!, timed)).toContain(
      `\n  logs      ${sent} · request 3 on the connection from port 50123`,
    );
  });

  test('describes only properties that reports have', () => {
    const described = (part: Schema): string[] => [
      ...Object.entries(part.properties ?? {}).flatMap(([name, inner]) => [name, ...described(inner)]),
      ...[part.items, ...Object.values(part.$defs ?? {})].flatMap((inner) => (inner ? described(inner) : [])),
    ];
    const held = new Set<string>();
    const follows = 'create-case.location';
    const following = reportOf(judgement([resultOf('get-case.status', 'fail', { follows })]), context);
    for (const report of [written, timed, following])
      JSON.stringify(report, (name, value: unknown) => {
        held.add(name);
        return value;
      });
    expect(described(schema as Schema).filter((name) => !held.has(name))).toEqual([]);
  });
});
