import { type ChildProcess, spawn } from 'node:child_process';
import { client } from './client.ts';

const main = new URL('../main.ts', import.meta.url).pathname;

export interface Options {
  env?: Record<string, string>;
  args?: string[];
  /** what no file may grow beyond, in KiB: a disk that is full */
  largestFile?: number;
  /** arguments of Node itself */
  node?: string[];
}

/** Starts the command on a free port of loopback, with its data in `data` of the folder. */
export function start(folder: string, { env = {}, args = [], largestFile, node = [] }: Options = {}) {
  const all = {
    ...process.env,
    HOST: '',
    KEYS: '',
    KEY_FILE: '',
    PORT: '0',
    DATABASE_URL: '',
    DATA_DIR: `${folder}/data`,
    ...env,
  };
  const limit = largestFile === undefined ? '' : `ulimit -f ${largestFile};`;
  const command = [process.execPath, ...node, main, ...args];
  const child = spawn('bash', ['-c', `${limit} exec "$0" "$@"`, ...command], { env: all, cwd: folder });
  const said = { out: '', err: '' };
  child.stdout.on('data', (piece) => (said.out += piece));
  child.stderr.on('data', (piece) => (said.err += piece));
  return { child, said };
}

/** The exit code of the process, after the signal when one is given. */
export function ended(child: ChildProcess, signal?: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.on('close', resolve);
    if (signal) child.kill(signal);
  });
}

/** Starts the command and waits until it serves. */
export async function started(folder: string, options?: Options) {
  const { child, said } = start(folder, options);
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const address = /http:\/\/\S+/.exec(said.out)?.[0];
      if (address) resolve(address);
    });
    child.on('close', () => reject(new Error(said.err)));
  });
  return { child, said, cases: client(url) };
}
