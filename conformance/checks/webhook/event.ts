import { createHmac } from 'node:crypto';
import type { components } from '../../../generated/types.ts';
import { CaseDecided } from '../../../generated/validators.js';
import { expectHeader, expectThat, expectValid } from '../../engine/expect.ts';
import type { Delivery } from '../../engine/receiver.ts';
import { precondition } from '../support/preconditions.ts';

export const isId = (value: string) => value.length >= 1 && value.length <= 255;
// Seconds have at most eleven digits until the year 5138; milliseconds have more.
export const isSeconds = (value: string) => /^[0-9]{1,11}$/.test(value);

export function idOf(event: Delivery): Promise<string> {
  return precondition('webhook.id-header', async () => {
    expectHeader(event, 'webhook-id', isId, '1 to 255 characters');
    return event.header('webhook-id')!;
  });
}

export function secondsOf(event: Delivery): Promise<number> {
  return precondition('webhook.timestamp-header', async () => {
    expectHeader(event, 'webhook-timestamp', isSeconds, 'whole seconds');
    return Number(event.header('webhook-timestamp'));
  });
}

/** True when a `v1` entry of the signature fits the received bytes. */
export async function isSignedWith(secret: string, event: Delivery): Promise<boolean> {
  const before = Buffer.from(`${await idOf(event)}.${await secondsOf(event)}.`);
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(before).update(event.body).digest('base64');
  return (event.header('webhook-signature') ?? '').split(' ').includes(`v1,${signature}`);
}

export async function expectSigned(secret: string, event: Delivery): Promise<void> {
  const found = event.header('webhook-signature');
  const wanted = 'a v1 signature in webhook-signature that matches id, timestamp and body';
  expectThat('wrong-signature', await isSignedWith(secret, event), wanted, found ?? 'no webhook-signature', event);
}

type CaseDecidedEvent = components['schemas']['CaseDecided'];

/** The body of an event that fits its schema. */
export function caseDecidedIn(event: Delivery): Promise<CaseDecidedEvent> {
  return precondition('webhook.body-schema', async () => expectValid(event, CaseDecided, 'CaseDecided'));
}
