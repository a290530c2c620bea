import { expectThat } from '../../engine/expect.ts';
import type { Delivery } from '../../engine/receiver.ts';
import type { ContextWith } from '../support/context.ts';
import { precondition } from '../support/preconditions.ts';
import { forEachRow } from '../support/rows/rows.ts';
import { planResult, repeatedDeliveries, requireDelivery, retryOf } from './cases.ts';
import { idOf } from './event.ts';
import { announced, type PlanName } from './plans.ts';

/** Judges the first delivery of each event: of each decision, of each kind of evidence, of each way to upload it. */
export function forEachEvent(
  context: ContextWith<'webhook'>,
  judge: (event: Delivery, name: PlanName) => unknown,
): Promise<void> {
  // An upload that meets the decision may be listed later than the event was made.
  const judged = announced.filter((name) => name !== 'simultaneous uploads');
  return forEachRow(named(...judged), async (name) => {
    await judge(await requireDelivery(context, name), name);
  });
}

export const named = <T extends PlanName>(...names: T[]) =>
  Object.fromEntries(names.map((name) => [name, name])) as Record<T, T>;

/** All deliveries for a case have the same webhook-id. */
export async function hasOneEventId(context: ContextWith<'webhook'>, name: PlanName): Promise<void> {
  await repeatedDeliveries(context, name);
  const events = (await planResult(context, name)).deliveries();
  const ids = new Set(await Promise.all(events.map((event) => idOf(event))));
  expectThat('repeated-event', ids.size === 1, 'one webhook-id for the case', `${ids.size} webhook-ids`, events.at(-1));
}

/** Judges two failed attempts with their retries; a candidate may retry one immediately and the other later. */
export function forEachRetry(
  context: ContextWith<'webhook'>,
  judge: (first: Delivery, second: Delivery) => unknown,
): Promise<void> {
  return forEachRow(named('a 500 from the receiver', 'a late response from the receiver'), async (name) => {
    const { first, second } = await precondition('webhook.error-retried', () => retryOf(context, name));
    await judge(first, second);
  });
}
