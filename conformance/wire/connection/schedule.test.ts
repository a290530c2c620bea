import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { type Order, Schedule } from './schedule.ts';

const timeout = 9000;

const idle = () => new Schedule({ timeout, wait: async () => {} });

/** Sends so many requests that never end. Returns how many are in flight, and ends the first of them. */
async function sending(schedule: Schedule, order: Order = {}, count = 200) {
  const waiting: (() => void)[] = [];
  const send = () => new Promise<object>((resolve) => waiting.push(() => resolve({})));
  const scheduled = { order, key: undefined, bytes: 0, repetition: 0 };
  for (let request = 0; request < count; request += 1) void schedule.run(scheduled, send);
  await setImmediate();
  return {
    count: () => waiting.length,
    end: async (ended: number) => {
      for (const resolve of waiting.splice(0, ended)) resolve();
      await setImmediate();
    },
  };
}

test('at most 64 requests are in flight, besides those that go ahead', async () => {
  const schedule = idle();
  const usual = await sending(schedule);
  const ahead = await sending(schedule, { urgent: true }, 5);
  expect([usual.count(), ahead.count()]).toEqual([64, 5]);
  await usual.end(5);
  expect(usual.count()).toBe(64);
});

test('after a slow response half as many requests are in flight, but not fewer than ten', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const schedule = idle();
  const usual = await sending(schedule, {}, 500);
  vi.advanceTimersByTime(1799);
  await usual.end(64);
  expect(usual.count()).toBe(64);

  vi.advanceTimersByTime(1800);
  // All but the first of these began before there were fewer of them.
  await usual.end(64);
  expect(usual.count()).toBe(32);

  for (const expected of [16, 10, 10]) {
    vi.advanceTimersByTime(1800);
    await usual.end(usual.count());
    expect(usual.count()).toBe(expected);
  }
  vi.useRealTimers();
});

test('while most requests are rejected, those of a race wait for the same time, and others for a random part more', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const waits: number[] = [];
  const wait = async (milliseconds: number) => {
    waits.push(milliseconds);
    await setImmediate();
    vi.advanceTimersByTime(milliseconds);
  };
  const schedule = new Schedule({ timeout, wait });
  for (let response = 0; response < 8; response += 1) schedule.overloadOf('one').rejected(1000);
  const begin = (key: string, order: Order) => schedule.run({ order, key, bytes: 0, repetition: 0 }, async () => ({}));
  const all = [begin('one', { racing: true }), begin('one', { racing: true }), begin('one', {}), begin('other', {})];
  expect(waits.map((each) => each > 1000)).toEqual([false, false, true]);
  await Promise.all(all);
  vi.useRealTimers();
});
