import { expect, onTestFinished, test } from 'vitest';
import { problem, Rejected } from '../../../reference-impl/domain/rejections.ts';
import { startChanged } from '../../../reference-impl/behaviours/start.ts';
import { referenceKeys } from '../../reference/start.ts';
import { bearerKey } from '../../wire/exchange.ts';
import { judgeService } from '../service.ts';
import { wholeSuite } from '../selection.ts';

test('a scenario that a temporary rejection interrupts is performed again', async () => {
  const wait = new Rejected(problem(503, 'unavailable', 'Wait.', { headers: { 'Retry-After': '0' } }));
  const seen = new Set<string>();
  const { baseUrl, stop } = await startChanged(({ authenticate }) => ({
    authenticate(request) {
      const key = request.headers['idempotency-key']?.toString();
      // The first request with each of the first keys.
      if (key !== undefined && seen.size < 20 && !seen.has(key) && seen.add(key)) throw wait;
      return authenticate(request);
    },
  }));
  onTestFinished(stop);
  const manifest = { baseUrl, claims: [], keys: { tenant: referenceKeys.tenant }, key: bearerKey, id: '/id' };
  const { results } = await judgeService(manifest, { ...wholeSuite, only: ['idempotency.only-success-stored'] });
  expect(seen.size).toBe(20);
  expect(results.map(({ verdict, reason }) => [verdict, reason])).toEqual([['pass', '']]);
});
