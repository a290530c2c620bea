import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { listening } from '../../conformance/testing.ts';
import type { Report } from '../../generated/report.ts';
import { demoKeys } from '../../reference-impl/demo-keys.ts';
import { stopProcess } from '../processes.ts';
import { root } from '../root.ts';
import { startReference } from './servers.ts';

/** Judges the bundled reference implementation as a user does; returns the seconds that it took. */
export async function runCommand(): Promise<number> {
  const started = performance.now();
  const args = ['run', 'conformance', '--', '--reference-implementation'];
  const [code] = await once(spawn('npm', args, { cwd: root, stdio: 'ignore' }), 'exit');
  if (code !== 0) throw new Error(`npm run conformance ended with ${code}`);
  return (performance.now() - started) / 1000;
}

/** The report of a run against the reference implementation, with that many milliseconds between request and response. */
export async function runSuite(latency: number): Promise<Report> {
  const server = await startReference();
  const far = await farAway(Number(new URL(server.url).port), latency);
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const [one, two, live] = demoKeys.map(({ key }) => key);
  const env = { ...process.env, IDV_API_KEY: one, IDV_OTHER_API_KEY: two, IDV_LIVE_API_KEY: live };
  const flags = ['--base-url', far.url, '--claim', 'sandbox', '--report-dir', folder];
  await once(spawn(process.execPath, ['tools/conformance.js', ...flags], { cwd: root, env, stdio: 'ignore' }), 'exit');
  const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
  far.close();
  await Promise.all([stopProcess(server.child), rm(folder, { recursive: true })]);
  return report;
}

/** A proxy that delays by half the latency in each direction, and by all of it to connect. */
async function farAway(port: number, latency: number): Promise<{ url: string; close: () => void }> {
  const server = net.createServer({ allowHalfOpen: true }, (near) => {
    const behind = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const connected = performance.now() + latency;
    carry(near, behind, () => Math.max(latency / 2, connected - performance.now() + latency / 2));
    carry(behind, near, () => latency / 2);
  });
  const { address, stop: close } = await listening(server);
  return { url: `http://${address}`, close };
}

/** Forwards bytes in order, each piece after its delay in milliseconds. */
function carry(from: net.Socket, to: net.Socket, delay: () => number): void {
  // One after the other: of two timers with the same time, the later one may fire first.
  let carried = Promise.resolve();
  const later = (act: () => void) => {
    const due = performance.now() + delay();
    carried = carried.then(() => setTimeout(Math.max(0, due - performance.now()))).then(act);
  };
  from.on('data', (piece) => later(() => to.writable && to.write(piece)));
  from.on('end', () => later(() => to.end()));
  from.on('error', () => later(() => to.destroy()));
  from.on('close', () => later(() => to.destroySoon()));
}
