import net from 'node:net';
import { expect } from 'vitest';
import { ended, started } from './process.ts';
import { jpeg } from './client.ts';

const mebibyte = 1024 * 1024;
const saysItsPeak = `data:text/javascript,process.on('exit', () =>
  process.stdout.write('peak ' + process.resourceUsage().maxRSS * 1024))`;

/** A process holds a thousand idle connections and thirty parallel uploads of 10 MiB in less than 250 MiB. */
export async function staysSmall(folder: string, env: Record<string, string> = {}): Promise<void> {
  const { child, said, cases } = await started(folder, { env, node: ['--import', saysItsPeak] });
  const { port } = new URL(cases.url);
  const idle = await Promise.all(
    Array.from({ length: 1000 }, async () => {
      const socket = net.connect(Number(port), '127.0.0.1');
      await new Promise((resolve, reject) => socket.on('connect', resolve).on('error', reject));
      return socket;
    }),
  );
  const ids = await Promise.all(Array.from({ length: 30 }, () => cases.open()));
  const file = Buffer.concat([jpeg(), Buffer.alloc(10 * mebibyte - jpeg().length)]);

  const responses = await Promise.all(ids.map((id) => cases.upload(id, { file })));

  expect(responses.map(({ status }) => status)).toEqual(Array(30).fill(201));
  expect(idle.filter((socket) => socket.destroyed)).toEqual([]);
  for (const socket of idle) socket.destroy();
  expect(await ended(child, 'SIGTERM')).toBe(0);
  const peak = Number(/peak (\d+)/.exec(said.out)![1]);
  expect(peak).toBeGreaterThan(20 * mebibyte);
  expect(peak).toBeLessThan(250 * mebibyte);
}
