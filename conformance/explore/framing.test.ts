import net from 'node:net';
import { expect, test } from 'vitest';
import { ends, listening } from '../engine/testing.ts';
import { bearerKey } from '../engine/http.ts';
import { sizeOf } from '../engine/connection/wire.ts';
import { curlOf } from '../reports/exchange/curl.ts';
import { referenceKeys } from '../reference/start.ts';
import { Sender } from './sender.ts';
import { plainStep, type Step } from './step.ts';
import { twistNames } from './twists/index.ts';

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
  const sender = new Sender(manifest, 'test', 10_000, new AbortController().signal);
  ends.push(() => sender.http.close());
  return { sender, seen };
}

const step = (operation: Step['do'], twists: string[]): Step => ({ ...plainStep, do: operation, salt: 1, twists });
const isFraming = (name: string) => /without Content-Length|^in chunks|^no body|^a body/.test(name);
// Larger bodies are framed in the same way.
const longest = 1_000_000;
const isLong = (name: string) => name.startsWith('size') && Number(/\d+$/.exec(name)?.[0]) > longest;

test.each(['create', 'upload', 'read'] as const)(
  'each %s arrives with the framing and body that is recorded',
  async (operation) => {
    const { sender, seen } = await recorder();
    const names = twistNames[operation].filter((name) => !isLong(name));
    const methods = names.filter((name) => name.startsWith('method: '));
    const framings = names.filter(isFraming);
    const pairs = framings.flatMap((name) => [...framings, ...methods].map((other) => [name, other]));
    for (const twists of [...names.map((name) => [name]), ...pairs]) {
      const { exchanges } = await sender.send([step(operation, twists)]);
      const { request } = exchanges[0]!;
      const { head, body } = seen.at(-1)!;
      const announced = /\r\ntransfer-encoding: chunked\r\n/i.test(head);
      expect([twists, head.split(' ')[0], announced]).toEqual([twists, request.method, request.chunked]);
      expect([twists, body.equals(Buffer.concat(request.body))]).toEqual([twists, true]);
      const command = curlOf(exchanges[0]!, []);
      const method = / -X (\w+)/.exec(command)?.[1] ?? (sizeOf(request.body) > 0 ? 'POST' : 'GET');
      expect([twists, method, command.includes('Transfer-Encoding: chunked')]).toEqual([
        twists,
        request.method,
        announced,
      ]);
    }
    expect(seen).toHaveLength(names.length + pairs.length);
  },
);
