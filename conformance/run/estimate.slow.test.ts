import { expect, test } from 'vitest';
import { bearerKey } from '../engine/http.ts';
import { sizeOf } from '../engine/wire.ts';
import { referenceKeys, startReference } from '../reference/start.ts';
import { deadlineOf, loadOf, loadText } from './estimate.ts';
import { judge } from './judge.ts';
import { type Selection, wholeSuite } from './selection.ts';

const claims = ['sandbox' as const, 'live-key' as const];

/** What a run against the reference implementation sent. */
async function sentBy(selection: Selection) {
  const reference = await startReference();
  const { baseUrl } = reference;
  try {
    const { results } = await judge({ baseUrl, claims, keys: referenceKeys, key: bearerKey, id: '/id' }, selection);
    const sent = [...new Set(results.flatMap(({ exchanges }) => exchanges))];
    return { requests: sent.length, bytes: sent.reduce((sum, { request }) => sum + sizeOf(request.body), 0) };
  } finally {
    await reference.stop();
  }
}

test.each<[string, Partial<Selection>]>([
  ['the whole suite', {}],
  ['the class stated', { class: 'stated' }],
  ['the limits', { only: ['limits'] }],
])('%s sends about what was estimated', async (_, part) => {
  const selection = { ...wholeSuite, ...part };
  const [estimated, sent] = [loadOf(selection, claims), await sentBy(selection)];
  // Some requests are repeated until something happens, which takes more of them on a slow machine.
  expect(estimated.requests / sent.requests).toBeGreaterThan(0.6);
  expect(estimated.requests / sent.requests).toBeLessThan(1.6);
  expect(Math.abs(estimated.bytes - sent.bytes)).toBeLessThan(0.05 * sent.bytes + 1_000_000);
});

test('what does not apply is not counted', () => {
  expect(loadOf(wholeSuite, []).requests).toBeLessThan(loadOf(wholeSuite, claims).requests);
  expect(loadOf({ ...wholeSuite, only: ['webhook'] }, claims)).toEqual({ requests: 0, bytes: 0 });
});

test('the deadline grows by the time of the requests at a rate, and by that of large uploads', () => {
  const [slow, fast] = [10, 20].map((rate) => deadlineOf({ ...wholeSuite, rate }, claims) - wholeSuite.deadline);
  expect(slow).toBeCloseTo(2 * fast!, 6);
  expect(fast).toBeGreaterThan((loadOf(wholeSuite, claims).requests / 20) * 1000);

  expect(deadlineOf(wholeSuite, claims, 40_000)).toBe(wholeSuite.deadline + 40_000);
  expect(deadlineOf(wholeSuite, claims, Infinity)).toBeLessThan(Infinity);
});

test('the text names requests, bytes, and with a rate the time', () => {
  expect(loadText(wholeSuite, claims)).toMatch(/^will send about \d+00 requests, \d+\.\d MB in total$/);
  expect(loadText({ ...wholeSuite, only: ['get-case'] }, claims)).toMatch(/ with \d+ kB$/);
  expect(loadText({ ...wholeSuite, rate: 20 }, claims)).toMatch(
    / MB; at 20 per second this takes about \d+ s, and the deadline is at \d+ s$/,
  );
});
