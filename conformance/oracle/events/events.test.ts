import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../wire/exchange.ts';
import { Oracle } from '../oracle.ts';
import { type Span, worldOf } from '../terms.ts';
import { approval, artifact, caseOf, create, exchangeOf, id, opened, read, stored, upload, world } from '../testing.ts';

const reference = 'sandbox:approve#a-case-of-events';
const [secret, otherSecret] = ['whsec_c2VjcmV0', 'whsec_b3RoZXI='];
const epoch = Date.parse('2026-01-01T09:30:00Z');
const decided = caseOf(id, { reference, ...approval, artifacts: [artifact('a')] });
const date = { Date: new Date(epoch + 2000).toUTCString() };

interface Sent {
  at?: number;
  status?: number | 'closed' | 'silence';
  milliseconds?: number;
  abandonedAfter?: number;
  webhookId?: string;
  seconds?: number;
  data?: object;
  url?: string;
  signedWith?: string;
}

/** An event that arrives one second after the decision, and is accepted at once, unless it says something else. */
function event(sent: Sent = {}): Exchange {
  const { at = 3000, status = 204, milliseconds = 1, webhookId = 'msg_1', data = decided } = sent;
  const { url = 'http://receiver.example/', seconds = Math.floor((epoch + at) / 1000), signedWith = secret } = sent;
  const body = JSON.stringify({ type: 'case.decided', timestamp: approval.decided_at, data });
  const key = Buffer.from(signedWith.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(`${webhookId}.${seconds}.${body}`).digest('base64');
  const headers: [string, string][] = [
    ['Content-Type', 'application/json'],
    ['webhook-id', webhookId],
    ['webhook-timestamp', String(seconds)],
    ['webhook-signature', `v1,${signature}`],
  ];
  const failure = status === 'closed' ? 'the suite closed the connection' : 'the suite did not respond to the event';
  return {
    request: { method: 'POST', url, headers, body: [Buffer.from(body)], credential: undefined, chunked: false },
    received: true,
    started: at,
    arrivedAt: epoch + at,
    milliseconds,
    ...(sent.abandonedAfter !== undefined && { abandonedAfter: sent.abandonedAfter }),
    ...(typeof status === 'number' ? { response: { status, headers: [], body: Buffer.alloc(0) } } : { failure }),
  };
}

/** A case that is opened and decided, each request half a second after the one before. */
const decision = (caseId: string, text: string, shown: object, headers: Record<string, string>, from: number) =>
  [
    exchangeOf(create(text), opened(caseId, text)),
    exchangeOf(upload(caseId), stored(caseId === id ? 'a' : 'b')),
    exchangeOf(read(caseId), { status: 200, headers, body: shown }),
  ].map((each, at) => ({ ...each, started: from + 500 * at }));

function judged(
  events: Exchange[],
  until: number,
  more: Exchange[] = [],
  headers: Record<string, string> = date,
  away: Span[] = [],
) {
  const oracle = new Oracle(worldOf({ ...world, webhook: { secret, otherSecret } }));
  for (const exchange of [...decision(id, reference, decided, headers, 1000), ...more]) oracle.add(exchange);
  return oracle.judgeEvents(events, { start: 0, end: until, away });
}

/** The requirements that events about one decided case break, while the receiver watches for a minute. */
const brokenBy = (events: Exchange[], until = 60_000, more: Exchange[] = []): string[] =>
  judged(events, until, more).findings.map(({ requirement }) => requirement);

test('an event may arrive 5 s after the decision, and half a second later', () => {
  expect(brokenBy([event({ at: 7400 })])).toEqual([]);
});

test('an event that is accepted breaks nothing, nor does one about an unknown case', () => {
  const ofOthers = event({ data: { ...decided, id: 'case_x', reference: 'y' }, signedWith: 'AA==' });
  expect(brokenBy([event(), ofOthers])).toEqual([]);
});

test.each<[string, Sent]>([
  ['webhook.headers', { webhookId: 'x'.repeat(256) }],
  ['webhook.own-endpoint', { url: 'http://receiver.example/other' }],
  ['webhook.slow-success-accepted', { abandonedAfter: 5000, milliseconds: 13_000 }],
  ['webhook.arrives', { at: 9000, seconds: epoch / 1000 + 9 }],
])('one event breaks %s', (requirement, sent) => {
  expect(brokenBy([event(sent)])).toContain(requirement);
});

describe('after a response', () => {
  test.each<[string, number | 'closed' | 'silence', number, string]>([
    ['204', 204, 1, 'webhook.success-not-again'],
    ['another 2xx', 202, 1, 'webhook.success-not-again'],
    ['a late 204', 204, 13_000, 'webhook.slow-success-accepted'],
    ['410', 410, 1, 'webhook.gone-stops'],
  ])('%s the event is not sent again, except for a copy in transit', (_, status, milliseconds, requirement) => {
    const first = event({ status, milliseconds });
    expect(brokenBy([first, event({ at: 3010, status })])).toEqual([]);
    expect(brokenBy([first, event({ at: 5100 + milliseconds })])).toEqual([requirement]);
  });

  test.each<[string, number | 'closed' | 'silence', number, string]>([
    ['500', 500, 0, 'webhook.failure-retried'],
    ['404', 404, 0, 'webhook.failure-retried'],
    ['a redirect', 302, 0, 'webhook.failure-retried'],
    ['a closed connection', 'closed', 0, 'webhook.failure-retried'],
    ['no response for 15 s', 'silence', 15_000, 'webhook.no-response-retried'],
  ])('%s the event is sent again within 10 s', (_, status, milliseconds, requirement) => {
    const first = event({ status });
    const failed = 3000 + milliseconds;
    expect(brokenBy([first, event({ at: failed + 9700 })])).toEqual([]);
    expect(brokenBy([first], failed + 9000)).toEqual([]);
    expect(brokenBy([first])).toEqual([requirement]);
    expect(brokenBy([first, event({ at: failed + 12_000 })])).toEqual([requirement]);
  });
});

test('a retry is signed as wrongly as the first attempt', () => {
  const signedWith = 'whsec_eHh4';
  const both = [event({ status: 500, signedWith }), event({ at: 7000, signedWith })];
  expect(brokenBy(both)).toEqual(['webhook.signature', 'webhook.signature']);
});

test('a service that stops to wait a moment before 15 s, as the suite sees it, sends the event again', () => {
  const first = event({ status: 'silence', abandonedAfter: 14_990 });
  expect(brokenBy([first, event({ at: 18_500 })])).toEqual([]);
  expect(brokenBy([first])).toEqual(['webhook.no-response-retried']);
});

test.each<[string, Exchange[], string]>([
  ['again', [event(), event({ at: 9000 })], 'webhook.success-not-again'],
  ['late after a failure', [event({ status: 500 }), event({ at: 15_000 })], 'webhook.failure-retried'],
  ['late', [event({ at: 9000 })], 'webhook.arrives'],
])('a service that was stopped may send an event %s', (_, events, requirement) => {
  const brokenIf = (away: Span) => judged(events, 60_000, [], date, [away]).findings.map((each) => each.requirement);
  expect(brokenIf({ start: 3500, end: 6000 })).toEqual([]);
  expect(brokenIf({ start: 30_000, end: 31_000 })).toEqual([requirement]);
});

test('a case causes one event', () => {
  expect(brokenBy([event(), event({ at: 5000, webhookId: 'msg_2' })])).toEqual(['webhook.once-a-case']);
});

test('of two copies, the one that failed is sent again, but not after the retry was accepted', () => {
  const retried = [event({ status: 500 }), event({ at: 3005 }), event({ at: 6000 })];
  expect(brokenBy(retried)).toEqual([]);
  expect(brokenBy([...retried, event({ at: 9000 })])).toEqual(['webhook.success-not-again']);
});

test('without a Date of the service, the time of sending is in doubt', () => {
  const { findings, doubts } = judged([event({ seconds: 1_000_000_000 })], 60_000, [], {});
  expect(findings).toEqual([]);
  expect(doubts.map(({ requirement }) => requirement)).toEqual(['webhook.timestamp-of-sending']);
});

test('the time of sending is that of the suite, or of the latest Date of the service', () => {
  const laterBy = (seconds: number) => ({ Date: new Date(epoch + 2000 + seconds * 1000).toUTCString() });
  const sentAt = (seconds: number) => [event({ seconds: epoch / 1000 + 3 + seconds })];
  expect(judged(sentAt(3600), 60_000, [], laterBy(3600)).findings).toEqual([]);
  expect(judged(sentAt(0), 60_000, [], laterBy(-30)).findings).toEqual([]);
  const [finding] = judged(sentAt(-30), 60_000, [], laterBy(60)).findings;
  expect(finding?.actual).toBe(
    '30 s before the arrival by the clock of the suite, and 90 s before the arrival by the latest Date of its responses',
  );
});

describe('another case', () => {
  const [second, text] = ['case_fedcba9876543210', 'sandbox:deny#another-case'];
  const denial = { ...approval, status: 'DENIED', score: 20, reasons: ['OCR_OK', 'FACE_MATCH_FAIL'] };
  const shown = caseOf(second, { reference: text, ...denial, artifacts: [artifact('b')] });
  const whole = decision(second, text, shown, date, 1010);
  const other = { data: shown, webhookId: 'msg_2' };

  test('has an event too, as long as the receiver watches', () => {
    expect(brokenBy([event()], 60_000, whole)).toEqual(['webhook.arrives']);
    expect(brokenBy([], 60_000, whole)).toEqual(['webhook.arrives', 'webhook.arrives']);
    expect(brokenBy([event()], 5000, whole)).toEqual([]);
    expect(brokenBy([event({ milliseconds: 4000 })], 8100, whole)).toEqual([]);
    expect(brokenBy([event(), event(other)], 60_000, whole)).toEqual([]);
  });

  test('has another webhook-id', () => {
    expect(brokenBy([event(), event({ data: shown, at: 3005 })], 60_000, whole)).toEqual(['webhook.ids-differ']);
  });

  test('is announced once too, with at most one copy in transit at a response that was held back', () => {
    const copied = (milliseconds: number, sent: Sent = {}) => [
      event({ milliseconds, ...sent }),
      event({ at: 3200 + milliseconds, ...sent }),
    ];
    expect(brokenBy([...copied(100), event(other)], 60_000, whole)).toEqual([]);
    expect(brokenBy([...copied(1), ...copied(1, other)], 60_000, whole)).toEqual([]);
    const ofBoth = brokenBy([...copied(100), ...copied(100, other)], 60_000, whole);
    expect(ofBoth).toEqual(['webhook.success-not-again', 'webhook.success-not-again']);
  });
});

test.each<[string, { held: number; pause: number; idle?: number; read: number }, string[]]>([
  ['late responses', { held: 750, pause: 30, read: 1 }, []],
  ['pauses of a service that is as slow otherwise', { held: 100, pause: 700, read: 300 }, []],
  ['pauses', { held: 100, pause: 700, read: 1 }, ['webhook.arrives']],
  ['nothing, of a slow service', { held: 100, pause: 100, idle: 5000, read: 300 }, ['webhook.arrives']],
])('the last of eight events is late because of %s', (_, { held, pause, idle = 0, read }, broken) => {
  const eight = Array.from({ length: 8 }, (_, at) => {
    const [caseId, text] = [`case_number_0123456${at}`, `sandbox:approve#case-${at}-of-events`];
    const data = { ...decided, id: caseId, reference: text };
    const sent = {
      at: 1900 + at * (held + pause) + (at === 7 ? idle : 0),
      webhookId: `msg_of_${at}`,
      milliseconds: held,
    };
    const requests = decision(caseId, text, data, date, 500).map((each) => ({ ...each, milliseconds: read }));
    return { requests, event: event({ ...sent, data }) };
  });
  const requests = eight.flatMap((each) => each.requests);
  const events = [event(), ...eight.map((each) => each.event)];
  expect(brokenBy(events, 60_000, requests)).toEqual(broken);
});

test('nothing is missing when the endpoint is gone', () => {
  expect(brokenBy([event({ status: 410 })])).toEqual([]);
});
