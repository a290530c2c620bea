import { Agent } from 'node:http';
import net from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jpeg, keys } from '../testing/client.ts';
import { file, form, kind, sendRaw, uploadRaw } from '../testing/raw.ts';
import { serve } from '../testing/service.ts';
import { readUpload } from './upload.ts';

const largest = 10 * 1024 * 1024;
const big = (size: number) => Buffer.concat([jpeg(''), Buffer.alloc(size - 3)]);

let service: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => void (service = await serve()));
afterAll(() => service.close());

describe('a rejection before the end of the body', () => {
  const body = form([kind(), file(big(largest))]);

  it.each([
    ['without a key', 401, (id: string) => uploadRaw(service.url, id, body, { key: undefined })],
    [
      'of another tenant',
      404,
      (id: string) => uploadRaw(service.url, id, body, { key: 'sandbox_demo_key_of_tenant_two' }),
    ],
    [
      'of another type',
      415,
      (id: string) => uploadRaw(service.url, id, body, { headers: { 'Content-Type': 'image/jpeg' } }),
    ],
    [
      'with a repeated part',
      422,
      (id: string) => uploadRaw(service.url, id, form([kind(), kind(), file(big(largest))])),
    ],
  ])('is seen by the client: %s', async (_, status, act) => {
    const response = await act(await service.open());

    expect(response.status).toBe(status);
    expect(response.headers.connection).toBe('close');
  });

  it.each([
    [413, 'of one byte too many', form([kind(), file(big(largest + 1))])],
    [413, 'of twice as much', form([kind(), file(big(2 * largest))])],
    [422, 'with a repeated part', form([kind(), kind(), file(big(largest))])],
  ])('is seen as %i by a client that sends everything before it reads: %s', async (status, _, upload) => {
    const request = Buffer.concat([head(await service.open(), upload.length), upload]);
    const { socket, next } = connect(service.url);
    await new Promise((sent) => socket.write(request, sent));

    expect(await next()).toMatch(`HTTP/1.1 ${status} `);
    socket.destroy();
  });

  it('is seen by a client that sends far too much JSON in chunks before it reads', async () => {
    const { socket, next } = connect(service.url);
    const more = Buffer.from(`10000\r\n${' '.repeat(65_536)}\r\n`);
    socket.write(
      `POST /cases HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${keys.one}\r\n` +
        'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    await new Promise((sent) => socket.write(Buffer.concat(Array<Buffer>(200).fill(more)), sent));

    expect(await next()).toMatch('HTTP/1.1 413 ');
    socket.destroy();
  });

  it('of a short body leaves the connection open for the next request', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const id = await service.open();

    for (let round = 0; round < 3; round += 1) {
      const rejected = await uploadRaw(service.url, id, form([kind(), kind(), file()]), { agent });
      expect(rejected).toMatchObject({ status: 422, headers: { connection: 'keep-alive' } });
      expect((await sendRaw(service.url, { path: `/cases/${id}`, agent })).status).toBe(200);
    }
    agent.destroy();
  });

  it('that leaves a full buffer does not block the next request', async () => {
    const other = await serve({
      async readUpload(request, parts) {
        try {
          return await readUpload(request, parts);
        } catch (error) {
          // Respond late, when the whole body has arrived and its end has not been read.
          for (let turn = 0; turn < 1000 && !request.complete; turn += 1) await setImmediate();
          throw error;
        }
      },
    });
    const id = await other.open();
    // Two reads of a socket: the first is rejected, the second fills the buffer to its mark.
    const start = form([kind(), kind(), file('')], { last: '' });
    const size = 2 * 65_536 - head(id, 100_000).length;
    const body = Buffer.concat([start, Buffer.alloc(size - start.length)]);
    const { socket, next } = connect(other.url);
    socket.write(Buffer.concat([head(id, size), body]));

    expect(await next()).toMatch('HTTP/1.1 422 ');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await next()).toMatch('HTTP/1.1 401 ');
    socket.destroy();
    await other.close();
  });
});

/** The header of an upload of so many bytes. */
const head = (id: string, length: number) =>
  Buffer.from(
    `POST /cases/${id}/artifacts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${keys.one}\r\n` +
      `Content-Type: multipart/form-data; boundary=limit\r\nContent-Length: ${length}\r\n\r\n`,
  );

/** A connection that reads only when the next response is requested. */
function connect(url: string) {
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
  const next = () =>
    new Promise<string>((resolve, reject) => {
      let all = '';
      const see = (piece: Buffer) => {
        all += piece.toString();
        if (!all.endsWith('}')) return;
        socket.off('data', see).off('error', reject).pause();
        resolve(all);
      };
      socket.on('error', reject).on('data', see).resume();
    });
  return { socket, next };
}
