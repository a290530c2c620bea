import { expect, test } from 'vitest';
import { create, exchangeOf, id, opened, reused, withKey, world } from '../../../conformance/oracle/testing.ts';
import type { Recorded } from '../../mutation/record.ts';
import type { Donors } from '../../mutation/responses.ts';
import { Context } from './context.ts';
import { isAccepted, withSameKey } from './keys.ts';

test('of simultaneous requests with one key, the rejected one knows the accepted one that began after it', () => {
  const rejected = { ...exchangeOf(create('a', withKey()), reused()), started: 1, milliseconds: 5 };
  const accepted = { ...exchangeOf(create('b', withKey()), opened(id, 'b')), started: 2, milliseconds: 9 };
  const sent = [rejected, accepted].map((exchange, at) => ({ step: { do: 'create' } as const, at, exchange }));
  const nothing = { sent: [], exchanges: [], opened: [] };
  const own = { ...nothing, sent };
  const recorded = [{ id: 'idempotency.replay', scenario: {}, control: nothing, own }] as unknown as Recorded[];
  const context = new Context(recorded, {} as Donors, {
    ...world,
    key: { header: 'Authorization', template: '' },
    id: '/id',
  });

  const known = withSameKey(context.requestOf(rejected)!);
  expect(known.filter(isAccepted).map(({ shown }) => shown.body?.['reference'])).toEqual(['b']);
});
