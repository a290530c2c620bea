// Clients of a service are judged by their traffic: naive ones by what it shows, and correct ones by nothing.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { factsOf } from '../../conformance/manifest.ts';
import { type Fault, faults } from '../../conformance/clients/faults.ts';
import { NewPlaces } from '../../conformance/clients/place.ts';
import { fileFor, tasks } from '../../conformance/clients/tasks.ts';
import { planOf } from '../../conformance/clients/plan.ts';
import { Visit } from '../../conformance/clients/visit.ts';
import { judgementOf } from '../../conformance/proxy/judgement.ts';
import { Proxy } from '../../conformance/proxy/proxy.ts';
import { Watch } from '../../conformance/proxy/watch.ts';
import { environmentWith } from '../../conformance/testing.ts';
import { temporaryFolder } from '../../conformance/testing-folder.ts';
import type { TaskEnvironment } from '../../conformance/clients/command.ts';
import { bearerKey, headerIn } from '../../conformance/wire/exchange.ts';
import type { ClientId } from '../../generated/requirements.ts';
import { clientWith } from './client.ts';
import { naiveClients } from './naive.ts';

const folder = temporaryFolder();
const timeout = 120_000;
const late = planOf('http://other.example', { hasEvents: false }).find(
  ({ condition }) => condition.shows === 'client.waits-for-decision',
)!.condition;
const faultNamed = (name: string): Fault => faults.find((each) => each.name.startsWith(name))!;
const [approve, , , reject] = tasks as [(typeof tasks)[0], unknown, unknown, (typeof tasks)[0]];

interface Meeting {
  task?: (typeof tasks)[0];
  condition?: typeof late | Fault;
}

/** Lets a client do a task through a proxy. @returns what the proxy says of both parties */
async function through(work: (task: TaskEnvironment) => Promise<unknown>, { task = approve, condition }: Meeting) {
  const place = new NewPlaces(false);
  const { key, endpoint } = await place.given();
  const plain = { name: 'plain', shows: 'client.reaches-decision' } as const;
  const visit = await Visit.start({ task, condition: condition ?? plain }, { key, endpoint });
  const { environment, leave } = await place.enter(visit);
  const baseUrl = environment.IDV_BASE_URL;
  const manifest = { baseUrl, keys: { tenant: key }, claims: [], key: bearerKey, id: '/id' };
  const watch = new Watch(manifest, { keepBodies: false, found: () => {} });
  const credential = { value: key, shell: '$IDV_API_KEY' };
  const proxy = new Proxy({
    target: new URL(baseUrl),
    credentialOf: (headers) => (headerIn(headers, 'Authorization') === undefined ? undefined : credential),
    failed: () => {},
    listener: {
      begin: (slot) => watch.begin(slot),
      end: (slot, exchange) => watch.end(slot, exchange),
      opaque: () => {},
    },
  });
  const address = await proxy.listen({ host: '127.0.0.1', port: 0 });
  const { name, bytes } = fileFor(task);
  const path = join(folder, `${crypto.randomUUID()}-${name}`);
  writeFileSync(path, bytes);
  await work({ IDV_BASE_URL: address, IDV_API_KEY: key, IDV_TASK: task.name, IDV_TASK_FILE: path });
  proxy.close();
  await leave();
  return judgementOf(factsOf({ ...manifest, headers: [], fixtures: {} }), watch, { known: undefined });
}

const brokenIn = ({ results }: Awaited<ReturnType<typeof through>>, party: 'service' | 'client') =>
  results
    .filter(({ requirement, verdict }) => requirement.party === party && ['fail', 'warning'].includes(verdict))
    .map(({ requirement }) => requirement.id);

const doing = (client: ReturnType<typeof clientWith>) => (task: TaskEnvironment) =>
  client(task, AbortSignal.timeout(timeout));

const meetings: Meeting[] = [{}, { task: reject }, { condition: late }, ...faults.map((condition) => ({ condition }))];

test('a correct client is not accused, whatever the network does', { timeout }, async () => {
  const judgements = await Promise.all(meetings.map((meeting) => through(doing(clientWith()), meeting)));
  expect(judgements.flatMap((each) => brokenIn(each, 'client'))).toEqual([]);
  const met = new Set(
    judgements.flatMap(({ results }) =>
      results.flatMap(({ requirement, verdict }) => (verdict === 'pass' ? requirement.id : [])),
    ),
  );
  const ids = [...met].filter((id) => id.startsWith('client.'));
  expect(ids.toSorted()).toEqual([
    'client.key-only-in-authorization',
    'client.obeys-retry-after',
    'client.polls-slowly',
    'client.repeats-with-same-key',
    'client.stops-at-rejection',
    'client.valid-requests',
  ]);
});

const lostCreate = { condition: faultNamed('the response to the create is lost') };
const lostUpload = { condition: faultNamed('the response to the upload is lost') };

const shown: [ClientId, mistake: string, Meeting][] = [
  ['client.valid-requests', 'sends a header that only some services accept', {}],
  ['client.key-only-in-authorization', 'sends the key in a second header', {}],
  ['client.repeats-with-same-key', 'makes a new key for each attempt', lostCreate],
  ['client.repeats-with-same-key', 'makes a new key for each attempt', lostUpload],
  ['client.repeats-with-same-key', 'sends the key with the first attempt only', lostCreate],
  ['client.no-repeat-without-key', 'has no key and sends again', lostCreate],
  ['client.no-repeat-without-key', 'has no key for uploads and sends them again', lostUpload],
  ['client.obeys-retry-after', 'waits a second, whatever it is told', { condition: faultNamed('429') }],
  ['client.obeys-retry-after', 'waits at most five seconds', { condition: faultNamed('503 with Retry-After: 7') }],
  ['client.stops-at-rejection', 'sends everything again that fails', { task: reject }],
  ['client.polls-slowly', 'reads four times a second', { condition: late }],
];

test.each(shown)('%s: one that %s', { timeout }, async (id, mistake, meeting) => {
  const { habits } = naiveClients[id].find((each) => each.mistake === mistake)!;
  expect(brokenIn(await through(doing(clientWith(habits)), meeting), 'client')).toEqual([id]);
});

test('a body that was used up is found beside what makes its request invalid', { timeout }, async () => {
  const { habits } = naiveClients['client.repeats-with-same-key'].at(-1)!;
  const judgement = await through(doing(clientWith(habits)), lostUpload);
  expect(brokenIn(judgement, 'client')).toEqual(['client.valid-requests', 'client.repeats-with-same-key']);
});

test('the typed client and a service show that both are conformant', { timeout }, async () => {
  const verify = 'examples/typed-client/verify.ts';
  const run = async (task: TaskEnvironment) => {
    const { stdout } = await promisify(execFile)(process.execPath, [verify], { env: environmentWith({ ...task }) });
    expect(stdout).toBe('APPROVED\n');
  };
  const judgement = await through(run, { condition: late });
  const { outcome } = judgement;
  expect([...brokenIn(judgement, 'service'), ...brokenIn(judgement, 'client')]).toEqual([]);
  expect(outcome.headline).toMatch(/^NO VIOLATION in \d exchanges$/);
  expect(outcome.reason).toMatch(/^the service met \d+ requirements?; its clients met 3 requirements$/);
});
