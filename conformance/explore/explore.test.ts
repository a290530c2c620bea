import net from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { problem } from '../../reference-impl/domain/rejections.ts';
import type { Parts } from '../../reference-impl/parts.ts';
import { type Change, startChanged } from '../../reference-impl/testing/start.ts';
import { bearerKey } from '../engine/http.ts';
import { referenceKeys } from '../reference/start.ts';
import { listening } from '../testing.ts';
import { explore } from './explore.ts';
import { Plan } from './plan.ts';
import { scriptOf } from './script.ts';
import { Sender } from './sender.ts';
import { shrunk } from './shrink.ts';
import { plainStep, type Step } from './step.ts';
import { twistNames } from './twists/index.ts';
import { requestOf } from './writing.ts';

const ends: (() => unknown)[] = [];
afterEach(() => Promise.all(ends.splice(0).map((end) => end())));

const candidate = { claims: ['sandbox' as const, 'live-key' as const], keys: referenceKeys, key: bearerKey, id: '/id' };

async function senderTo(change: Change = () => ({})) {
  const { baseUrl, stop } = await startChanged(change);
  const manifest = { ...candidate, baseUrl };
  const sender = new Sender(manifest, 'test', 10_000, new AbortController().signal);
  ends.push(() => sender.http.close(), stop);
  return { sender, manifest };
}

const step = (operation: Step['do'], more: Partial<Step> = {}): Step => ({
  ...plainStep,
  do: operation,
  salt: 1,
  ...more,
});

test('every twist writes a request', () => {
  const around = {
    tag: 'a',
    keyOf: () => 'the-key-of-a-tenant',
    validKey: 'k',
    cookies: () => '',
    idOf: () => 'case_0123456789abcdef',
  };
  for (const operation of ['create', 'upload', 'read'] as const) {
    const plain = JSON.stringify(requestOf(step(operation), around));
    for (const name of twistNames[operation]) {
      const { method, path } = requestOf(step(operation, { twists: [name] }), around);
      expect(`${method} ${path}`).toMatch(/^[A-Z]+ \//);
    }
    expect(JSON.stringify(requestOf(step(operation, { twists: ['no such twist'] }), around))).toBe(plain);
  }
});

const around = { tag: 'a', keyOf: () => 'key', validKey: 'k', cookies: () => 'session=1', idOf: () => 'case_1' };
test('the cookies that a candidate set are sent back', () => {
  const { headers } = requestOf(step('read', { twists: ['the cookies that were set'] }), around);
  expect(headers!['Cookie']).toEqual(['session=1']);
});

test.each(['size: 1048577', 'size, without Content-Length: 1048577'])('%s cuts a longer file', (name) => {
  const length = (...twists: string[]) =>
    Buffer.concat(requestOf(step('upload', { twists }), around).body as Uint8Array[]).length;
  expect(length('size: 10485761', name)).toBe(length(name));
});

test('a body is cut into two pieces within a boundary', () => {
  const plain = requestOf(step('upload'), around).body as Uint8Array[];
  const cut = requestOf(step('upload', { twists: ['in two pieces: within the last boundary'] }), around);
  const pieces = (cut.body as Uint8Array[]).map((piece) => Buffer.from(piece).toString('latin1'));
  expect(pieces.join('')).toBe(Buffer.concat(plain).toString('latin1'));
  expect(pieces[0]).toMatch(/\r\n--idv-conf$/);
  expect(cut.inPieces).toBe(true);
});

test('a seed makes the same sequences again', () => {
  const sequences = (seed: number) => {
    const plan = new Plan(seed, candidate);
    return Array.from({ length: 20 }, () => plan.next());
  };
  expect(sequences(5)).toEqual(sequences(5));
  expect(sequences(5)).not.toEqual(sequences(6));
});

test('nothing is found at the reference implementation', async () => {
  const { sender } = await senderTo();
  const plan = new Plan(11, candidate);
  for (let count = 0; count < 60; count += 1) {
    const steps = plan.next();
    const { findings } = await sender.send(steps);
    expect(findings.map(({ requirement, actual }) => [requirement, actual, steps])).toEqual([]);
  }
});

test('a missing rule is found and shrunk to a minimal counterexample', async () => {
  // Evidence of a decided case is rejected for a file only.
  const { sender, manifest } = await senderTo(({ accept }) => ({
    accept: (to, artifact, parts) =>
      to.status !== 'PENDING' && artifact.kind === 'SELFIE'
        ? { ...to, artifacts: [...to.artifacts, artifact] }
        : accept(to, artifact, parts),
  }));
  const steps = [
    step('create', { directive: 'sandbox:approve', value: 9 }),
    step('read', { twists: ['Accept: text/html'] }),
    step('upload'),
    step('create', { type: 'PM' }),
    step('read'),
    step('upload', { value: 1, twists: ['kind: "SELFIE"'], key: 1 }),
    step('read'),
  ];
  const outcome = await sender.send(steps);
  const finding = outcome.findings[0]!;
  expect(finding.requirement).toBe('case-lifecycle.decided-case-refuses-evidence');
  const least = await shrunk(sender, finding.requirement, { steps, outcome, finding }, 15_000);
  expect(least.steps.map((each) => [each.do, each.twists])).toEqual([
    ['create', []],
    ['upload', []],
    ['read', []],
    ['upload', ['kind: "SELFIE"']],
  ]);

  const script = scriptOf(least.outcome.exchanges, least.outcome.tag, manifest);
  expect(script.split('\n')).toHaveLength(5);
  expect(script).toContain('CASE_1=$(curl -sSi -X POST');
  expect(script).toContain('/cases/$CASE_1/artifacts"');
  expect(script).toContain('sandbox:approve#$RUN-9');
  expect(script).not.toContain(referenceKeys.tenant);
});

test('a script shows no part of a key', async () => {
  const { sender, manifest } = await senderTo();
  const names = twistNames.read.filter((name) => /^(authorization|key only)/.test(name));
  const { exchanges, tag } = await sender.send(names.map((name) => step('read', { twists: [name] })));
  const script = scriptOf(exchanges, tag, manifest);
  for (const key of Object.values(referenceKeys))
    for (let at = 0; at + 12 <= key.length; at += 1)
      expect(script.toLowerCase()).not.toContain(key.slice(at, at + 12).toLowerCase());
});

/** Uploads that read how many artifacts the case has, and write a moment later. */
const countedTooEarly: Change = ({ store, accept }) => {
  const counted = new Map<string, number>();
  return {
    store: {
      ...store,
      async acceptArtifact(caller, id, ...rest) {
        counted.set(id, (await store.findCase(caller, id))?.artifacts.length ?? 0);
        await new Promise((resolve) => setTimeout(resolve, 20));
        return store.acceptArtifact(caller, id, ...rest);
      },
    },
    accept: (to, artifact, parts) =>
      (counted.get(to.id) ?? 0) >= parts.limits.artifacts
        ? 'artifact-limit-reached'
        : accept(to, artifact, { ...parts, limits: { ...parts.limits, artifacts: Infinity } }),
  };
};

test('parallel requests whose responses fit no order are found, although each fits by itself', async () => {
  const uploads = Array.from({ length: 19 }, (_, value) => step('upload', { value }));
  const last = [step('upload', { value: 20 }), step('upload', { value: 21, together: true })];
  const steps = [step('create'), ...uploads, ...last];
  const { sender } = await senderTo(countedTooEarly);
  const { findings, exchanges } = await sender.send(steps);
  expect(exchanges.map(({ response }) => response?.status)).toEqual(Array<number>(22).fill(201));
  expect(findings.map(({ requirement }) => requirement)).toEqual(['limits.parallel-artifacts-limited']);
  const { sender: original } = await senderTo();
  expect((await original.send(steps)).findings).toEqual([]);
});

test('a sandbox error that is replayed for another payload is found, and not taken for load', async () => {
  const kept = new Map<string, Awaited<ReturnType<Parts['createCase']>>>();
  const { sender } = await senderTo(({ createCase }) => ({
    async createCase(call, parts) {
      const read = await call.read();
      const { id = '' } = read.once ?? {};
      const response = kept.get(id) ?? (await createCase({ ...call, read: async () => read }, parts));
      if (response.status === 429) kept.set(id, response);
      return response;
    },
  }));
  const steps = [step('create', { directive: 'sandbox:error:429', key: 1 }), step('create', { value: 1, key: 1 })];
  const { findings, exchanges } = await sender.send(steps);
  expect(exchanges.map(({ response }) => response?.status)).toEqual([429, 429]);
  expect(findings.map(({ requirement }) => requirement)).toEqual(['sandbox.error-not-stored']);
});

test('a service that limits the rate of creates is not reported', async () => {
  let created = 0;
  const { sender } = await senderTo(({ createCase }) => ({
    createCase: async (call, parts) => {
      created += 1;
      return created % 2 === 1
        ? problem(429, 'rate-limited', 'Wait.', { headers: { 'Retry-After': '0' } })
        : createCase(call, parts);
    },
  }));
  const creates = Array.from({ length: 20 }, (_, value) => step('create', { value }));
  expect((await sender.send(creates)).findings).toEqual([]);
});

test.each([
  ['a new', 1],
  ['a kept', 2],
])('ends early when the candidate crashes at a request on %s connection, and reports it', async (_, crashesAt) => {
  const { manifest } = await senderTo();
  const { port } = new URL(manifest.baseUrl);
  const sockets = new Set<net.Socket>();
  let left = crashesAt;
  const server = net.createServer((socket) => {
    const behind = net.connect(Number(port), '127.0.0.1');
    sockets.add(socket.on('error', () => {}).on('close', () => behind.destroy()));
    behind.on('error', () => socket.destroy()).pipe(socket);
    socket.on('data', (bytes) => {
      left -= 1;
      if (left > 0) return behind.write(bytes);
      server.close();
      return sockets.forEach((each) => each.resetAndDestroy());
    });
  });
  const { address } = await listening(server);
  const corpus = [[step('create'), step('create'), step('read')]];
  const options = { duration: 60_000, seed: 1, workers: 1, corpus, timeout: 10_000 };
  const { ended, counterexamples } = await explore({ ...manifest, baseUrl: `http://${address}` }, 'test', options);
  expect(ended).toBe('nothing listens at the address of the candidate: connection refused; start it, and run again');
  expect(counterexamples.map(({ finding, outcome }) => [finding.actual, outcome.exchanges.length])).toEqual([
    ['connection closed without a response', 2],
  ]);
});
