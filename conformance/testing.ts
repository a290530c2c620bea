// Helpers that several tests of the suite share.
import { execFile, type ExecFileOptions } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { stripVTControlCharacters } from 'node:util';
import { requirements } from '../generated/requirements.ts';
import { UsageError } from './usage-error.ts';
import type { Result, Verdict } from './run/judge/verdict.ts';

/** The path of the command. */
export const cli = new URL('../tools/conformance.js', import.meta.url).pathname;

// Variables of the suite, of a pipeline, and those that npm sets for scripts, except for those of the package registry.
const foreign = /^(CI$|IDV_|GITHUB_|npm_(?!config_(registry|userconfig|cache)$))/i;

/** The variables that a user has, and these. */
export function environmentWith(more: Record<string, string> = {}): Record<string, string | undefined> {
  const inherited = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  return { ...Object.fromEntries(inherited), NO_COLOR: '1', ...more };
}

/** The same for the command: its messages name the proxies that a machine has. */
function commandEnvironment(more: Record<string, string> = {}): Record<string, string | undefined> {
  const all = Object.entries(environmentWith()).filter(([name]) => !/_proxy$/i.test(name));
  return { ...Object.fromEntries(all), ...more };
}

/** Runs a program to its end. */
export function execute(program: string, args: string[], options: ExecFileOptions) {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const all = { maxBuffer: 64 * 1024 * 1024, ...options, encoding: 'utf8' as const };
    const child = execFile(program, args, all, (_error, out, err) => resolve({ code: child.exitCode!, out, err }));
  });
}

/** Runs the command as a user does, without variables of the suite from the environment. */
export const run = (flags: string[], environment?: Record<string, string>, cwd?: string) =>
  execute(process.execPath, [cli, ...flags], { env: commandEnvironment(environment), cwd });

/** Runs the command in this process, which is faster; not for tests that run concurrently. */
export async function runHere(flags: string[], environment: Record<string, string> = {}) {
  const [{ vi }, { main }] = await Promise.all([import('vitest'), import('./cli/command.ts')]);
  const { env, stdout, stderr } = process;
  const [out, err] = [vi.spyOn(stdout, 'write').mockReturnValue(true), vi.spyOn(stderr, 'write').mockReturnValue(true)];
  const textOf = ({ mock }: typeof out) =>
    stripVTControlCharacters(mock.calls.map(([piece]) => String(piece)).join(''));
  process.env = commandEnvironment(environment);
  try {
    return { code: await main(flags, process.env), out: textOf(out), err: textOf(err) };
  } finally {
    process.env = env;
    out.mockRestore();
    err.mockRestore();
  }
}

/** The result of the check of a requirement. */
export function resultOf(id: string, verdict: Verdict, more: Partial<Result> = {}): Result {
  const requirement = requirements.find((known) => known.id === id)!;
  return { requirement, verdict, reason: '', exchanges: [], milliseconds: 0, ...more };
}

/** The outcome of a run: the line that begins with its name. */
export const headlineOf = (out: string): string | undefined =>
  /^(PASSED|FAILED|CONFORMANT|INCOMPLETE).*$/m.exec(out)?.[0];

/** The message of a usage error; throws when there is no error, or when it is one of the suite itself. */
export function complaintOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  throw new Error('no usage error was thrown');
}

/** Listens on a free port of loopback; `stop` also closes open connections. */
export async function listening(server: Server): Promise<{ address: string; stop: () => void }> {
  const sockets = new Set<{ destroy(): void; on(event: 'close', gone: () => void): void }>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

export interface ProxyOptions {
  /** the prefix of every path, which the proxy removes */
  base?: string;
  /** how the proxy writes the `Location` of the service */
  location?: (path: string) => string;
  /** key and certificate, for https */
  certificate?: { key: string; cert: string };
  /** called with each request; returns true when it has responded itself */
  before?: (request: http.IncomingMessage, response: http.ServerResponse) => boolean | void;
  /** for how many milliseconds a request is held before it is passed on */
  held?: () => number;
}

/** A reverse proxy as companies use it: below a path, with another host, behind TLS. */
export async function proxyTo(target: string, options: ProxyOptions = {}) {
  const { base = '', location = (path) => path, certificate, before = () => {}, held = () => 0 } = options;
  // Idle connections end here long before the service ends them: otherwise a request could meet that end on a busy machine.
  const agent = new http.Agent({ keepAlive: true, timeout: 1000 });
  const forward = (request: http.IncomingMessage, response: http.ServerResponse) => {
    if (before(request, response)) return;
    const milliseconds = held();
    if (milliseconds > 0) setTimeout(pass, milliseconds, request, response);
    else pass(request, response);
  };
  const pass = (request: http.IncomingMessage, response: http.ServerResponse) => {
    if (!request.url!.startsWith(`${base}/`)) return void response.writeHead(404).end();
    const headers = { ...request.headers, host: 'service.internal' };
    const passed = http.request(target + request.url!.slice(base.length), { method: request.method!, headers, agent });
    passed.on('response', (received) => {
      const written = received.rawHeaders.map((value, at) =>
        at % 2 === 1 && received.rawHeaders[at - 1]!.toLowerCase() === 'location' ? location(value) : value,
      );
      response.writeHead(received.statusCode!, written);
      received.pipe(response);
    });
    // A service may respond before it has read everything; then its response is already being sent.
    passed.on('error', () => response.headersSent || response.destroy());
    request.pipe(passed);
  };
  const server = certificate ? https.createServer(certificate, forward) : http.createServer(forward);
  const { address, stop } = await listening(server);
  return { baseUrl: `${certificate ? 'https' : 'http'}://${address}${base}`, forward: server, stop };
}
