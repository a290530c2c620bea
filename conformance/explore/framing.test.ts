import net from 'node:net';
import { expect, test } from 'vitest';
import { ends, listening } from '../wire/testing.ts';
import { bearerKey, sizeOf } from '../wire/exchange.ts';
import { curlOf } from '../reports/exchange/curl.ts';
import { referenceKeys } from '../reference/start.ts';
import { Run } from '../run/run.ts';
import { Sender } from './sender.ts';
import { type Step, type Variation, varied } from './step.ts';
import { variations } from './variations.ts';

/** One request as its headers frame it, and the bytes behind it; undefined while some are missing. */
function framed(bytes: Buffer): { head: string; body: Buffer; rest: Buffer } | undefined {
  const end = bytes.indexOf('\r\n\r\n') + 4;
  if (end < 4) return undefined;
  const head = bytes.subarray(0, end).toString('latin1');
  if (/\r\ntransfer-encoding: chunked\r\n/i.test(head)) return chunked(head, bytes, end);
  const size = Number(/\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1] ?? 0);
  if (bytes.length < end + size) return undefined;
  return { head, body: bytes.subarray(end, end + size), rest: bytes.subarray(end + size) };
}

function chunked(head: string, bytes: Buffer, start: number): ReturnType<typeof framed> {
  const pieces: Buffer[] = [];
  for (let at = start; ;) {
    const line = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.subarray(at, line).toString('latin1'), 16);
    const next = line + 2 + size + 2;
    if (line < 0 || bytes.length < next) return undefined;
    if (size === 0) return { head, body: Buffer.concat(pieces), rest: bytes.subarray(next) };
    pieces.push(bytes.subarray(line + 2, next - 2));
    at = next;
  }
}

/** A server that responds with 404 to every request, keeps the connection, and records what arrived. */
async function recorder() {
  const seen: { head: string; body: Buffer }[] = [];
  const server = net.createServer((socket) => {
    let bytes = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (piece) => {
      bytes = Buffer.concat([bytes, piece]);
      const request = framed(bytes);
      if (!request) return;
      bytes = Buffer.from(request.rest);
      seen.push(request);
      socket.write('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n');
    });
  });
  const manifest = { claims: [], keys: referenceKeys, key: bearerKey, id: '/id', baseUrl: await listening(server) };
  const run = new Run(manifest, '0f3a9c51', { timeout: 10_000, signal: new AbortController().signal });
  ends.push(() => run.close());
  return { sender: new Sender(run), seen };
}

const hasBody = ({ change = {} }: Variation) => change.sending !== undefined || change.text !== undefined;
const isShort = ({ change = {} }: Variation) => (change.fileSize ?? 0) < 1_000_000;

test.each(['create', 'upload', 'read'] as const)(
  'each %s arrives with the framing and body that is recorded',
  async (operation) => {
    const { sender, seen } = await recorder();
    const singles = variations[operation].filter((each) => isShort(each) && !each.aborted && !each.listens);
    const methods = singles.filter(({ change }) => change?.method !== undefined);
    const pairs = singles
      .filter(hasBody)
      .flatMap((one) => methods.map((other): Step => varied({ do: operation, ...one }, other)));
    for (const step of [...singles.map((each): Step => ({ do: operation, ...each })), ...pairs]) {
      const { exchanges } = await sender.send([step]);
      const { request } = exchanges[0]!;
      const { head, body } = seen.at(-1)!;
      const announced = /\r\ntransfer-encoding: chunked\r\n/i.test(head);
      expect([step, head.split(' ')[0], announced]).toEqual([step, request.method, request.chunked]);
      expect([step, body.equals(Buffer.concat(request.body))]).toEqual([step, true]);
      const command = curlOf(exchanges[0]!, []);
      const method = / -X (\w+)/.exec(command)?.[1] ?? (sizeOf(request.body) > 0 ? 'POST' : 'GET');
      const sent = [step, request.method, announced];
      expect([step, method, command.includes('Transfer-Encoding: chunked')]).toEqual(sent);
    }
    expect(seen).toHaveLength(singles.length + pairs.length);
  },
);
