import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { RaceBarrier } from './race-barrier.ts';

test('those who begin in one turn start together, when the last is ready or gone', async () => {
  const line = new RaceBarrier();
  const [one, two, three] = [line.join(), line.join(), line.join()];
  const started: string[] = [];
  const waiting = [one.ready().then(() => started.push('one')), two.ready().then(() => started.push('two'))];
  await setImmediate();
  expect(started).toEqual([]);

  three.leave();
  await Promise.all(waiting);
  expect(started).toEqual(['one', 'two']);
});

test('who begins in another turn is not waited for', async () => {
  const line = new RaceBarrier();
  const first = line.join();
  await setImmediate();
  const second = line.join();

  await first.ready();
  second.leave();
});

test('one that is never ready keeps nobody for long', async () => {
  const line = new RaceBarrier();
  const [ready] = [line.join(), line.join()];

  await ready.ready();
});
