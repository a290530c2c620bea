import { mkdtemp, readdir, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openEvidence } from '../stores/evidence.ts';
import { defaultParts } from '../compose.ts';
import { jpeg, keys } from '../testing/client.ts';
import { file, form, kind } from '../testing/raw.ts';
import { serve } from '../testing/service.ts';

const far = 300_000;
const { limits } = defaultParts();

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'timeouts-'))));
afterAll(() => rm(folder, { recursive: true }));

/** Sends the chunks one after the other while the connection is open. Returns the bytes that were received when it closed. */
async function drip(url: string, pieces: Iterable<string | Buffer>): Promise<string> {
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
  let received = '';
  socket.on('data', (piece) => (received += piece.toString()));
  // A connection that is cut may be reset.
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.on('close', resolve));
  for (const piece of pieces) {
    if (socket.writable) socket.write(piece);
    await Promise.race([closed, setTimeout(10)]);
  }
  await closed;
  return received;
}

function* endlessly(piece: string): Generator<string> {
  while (true) yield piece;
}
const until = function* (count: number, pieces: Iterable<string | Buffer>): Generator<string | Buffer> {
  for (const piece of pieces) {
    if ((count -= 1) < 0) return;
    yield piece;
  }
};

describe('a connection is closed', () => {
  it('when the header of a request does not arrive', async () => {
    const service = await serve({ limits: { ...limits, headerTime: 200, requestTime: far } });

    const head = 'GET /cases/x HTTP/1.1\r\nX: ';
    expect(await drip(service.url, [head])).toMatch('took too long to arrive');
    expect(await drip(service.url, [head, ...until(1000, endlessly('x'))])).toMatch('took too long to arrive');
    await service.close();
  });

  const uploadHead = (id: string) =>
    `POST /cases/${id}/artifacts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${keys.one}\r\n` +
    'Content-Type: multipart/form-data; boundary=limit\r\nContent-Length: 100000\r\n\r\n';
  const begun = form([kind(), file(jpeg())], { last: '' });

  it.each([
    ['comes in drips', { headerTime: 200, requestTime: 400, idleTime: far }, 1000],
    ['stops in the middle', { headerTime: far, requestTime: far, idleTime: 200 }, 0],
  ])('when an upload %s, and nothing of it is kept', async (_, times, drips) => {
    const evidence = await openEvidence(folder, new Set());
    const service = await serve({ evidence, limits: { ...limits, ...times } });
    const id = await service.open();

    await drip(service.url, [uploadHead(id), begun, ...until(drips, endlessly('x'))]);

    await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]));
    expect((await service.read(id)).body['artifacts']).toEqual([]);
    await service.close();
  });
});
