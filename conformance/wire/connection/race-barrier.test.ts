import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { RaceBarrier } from './race-barrier.ts';

test('requests of one turn start together when the last has arrived or withdrawn', async () => {
  const barrier = new RaceBarrier();
  const [one, two, three] = [barrier.join(), barrier.join(), barrier.join()];
  const started: string[] = [];
  const waiting = [one.arrive().then(() => started.push('one')), two.arrive().then(() => started.push('two'))];
  await setImmediate();
  expect(started).toEqual([]);

  three.withdraw();
  await Promise.all(waiting);
  expect(started).toEqual(['one', 'two']);
});

test('a request that is late starts so much later than the others', async () => {
  const barrier = new RaceBarrier();
  const [late, first] = [barrier.join(30), barrier.join()];
  const started: string[] = [];

  await Promise.all([late.arrive().then(() => started.push('late')), first.arrive().then(() => started.push('first'))]);

  expect(started).toEqual(['first', 'late']);
});

test('a later request waits for the response to one without a body, and only for the end of one with a body', async () => {
  const barrier = new RaceBarrier();
  const [withBody, read, late] = [barrier.join(0), barrier.join(1, false), barrier.join(2)];
  const started: string[] = [];
  const arriving = [withBody.arrive(), read.arrive(), late.arrive().then(() => started.push('late'))];
  await Promise.all(arriving.slice(0, 2));
  expect(started).toEqual([]);

  started.push('response');
  read.withdraw();
  await Promise.all(arriving);
  expect(started).toEqual(['response', 'late']);
});

test('a request of another turn is not awaited', async () => {
  const barrier = new RaceBarrier();
  const first = barrier.join();
  await setImmediate();
  const second = barrier.join();

  await first.arrive();
  second.withdraw();
});

test('a request that never arrives does not block the others for long', async () => {
  const barrier = new RaceBarrier();
  const [first] = [barrier.join(), barrier.join()];

  await first.arrive();
});
