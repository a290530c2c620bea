// Servers that respond to every request with the same constant, or not at all.
import http from 'node:http';
import net from 'node:net';
import { gzipSync } from 'node:zlib';
import { listening } from '../../conformance/testing.ts';

/** A server that listens on loopback. */
export interface NullServer {
  baseUrl: string;
  stop: () => void | Promise<void>;
}

type Respond = (response: http.ServerResponse) => void;

const json = { 'Content-Type': 'application/json' };
const oneCase = JSON.stringify({
  id: 'case_7Qm2xVt9LkPz4RwB',
  type: 'PF',
  reference: 'x',
  status: 'PENDING',
  score: 0,
  reasons: [],
  artifacts: [],
  created_at: '2026-01-01T00:00:00Z',
  decided_at: null,
});
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));

/** A rejection as correct as a constant can be. */
function problem(status: number, name: string, headers: http.OutgoingHttpHeaders = {}): Respond {
  return (response) => {
    const title = http.STATUS_CODES[status];
    const instance = `urn:uuid:${crypto.randomUUID()}`;
    response
      .writeHead(status, {
        'Content-Type': 'application/problem+json',
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        ...headers,
      })
      .end(JSON.stringify({ type: `/problems/${name}`, title, status, detail: 'No.', instance }));
  };
}

const responses = {
  '200 {}': (response) => response.writeHead(200, json).end('{}'),
  '201 with one valid case': (response) => response.writeHead(201, json).end(oneCase),
  '204': (response) => response.writeHead(204).end(),
  '400': problem(400, 'malformed-request'),
  '401': problem(401, 'unauthorized', { 'WWW-Authenticate': 'Bearer realm="x", error="invalid_token"' }),
  '404': problem(404, 'not-found'),
  '404 in HTML': (response) => response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>Not found</h1>'),
  '500': (response) => response.writeHead(500).end(),
  'a redirect to itself': (response) => response.writeHead(307, { Location: '/' }).end(),
  'a reset': (response) => response.destroy(),
  silence: () => {},
  'a body without end': endless,
  'a body of one byte now and then': dripping,
  'a small body that unpacks to 64 MiB': (response) =>
    response.writeHead(200, { ...json, 'Content-Encoding': 'gzip' }).end(bomb),
} satisfies Record<string, Respond>;

function endless(response: http.ServerResponse): void {
  response.writeHead(200, json);
  const piece = Buffer.alloc(64 * 1024, ' ');
  const write = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', write);
  write();
}

function dripping(response: http.ServerResponse): void {
  response.writeHead(200, json);
  const timer = setInterval(() => response.write(' '), 50);
  response.on('close', () => clearInterval(timer));
}

const constants = Object.entries(responses).map(([name, respond]) => {
  const make = () =>
    http.createServer((request, response) => {
      request.resume();
      // A reset must also come while the body is still being sent.
      request.on('end', () => respond(response));
    });
  return [name, make] as const;
});

/** Starts each server, by its constant. */
export const nullServers: Record<string, () => Promise<NullServer>> = Object.fromEntries(
  [...constants, ['what is not HTTP', garbage] as const].map(([name, make]) => [name, () => serve(make())]),
);

function garbage(): net.Server {
  return net.createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', () => socket.end('SSH-2.0-OpenSSH_9.9\r\n'));
  });
}

async function serve(server: net.Server): Promise<NullServer> {
  const { address, stop } = await listening(server);
  return { baseUrl: `http://${address}`, stop };
}
