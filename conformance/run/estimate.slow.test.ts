import { expect, test } from 'vitest';
import { Receiver } from '../wire/receiver.ts';
import { bearerKey, sizeOf } from '../wire/exchange.ts';
import { referenceKeys, referenceSecrets, startReference } from '../reference/start.ts';
import { deadlineOf, loadOf, loadText, othersText } from './estimate.ts';
import { judgeService } from './service.ts';
import type { Manifest } from '../manifest.ts';
import { type Selection, wholeSuite } from './selection.ts';

type Claims = Manifest['claims'];
const claims: Claims = ['sandbox', 'live-key'];

/** What a run against the reference implementation sent. */
async function sentBy(selection: Selection, claimed: Claims) {
  const receiver = claimed.includes('webhooks') ? await Receiver.open({ host: '127.0.0.1', port: 0 }) : undefined;
  const reference = await startReference(receiver?.url);
  const { baseUrl } = reference;
  const { live, ...sandboxKeys } = referenceKeys;
  const keys = { ...sandboxKeys, ...(claimed.includes('live-key') && { live }) };
  const webhook = receiver && { webhook: { receiver, ...referenceSecrets, slow: false } };
  try {
    const { results } = await judgeService(
      { baseUrl, claims: claimed, keys, key: bearerKey, id: '/id', ...webhook },
      selection,
    );
    const sent = [...new Set(results.flatMap(({ exchanges }) => exchanges))].filter(({ received }) => !received);
    return { requests: sent.length, bytes: sent.reduce((sum, { request }) => sum + sizeOf(request.body), 0) };
  } finally {
    await reference.stop();
    receiver?.close();
  }
}

// Until the run ends, a check repeats a read every 100 ms: how often depends on the load of the machine.
const repeats = 12;

test.concurrent.each<[string, Partial<Selection>, Claims, number?]>([
  // With shared settings, decisions, watched cases, races, and the largest files.
  ['a part of the suite', { only: ['authentication', 'case-lifecycle', 'limits', 'sandbox', 'tenancy'] }, claims],
  ['the class stated without claims', { class: 'stated' }, []],
  ['the family of the webhooks', { only: ['webhook'] }, ['sandbox', 'webhooks', 'live-key'], 0.3],
])('%s sends about what was estimated', async (_, part, claimed, tolerance = 0.05) => {
  const selection = { ...wholeSuite, ...part };
  const [estimated, sent] = [loadOf(selection, claimed), await sentBy(selection, claimed)];
  expect(Math.abs(estimated.requests - sent.requests)).toBeLessThan(tolerance * sent.requests + repeats);
  expect(Math.abs(estimated.bytes - sent.bytes)).toBeLessThan(0.05 * sent.bytes + 100_000);
});

test('requirements that do not apply are not counted', () => {
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

test('a part is said to be one, with the number of the other requests', () => {
  const part = { ...wholeSuite, only: ['get-case'] };
  const others = loadOf(wholeSuite, claims).requests - loadOf(part, claims).requests;
  expect(others).toBeGreaterThan(1000);
  expect(othersText(part, claims)).toContain(`about ${Number(others.toPrecision(2))} more requests`);
});

test('the text names requests, bytes, and with a rate the time', () => {
  expect(loadText(wholeSuite, claims)).toMatch(/^will send about \d+00 requests, \d+\.\d MB in total$/);
  expect(loadText({ ...wholeSuite, only: ['get-case'] }, claims)).toMatch(/, \d+ kB in total$/);
  expect(loadText({ ...wholeSuite, rate: 20 }, claims)).toMatch(
    / MB in total; at 20 per second this takes about \d+ s, and the deadline is at \d+ s$/,
  );
});
