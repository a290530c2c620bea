import { expect, test } from 'vitest';
import { decisions, type RequirementId } from '../../generated/requirements.ts';
import { type Exchange, redactor } from '../wire/exchange.ts';
import type { Receiver } from '../wire/receiver.ts';
import type { Result } from '../run/verdict.ts';
import { exchangeText } from './console/card.ts';
import { reportedExchange } from './exchange/exchange.ts';
import { consoleReport, withoutColour } from './console/console.ts';
import { decisionsHtml } from './html/decisions.ts';
import { outcomeLine } from './facts.ts';
import { type Report, reportOf } from './report.ts';
import { headlineOf, resultOf } from '../testing.ts';
import { context, everyVerdict, exchange, failureOf, judgement, key, secret } from './testing.ts';

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
const blocked = (id: RequirementId): Result =>
  resultOf(id, 'inconclusive', {
    reason: 'blocked by get-case.unknown-404: x',
    blockedBy: 'get-case.unknown-404',
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
  const { manifest, ...rest } = judgement([{ ...showing(event), exchanges: [one, event] }]);
  const webhook = { receiver: {} as Receiver, secret: 'whsec_c2VjcmV0', slow: false };

  const report = reportOf({ ...rest, manifest: { ...manifest, webhook } }, context);

  expect(JSON.stringify(report)).not.toContain('c2VjcmV0');
  expect(report.run.requests).toBe(1);
  const [result] = report.results;
  expect(result!.findings[0]!.curl).toBeUndefined();
  expect(exchangeText(report.exchanges[0]!)).toMatch(/^< POST .*[^]*\n< \{"of":"\$IDV_WEBHOOK_SECRET, .*\n> 200\n/);
});

test('a key made from a supplied one is replaced too', () => {
  const derived = exchange({
    headers: [['Authorization', 'Bearer s3cr$t`key']],
    credential: { value: 's3cr$t`key', shell: '${IDV_API_KEY%?}' },
  });
  const report = reportOf(judgement([showing(derived)]), context);
  expect(JSON.stringify(report)).not.toContain('s3cr$t`key');
  expect(report.results[0]!.findings[0]!.curl).toContain('"Authorization: Bearer ${IDV_API_KEY%?}"');
});

test('a key that is a short word is replaced where it is one, and other words stay whole', () => {
  const failures = [failureOf('get-case.unknown-404', one, { actual: 'any of many, "any"' })];
  const { manifest, ...rest } = judgement([{ ...failing, failures }]);
  const report = reportOf({ manifest: { ...manifest, keys: { tenant: 'any' } }, ...rest }, context);
  expect(report.results[0]!.findings[0]!.actual).toBe('$IDV_API_KEY of many, "$IDV_API_KEY"');
});

test('a short key is replaced where its header has it, also as a part of a word', () => {
  const sent = exchange({ headers: [['Authorization', 'Bearerkey-1']], credential: { value: 'key-1', shell: '$KEY' } });
  const report = reportOf(judgement([showing(sent)]), context);
  expect(JSON.stringify(report)).not.toContain('key-1');
  expect(report.results[0]!.findings[0]!.curl).toContain('-H "Authorization: Bearer$KEY"');
});

test('what the whole run shows is judged again with the scenario that sent the request', () => {
  const sender = { id: 'get-case.status', label: 'a read' } as const;
  const failures = [failureOf('get-case.unknown-404', one, { sender })];
  const { rerun } = reportOf(judgement([{ ...failing, failures }]), context).results[0]!;
  expect(rerun).toBe('idv-conformance --claim sandbox --only get-case.unknown-404 --only get-case.status');
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
  given.manifest.headers = sent.request.headers;
  const { results, exchanges } = reportOf(given, context);
  expect(JSON.stringify([results, exchanges])).not.toContain('long-secret');
  expect(exchanges[0]!.request.headers).toEqual([
    ['X-Route', '$X_ROUTE'],
    ['X-Gateway', '$X_GATEWAY'],
  ]);
  expect(exchanges[0]!.request.body?.text).toBe('a');
  expect(results[0]!.findings[0]!.curl).toContain('-H "X-Route: $X_ROUTE" -H "X-Gateway: $X_GATEWAY"');
});

const cards = { detail: 'cards', width: 120 } as const;

test('the console shows the sentence, both sides, the exchange and how to see it again', () => {
  const shown = withoutColour(consoleReport(reportOf(judgement([failing]), context), cards));
  expect(shown).toContain('FAIL get-case.unknown-404 (MUST, decided in D27)');
  expect(shown).toContain(failing.requirement.text);
  expect(shown).toMatch(/expected {2}a\n {2}actual {4}\$IDV_API_KEY\n/);
  expect(shown).toContain('> Authorization: Bearer $IDV_API_KEY');
  expect(shown).toContain('curl      curl -sSi');
  expect(shown).toContain('rerun     idv-conformance --claim sandbox --only get-case.unknown-404');
  expect(shown).toContain('0 passed, 1 failed, 0 warnings, 0 inconclusive, 0 not applicable · 5 untestable');
  expect(headlineOf(shown)).toBe(outcomeLine(reportOf(judgement([failing]), context)));
});

test.each<[Partial<Report>, boolean, string]>([
  [{}, false, 'NON-CONFORMANT: http://127.0.0.1:1 (full; not claimed: webhooks, live-key)'],
  [{}, true, 'NON-CONFORMANT: the bundled reference implementation (full; not claimed: webhooks, live-key)'],
  [
    { outcome: { name: undefined, headline: 'PASSED 1 of 1 selected', exitCode: 0, reason: '' } },
    true,
    'PASSED 1 of 1 selected · the bundled reference implementation',
  ],
])('the outcome line names the service: %j, bundled: %s', (part, bundled, line) => {
  expect(outcomeLine({ ...reportOf(judgement([failing]), { ...context, bundled }), ...part })).toBe(line);
});

test('the console shows a cause once', () => {
  const shown = withoutColour(
    consoleReport(
      reportOf(judgement([failing, blocked('get-case.status'), blocked('get-case.score')]), context),
      cards,
    ),
  );
  expect(shown).toContain('INCONCLUSIVE blocked by get-case.unknown-404\n  get-case.status\n  get-case.score\n');
});

test('the console escapes control characters that a candidate sent', () => {
  const shown = consoleReport(everyVerdict(), cards);
  const coloured = shown.replaceAll(/\u001b\[\d+m/g, '');
  expect(coloured).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  expect(coloured).toContain('\\u001b[2J');
});

test('decisions have no Markdown but code, which the HTML report shows as code', () => {
  const page = decisionsHtml(decisions.map(({ id }) => id))!.text;
  expect(page).toContain('<code>Allow</code> may list');
  expect(page).not.toMatch(/\*\*|\n- /);
});

test('a long command is printed whole', () => {
  const long = exchange({ body: [Buffer.from(Array.from({ length: 600 }, (_, at) => at % 256))] });
  const report = reportOf(judgement([{ ...failing, exchanges: [long], decisive: long }]), context);
  expect(withoutColour(consoleReport(report, cards))).toContain(report.results[0]!.findings[0]!.curl);
});
