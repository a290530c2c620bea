// A fault is detected when every requirement fails that `proof/frozen.json` lists for it.
import type { TestableId } from '../generated/requirements.ts';
import { demoEndpoints } from '../reference-impl/demo-keys.ts';
import { authenticator, type Key } from '../reference-impl/http/keys.ts';
import { referenceKeys, referenceSecrets } from '../conformance/reference/start.ts';
import { Receiver } from '../conformance/wire/receiver.ts';
import { judgeService } from '../conformance/run/service.ts';
import { wholeSuite } from '../conformance/run/selection.ts';
import type { Result } from '../conformance/run/judge/verdict.ts';
import type { Fault } from './faults/index.ts';
import { Needed, withRules } from './mutation/needed.ts';
import { full, serving, type Setup } from './serve.ts';

/** The result for one fault: `gaps` is empty when it was detected. */
export interface Proof {
  name: string;
  /** the requirements that failed */
  caught: TestableId[];
  gaps: string[];
}

export interface LiveProof extends Proof {
  /** the rules of the oracle that it needs */
  needed: string[];
}

const liveKeys: Key[] = [
  { key: 'live_key_of_tenant_one', tenant: 'one', mode: 'live' },
  { key: 'live_key_of_tenant_two', tenant: 'two', mode: 'live' },
];

const withoutSandbox: Setup = {
  parts: { authenticate: authenticator(liveKeys) },
  claimed: { claims: [], keys: { tenant: liveKeys[0]!.key, other: liveKeys[1]!.key } },
};

/**
 * Runs the scenarios of the requirements that the fault breaks, and of the one under which it is in its table, which may
 * be another one whose requests show it.
 */
export async function prove(fault: Fault): Promise<LiveProof> {
  if (fault.breaks.length === 0) throw new Error(`every requirement of "${fault.name}" is retired without a successor`);
  const only = [...new Set([fault.about, ...fault.breaks])];
  const [results, reported] = await withRules(() => run(fault, only));
  const needed = new Needed();
  needed.noteFault(reported, fault.breaks);
  return { ...compare(fault, results), needed: needed.rules };
}

/**
 * The results of the suite against the reference implementation with the fault.
 *
 * @param only the requirements that are judged; none: all
 */
export async function run(fault: Fault, only: TestableId[] = []): Promise<Result[]> {
  const receiver = await Receiver.open({ host: '127.0.0.1', port: 0 });
  // One seed: what is proven can be repeated.
  const selection = { ...wholeSuite, only, concurrency: 8, seed: 1 };
  const setup = setupOf(fault, receiver);
  try {
    return (await serving(setup, fault.parts, (manifest) => judgeService(manifest, selection))).results;
  } finally {
    receiver.close();
  }
}

/** @param receiver gets the events, if the profile needs them */
export const setupOf = (of: Pick<Fault, 'profile'>, receiver: Receiver): Setup =>
  setupWithoutWebhooks(of) ?? withWebhooks(of, receiver);

/** The setup of a fault; undefined when it needs webhooks. */
export function setupWithoutWebhooks({ profile }: Pick<Fault, 'profile'>): Setup | undefined {
  if (profile === 'full') return full;
  return profile === 'without sandbox' ? withoutSandbox : undefined;
}

function withWebhooks({ profile }: Pick<Fault, 'profile'>, receiver: Receiver): Setup {
  return {
    parts: { endpoints: demoEndpoints(receiver.url), privateHosts: [new URL(receiver.url).hostname] },
    claimed: {
      claims: ['sandbox', 'webhooks', 'live-key'],
      keys: referenceKeys,
      slow: profile === 'slow',
      webhook: { receiver, ...referenceSecrets },
    },
  };
}

/** Compares what failed with what the fault breaks. What else fails is no gap: the oracle judges every response. */
export function compare({ name, breaks }: Pick<Fault, 'name' | 'breaks'>, results: Result[]): Proof {
  const failed = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warning');
  const caught = failed.map(({ requirement }) => requirement.id as TestableId);
  const verdictOf = (id: TestableId) => results.find(({ requirement }) => requirement.id === id)?.verdict ?? 'not run';
  const gaps = [
    ...breaks.filter((id) => !caught.includes(id)).map((id) => `${id} did not fail: ${verdictOf(id)}`),
    ...results
      .filter(({ verdict }) => verdict === 'error')
      .map(({ requirement, stack }) => `${requirement.id} is an error: ${stack}`),
  ];
  return { name, caught, gaps };
}
