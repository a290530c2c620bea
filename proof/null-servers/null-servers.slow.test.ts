import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startMock } from '../../tools/prism.ts';
import type { RequirementId } from '../../generated/requirements.ts';
import { isPassedInPart } from '../../conformance/engine/verdict.ts';
import { judge } from '../../conformance/run/judge.ts';
import { run } from '../../conformance/testing.ts';
import { type NullServer, nullServers } from './servers.ts';
import { wholeSuite } from '../../conformance/run/selection.ts';

const manifest = {
  claims: [],
  keys: { tenant: 'one', other: 'two' },
  key: { header: 'Authorization', template: 'Bearer {key}' },
  id: '/id',
};

/** Judges the server in bounded time: a server that does not respond is not waited for long. */
async function judged(baseUrl: string, name: 'full' | 'stated', timeout: number) {
  const selection = { ...wholeSuite, class: name, timeout, deadline: 30_000 };
  const { outcome, results } = await judge({ ...manifest, baseUrl }, selection);
  expect(results.filter(({ verdict }) => verdict === 'error')).toEqual([]);
  return {
    outcome: outcome.name,
    passed: results
      .filter((result) => result.verdict === 'pass' && !isPassedInPart(result))
      .map(({ requirement }) => requirement.id),
    inPart: results.filter(isPassedInPart).map(({ requirement }) => requirement.id),
  };
}

/** The checks that pass, by class. */
type Passes = Record<'full' | 'stated', RequirementId[]>;

const nothing: Passes = { full: [], stated: [] };

// One valid case passes the checks that ask for one valid response and no more. Those that need a rejection, a second case,
// listed evidence or another tenant fail, or are blocked by a check that fails.
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
    // Ask for the form of each response.
    'http.json-answers',
    // Ask that a request is accepted.
    'http.media-type-any-case',
    'http.media-type-parameters-ignored',
    // Asks that a header is absent.
    'http.no-cors',
    // Ask for the form of a pending case, and this one is always pending.
    'http.timestamps-utc',
    // Asks that requests are accepted, and that repeated ones get the same response, which all have.
    'http.header-names-any-case',
    'case-lifecycle.created-pending',
    'case-lifecycle.pending-score-zero',
    'case-lifecycle.pending-no-reasons',
    'case-lifecycle.pending-no-decision-time',
    // Ask that a create is accepted, and for the form of its response; two creates that must open two cases fail.
    'create-case.opens-person-case',
    'create-case.opens-entity-case',
    'create-case.answers-201',
    'create-case.answers-case',
    'create-case.no-evidence-yet',
    'create-case.id-form',
    'create-case.id-not-all-digits',
    // Asks that a large create is accepted.
    'limits.json-accepted',
    // Ask for the form of a read, and that it shows the case of the create.
    'get-case.reads-case',
    'get-case.status',
    'get-case.score',
    'get-case.reasons',
    'get-case.answers-case',
    'get-case.like-created',
    // Ask that uploads are accepted; the form of the artifact fails.
    'upload-artifact.accepts-evidence',
    'upload-artifact.answers-201',
    'upload-artifact.accepts-file-types',
    'upload-artifact.part-type-optional',
    'upload-artifact.accepts-kinds',
    'upload-artifact.any-kind-on-any-type',
  ],
};

// The keys may belong to another server: then the run was set up wrongly, and the server may still conform.
const rejectsKeys = '401';

// The rejection of an unknown case does not depend on Accept or Range; the operations cannot be tried.
const problems: Passes = { stated: [], full: ['http.accept-ignored', 'http.range-ignored'] };
// Neither does this one on Accept, but it is no problem that Range could leave whole.
const failures: Passes = { stated: [], full: ['http.accept-ignored'] };

// What rejects nothing fails the rows that need a rejection before them, or blocks them.
const pinnedInPart: Record<string, Passes> = {
  ...Object.fromEntries(['400', '404'].map((name) => [name, problems])),
  ...Object.fromEntries(['500', '404 in HTML'].map((name) => [name, failures])),
  '201 with one valid case': {
    stated: [],
    full: [
      // Ask that a header or a method changes nothing, and nothing changes anything.
      'http.accept-ignored',
      'http.no-byte-order-mark',
      'http.nothing-behind-response',
      'http.range-ignored',
      // An upload is accepted after an aborted upload.
      'idempotency.only-success-stored',
      // Nothing about the case ever changes.
      'case-lifecycle.facts-unchanged',
      // Records an upload in the same way with any declared encoding.
      'upload-artifact.content-not-decoded',
      // Ask for something that no response may contain.
      'upload-artifact.file-name-not-echoed',
      'upload-artifact.content-not-returned',
    ],
  },
};

const pinned: Record<string, Passes> = { '201 with one valid case': validCase };

// The mock validates requests, so it rejects invalid ones; it knows no keys, and every case exists.
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

// Every request to these reaches the time limit, so it is short.
const withoutEnd = new Set(['silence', 'a body without end', 'a body of one byte now and then']);

describe.concurrent('a server that responds with a constant is never conformant', () => {
  for (const [name, start] of Object.entries(nullServers))
    for (const scope of ['full', 'stated'] as const)
      test(`${name}, in the class ${scope}`, async ({ expect }) => {
        const server = await start();
        const timeout = withoutEnd.has(name) ? 300 : wholeSuite.timeout;
        try {
          const { outcome, passed, inPart } = await judged(server.baseUrl, scope, timeout);
          expect(outcome).toBe(name === rejectsKeys ? 'INCOMPLETE' : 'NON-CONFORMANT');
          expect(passed).toEqual((pinned[name] ?? nothing)[scope]);
          expect(inPart).toEqual((pinnedInPart[name] ?? nothing)[scope]);
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

  test('in the class stated, where it passes the checks that need no memory', async () => {
    const { outcome, passed } = await judged(mock.baseUrl, 'stated', wholeSuite.timeout);
    expect(outcome).toBe('NON-CONFORMANT');
    expect(passed).toEqual(passedByMock);
  });

  // Not with the whole suite: some of its requests end Prism, which takes long to start again (docs/mock.md).
  test('in the class full, where it does not separate tenants', async () => {
    const { outcome, results } = await judge(
      { ...manifest, baseUrl: mock.baseUrl },
      { ...wholeSuite, only: ['tenancy'] },
    );
    const failed = results.filter(({ verdict }) => verdict === 'fail').map(({ requirement }) => requirement.id);
    expect(failed).toContain('tenancy.foreign-read-404');
    expect(outcome.exitCode).toBe(1);
  });
});

test.each(['200 {}', 'a reset'])('a server that responds to everything with %s ends with exit code 1', async (name) => {
  const { baseUrl, stop } = await nullServers[name]!();
  try {
    const { code, out } = await run(['--base-url', baseUrl, '--claim', 'sandbox'], {
      IDV_API_KEY: 'one',
      IDV_OTHER_API_KEY: 'two',
    });
    expect(out).toContain('NON-CONFORMANT (full');
    expect(out).not.toContain('ERROR');
    expect(code).toBe(1);
  } finally {
    await stop();
  }
});
