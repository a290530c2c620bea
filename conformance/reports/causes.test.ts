import { expect, test } from 'vitest';
import type { RequirementId } from '../../generated/requirements.ts';
import type { Exchange } from '../engine/exchange.ts';
import type { Result, Verdict } from '../engine/verdict.ts';
import { resultOf } from '../testing.ts';
import { causesOf } from './causes.ts';
import { reportOf } from './report.ts';
import { context, exchange, judgement } from './testing.ts';

const page = '<html><h1>413 Request Entity Too Large</h1><hr>nginx</html>';

function answered(status: number, body: string, type = 'application/json', request: Partial<Exchange['request']> = {}) {
  const { request: sent } = exchange(request);
  const response = { status, headers: [['Content-Type', type] as [string, string]], body: Buffer.from(body) };
  return { request: sent, response, milliseconds: 1 };
}

const failed = (id: RequirementId, decisive: Exchange, rest: Partial<Result> = {}): Result => {
  const found = { reason: 'r', code: 'wrong-status', expected: 'e', actual: 'a' } as const;
  return resultOf(id, 'fail', { ...found, exchanges: [decisive], decisive, ...rest });
};

const unjudged = (id: RequirementId, blockedBy?: RequirementId, reason = `blocked by ${blockedBy}: x`): Result =>
  resultOf(id, 'inconclusive', { reason, ...(blockedBy && { blockedBy }) });

/** The causes as lists of ids: what failed, then what it blocks. */
function grouped(...results: Result[]) {
  const causes = causesOf(reportOf(judgement(results), context).results);
  return causes.map(({ first, failed: list, blocked }) => [
    first,
    list.map(({ id }) => id),
    blocked.map(({ id }) => id),
  ]);
}

test('one page of a proxy is one cause, whatever each check expected', () => {
  const tooLarge = (size: number) =>
    answered(413, page.replace('nginx', `nginx ${size}`), 'text/html', { url: `http://127.0.0.1:1/cases/${size}` });
  const results = [
    failed('limits.json-refused', tooLarge(1), { code: 'wrong-media-type', actual: 'b' }),
    failed('limits.file-accepted', tooLarge(2), { code: 'not-accepted' }),
    failed('problems.members', tooLarge(3), { code: 'invalid-json', actual: 'c' }),
    failed('http.nosniff', tooLarge(4), { code: 'missing-header', actual: 'd', verdict: 'warning' }),
  ];
  const [cause, ...others] = causesOf(reportOf(judgement(results), context).results);
  expect(others).toEqual([]);
  expect(cause!.failed).toHaveLength(4);
  // The valid request that was rejected.
  expect(cause!.first).toBe('limits.file-accepted');
  expect(cause!.common).toBe('all with the same response: 413 text/html 413 Request Entity Too Large nginx 1');
});

test('a JSON rejection with the wrong status and one with the wrong content are two causes', () => {
  const rejection = () => answered(404, '{"error":"no such case"}');
  expect(
    grouped(
      failed('http.wrong-method-405', rejection()),
      failed('problems.members', rejection(), { code: 'missing-property' }),
      failed('get-case.unknown-404', rejection(), { code: 'wrong-problem-type' }),
    ),
  ).toEqual([
    ['problems.members', ['problems.members', 'get-case.unknown-404'], []],
    ['http.wrong-method-405', ['http.wrong-method-405'], []],
  ]);
});

test('the same request with the same kind of failure is one cause, apart from references and ids', () => {
  const create = (reference: string) =>
    answered(201, `{"id":"${crypto.randomUUID()}"}`, undefined, {
      body: [Buffer.from(`{"reference":"${reference}"}`)],
    });
  const results = [
    failed('create-case.location', create('conformance-012345ab-1'), { code: 'accepted' }),
    failed('http.wrong-content-type-415', create('conformance-012345ab-22'), { actual: 'b' }),
    failed('problems.members', create('another'), { actual: 'c' }),
  ];
  expect(grouped(...results).map(([, list]) => list)).toEqual([
    ['create-case.location', 'http.wrong-content-type-415'],
    ['problems.members'],
  ]);
});

test('rules that differ in the operation only, and one decision broken in one way, are one cause each', () => {
  const at = (path: string) => answered(200, '{}', undefined, { url: `http://127.0.0.1:1${path}` });
  expect(
    grouped(
      failed('tenancy.foreign-read-404', at('/cases/a'), { actual: 'status 200' }),
      failed('tenancy.foreign-upload-404', at('/cases/a/artifacts'), { code: 'accepted', actual: 'status 201' }),
      failed('limits.json-refused', at('/cases'), { actual: 'status 200' }),
      failed('limits.file-refused', at('/cases/b/artifacts'), { actual: 'status 201' }),
    ).map(([, list]) => list),
  ).toEqual([
    ['tenancy.foreign-read-404', 'tenancy.foreign-upload-404'],
    ['limits.json-refused', 'limits.file-refused'],
  ]);
});

test('the cause that blocks the most comes first, named after the failure that blocks the most', () => {
  const results = [
    failed('create-case.location', answered(200, '1', undefined, { method: 'PUT' })),
    failed('tenancy.foreign-read-404', answered(200, '2'), { actual: 'b' }),
    failed('tenancy.foreign-upload-404', answered(200, '3'), { actual: 'c' }),
    unjudged('tenancy.foreign-read-like-unknown', 'tenancy.foreign-upload-404'),
    unjudged('tenancy.apart-under-load', 'tenancy.foreign-read-like-unknown'),
  ];
  expect(grouped(...results)).toEqual([
    [
      'tenancy.foreign-upload-404',
      ['tenancy.foreign-upload-404', 'tenancy.foreign-read-404'],
      ['tenancy.foreign-read-like-unknown', 'tenancy.apart-under-load'],
    ],
    ['create-case.location', ['create-case.location'], []],
  ]);
});

test('a missing key is a cause without a requirement, and so is a blocker that passed', () => {
  const needs = 'needs the API key of a second tenant';
  expect(
    grouped(
      unjudged('tenancy.foreign-read-404', undefined, needs),
      unjudged('tenancy.foreign-upload-404', undefined, needs),
      unjudged('tenancy.apart-under-load', 'tenancy.foreign-read-404'),
      failed('http.wrong-method-405', answered(405, ''), { verdict: 'pass' }),
      unjudged('http.allow', 'http.wrong-method-405'),
      unjudged('get-case.status', 'get-case.reads-case'),
    ),
  ).toEqual([
    [undefined, [], ['tenancy.foreign-read-404', 'tenancy.foreign-upload-404', 'tenancy.apart-under-load']],
    [undefined, [], ['http.allow']],
    ['get-case.reads-case', [], ['get-case.status']],
  ]);
});

test.each<[string, Verdict[], RequirementId[]]>([
  ['an error of the suite comes before failures', ['fail', 'error'], ['http.allow', 'create-case.location']],
  ['what is only recommended comes last', ['warning', 'fail'], ['http.allow', 'create-case.location']],
])('%s', (_, [one, other], order) => {
  const results = [
    failed('create-case.location', answered(200, '1'), { verdict: one! }),
    failed('http.allow', answered(200, '2', undefined, { method: 'GET' }), { verdict: other!, actual: 'b' }),
  ];
  expect(grouped(...results).map(([first]) => first)).toEqual(order);
});

test('known failures have no cause, and requirements that block each other are listed once', () => {
  const causes = grouped(
    failed('create-case.location', answered(200, '1'), { known: 'x' }),
    unjudged('http.allow', 'http.wrong-method-405'),
    unjudged('http.wrong-method-405', 'http.allow'),
  );
  expect(causes.flatMap(([, list]) => list)).toEqual([]);
  expect(causes.flatMap(([, , blocked]) => blocked).toSorted()).toEqual(['http.allow', 'http.wrong-method-405']);
});
