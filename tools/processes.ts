// Starts and stops the servers of tests and benchmarks.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { listening } from '../conformance/testing.ts';

/** A free port of loopback. */
export async function freePort(): Promise<number> {
  const { address, stop } = await listening(net.createServer());
  stop();
  return Number(address.split(':')[1]);
}

/** Ends the process; returns when it has ended. */
export async function stopProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

/**
 * Waits for the line that a server prints when it is ready.
 *
 * @returns what the pattern matched: its first group, or all of it
 */
export function readyLine(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    let isReady = false;
    // Keeps reading after the line; otherwise the server would block when the pipe is full.
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
