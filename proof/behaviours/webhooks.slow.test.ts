// Senders of events that differ from the reference implementation only where the contract leaves it open.
import { randomUUID } from 'node:crypto';
import net from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { demoEndpoints } from '../../reference-impl/demo-keys.ts';
import type { Parts } from '../../reference-impl/parts.ts';
import type { Change } from '../../reference-impl/behaviours/start.ts';
import type { Manifest, Webhook } from '../../conformance/manifest.ts';
import { referenceKeys, referenceSecrets } from '../../conformance/reference/start.ts';
import { Receiver } from '../../conformance/wire/receiver.ts';
import { judgeService } from '../../conformance/run/service.ts';
import { wholeSuite } from '../../conformance/run/selection.ts';
import { serving, type Setup } from '../serve.ts';

type Supplied = Pick<Manifest, 'slow'> & Partial<Webhook>;

async function judgeBehaviour(change: Change, { slow = false, ...secrets }: Supplied = {}) {
  const receiver = await Receiver.open({ host: '127.0.0.1', port: 0 });
  const webhook = { receiver, ...referenceSecrets, ...secrets };
  const setup: Setup = {
    parts: { endpoints: demoEndpoints(receiver.url), privateHosts: ['127.0.0.1'] },
    claimed: { claims: ['sandbox', 'webhooks'], keys: referenceKeys, slow, webhook },
  };
  const selection = { ...wholeSuite, only: ['webhook'] };
  try {
    const { results } = await serving(setup, change, (manifest) => judgeService(manifest, selection));
    return results
      .filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-applicable')
      .map(({ requirement, verdict, reason }) => `${verdict} ${requirement.id}: ${reason}`);
  } finally {
    receiver.close();
  }
}

/** One attempt after the other in each queue. */
const queued =
  (queueOf: (tenant: string) => string): Change =>
  ({ deliver }) => {
    const last = new Map<string, Promise<unknown>>();
    return {
      deliver: async (event, _, endpoint, parts, stopped) => {
        const before = last.get(queueOf(endpoint.tenant));
        // Signed when it is sent, and not when it begins to wait.
        const send = () => deliver(event, parts.headersOf(event, endpoint, parts), endpoint, parts, stopped);
        const sent = before ? before.then(send) : send();
        last.set(queueOf(endpoint.tenant), sent);
        return sent;
      },
    };
  };

/** HTTP/1.0, with names in upper case; reads only the status of the response. */
function oldHttp(): Partial<Parts> {
  return {
    deliver: ({ body }, headers, { url }) =>
      new Promise((resolve) => {
        const { hostname, port, pathname } = new URL(url);
        const fields = { ...headers, 'Content-Length': String(Buffer.byteLength(body)) };
        const lines = Object.entries(fields).map(([name, value]) => `${name.toUpperCase()}: ${value}\r\n`);
        const socket = net.connect(Number(port), hostname);
        socket.write(`POST ${pathname} HTTP/1.0\r\n${lines.join('')}\r\n${body}`);
        socket.on('data', (piece) => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(String(piece))?.[1])));
        socket.on('error', () => {}).on('close', () => resolve(undefined));
      }),
  };
}

/** Digits of which a database rounds the last three away: the millisecond before, and 600 microseconds. */
const unrounded = (_: string, seconds: string, milliseconds: string) =>
  milliseconds === '000'
    ? `${seconds}.000400Z"`
    : `${seconds}.${String(Number(milliseconds) - 1).padStart(3, '0')}600Z"`;

/**
 * Sends each attempt twice at the same time, with more signatures, headers, properties and digits of times than required.
 */
function generous({ deliver, headersOf, eventOf }: Parts): Partial<Parts> {
  return {
    async deliver(...attempt) {
      const [status] = await Promise.all([deliver(...attempt), deliver(...attempt)]);
      return status;
    },
    headersOf(event, ...rest) {
      const headers = headersOf(event, ...rest);
      return {
        ...headers,
        'Content-Type': 'Application/JSON; charset=utf-8',
        'webhook-signature': `v1a,b2xk v1,${'A'.repeat(43)}= ${headers['webhook-signature']} v2,x`,
        'X-Attempt': String(event.attempts),
      };
    },
    eventOf(...decision) {
      const event = eventOf(...decision);
      const more = { version: 2, trace: randomUUID() };
      if (!event) return undefined;
      const body = JSON.stringify({ ...more, ...JSON.parse(event.body) }, null, 2);
      return { ...event, body: body.replaceAll(/(:\d\d)\.(\d{3})Z"/g, unrounded) };
    },
  };
}

/** Nearly as late as the contract allows: on a loaded machine, the rest of the time passes. */
function late({ eventOf, pauseAfter }: Parts): Partial<Parts> {
  return {
    eventOf(...decision) {
      const event = eventOf(...decision);
      return event && { ...event, due: event.due + 4000 };
    },
    pauseAfter: (...end) => (pauseAfter(...end) === undefined ? undefined : 9000),
  };
}

/** A clock that is an hour ahead, as its responses show. */
function ahead({ render }: Parts): Partial<Parts> {
  const now = () => new Date(Date.now() + 3_600_000);
  return {
    now,
    render: (...response) => {
      const rendered = render(...response);
      return { ...rendered, headers: { ...rendered.headers, Date: now().toUTCString() } };
    },
  };
}

/** Each connection has the `Date` of its first response, as that of a server that computes it once. */
function oneDatePerConnection(): Partial<Parts> {
  const dates = new WeakMap<object, string>();
  return {
    console({ socket }, response) {
      const date = dates.get(socket) ?? new Date().toUTCString();
      dates.set(socket, date);
      response.setHeader('Date', date);
      return false;
    },
  };
}

const { secret, otherSecret } = referenceSecrets;
const bare = { secret: secret.replace('whsec_', ''), otherSecret: otherSecret.replace('whsec_', '') };

const behaviours: [string, Change, Supplied?][] = [
  // It waits for three quarters of a minute, so it begins first.
  ['one queue of events for each tenant (D54), with --slow', queued((tenant) => tenant), { slow: true }],
  ['events and retries come as late as they may', late],
  ['copies, and more signatures, headers, members and digits', generous],
  ['one connection for all events', queued(() => 'all')],
  ['HTTP/1.0 and names in upper case', oldHttp],
  ['the clock is an hour ahead', ahead],
  ['Date is computed once per connection', oneDatePerConnection],
  ['secrets without their prefix', () => ({}), bare],
];

// Together, because they mostly wait; but all in this thread, so that each begins when the one before has sent the most.
const pause = 3000;
let judged: Map<string, Promise<string[]>>;
beforeAll(() => {
  const judge = async (at: number, behaviour: Parameters<typeof judgeBehaviour>) => {
    await setTimeout(at * pause);
    return judgeBehaviour(...behaviour);
  };
  judged = new Map(behaviours.map(([name, ...behaviour], at) => [name, judge(at, behaviour)]));
});

test.each(behaviours)('%s', { timeout: 120_000 }, async (name) => {
  expect(await judged.get(name)).toEqual([]);
});
