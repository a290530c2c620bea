import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Pacer } from './pacer.ts';

/** A pacer whose time passes only while it waits, and the moments at which requests began, by name. */
function paced(rate: number) {
  let now = 0;
  const begun: [name: string, at: number][] = [];
  const wait = async (milliseconds: number) => {
    // Requests that were released note the time first.
    await setImmediate();
    now += milliseconds;
  };
  const pacer = new Pacer(rate, { now: () => now, wait });
  const send = async (name: string, options?: { racing?: boolean; urgent?: boolean }) => {
    await pacer.turn(options);
    begun.push([name, now]);
  };
  return { begun, send, pass: (milliseconds: number) => (now += milliseconds) };
}

const many = <T>(count: number, make: () => T) => Array.from({ length: count }, make);
const timesOf = (begun: [string, number][], name: string) =>
  begun.filter(([each]) => each === name).map(([, at]) => at);

/** The lowest level of a token bucket that starts full and receives `rate` tokens per second. */
function lowestLevel(times: number[], rate: number, capacity: number): number {
  let [level, before, lowest] = [capacity, 0, capacity];
  for (const at of times) {
    level = Math.min(capacity, level + ((at - before) / 1000) * rate) - 1;
    before = at;
    lowest = Math.min(lowest, level);
  }
  return lowest;
}

test.each([1, 7, 20])('at %i per second, requests are spaced, and as many take 1.05 seconds', async (rate) => {
  const { begun, send } = paced(rate);
  await Promise.all(many(41, () => send('request')));
  const times = timesOf(begun, 'request');
  for (const [index, at] of times.slice(1).entries()) expect(at - times[index]!).toBeGreaterThan(999 / rate);
  for (const [index, at] of times.slice(rate).entries()) expect(at - times[index]!).toBeCloseTo(1050, 6);
});

test('time that passed unused lets no burst through', async () => {
  const { begun, send, pass } = paced(10);
  pass(60_000);
  await Promise.all(many(3, () => send('request')));
  const [first = NaN, second = NaN] = timesOf(begun, 'request');
  expect(second - first).toBeCloseTo(105, 6);
});

test('requests of a race begin at the same moment', async () => {
  const { begun, send } = paced(20);
  await Promise.all([
    ...many(5, () => send('before')),
    ...many(16, () => send('race', { racing: true })),
    ...many(5, () => send('after')),
  ]);
  expect(timesOf(begun, 'race')).toHaveLength(16);
  expect(new Set(timesOf(begun, 'race')).size).toBe(1);
});

test.each([
  [20, [7, 7, 6]],
  [8, [8]],
  [9, [5, 4]],
])('a race of %i at 10 per second is split into equal races', async (size, parts) => {
  const { begun, send } = paced(10);
  await Promise.all(many(size, () => send('race', { racing: true })));
  const races = Map.groupBy(timesOf(begun, 'race'), (at) => at);
  expect([...races.values()].map(({ length }) => length)).toEqual(parts);
});

test.each([2, 10, 20])('a token bucket of %i and as many per second keeps a tenth, for late requests', async (rate) => {
  const { begun, send } = paced(rate);
  const mixed = async () => {
    for (let round = 0; round < 20; round += 1) {
      await Promise.all(many(1 + ((round * 7) % 20), () => send('any', { racing: true })));
      await Promise.all(many(round % 3, () => send('any')));
    }
  };
  await Promise.all([mixed(), mixed(), ...many(60, () => send('any'))]);
  expect(lowestLevel(timesOf(begun, 'any'), rate, rate)).toBeGreaterThanOrEqual(rate > 2 ? rate / 10 : 0);
});

test('at 1 per second a race of two remains one, for a bucket of two', async () => {
  const { begun, send } = paced(1);
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(many(2, () => send('race', { racing: true })));
    await send('single');
  }
  expect(new Set(timesOf(begun, 'race')).size).toBe(5);
  const times = begun.map(([, at]) => at);
  expect(lowestLevel(times, 1, 2)).toBeGreaterThanOrEqual(0);
});

test('an urgent request begins before those that wait', async () => {
  const { begun, send } = paced(10);
  await Promise.all([...many(3, () => send('waiting')), send('urgent', { urgent: true })]);
  expect(begun.map(([name]) => name)).toEqual(['waiting', 'urgent', 'waiting', 'waiting']);
});

test('when the run ends, every request is released', async () => {
  const pacer = new Pacer(1, { now: () => 0, wait: () => Promise.reject(new Error('over')) });
  await Promise.all([...many(5, () => pacer.turn()), ...many(5, () => pacer.turn({ racing: true }))]);
});
