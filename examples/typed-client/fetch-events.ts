// Receives an event where requests are those of `fetch`, as in Hono, Next, Deno and Bun: standardwebhooks verifies the bytes as they arrived.
import { Webhook } from 'standardwebhooks';
import type { components } from 'idv-case-contract/types';

export type CaseDecided = components['schemas']['CaseDecided'];

/**
 * The event in a request; undefined if it has another type: later versions may add some (D40).
 *
 * @param secret `whsec_` and base64, without a line end behind it
 * @throws WebhookVerificationError when the signature does not fit, or was made more than five minutes ago
 */
export async function eventIn(request: Request, secret: string): Promise<CaseDecided | undefined> {
  const body = Buffer.from(await request.arrayBuffer());
  // A `Headers` object has no properties: standardwebhooks and svix would say "Missing required headers".
  const headers = Object.fromEntries(request.headers);
  const event = new Webhook(secret).verify(body, headers) as { type: string };
  return event.type === 'case.decided' ? (event as CaseDecided) : undefined;
}
