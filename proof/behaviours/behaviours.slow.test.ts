// Services that differ from the reference implementation only where the contract leaves it open: all are conformant.
import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Case } from '../../reference-impl/domain/contract.ts';
import { authenticator, type Key } from '../../reference-impl/http/keys.ts';
import type { Change } from '../../reference-impl/behaviours/start.ts';
import type { Setup } from '../serve.ts';
import { aspects } from '../../reference-impl/behaviours/index.ts';
import { findingsAbout } from './judge.ts';
import { type Cause, causesIn, groupsOf, partsOf } from '../../reference-impl/behaviours/together.ts';

// `SEED=<n> npx vitest run proof/behaviours` forms the groups of that run again.
const seed = Number(process.env['SEED'] ?? randomInt(1, 1_000_000));
const groups = groupsOf(aspects, seed);

const judged = new Map<(typeof groups)[number], Promise<Cause[]>>();
/** The failures of the behaviour's group, which is judged only once. */
function causesAt(name: string): Promise<Cause[]> {
  const group = groups.find((behaviours) => behaviours.some((behaviour) => behaviour.name === name))!;
  const causes = judged.get(group) ?? causesIn(group, (behaviours) => findingsAbout(partsOf(behaviours)));
  judged.set(group, causes);
  return causes;
}

// A group that is not conformant is judged about eight times, to name the behaviour.
test.concurrent.each(aspects.flat())('$name', { timeout: 180_000 }, async ({ name }) => {
  const causes = (await causesAt(name)).filter(({ behaviours }) => behaviours.includes(name));

  expect(causes, `SEED=${seed}`).toEqual([]);
});

const live: Key[] = [
  { key: 'live_one', tenant: 'one', mode: 'live' },
  { key: 'live_two', tenant: 'two', mode: 'live' },
];
const withoutSandbox: Setup = {
  parts: { authenticate: authenticator(live) },
  claimed: { claims: [], keys: { tenant: 'live_one', other: 'live_two' } },
};

test('the suite sends no sandbox references if the sandbox is not claimed', async () => {
  expect(await findingsAbout(() => ({}), withoutSandbox)).toEqual([]);
});

const decisionOf = ({ created_at: created }: Case) => new Date(Date.parse(created) + 150);
const approval = { status: 'APPROVED', score: 80, reasons: ['OCR_OK'] } as const;

test.each<[string, Change]>([
  [
    'with the third artifact',
    () => ({ decide: ({ artifacts }) => (artifacts.length > 2 ? { ...approval, reasons: ['OCR_OK'] } : undefined) }),
  ],
  [
    'a moment after the create',
    ({ store, accept }) => ({
      store: {
        ...store,
        async findCase(...call) {
          const found = await store.findCase(...call);
          if (!found || decisionOf(found) > new Date()) return found;
          return { ...found, ...approval, reasons: ['OCR_OK'], decided_at: decisionOf(found).toISOString() };
        },
      },
      accept: (to, ...rest) => (decisionOf(to) > new Date() ? accept(to, ...rest) : 'case-closed'),
    }),
  ],
])('a service that decides live cases on its own does not fail: %s', async (_, change) => {
  const found = await findingsAbout(change, withoutSandbox);

  expect(found.filter((line) => !/^(INCOMPLETE|inconclusive)/.test(line))).toEqual([]);
});
