// How the samples of each language are run, for the languages that this machine has.
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export type Command = [program: string, ...args: string[]];

interface Language {
  name: string;
  /** the sample of an operation, and the one that receives webhooks */
  operation: string;
  receiver?: string;
  /** fails where the language, or a library of the samples, is not installed */
  probe: Command;
  command: (file: string) => Command;
}

const languages: Language[] = [
  {
    name: 'curl',
    operation: 'curl.sh',
    probe: ['curl', '--version'],
    command: (file) => ['bash', file],
  },
  {
    name: 'TypeScript',
    operation: 'fetch.ts',
    receiver: 'node-http.ts',
    probe: [process.execPath, '--version'],
    command: (file) => [process.execPath, file],
  },
  {
    name: 'Python',
    operation: 'requests-client.py',
    receiver: 'http-server.py',
    probe: ['python3', '-c', 'import requests'],
    command: (file) => ['python3', file],
  },
  {
    name: 'Go',
    operation: 'net-http.go',
    receiver: 'net-http.go',
    probe: ['go', 'version'],
    // Built first: `go run` would leave the receiver running when it is ended.
    command: (file) => {
      const program = join(mkdtempSync(join(tmpdir(), 'sample-')), 'sample');
      execFileSync('go', ['build', '-o', program, file], { stdio: 'pipe' });
      return [program];
    },
  },
  {
    name: 'Java',
    operation: 'http-client.java',
    receiver: 'http-server.java',
    probe: ['javac', '-version'],
    command: (file) => ['java', file],
  },
];

const installed = languages.filter(({ probe: [program, ...args] }) => {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
});

const pathOf = (operation: string, file: string) =>
  fileURLToPath(new URL(`samples/${operation}/${file}`, import.meta.url));

/** By language, the command that starts its receiver of webhooks. */
export const receivers = (): [string, Command][] =>
  installed.flatMap(({ name, receiver, command }): [string, Command][] =>
    receiver === undefined ? [] : [[name, command(pathOf('caseDecided', receiver))]],
  );

/** The names of the languages in which the samples of the operations can be run here. */
export const runnable = installed.map(({ name }) => name);

/** Runs the sample of an operation in a folder; returns what it prints. */
export async function runSample(language: string, operation: string, cwd: string, env: Record<string, string>) {
  const { operation: file, command } = installed.find(({ name }) => name === language)!;
  const [program, ...args] = command(pathOf(operation, file));
  const { stdout } = await promisify(execFile)(program, args, { cwd, env: { ...process.env, ...env } });
  return stdout.trim();
}
