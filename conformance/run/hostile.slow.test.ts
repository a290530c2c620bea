// Whatever the candidate does, the run ends in time, and the verdict names what happened.
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import net from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { bearerKey } from '../wire/http.ts';
import type { Manifest } from '../manifest.ts';
import { referenceKeys, startReference } from '../reference/start.ts';
import { judge } from './judge.ts';
import { type Selection, wholeSuite } from './selection.ts';
import { listening, type ProxyOptions, proxyTo } from '../testing.ts';

const ends: (() => unknown)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

const manifest: Omit<Manifest, 'baseUrl'> = {
  claims: ['sandbox', 'live-key'],
  keys: referenceKeys,
  key: bearerKey,
  id: '/id',
};

/** A few checks of each kind: plain ones, parallel ones, one with 10 MiB, and one that waits for all others. */
const some = [
  'create-case.opens-person-case',
  'get-case.reads-case',
  'upload-artifact.accepts-evidence',
  'http.unknown-path-404',
  'idempotency.parallel-create-once',
  'limits.file-accepted',
  'case-lifecycle.decision-final',
];

async function judgedAt(baseUrl: string, selection: Partial<Selection>) {
  const { results, outcome } = await judge({ ...manifest, baseUrl }, { ...wholeSuite, ...selection });
  const failed = results.filter(({ verdict }) => verdict === 'fail');
  return {
    outcome,
    verdicts: new Set(results.map(({ verdict }) => verdict)),
    failures: Object.fromEntries(
      failed.map(({ requirement, scenarios, failures }) => [
        requirement.id,
        (scenarios?.find(({ failure }) => failure)?.failure ?? failures![0])!.actual,
      ]),
    ),
    results,
  };
}

async function judged(server: net.Server, selection: Partial<Selection> = {}) {
  server.on('connection', (socket: net.Socket) => socket.on('error', () => {}));
  const { address, stop } = await listening(server);
  ends.push(stop);
  return judgedAt(`http://${address}`, { only: some, ...selection });
}

const raw = (response: (socket: net.Socket) => void) =>
  net.createServer((socket) => {
    socket.once('data', () => response(socket));
  });

const begins = (text: string, goOn: (socket: net.Socket) => void) =>
  raw((socket) => {
    socket.write(text);
    goOn(socket);
  });

const web = (respond: (response: http.ServerResponse, request: http.IncomingMessage) => void) =>
  http.createServer((request, response) => {
    request.resume();
    respond(response, request);
  });

const created = 'HTTP/1.1 201 Created\r\nContent-Type: application/json\r\n';

function endless(stream: NodeJS.WritableStream): void {
  const more = () => {
    while (stream.write('x'.repeat(65_536)));
    stream.once('drain', more);
  };
  more();
}

function drip(socket: net.Socket): void {
  const timer = setInterval(() => socket.write('x'), 20);
  socket.on('close', () => clearInterval(timer));
}

const bomb = gzipSync(Buffer.alloc(16 * 1024 * 1024));

const late = /^no response within 0\.3 s/;
const tooLarge = 'a response larger than 1 MiB';
const cut = 'connection closed before the end of the response';
const noHttp = /^something that is not HTTP/;

const behaviours: Record<string, [net.Server, string | RegExp]> = {
  closes: [raw((socket) => socket.end()), 'connection closed without a response'],
  hangs: [raw(() => {}), late],
  'drips its head': [begins(`${created}X-Long: `, drip), late],
  'switches protocols': [
    raw((socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')),
    late,
  ],
  'speaks another protocol': [raw((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n')), noHttp],
  'sends more than it announced': [
    raw((socket) => socket.end(`${created}Content-Length: 2\r\n\r\n{"id":"x"}`)),
    noHttp,
  ],
  'sends less than it announced': [raw((socket) => socket.end(`${created}Content-Length: 900\r\n\r\n{}`)), cut],
  'sends an endless response': [begins(`${created}\r\n`, endless), tooLarge],
  'responds with a compressed bomb': [
    web((response) => response.writeHead(201, { 'Content-Encoding': 'gzip' }).end(bomb)),
    tooLarge,
  ],
  'sends headers without end': [begins(`${created}X-Long: `, endless), 'headers larger than 16 KiB'],
};

describe('a server that', () => {
  test.each(Object.entries(behaviours))('%s is reported as that, once', async (_, [server, actual]) => {
    const { outcome, verdicts, failures } = await judged(server, { timeout: actual === late ? 300 : 10_000 });
    expect(failures['create-case.opens-person-case']).toMatch(actual);
    // This check blocks all that need a case; an unknown path needs none.
    expect(Object.keys(failures).filter((id) => id !== 'http.unknown-path-404')).toEqual([
      'create-case.opens-person-case',
    ]);
    expect([...verdicts].toSorted()).toEqual(['fail', 'inconclusive']);
    expect(outcome.exitCode).toBe(1);
  });
});

test('an endless response is neither read to its end nor stored', async () => {
  let sent = 0;
  const server = begins(`${created}\r\n`, (socket) => {
    socket.on('close', () => (sent += socket.bytesWritten));
    endless(socket);
  });
  const { results } = await judged(server, { only: [] });
  const exchanges = results.flatMap((result) => result.exchanges);
  expect(exchanges.length).toBeGreaterThan(5);
  expect(exchanges.every(({ response }) => response === undefined)).toBe(true);
  // 1 MiB each, and what the buffers of two sockets hold.
  expect(sent).toBeLessThan(new Set(exchanges).size * 16 * 1024 * 1024);
});

test('a run ends at its deadline although requests still hang, and reports no failure for missing responses', async () => {
  // Without the deadline, 197 checks with 10 s each would take minutes.
  const { outcome, results } = await judged(
    raw(() => {}),
    { only: [], timeout: 10_000, deadline: 500 },
  );
  expect(new Set(results.map(({ verdict, reason }) => `${verdict}: ${reason}`))).toEqual(
    new Set([
      'inconclusive: the deadline of the run came first; raise --deadline',
      'not-applicable: only applicable if the capability sandbox is not claimed',
      'not-applicable: the capability webhooks is not claimed',
    ]),
  );
  expect(outcome).toMatchObject({ name: 'INCOMPLETE', exitCode: 3 });
});

const problemHeaders = {
  'Content-Type': 'application/problem+json',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
};

describe('in front of a correct service', () => {
  let service: Awaited<ReturnType<typeof startReference>>;
  beforeAll(async () => {
    service = await startReference();
  });
  afterAll(() => service.stop());

  async function judgedThrough(before: NonNullable<ProxyOptions['before']>, selection: Partial<Selection> = {}) {
    const proxy = await proxyTo(service.baseUrl, { before });
    ends.push(proxy.stop);
    return judgedAt(proxy.baseUrl, selection);
  }

  test('a proxy that limits the rate and closes each connection without notice changes no verdict', async () => {
    let count = 0;
    const closed = new WeakSet<net.Socket>();
    const found = await judgedThrough((request, response) => {
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
      if (count % 50 !== 0) return false;
      request.resume();
      const instance = `urn:uuid:${randomUUID()}`;
      const body = { type: '/problems/rate-limited', title: 'Slow down', status: 429, detail: 'Wait.', instance };
      response.writeHead(429, { ...problemHeaders, 'Retry-After': '0' }).end(JSON.stringify(body));
      return true;
    });
    expect(found.failures).toEqual({});
    expect(found.outcome.name).toBe('CONFORMANT');
  });

  test('a proxy that never reads uploads fails what is about them', async () => {
    const found = await judgedThrough(({ url }) => url!.endsWith('/artifacts'), { only: some, timeout: 2000 });
    expect(found.failures).toEqual({
      'upload-artifact.accepts-evidence': expect.stringMatching(/^no response within 2 s after the request was sent, /),
    });
    expect(found.verdicts).not.toContain('error');
  });
});
