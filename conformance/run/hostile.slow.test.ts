// Whatever the candidate does, the run ends in time, and the verdict names what happened.
// `wire/` tests each failure of a connection, and `proof/null-servers/` runs with servers that never respond otherwise,
// and `proof/behaviours/` with gateways in front of correct ones.
import type { ServerResponse } from 'node:http';
import type net from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { bearerKey } from '../wire/exchange.ts';
import { referenceKeys, startReference } from '../reference/start.ts';
import { judgeService } from './service.ts';
import { type Selection, wholeSuite } from './selection.ts';
import { type ProxyOptions, proxyTo } from '../testing.ts';
import { servingSockets } from '../wire/testing.ts';

async function judgedAt(baseUrl: string, selection: Partial<Selection> = {}) {
  const manifest = { baseUrl, claims: ['sandbox' as const, 'live-key' as const], keys: referenceKeys, id: '/id' };
  const {
    results,
    outcome,
    notices = [],
  } = await judgeService({ ...manifest, key: bearerKey }, { ...wholeSuite, ...selection });
  const failures = results.flatMap(({ verdict, requirement, scenarios, failures = [] }) => {
    const first = scenarios?.find(({ failure }) => failure)?.failure ?? failures[0];
    return verdict === 'fail' ? [[requirement.id, first!.actual]] : [];
  });
  return { outcome, results, notices, failures: Object.fromEntries(failures) as Record<string, string> };
}

async function judged(behave: (socket: net.Socket) => void, selection: Partial<Selection>) {
  return judgedAt(await servingSockets((socket) => socket.once('data', () => behave(socket))), selection);
}

const closed = 'connection closed without a response';

const pageOfLighttpd = `<?xml version="1.0" encoding="iso-8859-1"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN"
         "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en" lang="en">
 <head>
  <title>500 Internal Server Error</title>
 </head>
 <body>
  <h1>500 Internal Server Error</h1>
 </body>
</html>
`;

test('an endless response is neither read to its end nor stored', async () => {
  let sent = 0;
  const endless = (socket: net.Socket) => {
    while (socket.write('x'.repeat(65_536)));
    socket.once('drain', () => endless(socket));
  };
  const behave = (socket: net.Socket) => {
    socket.on('close', () => (sent += socket.bytesWritten));
    socket.write('HTTP/1.1 201 Created\r\nContent-Type: application/json\r\n\r\n');
    endless(socket);
  };
  const { results } = await judged(behave, { only: ['create-case'] });
  const exchanges = new Set(results.flatMap((result) => result.exchanges));
  expect(exchanges.size).toBeGreaterThan(5);
  expect([...exchanges].every(({ response }) => response === undefined)).toBe(true);
  // 1 MiB each, and what the buffers of two sockets hold.
  expect(sent).toBeLessThan(exchanges.size * 16 * 1024 * 1024);
});

test('a run ends at its deadline although requests still hang, and reports no failure for missing responses', async () => {
  // Without the deadline, so many requests with 10 s each would take minutes.
  const { outcome, results } = await judged(() => {}, { timeout: 10_000, deadline: 500 });
  expect(new Set(results.map(({ verdict, reason }) => `${verdict}: ${reason}`))).toEqual(
    new Set([
      'inconclusive: the deadline of the run came first; raise --deadline',
      'not-applicable: only applicable if the capability sandbox is not claimed',
      'not-applicable: only judged with --slow',
      'not-applicable: the capability webhooks is not claimed',
    ]),
  );
  expect(outcome).toMatchObject({ name: 'INCOMPLETE', exitCode: 3 });
});

describe('in front of a correct service', () => {
  let service: Awaited<ReturnType<typeof startReference>>;
  beforeAll(async () => {
    service = await startReference();
  });
  afterAll(() => service.stop());

  async function judgedThrough(proxied: ProxyOptions, selection: Partial<Selection> = {}) {
    const proxy = await proxyTo(service.baseUrl, proxied);
    onTestFinished(proxy.stop);
    return judgedAt(proxy.baseUrl, selection);
  }

  test.each([0, 60])(
    'a service that takes the rest of a body for a request, and needs %i ms for it, fails only for that',
    async (later) => {
      const rest = 'HTTP/1.1 501 Not Implemented\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
      const before: ProxyOptions['before'] = ({ method, socket }, response) => {
        response.on('finish', () => {
          if (method !== 'POST' || response.statusCode < 400) return;
          setTimeout(() => socket.writable && socket.end(rest), later);
        });
      };
      const only = ['http.nothing-behind-response', 'create-case', 'get-case'];
      const found = await judgedThrough({ before }, { only });
      expect(found.failures).toEqual({ 'http.nothing-behind-response': expect.any(String) });
      expect(found.notices[0]).toMatch(
        /^Bytes arrived behind \d+ responses .*\nDoes the service respond before it has read the body/,
      );
    },
  );

  test('a proxy that never reads uploads fails what is about them', async () => {
    const only = ['create-case.opens-person-case', 'upload-artifact.accepts-evidence', 'limits.file-accepted'];
    const found = await judgedThrough({ before: ({ url }) => url!.endsWith('/artifacts') }, { only, timeout: 1000 });
    expect(found.failures).toEqual({
      'upload-artifact.accepts-evidence': expect.stringMatching(/^no response within 1 s after the request was sent, /),
    });
    expect(found.results.map(({ verdict }) => verdict)).not.toContain('error');
  });

  // So many at least are sent at the same time.
  const inFlight = 8;

  test.each([
    'cut',
    'answered by a gateway',
    'answered by a gateway that sends 500',
    'answered with 500 by a gateway that lost their responses',
  ])('a service that is away for a second costs nothing, when its requests are %s', async (how) => {
    let [requests, isOver] = [0, false];
    const lost: ServerResponse[] = [];
    const page = (response: ServerResponse, status: number) =>
      response.writeHead(status, { 'Content-Type': 'text/html' }).end('<html>Bad gateway</html>');
    const proxy = await proxyTo(service.baseUrl, {
      before({ socket }, response) {
        requests += 1;
        if (requests < 300 || isOver) return false;
        // The second begins with the first request that comes when the service is away: a look at it.
        if (requests === 300 + inFlight) setTimeout(() => (isOver = true), 1000);
        if (how === 'cut') socket.destroy();
        else if (how === 'answered by a gateway that sends 500') page(response, 500);
        else if (how === 'answered by a gateway' || requests >= 300 + inFlight) page(response, 502);
        else if (lost.push(response) === inFlight) for (const each of lost) page(each, 500);
        return true;
      },
    });
    onTestFinished(proxy.stop);
    const { results, outcome } = await judgedAt(proxy.baseUrl, {
      only: ['create-case', 'upload-artifact.accepts-evidence'],
    });
    expect(results.filter(({ verdict }) => verdict !== 'pass').map(({ reason }) => reason)).toEqual([]);
    expect(outcome.headline).toMatch(/^PASSED .* · interrupted once, at \d+\.\d s for \d+\.\d s$/);
  });

  test('responses of a gateway before the first one of the service cost nothing', async () => {
    let requests = 0;
    const proxy = await proxyTo(service.baseUrl, {
      before(_, response) {
        requests += 1;
        if (requests > 3 * inFlight) return false;
        response.writeHead(502, { 'Content-Type': 'text/html' }).end('<html>Bad gateway</html>');
        return true;
      },
    });
    onTestFinished(proxy.stop);
    const { failures, outcome } = await judgedAt(proxy.baseUrl, {
      only: ['create-case.opens-person-case', 'get-case'],
    });
    expect(failures).toEqual({});
    expect(outcome.headline).toMatch(/ · interrupted once, at 0\.\d s(?: for \d+\.\d s)?$/);
    expect(outcome.exitCode).toBe(0);
  });

  test('many responses of a gateway at the end of one outage cost nothing', async () => {
    let [requests, isAway] = [0, false];
    const held: ServerResponse[] = [];
    const proxy = await proxyTo(service.baseUrl, {
      before(_, response) {
        requests += 1;
        if (requests === 300) {
          isAway = true;
          setTimeout(() => {
            isAway = false;
            for (const each of held) each.writeHead(503, { 'Content-Type': 'text/html' }).end('<html>No server</html>');
          }, 1000);
        }
        if (isAway) held.push(response);
        return isAway;
      },
    });
    onTestFinished(proxy.stop);
    const { failures, outcome } = await judgedAt(proxy.baseUrl, { only: ['create-case'] });
    expect(held.length).toBeGreaterThan(20);
    expect(failures).toEqual({});
    expect(outcome.headline).toMatch(/ · interrupted once, at \d+\.\d s for \d+\.\d s$/);
    expect(outcome.exitCode).toBe(0);
  });

  test('errors after which a gateway takes the service out are played last, and cost nothing', async () => {
    let outUntil = 0;
    const proxy = await proxyTo(service.baseUrl, {
      before(_, response) {
        if (performance.now() < outUntil) {
          response.writeHead(502, { 'Content-Type': 'text/html' }).end('<html>Bad gateway</html>');
          return true;
        }
        response.on('finish', () => {
          if (response.statusCode === 503) outUntil = performance.now() + 400;
        });
        return false;
      },
    });
    onTestFinished(proxy.stop);
    const { failures, outcome } = await judgedAt(proxy.baseUrl, { only: ['sandbox.error-503'] });
    expect(failures).toEqual({});
    expect(outcome.headline).toMatch(/ · a gateway takes the service out for \d+ s after its own 503$/);
    expect(outcome.exitCode).toBe(0);
  });

  test('pages of lighttpd with 500, instead of responses that were lost, cost nothing', async () => {
    let requests = 0;
    const proxy = await proxyTo(service.baseUrl, {
      before(_, response) {
        requests += 1;
        if (requests % 10 !== 0 || requests > 100) return false;
        response.writeHead(500, { 'Content-Type': 'text/html', Server: 'lighttpd/1.4.69' }).end(pageOfLighttpd);
        return true;
      },
    });
    onTestFinished(proxy.stop);
    const { failures, outcome } = await judgedAt(proxy.baseUrl, {
      only: ['problems.no-internals', 'problems.form'],
    });
    expect(failures).toEqual({});
    expect(outcome.headline).toContain(' · interrupted ');
    expect(outcome.exitCode).toBe(0);
  });

  test('a defect is found although an outage hid the only response that shows it', async () => {
    let [hidden, isOver] = ['', false];
    const proxy = await proxyTo(service.baseUrl, {
      before({ url, headers: { 'content-type': type = 'none' } }, response) {
        const sent = `${type} to ${url!.replace(/.*\//, '')}`;
        if (hidden === '' && !/json|multipart|none/.test(type)) {
          hidden = sent;
          setTimeout(() => (isOver = true), 1000);
        }
        if (hidden === '' || (isOver && sent !== hidden)) return false;
        response.writeHead(isOver ? 415 : 502, { 'Content-Type': 'text/html' }).end('<html>No</html>');
        return true;
      },
    });
    onTestFinished(proxy.stop);
    const { failures } = await judgedAt(proxy.baseUrl, { only: ['problems.form'] });
    expect(failures).toEqual({ 'problems.form': 'text/html' });
  });

  test('a page of a gateway that one request gets each time is a failure', async () => {
    const proxy = await proxyTo(service.baseUrl, {
      before({ url }, response) {
        if (!url!.endsWith('/artifacts')) return false;
        response.writeHead(502, { 'Content-Type': 'text/html' }).end('<html>Bad gateway</html>');
        return true;
      },
    });
    onTestFinished(proxy.stop);
    const { failures } = await judgedAt(proxy.baseUrl, { only: ['create-case', 'upload-artifact.accepts-evidence'] });
    expect(failures).toEqual({ 'upload-artifact.accepts-evidence': 'status 502' });
  });

  // HAProxy holds every request until a service that is started again is there.
  test.each<[string, number, number, Record<string, string>]>([
    ['once, while all others are held, costs nothing', 1, 700, {}],
    ['twice, while all others are held, fails', 2, 700, { 'http.content-type-415': closed }],
    ['once, while others have responses, fails', 1, 0, { 'http.content-type-415': closed }],
  ])('a connection that is closed %s', async (_, times, outage, failing) => {
    let [closings, freeFrom] = [0, 0];
    const proxy = await proxyTo(service.baseUrl, {
      before({ url, headers, socket }) {
        const isCulprit = url!.endsWith('/artifacts') && headers['content-type'] === 'application/json';
        if (!isCulprit || closings === times) return false;
        closings += 1;
        freeFrom = performance.now() + outage;
        return Boolean(socket.destroy());
      },
      held: () => freeFrom - performance.now(),
    });
    onTestFinished(proxy.stop);
    const { failures, outcome } = await judgedAt(proxy.baseUrl, { only: ['http.content-type-415'] });
    expect(closings).toBe(times);
    expect(failures).toEqual(failing);
    expect(outcome.headline.includes(' · interrupted once')).toBe(outcome.exitCode === 0);
  });

  test('connections that are closed at many different times fail, although all others are held', async () => {
    let [creates, freeFrom] = [0, 0];
    const proxy = await proxyTo(service.baseUrl, {
      before({ method, socket }) {
        if (method === 'POST') creates += 1;
        if (creates % 100 !== 0 || method !== 'POST') return false;
        freeFrom = performance.now() + 700;
        return Boolean(socket.destroy());
      },
      held: () => freeFrom - performance.now(),
    });
    onTestFinished(proxy.stop);
    const { failures } = await judgedAt(proxy.baseUrl, { only: ['create-case'] });
    expect(Object.values(failures)).toContain(closed);
  });

  test('a request that a gateway rejects each time, and no other one, is judged and not waited for', async () => {
    const proxy = await proxyTo(service.baseUrl, {
      before({ headers }, response) {
        if (headers.range === undefined) return false;
        response
          .writeHead(503, { 'Retry-After': '0', 'Content-Type': 'text/html', Server: 'Varnish' })
          .end('Guru Meditation');
        return true;
      },
    });
    onTestFinished(proxy.stop);
    const { failures, notices, outcome } = await judgedAt(proxy.baseUrl, {
      only: ['http.range-ignored', 'create-case'],
    });
    expect(failures).toEqual({
      'http.range-ignored': 'status 503 each time, while other requests with the key are accepted',
    });
    expect(notices).toEqual([
      expect.stringMatching(
        /^503 in text\/html from Varnish, 1 failure: see docs\/gateways.md#varnish\. If it is a rate limit/,
      ),
    ]);
    expect(outcome.exitCode).toBe(1);
  });

  test('a request that ends the process fails, and no request beside it', async () => {
    let crashes = 0;
    const crash = ({ forward }: Awaited<ReturnType<typeof proxyTo>>) => {
      if (!forward.listening) return;
      crashes += 1;
      const { port } = forward.address() as net.AddressInfo;
      forward.close();
      forward.closeAllConnections();
      // A supervisor starts it again, once.
      if (crashes === 1) setTimeout(() => forward.listen(port, '127.0.0.1'), 1000);
    };
    // The first time, the culprit and the slow upload wait for each other.
    const waiting = { culprit: false, slow: false };
    const proxy = await proxyTo(service.baseUrl, {
      before({ url, headers }) {
        if (!url!.endsWith('/artifacts')) return false;
        const isCulprit = headers['content-type'] === 'application/json';
        const isSlow =
          headers['transfer-encoding'] === 'chunked' && headers['content-type']?.startsWith('multipart') === true;
        waiting.culprit ||= isCulprit;
        waiting.slow ||= isSlow;
        if (waiting.culprit && waiting.slow && (crashes === 0 || isCulprit)) crash(proxy);
        return isCulprit || (isSlow && crashes === 0);
      },
    });
    onTestFinished(proxy.stop);
    const only = ['http.content-type-415', 'limits.slow-body-accepted', 'create-case'];
    const { failures, results, outcome } = await judgedAt(proxy.baseUrl, { only });
    expect(failures).toEqual({
      'http.content-type-415': 'it stopped at this request, when no other one was in flight',
    });
    const slow = results.find(({ requirement }) => requirement.id === 'limits.slow-body-accepted')!;
    expect(slow.scenarios!.find(({ label }) => label === 'an upload: without Content-Length')).toMatchObject({
      verdict: 'inconclusive',
      reason: 'the service was away meanwhile, so this shows nothing',
    });
    expect(outcome.exitCode).toBe(1);
  });
});
