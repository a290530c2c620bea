import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TimeLimit } from './time-limit.ts';
import { Uplink } from './uplink.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const timeout = 10_000;

/** A limit for a body of so many bytes, and what it reported. */
function limitFor(bytes: number, uplink = new Uplink(), { signal } = new AbortController()) {
  const failures: string[] = [];
  const limit = new TimeLimit(bytes, { timeout, uplink, signal }, (failure) => failures.push(failure));
  return { limit, failures };
}

test('the end of the run ends every request in flight', () => {
  const run = new AbortController();
  const limits = [1, 2, 3].map(() => limitFor(100, new Uplink(), run));
  limits[1]!.limit.end();
  run.abort();
  const deadline = ['the deadline of the run came first; raise --deadline'];
  expect(limits.map(({ failures }) => failures)).toEqual([deadline, [], deadline]);
});

test('a candidate that accepts no connection has the time of a response', () => {
  const { failures } = limitFor(100);
  vi.advanceTimersByTime(9999);
  expect(failures).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(failures).toEqual([expect.stringMatching(/^no response within 10 s; /)]);
});

test('sending has no limit as long as the connection accepts more', () => {
  const { limit, failures } = limitFor(10_000_000);
  for (let piece = 0; piece < 10; piece += 1) {
    limit.progress(500_000);
    vi.advanceTimersByTime(29_999);
  }
  expect(failures).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(failures).toEqual([
    expect.stringMatching(
      /^no response, and for 30 s the connection accepted no more of the body than 5.0 of 10.0 MB; /,
    ),
  ]);
});

test('the time for the response begins when the last byte has probably arrived', () => {
  const { limit, failures } = limitFor(10_000_000);
  vi.advanceTimersByTime(100);
  limit.sent();
  // 10 MB take 100 s at the slowest speed that is expected, although the buffers accepted them within 0.1 s.
  vi.advanceTimersByTime(99_900 + 9999);
  expect(failures).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(failures).toEqual([
    expect.stringMatching(/^no response within 10 s after the request was sent, which took less than 1 s; /),
  ]);
});

test('buffers may still hold as much as the connection accepted in the time of sending', () => {
  const { limit, failures } = limitFor(10_000_000);
  for (const bytes of [5_000_000, 5_000_000, 1]) {
    limit.progress(bytes);
    vi.advanceTimersByTime(29_000);
  }
  limit.sent();
  vi.advanceTimersByTime(87_000 + 9999);
  expect(failures).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(failures).toEqual([expect.stringContaining('which took 87 s; ')]);
});

test('a request that has ended reports nothing', () => {
  const { limit, failures } = limitFor(100);
  limit.end();
  limit.sent();
  vi.advanceTimersByTime(60_000);
  expect(failures).toEqual([]);
});
