import { expect, test } from 'vitest';
import type { Exchange } from '../wire/exchange.ts';
import { artifact, caseOf, create, exchangeOf, opened, read, stored, upload, world } from '../oracle/testing.ts';
import type { Received, Sent } from '../oracle/testing.ts';
import type { Finding } from '../oracle/terms.ts';
import { Watch } from './watch.ts';

const id = 'case_of_tests_000001';
const readWithArtifact: Received = { status: 200, body: caseOf(id, { artifacts: [artifact('artifact_of_tests_1')] }) };

function setUp() {
  const findings: Finding[] = [];
  const start = performance.now();
  const watch = new Watch(world, { keepBodies: false, found: (finding) => findings.push(finding) });
  /** Begins and ends are times in milliseconds since the beginning. */
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
  return { watch, begin, exchange, whole, broken: () => findings.map(({ requirement }) => requirement) };
}

test('an exchange is judged when all that began before its end have ended', () => {
  const { watch, begin, exchange, whole, broken } = setUp();
  whole(10, 20, create(), opened(id));
  const slow = begin(30);
  whole(40, 50, read(id), readWithArtifact);
  expect(watch.judged).toBe(1);
  watch.end(slow, exchange(30, 60, upload(id), stored('artifact_of_tests_1')));
  expect(watch.judged).toBe(3);
  expect(broken()).toEqual([]);
});

test('an artifact that no upload explains is a violation', () => {
  const { whole, broken } = setUp();
  whole(10, 20, create(), opened(id));
  whole(30, 40, read(id), readWithArtifact);
  expect(broken()).toEqual(['get-case.lists-evidence']);
});

test('a key or a case that it does not know is not judged as a whole', () => {
  const { watch, whole, broken } = setUp();
  whole(10, 20, read('case_of_tests_before'), { status: 200, body: caseOf('case_of_tests_before', { status: 'ODD' }) });
  whole(30, 40, { ...read(id), key: null, headers: { Authorization: 'Bearer another' } }, stored(id));
  expect(broken()).toEqual([]);
  expect(Object.fromEntries(watch.open)).toEqual({ case: 1, key: 1 });
});

test('a keyed create that may repeat an older one opens no known case', () => {
  const { watch, whole, broken } = setUp();
  const headers = { Location: `/v1/cases/${id}`, Date: 'Thu, 01 Jan 2026 10:30:00 GMT' };
  const keyed = create('user-1', { headers: { 'Idempotency-Key': 'a-key-of-an-hour-ago' } });
  whole(10, 20, keyed, { ...opened(id), headers });
  whole(30, 40, read(id), readWithArtifact);
  expect(broken()).toEqual([]);
  expect(watch.open.get('case')).toBe(1);
});

test('the bytes of a judged upload are forgotten, and its repetition is still known', () => {
  const { watch, whole, broken } = setUp();
  whole(10, 20, create(), opened(id));
  const keyed = upload(id, undefined, { headers: { 'Idempotency-Key': 'a-long-enough-key' } });
  whole(30, 40, keyed, stored('artifact_of_tests_1'));
  expect(watch.exchanges.at(-1)!.request.body).toEqual([]);
  whole(50, 60, keyed, stored('artifact_of_tests_2'));
  expect(broken()).toEqual(['idempotency.upload-replays']);
});

const page = (status: number): Received => ({
  status,
  body: '<html>Bad gateway</html>',
  headers: { 'Content-Type': 'text/html', Server: 'nginx/1.22.1' },
});

test('what a gateway responds itself, now and then, says nothing of the service', () => {
  const { watch, whole, broken } = setUp();
  whole(10, 20, create(), page(502));
  whole(30, 40, create(), page(408));
  whole(50, 60, create(), opened(id));
  whole(70, 80, read(id), page(504));
  expect(broken()).toEqual([]);
  expect(watch.open.get('gateway')).toBe(3);
  expect([...watch.pages]).toContain('502 in text/html from nginx/1.22.1');
});

test('what a gateway responds again and again, between responses of the service, is due to the service', () => {
  const { whole, broken } = setUp();
  whole(0, 1, create(), opened(id));
  for (let time = 10; time < 500; time += 20) {
    whole(time, time + 5, create(), page(502));
    whole(time + 10, time + 15, create(), opened(`case_of_tests_${time}`));
  }
  expect(broken()).toContain('create-case.opens-person-case');
});

test('what is lost while the service is away says nothing of it, unless the same request is lost again', () => {
  const { watch, begin, exchange, whole, broken } = setUp();
  const lost = (from: number, sent: Sent) =>
    watch.end(begin(from), {
      ...exchange(from, from + 5, sent),
      failure: 'connection closed without a response',
      interrupted: 'away',
    });
  lost(10, create('user-2'));
  whole(20, 25, create(), opened(id));
  lost(30, create('user-3'));
  expect(broken()).toEqual([]);
  expect(watch.open.get('away')).toBe(2);
  lost(40, create('user-2'));
  expect(broken()).toEqual(['create-case.opens-person-case']);
});
