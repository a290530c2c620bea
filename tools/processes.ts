// Processes that serve while a test, a benchmark or a comparison runs.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { listening } from '../conformance/testing.ts';

/** A port of loopback that was free a moment ago. */
export async function freePort(): Promise<number> {
  const { address, stop } = await listening(net.createServer());
  stop();
  return Number(address.split(':')[1]);
}

/** Ends the process, and with `group` every process of its group; returns when it has ended. */
export async function stopProcess(child: ChildProcess, { group = false } = {}): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  if (group) process.kill(-child.pid!);
  else child.kill();
  await once(child, 'exit');
}

/**
 * Waits for the line with which a server says that it is ready.
 *
 * @returns what the pattern matched: its first group, or all of it
 */
export function readyLine(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    let isReady = false;
    // The output is read on after the line, or the server would block once the pipe is full.
    const read = (piece: Buffer) => {
      if (isReady) return;
      output += piece.toString();
      const match = pattern.exec(output);
      if (!match) return;
      isReady = true;
      resolve(match[1] ?? match[0]);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`${child.spawnargs.join(' ')} ended before it was ready:\n${output}`)));
  });
}
