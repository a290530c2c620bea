import { expect, test } from 'vitest';
import { withHeaders } from '../variants/support.ts';
import { exploreVariant } from './variants.ts';

test('a failure names its requirement and shows how to repeat it', async () => {
  const parts = withHeaders((headers) => ({ ...headers, 'Cache-Control': 'private' }));

  const { name, requests, failures } = await exploreVariant({ name: 'lets responses be stored', parts }, 100, 1);

  expect(name).toBe('lets responses be stored');
  expect(requests).toBeGreaterThan(0);
  expect(failures).toHaveLength(1);
  expect(failures[0]).toContain('\nhttp.no-store\n');
  expect(failures[0]).toContain('$(curl -sSi -X POST');
  expect(failures[0]).toMatch(/^steps: \[\{"do":"create".*\}\]$/m);
});
