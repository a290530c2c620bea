// Every fault is detected by exactly the checks that it declares, each for its declared reason.
import type { TestableId } from '../generated/requirements.ts';
import { demoEndpoints } from '../reference-impl/demo-keys.ts';
import { authenticator, type Key } from '../reference-impl/http/keys.ts';
import { referenceKeys, referenceSecrets } from '../conformance/reference/start.ts';
import { Receiver } from '../conformance/engine/receiver.ts';
import type { Result } from '../conformance/engine/verdict.ts';
import type { Fault } from './faults/index.ts';
import type { Failures } from './frozen.ts';
import { judge } from '../conformance/run/judge.ts';
import { wholeSuite } from '../conformance/run/selection.ts';
import { full, serving, type Setup } from './serve.ts';

/** The result for one fault: `gaps` is empty when it was detected as declared. */
export interface Proof {
  name: string;
  /** the checks that failed, and how */
  caught: Failures;
  gaps: string[];
  /** the declared checks that passed, or that another failure blocked */
  unseen: TestableId[];
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
 * Runs the suite against the reference implementation with the fault.
 *
 * @param only the checks to run; none: all
 */
export async function prove(fault: Fault, only: TestableId[] = []): Promise<Proof> {
  const receiver = await Receiver.open({ host: '127.0.0.1', port: 0 });
  // One seed: what is proven can be repeated.
  const selection = { ...wholeSuite, only, concurrency: 8, seed: 1 };
  const setup = setupWithoutWebhooks(fault) ?? withWebhooks(fault, receiver);
  try {
    const { results } = await serving(setup, fault.parts, (manifest) => judge(manifest, selection));
    return compare(fault, results);
  } finally {
    receiver.close();
  }
}

/**
 * Compares by requirement only: a requirement that the fault breaks did not fail, neither alone nor in a run of the whole
 * suite.
 */
export async function proveFrozen(fault: Fault): Promise<Proof> {
  const broken = declaredBy(fault);
  if (broken.length === 0) throw new Error(`every requirement of "${fault.name}" is retired without a successor`);
  const isLost = ({ caught }: Proof) => broken.filter((id) => !Object.hasOwn(caught, id));
  const alone = await prove(fault, broken);
  const proof = isLost(alone).length === 0 ? alone : await prove(fault);
  const unseen = isLost(proof);
  return { ...proof, unseen, gaps: unseen.map((id) => `${id} did not fail`) };
}

/** The setup of a fault; undefined when it needs webhooks. */
export function setupWithoutWebhooks({ profile }: Fault): Setup | undefined {
  if (profile === 'full') return full;
  return profile === 'without sandbox' ? withoutSandbox : undefined;
}

function withWebhooks({ profile }: Fault, receiver: Receiver): Setup {
  return {
    parts: { endpoints: demoEndpoints(receiver.url), privateHosts: [new URL(receiver.url).hostname] },
    claimed: {
      claims: ['sandbox', 'webhooks', 'live-key'],
      keys: referenceKeys,
      webhook: { receiver, ...referenceSecrets, slow: profile === 'slow' },
    },
  };
}

export const declaredBy = ({ breaks }: Pick<Fault, 'breaks'>) => Object.keys(breaks) as TestableId[];

/**
 * Compares what a run found with what the fault declares. The oracle says which requirements a response breaks, also those
 * that the fault does not declare.
 */
export function compare({ name, breaks }: Pick<Fault, 'name' | 'breaks'>, results: Result[]): Proof {
  const failed = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warning');
  const caught: Failures = Object.fromEntries(
    failed.map(({ requirement, code, row }) => [requirement.id, row === undefined ? code! : { code: code!, row }]),
  );
  const unseen = declaredBy({ breaks }).filter((id) => !Object.hasOwn(caught, id));
  const verdictOf = (id: TestableId) => results.find(({ requirement }) => requirement.id === id)?.verdict ?? 'not run';
  const gaps = [
    ...unseen.map((id) => `${id} did not fail: ${verdictOf(id)}`),
    ...results
      .filter(({ verdict }) => verdict === 'error')
      .map(({ requirement, stack }) => `${requirement.id} is an error: ${stack}`),
  ];
  return { name, caught, gaps, unseen };
}
