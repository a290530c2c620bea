import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Uplink } from './uplink.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const megabytes = 1_000_000;

/** Sends a body; the response arrives after so many milliseconds. */
async function send(uplink: Uplink, bytes: number, milliseconds: number, status: number): Promise<void> {
  await uplink.send(bytes, async () => {
    vi.advanceTimersByTime(milliseconds);
    return { response: { status } };
  });
}

test('a slow uplink is assumed until a large body was accepted', async () => {
  const uplink = new Uplink();
  expect(uplink.arrivalTime(10 * megabytes, 0)).toBe(100_000);
  expect(uplink.arrivalTime(2000, 0)).toBe(20);

  await send(uplink, 2000, 1, 201);
  await send(uplink, 10 * megabytes, 500, 413);
  expect(uplink.arrivalTime(10 * megabytes, 0)).toBe(100_000);

  await send(uplink, 10 * megabytes, 500, 201);
  expect(uplink.arrivalTime(10 * megabytes, 0)).toBe(1000);
});

test('the slowest measured time decides how long a body may take', async () => {
  const uplink = new Uplink();
  await send(uplink, 10 * megabytes, 40_000, 201);
  await send(uplink, 10 * megabytes, 20_000, 201);
  expect(uplink.arrivalTime(10 * megabytes, 0)).toBe(80_000);
  expect(uplink.time).toBe(60_000);
});

test('buffers may hold as much as the connection accepted over time', () => {
  expect(new Uplink().arrivalTime(10 * megabytes, 80_000)).toBe(160_000);
});

test('a large body that had all its time and no response is not given that time again', () => {
  const uplink = new Uplink();
  uplink.gaveUp(2000);
  expect(uplink.arrivalTime(10 * megabytes, 0)).toBe(100_000);
  uplink.gaveUp(10 * megabytes);
  expect(uplink.arrivalTime(10 * megabytes, 0)).toBe(0);
});

test('large bodies are sent one after the other, small ones at any time', async () => {
  const uplink = new Uplink();
  const events: string[] = [];
  const begin = (name: string, bytes: number) =>
    uplink.inTurn(bytes, async () => {
      events.push(`${name} begins`);
      await setImmediate();
      events.push(`${name} ends`);
      if (name === 'first') throw new Error('no connection');
    });
  const all = [begin('first', megabytes), begin('second', megabytes), begin('small', 1000)];
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(events.filter((event) => !event.startsWith('small'))).toEqual([
    'first begins',
    'first ends',
    'second begins',
    'second ends',
  ]);
  expect(events.indexOf('small begins')).toBeLessThan(events.indexOf('second begins'));
});

test('a large body is sent alone until one was quick, and again after one was slow', async () => {
  const uplink = new Uplink();
  const isAloneFor = async (milliseconds: number) => {
    let wasBusy = false;
    await uplink.send(10 * megabytes, async () => {
      await setImmediate();
      wasBusy = uplink.busy !== undefined;
      vi.advanceTimersByTime(milliseconds);
      return { response: { status: 201 } };
    });
    await setImmediate();
    expect(uplink.busy).toBeUndefined();
    return wasBusy;
  };
  expect(await isAloneFor(40_000)).toBe(true);
  expect(await isAloneFor(100)).toBe(true);
  expect(await isAloneFor(40_000)).toBe(false);
  expect(await isAloneFor(100)).toBe(true);
});

test('the first part of the first large body is sent beside others if the candidate is near', async () => {
  const [all, part] = [10 * megabytes, 256 * 1024];
  const isAlone = async (uplink: Uplink) => {
    const seen: boolean[] = [];
    await uplink.send(all, async () => {
      await setImmediate();
      seen.push(uplink.busy !== undefined);
      uplink.progress(all, 0, part);
      seen.push(uplink.busy !== undefined);
      uplink.progress(all, part, 2 * part);
      seen.push(uplink.busy !== undefined);
      vi.advanceTimersByTime(40_000);
      return { response: { status: 201 } };
    });
    return seen;
  };
  const [near, far] = [new Uplink(), new Uplink()];
  await send(near, 2000, 5, 200);
  await send(far, 2000, 30, 200);
  expect(await isAlone(far)).toEqual([true, true, true]);
  expect(await isAlone(near)).toEqual([false, false, true]);
  expect(await isAlone(near)).toEqual([true, true, true]);
});

test('the rest of a large body waits for a rejection, unless the uplink is fast', async () => {
  const uplink = new Uplink();
  const [all, part] = [10 * megabytes, 64 * 1024];
  const pauses = () => [3, 4, 5].map((count) => uplink.progress(all, (count - 1) * part, count * part));
  expect(pauses()).toEqual([0, 200, 0]);
  expect(uplink.progress(400_000, 3 * part, 4 * part)).toBe(0);
  await send(uplink, 2000, 30, 201);
  expect(pauses()).toEqual([0, 90, 0]);
  await send(uplink, 2000, 1, 201);
  expect(pauses()).toEqual([0, 50, 0]);
  // Twice the second that the first part takes at this speed.
  await send(uplink, all, (1000 * all) / (4 * part), 201);
  expect(pauses().map(Math.round)).toEqual([0, 2050, 0]);
  await send(uplink, all, 100, 201);
  expect(pauses()).toEqual([0, 0, 0]);
});
