import { expect, test } from 'vitest';
import { requirements, type TestableId } from '../../generated/requirements.ts';
import { runChecks, type RunOptions, type Step } from './run.ts';
import { Inconclusive, Violation } from './verdict.ts';

const some = requirements.filter(
  ({ untestable, capability, unless }) => untestable === null && capability.length === 0 && unless === null,
);
const idle = new AbortController().signal;

/** Runs the given checks under the ids of real requirements; the first `alone` of them begin alone. */
function run(
  checks: ((step: Step) => Promise<void>)[],
  { alone = 0, ...options }: Partial<RunOptions> & { alone?: number } = {},
) {
  const chosen = some.slice(0, checks.length);
  const named = Object.fromEntries(chosen.map(({ id }, at) => [id, checks[at]])) as Record<
    TestableId,
    (step: Step) => Promise<void>
  >;
  return runChecks(
    { requirements: chosen, checks: named, contextFor: (step) => step },
    {
      claimed: [],
      concurrency: 4,
      signal: idle,
      beginsAlone: (requirement) => chosen.indexOf(requirement) < alone,
      ...options,
    },
  );
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

test('each check has its own verdict, in the order of the contract', async () => {
  const results = await run([
    async () => pause(20),
    async () => {
      throw new Violation({ code: 'wrong-status', expected: 'a', actual: 'b' });
    },
    async () => {
      throw new Inconclusive('c');
    },
    async () => {
      throw new Error('d');
    },
  ]);
  expect(results.map(({ verdict }) => verdict)).toEqual(['pass', 'fail', 'inconclusive', 'error']);
  expect(results.map(({ requirement }) => requirement.id)).toEqual(some.slice(0, 4).map(({ id }) => id));
});

test('no more checks run side by side than allowed', async () => {
  let running = 0;
  let most = 0;
  const check = async () => {
    running += 1;
    most = Math.max(most, running);
    await pause(5);
    running -= 1;
  };
  await run(
    Array.from({ length: 10 }, () => check),
    { concurrency: 3 },
  );
  expect(most).toBe(3);
});

test('waitForOtherChecks resolves when all others have ended or wait too, and occupies no turn meanwhile', async () => {
  const ended: string[] = [];
  const waiting = (name: string) => async (step: Step) => {
    await step.waitForOtherChecks();
    ended.push(name);
  };
  const working = (name: string) => async () => {
    await pause(10);
    ended.push(name);
  };
  const results = await run([waiting('w1'), waiting('w2'), working('a'), working('b'), working('c')], {
    concurrency: 1,
  });
  expect(ended.slice(0, 3).toSorted()).toEqual(['a', 'b', 'c']);
  expect(ended.slice(3).toSorted()).toEqual(['w1', 'w2']);
  expect(results.every(({ verdict }) => verdict === 'pass')).toBe(true);
});

test('the end of all checks that do not wait is announced once', async () => {
  const events: string[] = [];
  const end = (name: string) => async () => void events.push(name);
  const waiting = async (step: Step) => {
    await step.waitForOtherChecks();
    events.push('goes on');
  };
  await run([waiting, end('a'), waiting, end('b')], { whenOthersEnded: () => events.push('announced') });
  expect(events).toEqual(['a', 'b', 'announced', 'goes on', 'goes on']);
});

test('a check that waits for the work of another one occupies no turn meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const results = await run([async (check) => check.waitFor(promise), async () => resolve()], { concurrency: 1 });
  expect(results.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
});

test('a check gives up one turn, however many of its steps wait, and goes on before others begin', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const events: string[] = [];
  const working = (name: string) => async () => {
    events.push(`${name} begins`);
    resolve();
    // No timer: the order must not depend on how busy the machine is.
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    events.push(`${name} ends`);
  };
  const waiting = async (check: Step) => {
    await Promise.all([check.waitFor(promise), check.waitFor(promise)]);
    await working('the waiting one')();
  };
  await run([waiting, working('a'), working('b')], { concurrency: 1 });
  expect(events).toEqual([
    'a begins',
    'the waiting one begins',
    'a ends',
    'the waiting one ends',
    'b begins',
    'b ends',
  ]);
});

test('the others begin when each check that begins alone waits or has ended', async () => {
  const events: string[] = [];
  // No timers: the order must not depend on how busy the machine is.
  const step = async (event: string) => {
    await Promise.resolve();
    events.push(event);
  };
  const waiting = async (check: Step) => {
    for (const event of ['sent', 'received', 'waits']) await step(event);
    await check.waitForOtherChecks();
    events.push('goes on');
  };
  await run([waiting, () => step('ends'), () => step('other'), () => step('other')], { alone: 2 });
  expect(events.toSorted()).toEqual(['ends', 'goes on', 'other', 'other', 'received', 'sent', 'waits']);
  expect(events.slice(-3)).toEqual(['other', 'other', 'goes on']);
});

test('a check that begins alone and never ends does not block the others', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const results = await run([() => promise, async () => resolve()], { alone: 1 });
  expect(results.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
});

test('a check that fails after waitForOtherChecks is a failure', async () => {
  const results = await run([
    async (step) => {
      await step.waitForOtherChecks();
      throw new Violation({ code: 'wrong-status', expected: 'a', actual: 'b' });
    },
    async () => {},
  ]);
  expect(results.map(({ verdict }) => verdict)).toEqual(['fail', 'pass']);
});

test('after the deadline no check begins', async () => {
  const results = await run([async () => {}], { signal: AbortSignal.abort() });
  expect(results[0]).toMatchObject({
    verdict: 'inconclusive',
    reason: 'the deadline of the run came first; raise --deadline',
  });
});

test('an unclaimed capability makes a check not applicable, and so does one that must not be claimed', async () => {
  const needing = requirements.find(({ capability }) => capability.join() === 'sandbox')!;
  const absent = requirements.find(({ unless }) => unless === 'sandbox')!;
  const checks = { [needing.id]: async () => {}, [absent.id]: async () => {} } as unknown as Record<
    TestableId,
    () => Promise<void>
  >;
  const verdictsWith = async (claimed: 'sandbox'[]) => {
    const results = await runChecks(
      { requirements: [needing, absent], checks, contextFor: () => ({}) },
      { claimed, concurrency: 1, signal: idle },
    );
    return results.map(({ verdict, reason }) => `${verdict} ${reason}`.trim());
  };
  expect(await verdictsWith([])).toEqual(['not-applicable the capability sandbox is not claimed', 'pass']);
  expect(await verdictsWith(['sandbox'])).toEqual([
    'pass',
    'not-applicable only applicable if the capability sandbox is not claimed',
  ]);
});
