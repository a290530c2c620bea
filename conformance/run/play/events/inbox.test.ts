// The scenarios of webhooks use everything else of it.
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Exchange } from '../../../wire/exchange.ts';
import { Receiver } from '../../../wire/receiver.ts';
import type { Reply } from '../../../scenarios/events.ts';
import { EventInbox } from './inbox.ts';

let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.open({ host: '127.0.0.1', port: 0 });
});
afterAll(() => receiver.close());

let cases = 0;

function open(reply: Reply, { isOfSecondTenant = false, isRead = false } = {}) {
  cases += 1;
  const text = `case-${cases}.`;
  const inbox = new EventInbox(receiver, { reply, text, isOfSecondTenant, isRead }, AbortSignal.timeout(10_000));
  const deliver = (path = '/', signal: AbortSignal | null = null) =>
    fetch(new URL(path, receiver.url), { method: 'POST', body: text, redirect: 'manual', signal });
  return { inbox, deliver };
}

const read = (): Exchange => ({
  request: { method: 'GET', url: '', headers: [], body: [], credential: undefined, chunked: false },
  started: performance.now(),
  milliseconds: 1,
});

test('the response waits for a read that began after the arrival', async () => {
  const { inbox, deliver } = open({ status: 200 }, { isRead: true });
  const before = read();
  const response = deliver();
  await inbox.pause(1000);
  expect(inbox.waitsForRead).toBe(true);
  inbox.noteRead(before);
  expect(await Promise.race([response, setTimeout(50, 'no response')])).toBe('no response');
  inbox.noteRead(read());
  expect((await response).status).toBe(200);
  expect(inbox.waitsForRead).toBe(false);
});

test('a receiver that is overloaded asks for a wait that is longer than the contract allows', async () => {
  for (const status of [429, 503]) {
    const { inbox, deliver } = open({ status });
    expect((await deliver()).headers.get('Retry-After')).toBe('3600');
    await deliver();
    await inbox.end();
  }
});

test('an event at the endpoint of another tenant is accepted, and is not the event of the case', async () => {
  const { deliver } = open({ status: 410 }, { isOfSecondTenant: true });
  expect((await deliver('/')).status).toBe(204);
  expect((await deliver('/other')).status).toBe(410);
});

test('a retry of an event that got no response is accepted when the sender has given the first attempt up', async () => {
  const { deliver } = open({ status: 'silence' });
  const patience = new AbortController();
  const attempts = [deliver('/', patience.signal), deliver('/', patience.signal)];
  expect(await Promise.race([...attempts, setTimeout(100, 'no response')])).toBe('no response');
  patience.abort();
  await Promise.allSettled(attempts);
  await expect
    .poll(async () => (await deliver('/', AbortSignal.timeout(200)).catch(() => undefined))?.status)
    .toBe(204);
});
