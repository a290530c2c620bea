// The mock: Prism, behind a thin layer that responds where Prism does not, or not helpfully.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { UsageError } from '../cli/terminal.ts';
import { type Rejection, rejectionOf, unknownPreference, unreadable } from './rejections.ts';

interface Place {
  host: string;
  port: number;
}

/**
 * Serves the contract by Prism until a signal ends both.
 *
 * @param prism the file of its command
 * @param contract the file of the contract
 * @returns the address
 */
export async function serveMock(prism: string, contract: string, { host, port }: Place): Promise<string> {
  const inner = await startPrism(prism, contract);
  const server = http.createServer((request, response) => {
    respond(request, response, inner).catch(() => response.destroy());
  });
  await once(server.listen(port, host), 'listening').catch(({ code }: NodeJS.ErrnoException) => {
    throw new UsageError(`HOST ${host} and PORT ${port} cannot be used (${code}): set another PORT.`);
  });
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

/** Starts Prism on a free port of loopback; it ends with this process, and this process with it. */
async function startPrism(prism: string, contract: string): Promise<number> {
  const port = await freePort();
  // The contract has no CORS (D45).
  const flags = ['--host', '127.0.0.1', '--port', String(port), '--cors', 'false'];
  const child = spawn(process.execPath, [prism, 'mock', contract, ...flags]);
  child.stderr.pipe(process.stderr);
  child.on('exit', (code) => process.exit(code ?? 1));
  process.on('exit', () => child.kill());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
  let output = '';
  await new Promise<void>((ready) => {
    // Read on after the line, or Prism would block once the pipe is full.
    child.stdout.on('data', (piece: Buffer) => {
      if (!output.includes('Prism is listening')) output += piece.toString();
      if (output.includes('Prism is listening')) ready();
    });
  });
  return port;
}

async function freePort(): Promise<number> {
  const server = http.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function respond(request: http.IncomingMessage, response: http.ServerResponse, port: number): Promise<void> {
  const { method, url, headers } = request;
  const body = await buffer(request);
  const own =
    unknownPreference(method!, url!.split('?', 1)[0]!, headers['prefer'] as string | undefined) ??
    (body.length > 0 ? unreadable(headers['content-type'], body) : undefined);
  if (own) return sendRejection(response, own);

  const passed = http.request({ host: '127.0.0.1', port, method, path: url, headers });
  passed.end(body);
  const [fromPrism] = (await once(passed, 'response')) as [http.IncomingMessage];
  const violations = fromPrism.headers['sl-violations'];
  if (fromPrism.statusCode === 422 && typeof violations === 'string' && headers['prefer'] === undefined) {
    fromPrism.resume();
    return sendRejection(response, rejectionOf(JSON.parse(violations)));
  }
  response.writeHead(fromPrism.statusCode!, fromPrism.rawHeaders);
  fromPrism.pipe(response);
}

function sendRejection(response: http.ServerResponse, { status, body }: Rejection): void {
  response.writeHead(status, {
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(JSON.stringify(body));
}
