import http from 'node:http';
import net from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { problem } from '../../reference-impl/domain/rejections.ts';
import type { Parts } from '../../reference-impl/parts.ts';
import { type Change, startChanged } from '../../reference-impl/behaviours/start.ts';
import { bearerKey } from '../wire/exchange.ts';
import { referenceKeys } from '../reference/start.ts';
import { Run } from '../run/play/run.ts';
import { both, create, json, keyed, read, type Step, upload } from '../scenarios/vocabulary.ts';
import { listening } from '../testing.ts';
import { explore } from './explore.ts';
import { Plan } from './plan.ts';
import { scriptOf } from './script.ts';
import { Sender } from './sender.ts';
import { shrunk } from './shrink.ts';
import { variations } from './variations.ts';

const candidate = { claims: ['sandbox' as const, 'live-key' as const], keys: referenceKeys, key: bearerKey, id: '/id' };

async function senderTo(change: Change = () => ({})) {
  const { baseUrl, stop } = await startChanged(change);
  const manifest = { ...candidate, baseUrl };
  const run = new Run(manifest, '0f3a9c51', { timeout: 10_000, signal: new AbortController().signal });
  onTestFinished(stop);
  onTestFinished(() => run.close());
  return { sender: new Sender(run), manifest };
}

test('a seed makes the same sequences again', () => {
  const sequences = (seed: number) => {
    const plan = new Plan(seed, candidate);
    return Array.from({ length: 20 }, () => plan.next());
  };
  expect(sequences(5)).toEqual(sequences(5));
  expect(sequences(5)).not.toEqual(sequences(6));
});

test('only supplied keys are used', () => {
  const plan = new Plan(3, { keys: { tenant: 'key' }, claims: [] });
  const senders = new Set(Array.from({ length: 300 }, () => plan.next().map(({ change }) => change?.as)).flat());
  expect(senders).toEqual(new Set([undefined, 'tenant', 'nobody', 'stranger']));
});

test('a missing rule is found and shrunk to a minimal counterexample', async () => {
  // Evidence of a decided case is rejected for a file only.
  const { sender, manifest } = await senderTo(({ accept }) => ({
    accept: (to, artifact, parts) =>
      to.status !== 'PENDING' && artifact.kind === 'SELFIE'
        ? { ...to, artifacts: [...to.artifacts, artifact] }
        : accept(to, artifact, parts),
  }));
  const selfie = { parts: { kind: 'SELFIE' } };
  const steps: Step[] = [
    create(),
    create(both(json({ type: 'PF', reference: 'sandbox:approve#{unique}' }), keyed())),
    read(1, { headers: { Accept: 'text/html' } }),
    upload(1),
    create(json({ type: 'PM' })),
    { ...read(1), until: 'decided' },
    upload(1, both(selfie, { ...keyed(), query: 'x=1' })),
    read(1),
  ];
  const outcome = await sender.send(steps);
  const finding = outcome.findings[0]!;
  expect(finding.requirement).toBe('case-lifecycle.decided-case-rejects-evidence');
  const least = await shrunk(sender, { steps, outcome, finding }, 15_000);
  expect(least.steps).toEqual([
    create(json({ reference: 'sandbox:approve#{unique}' })),
    upload(0),
    read(0),
    upload(0, selfie),
  ]);

  const script = scriptOf(least.outcome.exchanges, least.outcome.tag, manifest);
  expect(script.split('\n')).toHaveLength(5);
  expect(script).toContain('CASE_1=$(curl -sSi -X POST');
  expect(script).toContain('/cases/$CASE_1/artifacts"');
  expect(script).toContain('sandbox:approve#conformance-$RUN');
  expect(script).not.toContain(referenceKeys.tenant);
});

test('a script shows no part of a key', async () => {
  const { sender, manifest } = await senderTo();
  const withKey = variations.read.filter((each) => /keyAs|authorization|\{key\}/i.test(JSON.stringify(each)));
  const { exchanges, tag } = await sender.send(withKey.map(({ change }) => read(0, change)));
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
  const steps: Step[] = [create(), ...Array.from({ length: 20 }, () => upload()), { ...upload(), together: true }];
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
  const steps = [
    create(both(json({ reference: 'sandbox:error:429' }), keyed())),
    create(both(json({ reference: '{unique}' }), keyed())),
  ];
  const { findings, exchanges } = await sender.send(steps);
  expect(new Set(exchanges.map(({ response }) => response?.status))).toEqual(new Set([429]));
  expect(new Set(findings.map(({ requirement }) => requirement))).toEqual(new Set(['sandbox.error-not-stored']));
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
  const creates = Array.from({ length: 20 }, () => create());
  expect((await sender.send(creates)).findings).toEqual([]);
});

test.each(['a new', 'a kept'])(
  'ends early when the candidate crashes at a request on %s connection, and reports it',
  async (which) => {
    const { manifest } = await senderTo();
    const { port } = new URL(manifest.baseUrl);
    const sockets = new Set<net.Socket>();
    const server = net.createServer((socket) => {
      const behind = net.connect(Number(port), '127.0.0.1');
      sockets.add(socket.on('error', () => {}).on('close', () => behind.destroy()));
      let isKept = false;
      behind.on('error', () => socket.destroy()).on('data', () => (isKept = true));
      behind.pipe(socket);
      socket.on('data', (bytes) => {
        if (which === 'a kept' && !isKept) return behind.write(bytes);
        server.close();
        return sockets.forEach((each) => each.resetAndDestroy());
      });
    });
    const { address } = await listening(server);
    // A connection is used again when it was silent for a while, which may take some reads on a busy machine.
    const corpus = [[create(), ...Array.from({ length: 40 }, () => read())]];
    const options = { duration: 60_000, overtime: 0, seed: 1, workers: 1, corpus, timeout: 10_000, rate: 20 };
    const { ended, counterexamples } = await explore(
      { ...manifest, baseUrl: `http://${address}` },
      '0f3a9c51',
      options,
    );
    expect(ended).toBe('nothing listens at the address of the candidate: connection refused; start it, and run again');
    expect(counterexamples.map(({ finding }) => finding.actual)).toEqual(['connection closed without a response']);
    // Behind a new connection, only the next request shows that nothing listens; a kept one is replaced, and shows it itself.
    const { finding, outcome } = counterexamples[0]!;
    expect(outcome.exchanges.length - outcome.exchanges.indexOf(finding.exchange)).toBe(which === 'a new' ? 2 : 1);
  },
);

test('ends soon after its time although the candidate no longer responds, and says so', async () => {
  const server = http.createServer((request) => request.resume());
  const { address, stop } = await listening(server);
  const { manifest } = await senderTo();
  const options = { duration: 50, overtime: 400, seed: 1, workers: 4, corpus: [], timeout: 3_600_000 };
  const { counterexamples, ended } = await explore({ ...manifest, baseUrl: `http://${address}` }, '0f3a9c52', options);
  stop();
  expect(counterexamples).toEqual([]);
  expect(ended).toBe('the candidate did not respond to any whole sequence in this time');
});
