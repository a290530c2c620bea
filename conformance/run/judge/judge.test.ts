import { expect, onTestFinished, test } from 'vitest';
import { startChanged } from '../../../reference-impl/behaviours/start.ts';
import { bearerKey } from '../../wire/exchange.ts';
import { referenceKeys } from '../../reference/start.ts';
import { judgeService } from '../service.ts';
import { wholeSuite } from '../selection.ts';

test('a service with a defect that no scenario detects fails, and names the scenario that sent the request', async () => {
  const { baseUrl, stop } = await startChanged(({ render }) => ({
    render(...response) {
      const rendered = render(...response);
      const leak = { 'Access-Control-Allow-Origin': '*' };
      return rendered.status === 415 ? { ...rendered, headers: { ...rendered.headers, ...leak } } : rendered;
    },
  }));
  onTestFinished(stop);
  const manifest = { baseUrl, claims: [], keys: referenceKeys, key: bearerKey, id: '/id' };
  const only = ['http.no-cors', 'http.content-type-415'];
  const { results } = await judgeService(manifest, { ...wholeSuite, only });
  const failed = results.filter(({ verdict }) => verdict === 'fail');
  expect(failed.map(({ requirement, decisive }) => [requirement.id, decisive?.response?.status])).toEqual([
    ['http.no-cors', 415],
  ]);
  expect(failed[0]!.failures![0]!.sender?.id).toBe('http.content-type-415');
});
