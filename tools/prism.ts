import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freePort, readyLine, stopProcess } from './processes.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Starts the mock as `npm run mock` does, on a free port of loopback. */
export async function startMock(): Promise<{ baseUrl: string; stop(): Promise<void> }> {
  const port = await freePort();
  const prism = spawn(process.execPath, [`${root}conformance/cli/main.ts`, 'mock'], {
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1' },
  });
  await readyLine(prism, /The mock is listening/);
  return { baseUrl: `http://127.0.0.1:${port}`, stop: () => stopProcess(prism) };
}
