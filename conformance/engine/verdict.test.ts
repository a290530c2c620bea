import { expect, test } from 'vitest';
import type { Requirement } from '../../generated/requirements.ts';
import { Inconclusive, judge, Violation } from './verdict.ts';

const must = { id: 'get-case.status', level: 'MUST' } as Requirement;
const should = { id: 'http.nosniff', level: 'SHOULD' } as Requirement;

test('a check that returns is a pass', () => {
  expect(judge(must, undefined)).toMatchObject({ verdict: 'pass', reason: '' });
});

test('a violation is a failure of a MUST and a warning of a SHOULD, with both sides', () => {
  const thrown = new Violation({ code: 'wrong-status', expected: 'status 404', actual: 'status 200' });
  expect(judge(must, thrown)).toMatchObject({ verdict: 'fail', expected: 'status 404', actual: 'status 200' });
  expect(judge(should, thrown)).toMatchObject({ verdict: 'warning' });
});

test('a check that cannot judge is inconclusive and names the blocking requirement', () => {
  expect(judge(must, new Inconclusive('no key', 'get-case.score'))).toMatchObject({
    verdict: 'inconclusive',
    reason: 'no key',
    blockedBy: 'get-case.score',
  });
});

test('the rows of a check keep their own verdicts, and their labels those of the rows around them', () => {
  const passed = { row: 'a read', verdict: 'pass', reason: '' } as const;
  const failed = new Violation({ code: 'accepted', expected: 'a 4xx', actual: 'a 201' }).inRow('PUT').inRow('a create');
  const blocked = new Inconclusive('blocked', 'get-case.score').inRow('an upload');
  const rows = [...blocked.rows, ...failed.rows, passed];

  const of = (level: typeof must) => judge(level, failed.withRows(rows));
  expect(of(must)).toMatchObject({ verdict: 'fail', row: 'a create: PUT' });
  expect(of(must).rows).toEqual([
    { row: 'an upload', verdict: 'inconclusive', reason: 'blocked', blockedBy: 'get-case.score' },
    {
      row: 'a create: PUT',
      verdict: 'fail',
      reason: 'expected a 4xx, but got a 201',
      failure: { code: 'accepted', expected: 'a 4xx', actual: 'a 201' },
    },
    passed,
  ]);
  expect(of(should).rows!.map(({ verdict }) => verdict)).toEqual(['inconclusive', 'warning', 'pass']);
  expect(judge(must, blocked.withRows([passed, ...blocked.rows]))).toMatchObject({
    verdict: 'inconclusive',
    blockedBy: 'get-case.score',
    rows: [passed, { row: 'an upload' }],
  });
});

test("anything else that is thrown is the suite's own error, with its stack", () => {
  expect(judge(must, new TypeError('x is undefined'))).toMatchObject({ verdict: 'error', reason: 'x is undefined' });
  expect(judge(must, new TypeError('x is undefined')).stack).toContain('verdict.test.ts');
  expect(judge(must, 'a string')).toMatchObject({ verdict: 'error', reason: "'a string'" });
});
