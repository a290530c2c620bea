import { expect, test } from 'vitest';
import { requirements } from '../../generated/requirements.ts';
import { bearerKey } from '../engine/http.ts';
import type { Receiver } from '../engine/receiver.ts';
import type { Manifest } from '../manifest.ts';
import { omittedChecks, scheduled } from './schedule.ts';

const manifest: Manifest = { baseUrl: 'http://127.0.0.1:9', claims: [], keys: {}, key: bearerKey, id: '/id' };
const webhook = { receiver: {} as Receiver, secret: 's', slow: false };

test('checks that watch begin first, then long ones, each in the order of the contract', () => {
  const ids = ['get-case.status', 'limits.twenty-artifacts', 'get-case.score', 'get-case.reads-case'];
  const chosen = ids.map((id) => requirements.find((requirement) => requirement.id === id)!);

  expect(scheduled(chosen).map(({ id }) => id)).toEqual([
    'get-case.reads-case',
    'limits.twenty-artifacts',
    'get-case.status',
    'get-case.score',
  ]);
});

test('every requirement is scheduled once, also an untestable one', () => {
  expect(new Set(scheduled(requirements))).toEqual(new Set(requirements));
  expect(scheduled(requirements)).toHaveLength(requirements.length);
});

test('a check is omitted for a missing option, and never for a missing key or receiver', () => {
  expect(omittedChecks(manifest)).toEqual({});
  expect(omittedChecks({ ...manifest, webhook })).toEqual({
    'webhook.own-secret': 'IDV_OTHER_WEBHOOK_SECRET',
    'webhook.slow-success-taken': '--slow',
    'webhook.no-answer-retried': '--slow',
  });
  expect(omittedChecks({ ...manifest, webhook: { ...webhook, slow: true, otherSecret: 'o' } })).toEqual({});
});
