// Services that wait, or reject requests temporarily, because of their load.
import { setTimeout as wait } from 'node:timers/promises';
import { problem, Rejected } from '../domain/rejections.ts';
import type { Parts } from '../parts.ts';
import { asPage, before, everyNth, type Freedom, rateLimited } from './support.ts';

const ofGateway = 'of the gateway';
const gatewayPage = asPage(ofGateway, { 'Retry-After': '1' });

/** Rejects a second request while the key of the first is in use. */
const lockingKeys =
  (retryAfter: number, end: (free: () => void) => void): Freedom =>
  (original) => {
    const running = new Set<string>();
    type Reading = { read: () => Promise<{ once: { id: string } | undefined }> };
    const one =
      <Call extends Reading, Result>(handler: (call: Call, parts: Parts) => Promise<Result>) =>
      async (call: Call, parts: Parts): Promise<Result> => {
        let mine: string | undefined;
        const read = async () => {
          const body = await call.read();
          const rejection = problem(409, 'idempotency-key-in-use', 'Later.', {
            retryAfter,
          });
          if (body.once && running.has(body.once.id)) throw new Rejected(rejection);
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
const rejectingEvery =
  (distance: number, rejection: () => ReturnType<typeof problem>): Freedom =>
  (...service) => {
    const isRejected = everyNth(distance);
    return before(async () => (isRejected() ? rejection() : undefined))(...service);
  };

export const delays: Record<string, Freedom> = {
  'responses take 50 ms': before(() => wait(50)),
  'responses take up to 30 ms, out of order': before(() => wait(Math.random() * 30)),
};

export const load: Record<string, Freedom> = {
  'every 40th request is rejected with 429': rejectingEvery(40, rateLimited),
  'every 40th request is rejected by a gateway, with a page': (...service) => ({
    ...rejectingEvery(40, () => rateLimited(ofGateway))(...service),
    ...gatewayPage(...service),
  }),
  // A limiter that recovers in less than a second, but sends whole seconds.
  'more than 30 requests in 50 ms are rejected with 429': (...service) => {
    let recent: number[] = [];
    return before(async () => {
      recent = recent.filter((at) => at > performance.now() - 50);
      if (recent.length >= 30) return rateLimited();
      recent.push(performance.now());
    })(...service);
  },
  'every 150th request is rejected with 503': rejectingEvery(150, () =>
    problem(503, 'unavailable', 'Wait.', { retryAfter: 1 }),
  ),
  'parallel requests with one key are rejected while the first is running': lockingKeys(1, (free) => free()),
  'a key is freed a moment after the response': lockingKeys(1, (free) => void setTimeout(free, 20)),
};

export const sandboxLoad: Record<string, Freedom> = {
  'every other request for an error of the sandbox is rejected by a gateway, with a page': (original, baseUrl) => {
    const isPassed = everyNth(2);
    return {
      ...gatewayPage(original, baseUrl),
      sandboxError: (...call) => (isPassed() ? original.sandboxError(...call) : rateLimited(ofGateway)),
    };
  },
};
