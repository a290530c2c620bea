// Runs the command of a client to its end, and leaves nothing of it behind.
import { spawn } from 'node:child_process';
import { StringDecoder } from 'node:string_decoder';
import type { Ended } from '../oracle/client/session.ts';
import { UsageError } from '../usage-error.ts';
import { lastLineIn, messageIn } from './last-line.ts';

/** What a client is given, by the names of its environment variables. */
export type TaskEnvironment = Record<'IDV_BASE_URL' | 'IDV_API_KEY' | 'IDV_TASK' | 'IDV_TASK_FILE', string> &
  Partial<Record<'IDV_WEBHOOK_LISTEN' | 'IDV_WEBHOOK_SECRET', string>>;

/** Does one task. @param signal ends it when its time is over */
export type Client = (task: TaskEnvironment, signal: AbortSignal) => Promise<Omit<Ended, 'isTimedOut'>>;

// Variables of the suite and of npm: the client must not find a key or an address that is not of its task.
const foreign = /^(IDV_|npm_)/i;
// Milliseconds between the request to end and the end.
const grace = 1000;
// Characters of an output that are kept.
const kept = 4096;

/** @throws UsageError if the command cannot be started */
export const spawned =
  (command: string, args: string[], environment: NodeJS.ProcessEnv): Client =>
  (task, signal) => {
    const inherited = Object.entries(environment).filter(([name]) => !foreign.test(name));
    const env = { ...Object.fromEntries(inherited), ...task };
    // A group of its own, so that what it has started ends with it.
    const child = spawn(command, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const out = endOf(child.stdout);
    const err = endOf(child.stderr);
    const kill = (with_: NodeJS.Signals) => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, with_);
      } catch {
        // The group is gone.
      }
    };
    const { promise, resolve, reject } = Promise.withResolvers<Omit<Ended, 'isTimedOut'>>();
    let late: NodeJS.Timeout | undefined;
    const abort = () => {
      kill('SIGTERM');
      late = setTimeout(() => kill('SIGKILL'), grace);
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    child.on('error', (error: NodeJS.ErrnoException) => {
      signal.removeEventListener('abort', abort);
      reject(new UsageError(`client -- ${command}: the command cannot be started (${error.code ?? error.message}).`));
    });
    child.on('exit', (code) => {
      signal.removeEventListener('abort', abort);
      clearTimeout(late);
      // What it left running would keep its output open.
      kill('SIGKILL');
      setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
        resolve({ code, lastLine: lastLineIn(out()), lastError: messageIn(err()) });
      }, 20);
    });
    return promise;
  };

/** Keeps the end of an output only, however long it is. */
function endOf(stream: NodeJS.ReadableStream): () => string {
  const decoder = new StringDecoder('utf8');
  let text = '';
  stream.on('data', (bytes: Buffer) => (text = (text + decoder.write(bytes)).slice(-kept)));
  stream.on('error', () => {});
  return () => text;
}
