// Correct clients meet every requirement, and naive ones fail those that their mistake breaks, and no others.
import PQueue from 'p-queue';
import { expect, test } from 'vitest';
import { clientRequirements, type ClientId } from '../../generated/requirements.ts';
import type { Client } from '../../conformance/clients/command.ts';
import { judgementOf } from '../../conformance/clients/judgement.ts';
import { NewPlaces } from '../../conformance/clients/place.ts';
import { runSessions } from '../../conformance/clients/sessions.ts';
import { clientWith } from './client.ts';
import { kyClient } from './ky.ts';
import { naiveClients } from './naive.ts';

/** The requirements that the client does not meet, SHOULDs too. */
async function brokenBy(client: Client, hasEvents: boolean): Promise<string[]> {
  const limits = { session: 60_000, atOnce: 8, signal: new AbortController().signal };
  const place = new NewPlaces(hasEvents);
  const visited = await runSessions({ client, place, limits, hasEvents, progress: () => {} });
  const selection = {
    name: 'client',
    only: [],
    known: undefined,
    claims: hasEvents ? (['webhooks'] as const).slice() : [],
    isPart: false,
  };
  const { results } = judgementOf(visited, selection, new Date());
  return results
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'warning')
    .map(({ requirement }) => requirement.id)
    .toSorted();
}

const naive = Object.entries(naiveClients).flatMap(([id, list]) =>
  list.map(({ mistake, habits, also = [] }) => ({
    id: id as ClientId,
    mistake,
    habits,
    broken: [id, ...also].toSorted(),
  })),
);

// Several at once, because clients mostly wait; more, all in this thread, would be late by seconds beside other tests.
const queue = new PQueue({ concurrency: 4 });
const correct = [
  { name: 'with repetitions of its own', client: clientWith() },
  { name: 'that leaves its repetitions to ky', client: kyClient },
].map(({ name, client }) => ({
  name,
  broken: Promise.all([true, false].map((hasEvents) => queue.add(() => brokenBy(client, hasEvents)))),
}));
const isAboutEvents = (id: ClientId) =>
  clientRequirements.find((each) => each.id === id)!.capability.includes('webhooks');
const found = new Map(
  naive.map(({ id, mistake, habits }) => [mistake, queue.add(() => brokenBy(clientWith(habits), isAboutEvents(id)))]),
);
const timeout = 300_000;

test.each(correct)('a correct client $name meets all', { timeout }, async ({ broken }) => {
  expect(await broken).toEqual([[], []]);
});

// A late processor hides a mistake, but never makes one: what was not found is looked for once more, alone.
test.each(naive)('$id: one that $mistake', { timeout }, async ({ id, mistake, habits, broken }) => {
  const ids = (await found.get(mistake))!;
  const again = broken.every((each) => ids.includes(each))
    ? []
    : await queue.onIdle().then(() => brokenBy(clientWith(habits), isAboutEvents(id)));
  expect([...new Set([...ids, ...again])].toSorted()).toEqual(broken);
});
