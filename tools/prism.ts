import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { readyLine, stopProcess } from './processes.ts';
import { root } from './root.ts';

/** Starts the mock as `npm run mock` does, on a free port of loopback. */
export async function startMock(): Promise<{ baseUrl: string; stop(): Promise<void> }> {
  const prism = spawn(process.execPath, [join(root, 'conformance/cli/main.ts'), 'mock'], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1' },
  });
  return { baseUrl: await readyLine(prism, /listening on (http\S+)/), stop: () => stopProcess(prism) };
}
