// A correct service behind a gateway that does what gateways may do (D95).
import { randomUUID } from 'node:crypto';
import type net from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { referenceKeys, startReference } from '../../conformance/reference/start.ts';
import { judgeService } from '../../conformance/run/service.ts';
import { type ProxyOptions, proxyTo } from '../../conformance/testing.ts';
import { bearerKey } from '../../conformance/wire/exchange.ts';

const problemHeaders = {
  'Content-Type': 'application/problem+json',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
};

test(
  'a gateway that limits the rate, closes each connection without notice and writes its own host changes no verdict',
  { timeout: 180_000 },
  async () => {
    let count = 0;
    const closed = new WeakSet<net.Socket>();
    const before: ProxyOptions['before'] = (request, response) => {
      const { socket } = request;
      response.on('finish', () => {
        closed.add(socket);
        socket.destroySoon();
      });
      if (closed.has(socket)) {
        // What was sent before the client saw the end is lost.
        socket.destroy();
        return true;
      }
      count += 1;
      if (count % 150 !== 0) return false;
      request.resume();
      const instance = `urn:uuid:${randomUUID()}`;
      const body = { type: '/problems/rate-limited', title: 'Slow down', status: 429, detail: 'Wait.', instance };
      response.writeHead(429, { ...problemHeaders, 'Retry-After': '0' }).end(JSON.stringify(body));
      return true;
    };
    const base = '/gateway/idv/v1';
    const service = await startReference();
    onTestFinished(() => void service.stop());
    const proxied: ProxyOptions = { base, location: (path) => `http://elsewhere.invalid${base}${path}`, before };
    const proxy = await proxyTo(service.baseUrl, proxied);
    onTestFinished(proxy.stop);
    const manifest = { baseUrl: proxy.baseUrl, claims: ['sandbox' as const, 'live-key' as const], keys: referenceKeys };
    const { results, outcome } = await judgeService({ ...manifest, id: '/id', key: bearerKey });
    expect(results.filter(({ verdict }) => verdict === 'fail').map(({ reason }) => reason)).toEqual([]);
    expect(outcome.exitCode).toBe(0);
  },
);
