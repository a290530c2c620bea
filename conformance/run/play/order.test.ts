import { expect, test } from 'vitest';
import { scenarios } from '../../scenarios/families.ts';
import { type Scenario, scenario, type Step, stepsOf, upload } from '../../scenarios/vocabulary.ts';
import { bearerKey } from '../../wire/exchange.ts';
import { inOrder } from './order.ts';
import { Run } from './run.ts';
import { requestOf } from './sending/request.ts';

const all = Object.values<Scenario[]>(scenarios)
  .flat()
  .map((each) => ({ scenario: each }));

// Nothing is sent with it.
const manifest = { baseUrl: 'http://127.0.0.1', key: bearerKey, id: '/id', claims: [], keys: { tenant: 't' } };
const keys = { tenant: 't', other: 'o', live: 'l' };
const run = new Run({ ...manifest, keys }, '000000', { timeout: 0, signal: AbortSignal.abort() });
const around = { run, unique: 'x', uuid: 'x', number: '1', opened: [], control: undefined };

/** Milliseconds that the step takes however fast the candidate is. */
function leastTime(step: Step): number {
  if (step.until === 'the end') return 1000;
  const { body = [], inPieces = 0, until } = requestOf(step, '/cases/x', around, false);
  return until ? 1000 : inPieces * ([body].flat().length - 1);
}

test('every scenario that takes seconds by itself begins before all others', () => {
  const areLong = inOrder(all).map((each) => stepsOf(each.scenario).some((step) => leastTime(step) >= 1000));
  const many = areLong.filter(Boolean).length;
  expect(many).toBeGreaterThan(0);
  expect(areLong.slice(0, many)).not.toContain(false);
});

test('the order has each scenario once', () => {
  for (const some of [all, all.slice(0, 1), []]) {
    const ordered = inOrder(some);
    expect(ordered).toHaveLength(some.length);
    expect(new Set(ordered)).toEqual(new Set(some));
  }
});

test('large bodies, and those in many pieces, are spread over the first three quarters', () => {
  const cutAt = Array.from({ length: 20 }, (_, at) => at + 1);
  const changes = [{ fileSize: 2_000_000 }, { cutAt }, { fileSize: 2_000_000 }];
  const waiting = changes.map((change) => ({ scenario: scenario('x', [upload(0, change)]) }));
  const plain = Array.from({ length: 12 }, () => ({ scenario: scenario('y', [upload()]) }));
  const places = inOrder([...plain, ...waiting]).flatMap((each, at) => (waiting.includes(each) ? [at] : []));
  expect(places).toEqual([0, 4, 8]);
  expect(inOrder(waiting)).toEqual(waiting);
});
