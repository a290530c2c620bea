import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Starts the mock as `npm run mock` does, on a free port of loopback. */
export async function startMock(): Promise<{ baseUrl: string; stop(): Promise<void> }> {
  const port = await freePort();
  const prism = spawn(process.execPath, [`${root}conformance/cli/main.ts`, 'mock'], {
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1' },
  });
  // Its output is read on after it listens, or it would stand still once the pipe is full.
  await new Promise<void>((ready, failed) => {
    let said = '';
    const hear = (text: Buffer) => {
      said += text;
      if (said.includes('Prism is listening')) ready();
    };
    prism.stdout.on('data', hear);
    prism.stderr.on('data', hear);
    prism.once('exit', () => failed(new Error(`Prism ended before it listened:\n${said}`)));
  });
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async stop() {
      if (prism.exitCode !== null) return;
      prism.kill();
      await once(prism, 'exit');
    },
  };
}

/** A port of loopback that nobody had a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
