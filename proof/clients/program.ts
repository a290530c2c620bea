// A program that keeps running in this process: it does a task when it is triggered.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listening } from '../../conformance/testing.ts';
import type { TaskEnvironment } from '../../conformance/clients/command.ts';
import { reservedPort } from '../../conformance/clients/ports.ts';
import { clientWith, type Habits } from './client.ts';

export const key = 'live_of-a-program-that-keeps-running';
export const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

interface Program {
  /** where it expects the service, and where it receives events */
  address: string;
  endpoint: string;
  /** the command that triggers it with the task of its environment */
  trigger: string[];
  /** does a task without the suite */
  begin: (task: string, file: string) => Promise<unknown>;
  stop: () => void;
}

interface ProgramOptions {
  habits?: Partial<Habits>;
  /** it responds to the trigger when the task is done, and says how it ended */
  isWaiting?: boolean;
  hasEvents?: boolean;
}

/** Sends the task to the program, and prints its response. */
const triggerTo = (address: string) => `
  const { IDV_TASK: task, IDV_TASK_FILE: file } = process.env;
  const response = await fetch('http://${address}', { method: 'POST', body: JSON.stringify({ task, file }) });
  console.log(await response.text());
  process.exitCode = response.ok ? 0 : 1;`;

export async function startProgram({ habits, isWaiting, hasEvents }: ProgramOptions = {}): Promise<Program> {
  const ports = await Promise.all([reservedPort(), reservedPort()]);
  const [service, events] = ports.map(({ port }) => `127.0.0.1:${port}`) as [string, string];
  const over = new AbortController();
  const begin = (task: string, file: string) => {
    const given = {
      IDV_BASE_URL: `http://${service}`,
      IDV_API_KEY: key,
      IDV_TASK: task,
      IDV_TASK_FILE: file,
      ...(hasEvents && { IDV_WEBHOOK_LISTEN: events, IDV_WEBHOOK_SECRET: secret }),
    } satisfies TaskEnvironment;
    return clientWith(habits)(given, over.signal);
  };
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const { task, file } = JSON.parse(body) as { task: string; file: string };
      const done = begin(task, file);
      if (!isWaiting) return response.writeHead(202).end('accepted');
      const { code, lastLine, lastError } = await done;
      return response.writeHead(code === 0 ? 200 : 502).end(lastLine + lastError);
    });
  });
  const { address, stop } = await listening(server);
  return {
    address: service,
    endpoint: `http://${events}/`,
    trigger: [process.execPath, '--input-type=module', '-e', triggerTo(address)],
    begin,
    stop: () => {
      over.abort();
      stop();
      for (const { release } of ports) release();
    },
  };
}
