import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { InFlight } from './in-flight.ts';

const timeout = 9000;

/** Sends so many requests that never end. Returns how many are in flight, and ends the first of them. */
function sending(inFlight: InFlight, order = { isAhead: false, priority: 0 }, count = 200) {
  const waiting: (() => void)[] = [];
  const send = () => new Promise<void>((resolve) => waiting.push(resolve));
  for (let request = 0; request < count; request += 1) void inFlight.run(send, order);
  return {
    count: () => waiting.length,
    end: async (ended: number) => {
      for (const resolve of waiting.splice(0, ended)) resolve();
      await setImmediate();
    },
  };
}

test('at most 64 requests are in flight, besides those that go ahead', async () => {
  const inFlight = new InFlight(timeout);
  const usual = sending(inFlight);
  const ahead = sending(inFlight, { isAhead: true, priority: 0 }, 5);
  expect([usual.count(), ahead.count()]).toEqual([64, 5]);
  await usual.end(5);
  expect(usual.count()).toBe(59);
  await usual.end(1);
  expect(usual.count()).toBe(59);
});

test('of the requests that wait, those with the highest priority go first', async () => {
  const inFlight = new InFlight(timeout);
  const usual = sending(inFlight);
  const first = sending(inFlight, { isAhead: false, priority: 1 }, 2);
  await usual.end(3);
  expect([usual.count(), first.count()]).toEqual([62, 2]);
});

test('after a slow response half as many requests are in flight, but not fewer than ten', async () => {
  const inFlight = new InFlight(timeout);
  const usual = sending(inFlight, { isAhead: false, priority: 0 }, 500);
  inFlight.ended(performance.now(), 1799);
  await usual.end(64);
  expect(usual.count()).toBe(64);

  const began = performance.now();
  inFlight.ended(began, 1800);
  // It began before there were fewer of them.
  inFlight.ended(began, 8000);
  await usual.end(64);
  expect(usual.count()).toBe(32);

  for (let slow = 0; slow < 5; slow += 1) inFlight.ended(performance.now() + 1, 1800);
  await usual.end(32);
  expect(usual.count()).toBe(10);
});
