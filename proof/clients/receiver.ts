// Receives the events of a client in this process.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** An event as it arrived. */
export interface Received {
  headers: IncomingHttpHeaders;
  body: Buffer;
  secret: string;
  /** how often an event with this id was acknowledged before */
  copies: number;
  /** true if its case was opened by this client */
  isOwn: boolean;
}

/** What is signed, with which key: a naive client takes others. */
export interface Signing {
  keyOf: (secret: string) => Buffer;
  textOf: (body: Buffer) => Buffer;
  /** milliseconds by which the time may differ */
  tolerance: number;
  fits: (entry: string, expected: string) => boolean;
  entriesOf: (header: string) => string[];
  withoutSignature: boolean;
}

const scheme: Signing = {
  keyOf: (secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64'),
  textOf: (body) => body,
  tolerance: 300_000,
  fits: (entry, expected) => entry === expected,
  entriesOf: (header) => header.split(' '),
  withoutSignature: false,
};

export function isGenuine({ headers, body, secret }: Received, changes: Partial<Signing> = {}): boolean {
  const { keyOf, textOf, tolerance, fits, entriesOf, withoutSignature } = { ...scheme, ...changes };
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = headers;
  if (signature === undefined) return withoutSignature;
  if (Math.abs(Date.now() - Number(time) * 1000) > tolerance) return false;
  const text = Buffer.concat([Buffer.from(`${String(id)}.${String(time)}.`), textOf(body)]);
  const expected = `v1,${createHmac('sha256', keyOf(secret)).update(text).digest('base64')}`;
  return entriesOf(String(signature)).some((entry) => fits(entry, expected));
}

export interface Inbox {
  /** the body of the first event about the case that the client took for a decision */
  decided: (id: string) => Promise<Record<string, unknown>>;
  own: Set<string>;
  close: () => void;
}

/**
 * @param respond the status of the response
 * @param believes true if the client acts on this event
 */
export async function receive(
  { listen, secret }: { listen: string; secret: string },
  respond: (event: Received) => number,
  believes: (event: Received, status: number) => boolean,
): Promise<Inbox> {
  const decisions = new Map<string, PromiseWithResolvers<Record<string, unknown>>>();
  const entryOf = (id: string) => decisions.get(id) ?? decisions.set(id, Promise.withResolvers()).get(id)!;
  const acknowledged = new Map<string, number>();
  const own = new Set<string>();
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const { headers } = request;
      const id = String(headers['webhook-id']);
      const { type, data } = JSON.parse(body.toString()) as { type: string; data: Record<string, unknown> };
      const caseId = String(data['id']);
      const event = { headers, body, secret, copies: acknowledged.get(id) ?? 0, isOwn: own.has(caseId) };
      const status = respond(event);
      if (status < 300) acknowledged.set(id, event.copies + 1);
      response.writeHead(status).end();
      if (type === 'case.decided' && believes(event, status)) entryOf(caseId).resolve(data);
    });
  });
  const { hostname, port } = new URL(`http://${listen}`);
  await once(server.listen(Number(port), hostname), 'listening');
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { decided: (id) => entryOf(id).promise, own, close };
}
