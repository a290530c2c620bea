import { createHmac } from 'node:crypto';
import type { components } from '../../../generated/types.ts';
import { CaseDecided } from '../../../generated/validators.js';
import { expectHeader, expectThat, expectValid, isObject } from '../../engine/expect.ts';
import type { Delivery } from '../../engine/receiver.ts';
import { type Case, knownCase } from '../support/case.ts';
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

/** The case with its timestamps as numbers and its reasons in one order, because both have several valid forms (D67, D68). */
export function comparableCase(found: Case): object {
  const shown = knownCase(found) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, comparableProperty(name, value)]));
}

function comparableProperty(name: string, value: unknown): unknown {
  if (name === 'created_at' || name === 'decided_at') return Date.parse(String(value)) || value;
  if (!Array.isArray(value)) return value;
  if (name === 'artifacts')
    return value.map((artifact) => (isObject(artifact) ? comparableCase(artifact as Case) : artifact));
  return value.toSorted();
}
