import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startMock } from '../../tools/prism.ts';
import type { RequirementId } from '../../generated/requirements.ts';
import { judge } from '../../conformance/run/judge.ts';
import { type NullServer, nullServers } from './servers.ts';
import { wholeSuite } from '../../conformance/run/selection.ts';

const manifest = {
  claims: [],
  keys: { tenant: 'one', other: 'two' },
  key: { header: 'Authorization', template: 'Bearer {key}' },
  id: '/id',
};

/** Judges the server, in bounded time: silence is waited for, but not for long. */
async function judged(baseUrl: string, name: 'full' | 'stated', timeout: number) {
  const selection = { ...wholeSuite, class: name, timeout, deadline: 30_000 };
  const { outcome, results } = await judge({ ...manifest, baseUrl }, selection);
  expect(results.filter(({ verdict }) => verdict === 'error')).toEqual([]);
  return {
    outcome: outcome.name,
    passed: results.filter(({ verdict }) => verdict === 'pass').map(({ requirement }) => requirement.id),
  };
}

/** By class: what is passed in it. */
type Passes = Record<'full' | 'stated', RequirementId[]>;

const nothing: Passes = { full: [], stated: [] };

// One valid case for every request passes what asks for one valid answer and no more: whatever needs a refusal, a second
// case, evidence that is listed or another tenant fails, or is blocked by what fails.
const validCase: Passes = {
  stated: [
    'create-case.opens-person-case',
    'create-case.opens-entity-case',
    'get-case.reads-case',
    'get-case.status',
    'get-case.score',
    'get-case.reasons',
    'upload-artifact.accepts-evidence',
  ],
  full: [
    // Asks that a request is accepted, which this server does with all.
    'authentication.scheme-any-case',
    // Ask how each answer looks.
    'http.json-answers',
    // Ask that a request is accepted.
    'http.media-type-any-case',
    'http.media-type-parameters-ignored',
    // Asks that a header is absent.
    'http.no-cors',
    // Ask how a pending case looks, and this one is always pending.
    'http.timestamps-utc',
    'case-lifecycle.created-pending',
    'case-lifecycle.pending-score-zero',
    'case-lifecycle.pending-no-reasons',
    'case-lifecycle.pending-no-decision-time',
    // Ask that a create is accepted, and how its answer looks; that two creates open two cases fails.
    'create-case.opens-person-case',
    'create-case.opens-entity-case',
    'create-case.answers-201',
    'create-case.answers-case',
    'create-case.no-evidence-yet',
    'create-case.id-form',
    'create-case.id-not-all-digits',
    // Asks that a large create is accepted.
    'limits.json-accepted',
    // Ask how a read looks, and that it shows what the create answered.
    'get-case.reads-case',
    'get-case.status',
    'get-case.score',
    'get-case.reasons',
    'get-case.answers-case',
    'get-case.like-created',
    // Ask that uploads are accepted; how the artifact looks fails.
    'upload-artifact.accepts-evidence',
    'upload-artifact.answers-201',
    'upload-artifact.accepts-file-types',
    'upload-artifact.part-type-optional',
    'upload-artifact.accepts-kinds',
    'upload-artifact.any-kind-on-any-type',
    // Asks what no answer may hold.
    'upload-artifact.content-not-returned',
  ],
};

// The keys may be none of this server's own, which is a matter of how the run was set up.
const refusesKeys = '401';

const pinned: Record<string, Passes> = { '201 with one valid case': validCase };

// The mock holds each request against the contract, so it refuses what is not valid; it knows no key, and every case
// exists.
const passedByMock: RequirementId[] = [
  'authentication.create-needs-key',
  'authentication.upload-needs-key',
  'authentication.read-needs-key',
  'create-case.opens-person-case',
  'create-case.opens-entity-case',
  'create-case.type-required',
  'create-case.reference-required',
  'create-case.type-known',
  'create-case.type-is-string',
  'create-case.reference-is-string',
  'create-case.body-is-object',
  'get-case.reads-case',
  'get-case.status',
  'get-case.score',
  'get-case.reasons',
  'upload-artifact.accepts-evidence',
  'upload-artifact.file-required',
  'upload-artifact.kind-required',
  'upload-artifact.multipart-required',
];

describe.concurrent('a server that answers everything alike is never conformant', () => {
  for (const [name, begin] of Object.entries(nullServers))
    for (const scope of ['full', 'stated'] as const)
      test(`${name}, in the class ${scope}`, async ({ expect }) => {
        const server = await begin();
        const patience = pinned[name] || name === refusesKeys ? wholeSuite.timeout : 300;
        try {
          const { outcome, passed } = await judged(server.baseUrl, scope, patience);
          expect(outcome).toBe(name === refusesKeys ? 'INCOMPLETE' : 'NON-CONFORMANT');
          expect(passed).toEqual((pinned[name] ?? nothing)[scope]);
        } finally {
          await server.stop();
        }
      });
});

describe('the mock is not conformant', () => {
  let mock: NullServer;
  beforeAll(async () => {
    mock = await startMock();
  }, 60_000);
  afterAll(() => mock.stop());

  test('in the class stated, where it passes what needs no memory', async () => {
    const { outcome, passed } = await judged(mock.baseUrl, 'stated', wholeSuite.timeout);
    expect(outcome).toBe('NON-CONFORMANT');
    expect(passed).toEqual(passedByMock);
  });

  // What it passes of the rest depends on the moment: an upload whose file has no type ends it (docs/mock.md).
  test('in the class full', async () => {
    const { outcome } = await judged(mock.baseUrl, 'full', 1000);
    expect(outcome).toBe('NON-CONFORMANT');
  });
});
