import { expect, test } from 'vitest';
import { requirements } from '../../../generated/requirements.ts';
import { bearerKey } from '../../wire/exchange.ts';
import { wholeSuite } from '../selection.ts';
import { newRecording } from '../service.ts';
import { playedAgain } from './again.ts';
import { plannedFor } from './play.ts';
import { Run } from './run.ts';

test('errors after which a gateway takes the service out for too long are not asked for', async () => {
  const manifest = {
    baseUrl: 'http://127.0.0.1:1',
    claims: ['sandbox' as const],
    keys: { tenant: 'a', other: 'b' },
    key: bearerKey,
    id: '/id',
  };
  const run = new Run(manifest, '5eed5eed', { timeout: 1000, signal: AbortSignal.timeout(10_000) });
  const interruptions = run.watchInterruptions(() => {});
  interruptions.takenOut = { after: 503, milliseconds: 30_100 };
  interruptions.waited = 61_000;
  const errors = plannedFor(
    run,
    requirements.filter(({ id }) => id === 'sandbox.error-503'),
  );
  const recording = newRecording(run, wholeSuite, 1);
  const left = await playedAgain(run, [], errors, recording, 4);
  expect(run.exchanges).toEqual([]);
  expect(left).toHaveLength(errors.length);
  expect(new Set(left.map(({ stopped }) => stopped?.reason))).toEqual(
    new Set([
      'a gateway takes the service out for 31 s after each error of the sandbox, and a run waits for 120 s at most',
    ]),
  );
});
