import { expect, onTestFinished, test } from 'vitest';
import { servingSockets } from '../wire/testing.ts';
import { bearerKey, sizeOf } from '../wire/exchange.ts';
import { framingOf, MessageReader } from '../wire/connection/message-reader.ts';
import { curlOf } from '../reports/exchange/curl.ts';
import { referenceKeys } from '../reference/start.ts';
import { Run } from '../run/play/run.ts';
import { Sender } from './sender.ts';
import { type Step, type Variation, varied } from './step.ts';
import { variations } from './variations.ts';

/** A server that responds with 404 to every request, keeps the connection, and records what arrived. */
async function recorder() {
  const seen: { method: string; isChunked: boolean; body: Buffer }[] = [];
  const baseUrl = await servingSockets((socket) => {
    let request = { method: '', isChunked: false, pieces: [] as Buffer[] };
    const reader = new MessageReader({
      head: ({ line, headers }, bytes) => {
        const framing = framingOf(headers, 0)!;
        request = { method: line.split(' ')[0]!, isChunked: framing === 'chunked', pieces: [] };
        return { framing, bytes };
      },
      body: (bytes) => void request.pieces.push(bytes),
      end: () => {
        seen.push({ ...request, body: Buffer.concat(request.pieces) });
        socket.write('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n');
      },
      unreadable: () => socket.destroy(),
    });
    socket.on('data', (bytes) => reader.push(bytes));
  });
  const manifest = { claims: [], keys: referenceKeys, key: bearerKey, id: '/id', baseUrl };
  const run = new Run(manifest, '0f3a9c51', { timeout: 10_000, signal: new AbortController().signal });
  onTestFinished(() => run.close());
  return { sender: new Sender(run), seen };
}

/** One with each way to send a body, and one without a body. */
const differentBodies = (all: Variation[]): Variation[] => {
  const own = all.filter(({ change = {} }) => change.sending !== undefined || change.text !== undefined);
  const byForm = Map.groupBy(own, ({ change = {} }) => `${change.sending} ${change.text === ''}`);
  return [...byForm.values()].map(([first]) => first!);
};
const isShort = ({ change = {} }: Variation) => (change.fileSize ?? 0) < 1_000_000;

test.each(['create', 'upload', 'read'] as const)(
  'each %s arrives with the framing and body that is recorded',
  async (operation) => {
    const { sender, seen } = await recorder();
    const singles = variations[operation].filter((each) => isShort(each) && !each.aborted && !each.listens);
    const methods = singles.filter(({ change }) => change?.method !== undefined);
    const pairs = differentBodies(singles).flatMap((one) =>
      methods.map((other): Step => varied({ do: operation, ...one }, other)),
    );
    for (const step of [...singles.map((each): Step => ({ do: operation, ...each })), ...pairs]) {
      const { exchanges } = await sender.send([step]);
      const { request } = exchanges[0]!;
      const { method, isChunked, body } = seen.at(-1)!;
      expect([step, method, isChunked]).toEqual([step, request.method, request.chunked]);
      expect([step, body.equals(Buffer.concat(request.body))]).toEqual([step, true]);
      const command = curlOf(exchanges[0]!, []);
      const ofCommand = / -X (\w+)/.exec(command)?.[1] ?? (sizeOf(request.body) > 0 ? 'POST' : 'GET');
      expect([step, ofCommand, command.includes('Transfer-Encoding: chunked')]).toEqual([step, method, isChunked]);
    }
    expect(seen).toHaveLength(singles.length + pairs.length);
  },
);
