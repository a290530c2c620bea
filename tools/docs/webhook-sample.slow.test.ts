import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readContract } from '../contract.ts';
import { receivers } from './languages.ts';

const { document } = readContract(fileURLToPath(new URL('../../openapi.yaml', import.meta.url)));
const event = JSON.stringify(document.components.examples.CaseDecidedEvent.value);
const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
const now = () => Math.floor(Date.now() / 1000);

for (const [language, [program, ...args]] of receivers())
  describe(`the receiver in ${language}`, () => {
    let receiver: ChildProcess;
    let lines: Interface;
    let address: string;

    /** Runs the sample as a reader does. */
    beforeAll(async () => {
      receiver = spawn(program, args, {
        env: { ...process.env, WEBHOOK_SECRET: `whsec_${key.toString('base64')}`, PORT: '0' },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      lines = createInterface(receiver.stdout!);
      const [line] = (await once(lines, 'line')) as [string];
      address = `http://127.0.0.1:${/port: (\d+)/.exec(line)![1]}`;
    });

    afterAll(() => void receiver.kill());

    const sign = (id: string, timestamp: number | string, body = event, secret = key) =>
      `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`;

    /** The status code for a delivery that is genuine except for the given values. */
    async function deliver(
      id: string,
      given: { body?: string; timestamp?: number | string; signature?: string | null } = {},
    ) {
      const { body = event, timestamp = now(), signature = sign(id, timestamp, body) } = given;
      const signed = { 'webhook-id': id, 'webhook-timestamp': `${timestamp}`, 'webhook-signature': signature };
      const headers = Object.entries(signed).filter((header): header is [string, string] => header[1] !== null);
      return (await fetch(address, { method: 'POST', headers: Object.fromEntries(headers), body })).status;
    }

    test('a genuine event is taken, and a repeated one is done already', async () => {
      const printed: string[] = [];
      lines.on('line', (line) => printed.push(line));

      expect(await deliver('msg_first')).toBe(204);
      expect(await deliver('msg_first')).toBe(204);
      expect(await deliver('msg_second')).toBe(204);

      await expect.poll(() => printed).toEqual(Array(2).fill('case_7Qm2xVt9LkPz4RwB APPROVED'));
    });

    test('an event of an unknown type is taken', async () => {
      expect(await deliver('msg_unknown', { body: '{"type":"case.archived","data":{}}' })).toBe(204);
    });

    describe('one of several signatures is enough', () => {
      const timestamp = now();
      const good = sign('msg_list', timestamp);
      const other = sign('msg_list', timestamp, event, Buffer.from('another secret'));
      for (const signature of [`${other} ${good}`, `${good} ${other}`, `v1a,AAAA v1,short ${good}`])
        test(signature.replaceAll(/[\w+/]{20,}=*/g, '…'), async () => {
          expect(await deliver('msg_list', { timestamp, signature })).toBe(204);
        });
    });

    describe('rejects events that are not genuine', () => {
      const timestamp = now();
      const good = sign('msg_bad', timestamp);
      const base64 = good.slice('v1,'.length);
      test.each<[string, Parameters<typeof deliver>[1]]>([
        ['another body', { timestamp, signature: good, body: event.replace('APPROVED', 'DENIED') }],
        ['the same value in other bytes', { timestamp, signature: good, body: `${event} ` }],
        ['another secret', { timestamp, signature: sign('msg_bad', timestamp, event, Buffer.from('another')) }],
        ['another id', { timestamp, signature: sign('msg_other', timestamp) }],
        ['another timestamp', { timestamp: timestamp - 1, signature: good }],
        ['another version', { timestamp, signature: `v2,${base64}` }],
        ['a signature without its version', { timestamp, signature: base64 }],
        ['a shortened signature', { timestamp, signature: good.slice(0, -8) }],
        ['an empty signature', { timestamp, signature: 'v1,' }],
        ['no signature', { timestamp, signature: null }],
        ['a timestamp six minutes ago', { timestamp: timestamp - 360 }],
        ['a timestamp in six minutes', { timestamp: timestamp + 360 }],
        ['a timestamp that is not a number', { timestamp: 'soon' }],
      ])('%s', async (_, given) => expect(await deliver('msg_bad', given)).toBe(401));

      test('more than an event can have', async () => {
        expect(await deliver('msg_large', { body: 'x'.repeat(1_048_577) })).toBe(413);
      });
    });

    test('a sender that goes away in the middle does no harm', async () => {
      const socket = connect(Number(new URL(address).port), '127.0.0.1');
      socket.end('POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\nhalf');
      socket.resume();
      await once(socket, 'close');

      expect(await deliver('msg_after')).toBe(204);
    });

    test('a timestamp four minutes off is taken', async () => {
      expect(await deliver('msg_early', { timestamp: now() + 240 })).toBe(204);
      expect(await deliver('msg_late', { timestamp: now() - 240 })).toBe(204);
    });

    test('without a secret it does not start', async () => {
      const { WEBHOOK_SECRET: _, ...env } = process.env;
      const [code] = await once(spawn(program, args, { env, stdio: 'ignore' }), 'exit');
      expect(code).toBe(1);
    });
  });
