import { expect, test } from 'vitest';
import type { RequirementId } from '../../generated/requirements.ts';
import type { Exchange } from '../wire/exchange.ts';
import type { Failure, Result } from '../run/judge/verdict.ts';
import { resultOf } from '../testing.ts';
import { causesOf } from './causes.ts';
import { reportOf } from './report.ts';
import { context, exchange, failureOf, judgement } from './testing.ts';

function answered(status: number, body: string, type = 'application/json'): Exchange {
  const response = { status, headers: [['Content-Type', type] as [string, string]], body: Buffer.from(body) };
  return { ...exchange({}), response };
}

const failed = (id: RequirementId, decisive: Exchange, failure: Partial<Failure> = {}, rest: Partial<Result> = {}) =>
  resultOf(id, 'fail', {
    failures: [failureOf(id, decisive, failure)],
    exchanges: [decisive],
    decisive,
    ...rest,
  });

const unjudged = (id: RequirementId, blockedBy?: RequirementId, reason = `blocked by ${blockedBy}: x`): Result =>
  resultOf(id, 'inconclusive', { reason, ...(blockedBy && { blockedBy }) });

const causesIn = (...results: Result[]) => causesOf(reportOf(judgement(results), context));

/** Each cause in a line: what failed, the one to fix first at the beginning, then what it blocks. */
const grouped = (...results: Result[]): string[] =>
  causesIn(...results).map(({ first, failed: list, blocked }) => {
    const ids = (of: { id: string }[]) => of.map(({ id }) => id).join(' ');
    expect(list[0]?.id ?? first).toBe(first);
    return [
      list.length > 0 ? ids(list) : `(${first ?? 'nothing'})`,
      ...(blocked.length > 0 ? [ids(blocked)] : []),
    ].join(' blocks ');
  });

test('one page of a proxy is one cause, whatever each check expected', () => {
  const page = '<html><h1>413 Request Entity Too Large</h1><hr>nginx</html>';
  const causes = causesIn(
    failed('limits.json-rejected', answered(413, page, 'text/html'), { kind: 'form' }),
    failed('limits.file-accepted', answered(413, page, 'text/html'), { allowed: ['2xx'] }),
    failed('problems.form', answered(413, page, 'text/html; charset=utf-8'), { kind: 'form' }),
  );
  // The valid request that was rejected comes first.
  expect(causes).toMatchObject([{ first: 'limits.file-accepted', common: 'the response 413 text/html' }]);
  expect(causes[0]!.failed).toHaveLength(3);
});

test('what follows from another failure is listed behind it, also if it has more failed scenarios', () => {
  const upload = answered(400, '{"type":"/problems/malformed-request"}');
  const request = { kind: 'request' as const };
  const causes = causesIn(
    failed('get-case.status', upload, request, { follows: 'create-case.location' }),
    failed('http.nosniff', answered(200, '{}'), request),
    failed('create-case.location', upload, request),
    unjudged('get-case.unknown-404', 'get-case.status'),
  );
  expect(causes).toMatchObject([
    {
      first: 'create-case.location',
      common: 'the others follow from it',
      blocked: [{ id: 'get-case.unknown-404' }],
    },
    { first: 'http.nosniff', common: '' },
  ]);
});

test('what a gateway changed is one cause if a notice says so', () => {
  const part = answered(206, '{');
  part.response!.headers.push(['Server', 'lighttpd/1.4.69']);
  const results = [
    failed('http.range-ignored', part, { allowed: ['200'] }),
    failed('get-case.reads-case', part, { kind: 'form' }),
  ];
  const written = '206 in application/json from lighttpd/1.4.69';
  const withNotice = { ...judgement(results), notices: [`${written}, 2 failures: see docs/gateways.md#lighttpd.`] };
  expect(causesOf(reportOf(withNotice, context)).map(({ common }) => common)).toEqual([written]);
  expect(causesIn(...results)).toHaveLength(2);
});

test('rejections with the same status and problem type are one cause, those with wrong content another', () => {
  const rejection = (type: string) => answered(404, `{"type":"/problems/${type}"}`, 'application/problem+json');
  expect(
    grouped(
      failed('http.wrong-method-405', rejection('not-found')),
      failed('problems.form', answered(404, '{}'), { kind: 'form' }),
      failed('problems.errors-listed', answered(404, '{}'), { kind: 'form' }),
      failed('http.nosniff', rejection('not-found'), { kind: 'form' }),
      failed('get-case.unknown-404', rejection('not-found')),
      failed('http.unknown-path-404', rejection('gone')),
    ),
  ).toEqual([
    'http.wrong-method-405 get-case.unknown-404',
    'problems.form problems.errors-listed',
    'http.nosniff',
    'http.unknown-path-404',
  ]);
});

test('of failures that are alike in all else, the one with the most failing scenarios comes first', () => {
  const failing = (many: number): Partial<Result> => ({
    scenarios: Array.from({ length: many }, (_, at) => ({ label: String(at), verdict: 'fail', reason: 'x' })),
  });
  expect(
    grouped(
      failed('idempotency.create-key-reused', answered(201, '{}'), { allowed: ['422'] }, failing(1)),
      failed('create-case.returns-reference', answered(201, '{}'), { kind: 'state' }, failing(30)),
    ),
  ).toEqual(['create-case.returns-reference', 'idempotency.create-key-reused']);
  const rejected = answered(403, 'Forbidden', 'text/plain');
  expect(
    grouped(
      failed('idempotency.create-replays', rejected, {}, failing(2)),
      failed('http.unknown-input-ignored', rejected, {}, failing(6)),
    ),
  ).toEqual(['http.unknown-input-ignored idempotency.create-replays']);
  // A request that may be rejected is not a valid one that is rejected.
  const page = answered(400, 'Error when parsing request', 'text/plain');
  expect(
    grouped(
      failed('upload-artifact.one-reading', page, { allowed: ['2xx', '400 malformed-request'] }, failing(1)),
      failed('upload-artifact.truncated-multipart', page, { allowed: ['400 malformed-request'] }, failing(7)),
    ),
  ).toEqual(['upload-artifact.truncated-multipart upload-artifact.one-reading']);
});

test('a stored value that changes comes first, unless it is a time', () => {
  const changed = (place: string) =>
    failed('case-lifecycle.facts-unchanged', answered(200, '{}'), {
      kind: 'state',
      requirement: 'case-lifecycle.facts-unchanged',
      place,
    });
  const others = (['sandbox.approves', 'sandbox.denies'] as const).map((id) =>
    failed(id, answered(200, '{}'), { kind: 'state', requirement: 'sandbox.decides-in-time' }),
  );
  expect(causesIn(...others, changed('/reference'))[0]!.first).toBe('case-lifecycle.facts-unchanged');
  expect(causesIn(...others, changed('/created_at'))[0]!.first).toBe('sandbox.approves');
});

test('missing responses are one cause whatever their times, and its text is that of one of them', () => {
  const missing = (failure: string): Exchange => ({ ...exchange({}), response: undefined!, failure });
  const advice = 'raise --timeout, or lower concurrency in conformance.yaml (D84)';
  const causes = causesIn(
    failed('get-case.status', missing(`no response within 10.2 s; ${advice}`)),
    failed('get-case.unknown-404', missing(`no response within 9.8 s; ${advice}`)),
  );
  expect(causes).toMatchObject([{ common: `no response within 10.2 s; ${advice}` }]);
});

test('what breaks the same rule, and what is accepted instead of the same rejection, is one cause each', () => {
  const state = { kind: 'state', requirement: 'create-case.returns-reference' } as const;
  expect(
    grouped(
      failed('get-case.like-created', answered(201, '{}'), state),
      failed('create-case.returns-reference', answered(200, '{}'), state),
      failed('authentication.unknown-key-rejected', answered(201, '{}'), { allowed: ['401 unauthorized'] }),
      failed('authentication.key-required', answered(200, '{}'), { allowed: ['401 unauthorized'] }),
      failed('get-case.unknown-404', answered(200, '{}'), { allowed: ['404 not-found'] }),
    ),
  ).toEqual([
    'create-case.returns-reference get-case.like-created',
    'authentication.unknown-key-rejected authentication.key-required',
    'get-case.unknown-404',
  ]);
});

test('the cause that blocks the most comes first, named after the failure that blocks the most', () => {
  const rule = { requirement: 'tenancy.foreign-case-404' } as const;
  expect(
    grouped(
      failed('create-case.location', answered(200, '1')),
      failed('tenancy.foreign-case-404', answered(200, '2'), rule),
      failed('get-case.unknown-404', answered(200, '3'), rule),
      unjudged('tenancy.foreign-like-unknown', 'get-case.unknown-404'),
      unjudged('tenancy.apart-under-load', 'tenancy.foreign-like-unknown'),
    ),
  ).toEqual([
    'get-case.unknown-404 tenancy.foreign-case-404 blocks tenancy.foreign-like-unknown tenancy.apart-under-load',
    'create-case.location',
  ]);
});

test('a missing key is a cause without a requirement, and so is a blocker that passed', () => {
  const needs = 'needs the API key of a second tenant';
  expect(
    grouped(
      unjudged('tenancy.foreign-case-404', undefined, needs),
      unjudged('get-case.unknown-404', undefined, needs),
      unjudged('tenancy.apart-under-load', 'tenancy.foreign-case-404'),
      failed('http.wrong-method-405', answered(405, ''), {}, { verdict: 'pass' }),
      unjudged('http.allow', 'http.wrong-method-405'),
      unjudged('get-case.status', 'get-case.reads-case'),
    ),
  ).toEqual([
    '(nothing) blocks tenancy.foreign-case-404 get-case.unknown-404 tenancy.apart-under-load',
    '(nothing) blocks http.allow',
    '(get-case.reads-case) blocks get-case.status',
  ]);
});

test('known failures have no cause, and requirements that block each other are listed once', () => {
  const causes = grouped(
    failed('create-case.location', answered(200, '1'), {}, { known: 'x' }),
    unjudged('http.allow', 'http.wrong-method-405'),
    unjudged('http.wrong-method-405', 'http.allow'),
  );
  expect(causes).toEqual(['(nothing) blocks http.allow', '(nothing) blocks http.wrong-method-405']);
});

test('rejections in JSON of a framework are one cause, whatever their status', () => {
  const causes = causesIn(
    failed('create-case.invalid-body', answered(422, '{"detail":[{"type":"missing"}]}'), {
      allowed: ['422 invalid-request at #/type'],
    }),
    failed('get-case.unknown-404', answered(404, '{"detail":"Not Found"}'), { allowed: ['404 not-found'] }),
    failed('problems.form', answered(409, '{"detail":"Conflict"}'), { kind: 'form' }),
    failed('create-case.malformed-json', answered(422, '{"detail":[]}'), { allowed: ['400 malformed-request'] }),
    unjudged('limits.json-rejected', 'create-case.invalid-body'),
  );
  expect(causes).toMatchObject([
    { first: 'problems.form', failed: { length: 3 }, blocked: { length: 1 } },
    // Its status is wrong too.
    { first: 'create-case.malformed-json' },
  ]);
});

test('that the user ended the run comes last, however much it left open', () => {
  const ended = (id: RequirementId) => unjudged(id, undefined, 'the run was interrupted');
  const causes = grouped(
    ended('http.allow'),
    ended('http.nosniff'),
    ended('get-case.status'),
    failed('get-case.unknown-404', answered(200, '{}')),
  );
  expect(causes.at(-1)).toBe('(nothing) blocks http.allow http.nosniff get-case.status');
});
