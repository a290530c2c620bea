// What a service does that has to wait, or refuses for the moment because it has much to do.
import { setTimeout as wait } from 'node:timers/promises';
import { problem, Rejected } from '../../reference-impl/http/problems.ts';
import type { Parts } from '../../reference-impl/parts.ts';
import { asPage, before, everyNth, type Freedom, rateLimited } from './support.ts';

const ofGateway = 'of the gateway';
const gatewayPage = asPage(ofGateway, { 'Retry-After': '0' });

/** A second request is refused while the key of the first is in use. */
const lockingKeys =
  (retryAfter: string, end: (free: () => void) => void): Freedom =>
  (original) => {
    const running = new Set<string>();
    type Reading = { read: () => Promise<{ once: { id: string } | undefined }> };
    const one =
      <Call extends Reading, Answer>(handler: (call: Call, parts: Parts) => Promise<Answer>) =>
      async (call: Call, parts: Parts): Promise<Answer> => {
        let mine: string | undefined;
        const read = async () => {
          const body = await call.read();
          const refusal = problem(409, 'idempotency-key-in-use', 'Later.', { headers: { 'Retry-After': retryAfter } });
          if (body.once && running.has(body.once.id)) throw new Rejected(refusal);
          mine = body.once?.id;
          if (mine !== undefined) running.add(mine);
          await wait(20);
          return body;
        };
        try {
          return await handler({ ...call, read }, parts);
        } finally {
          if (mine !== undefined) end(() => running.delete(mine!));
        }
      };
    return { createCase: one(original.createCase), uploadArtifact: one(original.uploadArtifact) };
  };

/** Refuses every so many requests. */
const refusingEvery =
  (distance: number, refusal: () => ReturnType<typeof problem>): Freedom =>
  (...service) => {
    const isRefused = everyNth(distance);
    return before(async () => (isRefused() ? refusal() : undefined))(...service);
  };

export const load: Record<string, Freedom> = {
  'responses take 50 ms': before(() => wait(50)),
  'responses take up to 30 ms, out of order': before(() => wait(Math.random() * 30)),
  'every 40th request is refused with 429': refusingEvery(40, rateLimited),
  'every 40th request is refused by a gateway, with a page': (...service) => ({
    ...refusingEvery(40, () => rateLimited(ofGateway))(...service),
    ...gatewayPage(...service),
  }),
  // A limiter that is free again in less than a second, and says so in whole ones.
  'more than 30 requests in 50 ms are refused with 429': (...service) => {
    let recent: number[] = [];
    return before(async () => {
      recent = recent.filter((at) => at > performance.now() - 50);
      if (recent.length >= 30) return rateLimited();
      recent.push(performance.now());
    })(...service);
  },
  'every 150th request is refused with 503': refusingEvery(150, () =>
    problem(503, 'unavailable', 'Wait.', { headers: { 'Retry-After': '1' } }),
  ),
  'parallel requests with one key are refused while the first is running': lockingKeys('1', (free) => free()),
  'a key is freed a moment after the response': lockingKeys('0', (free) => void setTimeout(free, 20)),
};

export const sandboxLoad: Record<string, Freedom> = {
  'every other request for an error of the sandbox is refused by a gateway, with a page': (original, baseUrl) => {
    const isPassed = everyNth(2);
    return {
      ...gatewayPage(original, baseUrl),
      sandboxError: (...call) => (isPassed() ? original.sandboxError(...call) : rateLimited(ofGateway)),
    };
  },
};
