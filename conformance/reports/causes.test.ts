import { expect, test } from 'vitest';
import type { RequirementId } from '../../generated/requirements.ts';
import type { Exchange } from '../wire/exchange.ts';
import type { Failure, Result, Verdict } from '../run/verdict.ts';
import { resultOf } from '../testing.ts';
import { causesOf } from './causes.ts';
import { reportOf } from './report.ts';
import { context, exchange, failureOf, judgement } from './testing.ts';

const page = '<html><h1>413 Request Entity Too Large</h1><hr>nginx</html>';

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

/** The causes as lists of ids: what failed, then what it blocks. */
const grouped = (...results: Result[]) =>
  causesIn(...results).map(({ first, failed: list, blocked }) => [
    first,
    list.map(({ id }) => id),
    blocked.map(({ id }) => id),
  ]);

test('one page of a proxy is one cause, whatever each check expected', () => {
  const [cause, ...others] = causesIn(
    failed('limits.json-rejected', answered(413, page, 'text/html'), { kind: 'form' }),
    failed('limits.file-accepted', answered(413, page, 'text/html'), { allowed: ['2xx'] }),
    failed('problems.form', answered(413, page, 'text/html; charset=utf-8'), { kind: 'form' }),
  );
  expect(others).toEqual([]);
  expect(cause!.failed).toHaveLength(3);
  // The valid request that was rejected.
  expect(cause!.first).toBe('limits.file-accepted');
  expect(cause!.common).toBe('the response 413 text/html');
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
    ).map(([, list]) => list),
  ).toEqual([
    ['http.wrong-method-405', 'get-case.unknown-404'],
    ['problems.form', 'problems.errors-listed'],
    ['http.nosniff'],
    ['http.unknown-path-404'],
  ]);
});

test('what breaks the same rule, and what is accepted instead of the same rejection, is one cause each', () => {
  const rule = 'create-case.returns-reference';
  const state = { kind: 'state', requirement: rule } as const;
  expect(
    grouped(
      failed('get-case.like-created', answered(201, '{}'), state),
      failed(rule, answered(200, '{}'), state),
      failed('authentication.unknown-key-rejected', answered(201, '{}'), { allowed: ['401 unauthorized'] }),
      failed('authentication.key-required', answered(200, '{}'), { allowed: ['401 unauthorized'] }),
      failed('get-case.unknown-404', answered(200, '{}'), { allowed: ['404 not-found'] }),
    ).map(([, list]) => list),
  ).toEqual([
    [rule, 'get-case.like-created'],
    ['authentication.unknown-key-rejected', 'authentication.key-required'],
    ['get-case.unknown-404'],
  ]);
});

test('the cause that blocks the most comes first, named after the failure that blocks the most', () => {
  const rule = 'tenancy.foreign-case-404';
  expect(
    grouped(
      failed('create-case.location', answered(200, '1')),
      failed('tenancy.foreign-case-404', answered(200, '2'), { requirement: rule }),
      failed('get-case.unknown-404', answered(200, '3'), { requirement: rule }),
      unjudged('tenancy.foreign-like-unknown', 'get-case.unknown-404'),
      unjudged('tenancy.apart-under-load', 'tenancy.foreign-like-unknown'),
    ),
  ).toEqual([
    [
      'get-case.unknown-404',
      ['get-case.unknown-404', 'tenancy.foreign-case-404'],
      ['tenancy.foreign-like-unknown', 'tenancy.apart-under-load'],
    ],
    ['create-case.location', ['create-case.location'], []],
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
    [undefined, [], ['tenancy.foreign-case-404', 'get-case.unknown-404', 'tenancy.apart-under-load']],
    [undefined, [], ['http.allow']],
    ['get-case.reads-case', [], ['get-case.status']],
  ]);
});

test.each<[string, Verdict[], RequirementId[]]>([
  ['an error of the suite comes before failures', ['fail', 'error'], ['http.allow', 'create-case.location']],
  ['what is only recommended comes last', ['warning', 'fail'], ['http.allow', 'create-case.location']],
])('%s', (_, [one, other], order) => {
  const results = [
    failed('create-case.location', answered(200, '1'), {}, { verdict: one! }),
    failed('http.allow', answered(200, '2'), {}, { verdict: other! }),
  ];
  expect(grouped(...results).map(([first]) => first)).toEqual(order);
});

test('known failures have no cause, and requirements that block each other are listed once', () => {
  const causes = grouped(
    failed('create-case.location', answered(200, '1'), {}, { known: 'x' }),
    unjudged('http.allow', 'http.wrong-method-405'),
    unjudged('http.wrong-method-405', 'http.allow'),
  );
  expect(causes.flatMap(([, list]) => list)).toEqual([]);
  expect(causes.flatMap(([, , blocked]) => blocked).toSorted()).toEqual(['http.allow', 'http.wrong-method-405']);
});
