// A half-finished service: its finished part is judged, and no check depends on an operation that it does not judge.
import type { IncomingMessage } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { authenticator, type Key } from '../../reference-impl/http/keys.ts';
import { problem, Rejected } from '../../reference-impl/domain/rejections.ts';
import type { Parts } from '../../reference-impl/parts.ts';
import { type Change, startChanged } from '../../reference-impl/behaviours/start.ts';
import { scenarios } from '../scenarios/families.ts';
import { type Scenario, type Step, stepsOf } from '../scenarios/vocabulary.ts';
import { bearerKey } from '../wire/exchange.ts';
import { memoize } from '../wire/memoize.ts';
import type { Result } from './judge/verdict.ts';
import { count, isPassedInPart } from './judge/outcome.ts';
import { judgeService } from './service.ts';
import { wholeSuite } from './selection.ts';

const issued: Key[] = [
  { key: 'live-one', tenant: 'one', mode: 'live' },
  { key: 'live-two', tenant: 'two', mode: 'live' },
];

/** Judges the reference implementation without its sandbox, with other parts. */
async function judged(change: Change, only: string[] = []) {
  const { baseUrl, stop } = await startChanged(change, { authenticate: authenticator(issued) });
  onTestFinished(stop);
  const keys = { tenant: 'live-one', other: 'live-two' };
  return judgeService({ baseUrl, key: bearerKey, id: '/id', keys, claims: [] }, { ...wholeSuite, only });
}

const isUpload = ({ url }: IncomingMessage) => /^\/cases\/[^/]+\/artifacts/.test(url!);
const isRead = ({ url }: IncomingMessage) => /^\/cases\/[^/]+(\?|$)/.test(url!);

/** A service without such a path; it checks the key first. */
const without =
  (isMissing: (request: IncomingMessage) => boolean, looksAt: 'path' | 'key' = 'path') =>
  ({ authenticate }: Parts): Partial<Parts> => ({
    authenticate(request) {
      const caller = authenticate(request);
      if (!isMissing(request) || (looksAt === 'key' && typeof caller === 'string')) return caller;
      throw new Rejected(problem(404, 'not-found', 'No such path.'));
    },
  });

const withVerdict = (results: Result[], verdict: Result['verdict']) =>
  results.filter((result) => result.verdict === verdict).map(({ requirement }) => requirement.id);

/** The share of checks with a verdict, in per cent. */
function judgedShare(results: Result[]): number {
  const { inconclusive, error, 'not-applicable': none } = count(results);
  return 100 - (100 * (inconclusive + error)) / (results.length - none);
}

const withoutUpload = without(isUpload);

/** The requirements with a scenario that sends such a request: for the others, the service is a correct one. */
const sending = (isSuch: (step: Step) => boolean): string[] =>
  Object.entries<Scenario[]>(scenarios)
    .filter(([, list]) => list.flatMap(stepsOf).some(isSuch))
    .map(([id]) => id);

const lackingUpload = { change: withoutUpload, missing: ['upload'] };
const judgedAffected = memoize(({ change, missing }: { change: Change; missing: string[] }) =>
  judged(
    change,
    sending((step) => missing.includes(step.do)),
  ),
);

describe('without one operation, requirements that need it too are judged by the other ones', () => {
  const isEither = (request: IncomingMessage) => isUpload(request) || isRead(request);
  const [ofRead, ofUpload] = ['get-case.reads-case', 'upload-artifact.accepts-evidence'];
  const lackingRead = { change: without(isRead), missing: ['read'] };
  const lackingBoth = { change: without(isEither), missing: ['read', 'upload'] };
  test.each<[string, Parameters<typeof judgedAffected>[0], failed: string[], atLeast: number]>([
    ['the upload', lackingUpload, [ofUpload], 52],
    ['the read', lackingRead, [ofRead], 64],
    ['the upload and the read', lackingBoth, [ofRead, ofUpload], 42],
  ])('%s', async (_, service, failed, atLeast) => {
    const { results, outcome } = await judgedAffected(service);

    expect(outcome.exitCode).toBe(1);
    // One cause is reported once.
    expect(withVerdict(results, 'fail')).toEqual(failed);
    expect(withVerdict(results, 'error')).toEqual([]);
    expect(judgedShare(results)).toBeGreaterThanOrEqual(atLeast);
  });
});

test('without the upload, whose path is unknown with a key only, the checks of the key fail for nothing', async () => {
  const isWithoutKey = ({ do: operation, change: { as, keyAs } = {} }: Step) =>
    operation === 'upload' && (as === 'nobody' || as === 'stranger' || keyAs !== undefined);
  const accepts = 'upload-artifact.accepts-evidence';
  const { results } = await judged(without(isUpload, 'key'), [accepts, ...sending(isWithoutKey)]);

  expect(withVerdict(results, 'fail')).toEqual([accepts]);
  expect(withVerdict(results, 'error')).toEqual([]);
  expect(judgedShare(results)).toBeGreaterThanOrEqual(40);
});

test('without the upload, the checks of the key judge creates and reads', async () => {
  const { results } = await judgedAffected(lackingUpload);
  const ofKeys = results.filter(({ requirement }) => requirement.family === 'authentication');

  expect(withVerdict(ofKeys, 'inconclusive')).toEqual([
    'authentication.upload-needs-key',
    'authentication.upload-needs-issued-key',
  ]);
  const missingKey = ofKeys.find(({ requirement }) => requirement.id === 'authentication.key-required')!;
  expect(isPassedInPart(missingKey)).toBe(true);
  expect(missingKey.reason).toMatch(
    /^\d+ of \d+ scenarios passed; not judged, blocked by upload-artifact\.accepts-evidence: an upload: without a key, on the connection of an accepted one, an upload: without a key, an upload: with the cookies of the tenant, an upload: .*, \d+ more$/,
  );
});

test('a defect in the finished part is still found', async () => {
  const withDefect: Change = (original) => {
    const parts = withoutUpload(original);
    return {
      authenticate: (request) =>
        request.method === 'GET' && request.headers.authorization === undefined
          ? { tenant: 'one', mode: 'live' }
          : parts.authenticate!(request),
    };
  };
  const { results } = await judged(withDefect, ['authentication.key-required']);

  const missingKey = results.find(({ requirement }) => requirement.id === 'authentication.key-required')!;
  expect(missingKey).toMatchObject({ verdict: 'fail', reason: expect.stringMatching(/\(a read: without a key/) });
  const failed = missingKey.scenarios!.filter(({ verdict }) => verdict === 'fail');
  expect(failed.map(({ label }) => label)).toEqual([
    'a read: without a key, on the connection of an accepted one',
    'a read: without a key',
    'a read: with the cookies of the tenant',
    'a read: without a key, with a query, before the connection is closed',
  ]);
});

test('a run with --only and without the failing check has no pass in part', async () => {
  const { results } = await judged(withoutUpload, ['authentication.key-required']);

  expect(results[0]).toMatchObject({ verdict: 'inconclusive', blockedBy: 'upload-artifact.accepts-evidence' });
});

test('without idempotency, only checks that repeat a request are not judged', async () => {
  const keyed = sending(({ change }) => change?.idempotencyKey !== undefined);
  const { results } = await judged(() => ({ idempotencyKeyOf: () => undefined }), ['idempotency', ...keyed]);
  const unjudged = withVerdict(results, 'inconclusive');

  expect(unjudged.filter((id) => !id.startsWith('idempotency.'))).toEqual([]);
});
