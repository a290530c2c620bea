import { expect, test } from 'vitest';
import type { Exchange } from '../wire/exchange.ts';
import {
  artifact,
  caseOf,
  create,
  exchangeOf,
  opened,
  read,
  type Received,
  type Sent,
  stored,
  upload,
  world,
} from '../oracle/testing.ts';
import type { Finding } from '../oracle/terms.ts';
import { Watch } from './watch.ts';

function setUp() {
  const findings: Finding[] = [];
  const start = performance.now();
  const watch = new Watch(world, (finding) => findings.push(finding));
  /** An exchange between two times, in milliseconds since the beginning. */
  const begin = (from: number) => {
    const slot = { started: start + from };
    watch.begin(slot);
    return slot;
  };
  const exchange = (from: number, to: number, sent: Sent, received?: Received): Exchange => ({
    ...exchangeOf(sent, received),
    started: start + from,
    milliseconds: to - from,
  });
  const whole = (from: number, to: number, sent: Sent, received: Received) =>
    watch.end(begin(from), exchange(from, to, sent, received));
  return { watch, findings, begin, exchange, whole, broken: () => findings.map(({ requirement }) => requirement) };
}

test('an exchange is judged when all that began before its end have ended', () => {
  const { watch, begin, exchange, whole, broken } = setUp();
  whole(10, 20, create(), opened('case_of_tests_000001'));
  const slow = begin(30);
  whole(40, 50, read('case_of_tests_000001'), {
    status: 200,
    body: caseOf('case_of_tests_000001', { artifacts: [artifact('artifact_of_tests_1')] }),
  });
  expect(watch.judged).toBe(1);
  watch.end(slow, exchange(30, 60, upload('case_of_tests_000001'), stored('artifact_of_tests_1')));
  expect(watch.judged).toBe(3);
  expect(broken()).toEqual([]);
});

test('an artifact that no upload explains is a violation', () => {
  const { whole, broken } = setUp();
  whole(10, 20, create(), opened('case_of_tests_000001'));
  whole(30, 40, read('case_of_tests_000001'), {
    status: 200,
    body: caseOf('case_of_tests_000001', { artifacts: [artifact('artifact_of_tests_1')] }),
  });
  expect(broken()).toEqual(['get-case.lists-evidence']);
});

test('a key or a case that it does not know is not judged as a whole', () => {
  const { watch, whole, broken } = setUp();
  whole(10, 20, read('case_of_tests_before'), { status: 200, body: caseOf('case_of_tests_before', { status: 'ODD' }) });
  whole(
    30,
    40,
    { ...read('case_of_tests_000001'), key: null, headers: { Authorization: 'Bearer another' } },
    stored('case_of_tests_000001'),
  );
  expect(broken()).toEqual([]);
  expect([...watch.open]).toEqual([
    ['case', 1],
    ['key', 1],
  ]);
});

test('a keyed create that may repeat an older one opens no known case', () => {
  const { watch, whole, broken } = setUp();
  const headers = { Location: '/v1/cases/case_of_tests_000001', Date: 'Thu, 01 Jan 2026 10:30:00 GMT' };
  whole(10, 20, create('user-1', { headers: { 'Idempotency-Key': 'a-key-of-an-hour-ago' } }), {
    ...opened('case_of_tests_000001'),
    headers,
  });
  whole(30, 40, read('case_of_tests_000001'), {
    status: 200,
    body: caseOf('case_of_tests_000001', { artifacts: [artifact('artifact_of_tests_1')] }),
  });
  expect(broken()).toEqual([]);
  expect([...watch.unknownCases]).toEqual(['case_of_tests_000001']);
});

test('the bytes of a judged upload are forgotten, and its repetition is still known', () => {
  const { watch, whole, broken } = setUp();
  whole(10, 20, create(), opened('case_of_tests_000001'));
  const keyed = { headers: { 'Idempotency-Key': 'a-long-enough-key' } };
  whole(30, 40, upload('case_of_tests_000001', undefined, keyed), stored('artifact_of_tests_1'));
  expect(watch.exchanges.at(-1)!.request.body).toEqual([]);
  whole(50, 60, upload('case_of_tests_000001', undefined, keyed), stored('artifact_of_tests_2'));
  expect(broken()).toEqual(['idempotency.upload-replays']);
});
