// Receives the events of a service: verifies each one before it responds, and passes the decisions on.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import type { Case } from './client.ts';

export interface Receiver {
  /** @returns the case, once an event says that it is decided */
  decided: (caseId: string) => Promise<Case>;
  close: () => void;
}

/** @param listen host and port; @param secret with `whsec_` before its base64 */
export async function receiveEvents(listen: string, secret: string): Promise<Receiver> {
  const verifier = new Webhook(secret);
  // An event may come before anybody waits for it. A program that runs for long keeps this in its database.
  const cases = new Map<string, PromiseWithResolvers<Case>>();
  const entryOf = (id: string) => cases.get(id) ?? cases.set(id, Promise.withResolvers<Case>()).get(id)!;
  /** @returns the status of the response */
  const process = async (request: IncomingMessage): Promise<number> => {
    // The bytes as they arrived: JSON that is parsed and written again has another signature.
    const body = await buffer(request);
    try {
      // It also rejects what is more than five minutes off.
      verifier.verify(body, request.headers as Record<string, string>);
    } catch {
      return 401;
    }
    const { type, data } = JSON.parse(body.toString()) as { type: string; data: Case };
    // Types and cases that this program does not know are acknowledged too, and so is a copy.
    if (type === 'case.decided') entryOf(data.id).resolve(data);
    return 204;
  };
  const server = createServer((request, response) => {
    process(request).then(
      (status) => response.writeHead(status).end(),
      () => response.destroy(),
    );
  });
  const { hostname, port } = new URL(`http://${listen}`);
  await once(server.listen(Number(port), hostname), 'listening');
  return {
    decided: (caseId) => entryOf(caseId).promise,
    close: () => void server.close(),
  };
}
