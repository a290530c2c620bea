import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { areSequential } from './sequential-ids.ts';

// Eight ids, 30 ms apart.
const eight = (make: (time: number, count: number) => string) =>
  Array.from({ length: 8 }, (_, at) => make(1_790_000_000_000 + 30 * at, 46_000 + at));
const hex = (number: number | bigint, digits: number) => number.toString(16).padStart(digits, '0');
const random = (bytes: number) => randomBytes(bytes).toString('hex');

const uuid1 = (time: number) => {
  const ticks = hex(BigInt(time + 12_219_292_800_000) * 10_000n, 15);
  return `${ticks.slice(7)}-${ticks.slice(3, 7)}-1${ticks.slice(0, 3)}-92c8-0242ac120002`;
};
const uuid7 = (time: number) => {
  const head = hex(time, 12);
  return `${head.slice(0, 8)}-${head.slice(8)}-7${random(2).slice(1)}-a${random(2).slice(1)}-${random(6)}`;
};

test.each<[string, (time: number, count: number) => string]>([
  ['a counter', (_, count) => `case_${String(count).padStart(20, '0')}`],
  ['a clock', (time) => `case_of_ours_${time}`],
  ['a clock and a counter', (time, count) => `c${time.toString(36)}${String(count).padStart(8, '0')}`],
  ['a clock and 16 random bits', (time) => `case_${hex(time, 12)}${random(2)}`],
  ['a counter behind a clock of seconds', (time, count) => hex(Math.floor(time / 1000), 8) + hex(count, 16)],
  ['a counter in base64', (_, count) => `case_${Buffer.from(`Case:${count + 1_000_000}`).toString('base64url')}`],
  ['UUID version 1', uuid1],
])('%s is sequential', (_, make) => {
  expect(areSequential(eight(make))).toBe(true);
});

test.each<[string, (time: number) => string]>([
  ['UUID version 4', () => randomUUID()],
  ['UUID version 7', uuid7],
  ['random bytes in base64', () => `case_${randomBytes(16).toString('base64url')}`],
  ['a clock and 64 random bits', (time) => `${hex(time, 12)}${random(8)}`],
])('%s is not sequential', (_, make) => {
  expect(areSequential(eight(make))).toBe(false);
});
