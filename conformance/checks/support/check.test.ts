import { expect, test } from 'vitest';
import { bearerKey } from '../../engine/http.ts';
import { Inconclusive } from '../../engine/verdict.ts';
import type { Manifest } from '../../manifest.ts';
import { check, type Check, declarationOf, runCheck } from './check.ts';
import { type ContextWith, FullContext } from './context.ts';
import { Run } from '../../run/run.ts';

const manifest: Manifest = { baseUrl: 'http://127.0.0.1:9', claims: [], keys: {}, key: bearerKey, id: '/id' };

function contextFor(supplied: Partial<Manifest>): FullContext {
  const run = new Run({ ...manifest, ...supplied }, 'x', { timeout: 1000, signal: new AbortController().signal });
  return new FullContext(run, { record: () => {}, waitForOtherChecks: async () => {}, waitFor: (work) => work });
}

test('a check with a missing need is inconclusive before its first request', async () => {
  let begun = false;
  const needsAnother = check({ needs: ['otherTenant'] }, async () => {
    begun = true;
  });

  await expect(runCheck(needsAnother, contextFor({}))).rejects.toThrow(
    new Inconclusive('needs the API key of a second tenant: set IDV_OTHER_API_KEY'),
  );
  expect(begun).toBe(false);
  await runCheck(needsAnother, contextFor({ keys: { other: 'k' } }));
  expect(begun).toBe(true);
});

test('an undeclared property does not compile', () => {
  // @ts-expect-error -- a second tenant is not declared
  const plain: Check = async ({ otherTenant }) => void otherTenant;
  // @ts-expect-error -- a live key is not declared
  const other = check({ needs: ['otherTenant'] }, async ({ liveTenant }) => void liveTenant);
  // @ts-expect-error -- it does not declare that it watches
  const watching = check({ long: true }, async (context) => context.repeatUntilRunEnds(async () => {}));
  const declared = check(
    { needs: ['liveTenant'], watches: true },
    async (context: ContextWith<'liveTenant'>) => void context.liveTenant.credential,
  );

  expect([plain, other, watching, declared].map((each) => declarationOf(each).watches)).toEqual([
    false,
    false,
    false,
    true,
  ]);
});
