// The mock: Prism, behind a thin layer that responds where Prism does not, or not helpfully.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { UsageError } from '../cli/terminal.ts';
import { formForPrism } from './form.ts';
import {
  incompleteForm,
  type Rejection,
  rejectionOf,
  unknownPreference,
  unreadable,
  unreadableForPrism,
} from './rejections.ts';

interface Place {
  host: string;
  port: number;
}

/** A process of Prism. */
interface Prism {
  port: number;
  ended: Promise<unknown>;
}

/**
 * Serves the contract by Prism until a signal ends both.
 *
 * @param prism the file of its command
 * @param contract the file of the contract
 * @returns the address
 */
export async function serveMock(prism: string, contract: string, { host, port }: Place): Promise<string> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
  const current = await keepRunning(() => startPrism(prism, contract));
  const server = http.createServer((request, response) => {
    respond(request, response, current).catch(() => response.destroy());
  });
  await once(server.listen(port, host), 'listening').catch(({ code }: NodeJS.ErrnoException) => {
    throw new UsageError(`HOST ${host} and PORT ${port} cannot be used (${code}): set another PORT.`);
  });
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

/** Starts Prism again whenever it ends: an error in its code, which some requests cause, ends its process. */
async function keepRunning(start: () => Promise<Prism>): Promise<() => Promise<Prism>> {
  let current = start();
  const watch = async (): Promise<void> => {
    await (
      await current
    ).ended;
    current = start();
    return watch();
  };
  await current;
  void watch();
  return () => current;
}

/** Starts Prism on a free port of loopback; it ends with this process, and this process with it before it is ready. */
async function startPrism(prism: string, contract: string): Promise<Prism> {
  const port = await freePort();
  // The contract has no CORS (D45).
  const flags = ['--host', '127.0.0.1', '--port', String(port), '--cors', 'false'];
  const child = spawn(process.execPath, [prism, 'mock', contract, ...flags]);
  const ended = once(child, 'exit');
  const fail = (code: number | null) => process.exit(code ?? 1);
  const kill = () => void child.kill();
  process.on('exit', kill);
  void ended.then(() => process.off('exit', kill));
  child.stderr.pipe(process.stderr);
  child.on('exit', fail);
  let output = '';
  await new Promise<void>((ready) => {
    // Read on after the line, or Prism would block once the pipe is full.
    child.stdout.on('data', (piece: Buffer) => {
      if (!output.includes('Prism is listening')) output += piece.toString();
      if (output.includes('Prism is listening')) ready();
    });
  });
  child.off('exit', fail);
  // From now on these are stack traces of single requests.
  child.stderr.unpipe().resume();
  return { port, ended };
}

async function freePort(): Promise<number> {
  const server = http.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function respond(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  current: () => Promise<Prism>,
): Promise<void> {
  const { method, url, headers } = request;
  const body = await buffer(request);
  const contentType = headers['content-type'] ?? '';
  const form = /^multipart\/form-data\b/i.test(contentType) ? formForPrism(contentType, body) : { headers: {}, body };
  const own =
    unknownPreference(method!, url!.split('?', 1)[0]!, headers['prefer'] as string | undefined) ??
    (body.length > 0 ? unreadable(contentType, body) : undefined);
  if (own || !form) return sendRejection(response, own ?? incompleteForm());

  const { 'transfer-encoding': _, ...others } = headers;
  const passed = {
    method,
    path: url,
    headers: { ...others, ...(form.body.length > 0 && { 'content-length': form.body.length }), ...form.headers },
  };
  const fromPrism = await responseTo(passed, form.body, current);
  if (!fromPrism) return sendRejection(response, unreadableForPrism());
  const violations = fromPrism.headers['sl-violations'];
  if (fromPrism.statusCode === 422 && typeof violations === 'string' && headers['prefer'] === undefined) {
    fromPrism.resume();
    return sendRejection(response, rejectionOf(JSON.parse(violations)));
  }
  response.writeHead(fromPrism.statusCode!, fromPrism.rawHeaders);
  fromPrism.pipe(response);
}

/** Undefined when Prism ended twice: once it may have been because of another request. */
async function responseTo(
  request: http.RequestOptions,
  body: Buffer,
  current: () => Promise<Prism>,
): Promise<http.IncomingMessage | undefined> {
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const { port, ended } = await current();
    const passed = http.request({ host: '127.0.0.1', port, ...request });
    passed.end(body);
    try {
      const [response] = (await once(passed, 'response')) as [http.IncomingMessage];
      return response;
    } catch {
      await ended;
    }
  }
  return undefined;
}

function sendRejection(response: http.ServerResponse, { status, body }: Rejection): void {
  response.writeHead(status, {
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(JSON.stringify(body));
}
