import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { listen } from '../../../testing/listen.ts';

/** A proxy as docs/deploy.md sets one up. */
export interface Proxy {
  url: string;
  /** the addresses behind it, one after the other in turn */
  targets: Set<string>;
  /** how often a request was sent again because a target went away */
  repeated: () => number;
  close: () => void;
}

const own = new Set(['connection', 'expect', 'keep-alive']);

/**
 * Starts a proxy. It gives each POST an `Idempotency-Key`, unless it has one: what a target may have carried out before it
 * died can then be sent to another. When no target responds for a while, it responds with 503 itself.
 */
export async function startProxy(): Promise<Proxy> {
  const agent = new http.Agent({ keepAlive: true });
  const targets = new Set<string>();
  let turn = 0;
  let repeated = 0;

  const forward = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const body = await buffer(request);
    const headers = kept(request.rawHeaders);
    if (request.method === 'POST' && !request.headers['idempotency-key']) headers.push('Idempotency-Key', randomUUID());
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const all = [...targets];
      turn += 1;
      const target = all[turn % all.length];
      const received = target && (await send(target, request, headers, body, agent).catch(() => undefined));
      if (received) {
        response.writeHead(received.status, kept(received.headers));
        return void response.end(received.body);
      }
      repeated += 1;
      await setTimeout(20);
    }
    response.writeHead(503, {
      'Content-Type': 'application/problem+json',
      'Retry-After': '1',
      'Cache-Control': 'no-store',
    });
    const problem = { type: '/problems/unavailable', title: 'Unavailable', status: 503, detail: 'No target responds.' };
    response.end(JSON.stringify({ ...problem, instance: `urn:uuid:${randomUUID()}` }));
  };

  const server = http.createServer((request, response) => {
    forward(request, response).catch(() => response.destroy());
  });
  return {
    url: await listen(server),
    targets,
    repeated: () => repeated,
    close() {
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}

/** The flat list of headers without those that are for one connection. */
const kept = (raw: string[]) => raw.filter((_, at) => !own.has(raw[at - (at % 2)]!.toLowerCase()));

/** Sends a request and returns the whole response; fails when there is none, or only a part. */
function send(
  target: string,
  { method, url }: http.IncomingMessage,
  headers: string[],
  body: Buffer,
  agent: http.Agent,
): Promise<{ status: number; headers: string[]; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const outgoing = http.request(target, { method: method!, path: url!, headers, agent });
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      buffer(response).then(
        (bytes) => resolve({ status: response.statusCode!, headers: response.rawHeaders, body: bytes }),
        reject,
      );
    });
    outgoing.end(body);
  });
}
