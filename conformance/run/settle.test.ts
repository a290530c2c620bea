import { expect, test } from 'vitest';
import type { RequirementId } from '../../generated/requirements.ts';
import { resultOf } from '../testing.ts';
import type { Exchange } from '../wire/exchange.ts';
import { settled } from './settle.ts';
import type { Failure, Result, ScenarioResult } from './verdict.ts';

const rowOf = ([label, verdict, blockedBy]: readonly [
  string,
  ScenarioResult['verdict'],
  RequirementId?,
]): ScenarioResult => ({
  label,
  verdict,
  reason: '',
  ...(blockedBy && { blockedBy }),
});

const upload = 'upload-artifact.accepts-evidence';
const scenarios = [
  rowOf(['a create', 'pass']),
  rowOf(['an upload', 'inconclusive', upload]),
  rowOf(['a read', 'pass']),
];
const judgedInPart = resultOf('authentication.key-required', 'inconclusive', { blockedBy: upload, scenarios });

const verdictWith = (...others: Result[]) => settled([judgedInPart, ...others])[0]!;

test('a check passes in part when the failure that blocked the other scenarios is reported', () => {
  const { verdict, reason, blockedBy } = verdictWith(resultOf(upload, 'fail'));

  expect({ verdict, reason, blockedBy }).toEqual({
    verdict: 'pass',
    reason: `2 of 3 scenarios passed; not judged, blocked by ${upload}: an upload`,
    blockedBy: undefined,
  });
});

test('so it does when the blocking requirement is itself blocked by a failure', () => {
  const opens = resultOf('create-case.opens-person-case', 'fail');
  const blocked = resultOf(upload, 'inconclusive', { blockedBy: 'create-case.opens-person-case' });

  expect(verdictWith(blocked, opens).verdict).toBe('pass');
  expect(verdictWith(blocked).verdict).toBe('inconclusive');
});

test.each<[string, Result[]]>([
  ['is not part of the run', []],
  ['passed', [resultOf(upload, 'pass')]],
  ['has a warning only, which leaves a run conformant', [resultOf(upload, 'warning')]],
  ['is not applicable', [resultOf(upload, 'not-applicable')]],
  ['is inconclusive for a reason of its own', [resultOf(upload, 'inconclusive')]],
  ['is blocked in a circle', [resultOf(upload, 'inconclusive', { blockedBy: 'authentication.key-required' })]],
])('it stays inconclusive when what blocked it %s', (_, others) => {
  expect(verdictWith(...others)).toBe(judgedInPart);
});

test('one of several causes that no failure explains keeps it inconclusive', () => {
  const more = [...scenarios, rowOf(['a second key', 'inconclusive'])];
  const [result] = settled([{ ...judgedInPart, scenarios: more }, resultOf(upload, 'fail')]);

  expect(result!.verdict).toBe('inconclusive');
});

test('a check without any label that passed stays inconclusive', () => {
  const [none, without] = settled([
    resultOf('http.no-store', 'inconclusive', { blockedBy: upload, scenarios: [scenarios[1]!] }),
    resultOf('http.nosniff', 'inconclusive', { blockedBy: upload }),
    resultOf(upload, 'fail'),
  ]);

  expect([none!.verdict, without!.verdict]).toEqual(['inconclusive', 'inconclusive']);
});

test('a scenario fails when its setting broke a requirement that passed, and only then', () => {
  const exchange = { request: {}, response: { status: 500 }, milliseconds: 1 } as Exchange;
  const finding = { kind: 'answer', expected: 'status 201', actual: 'status 500', exchange } as const;
  const blocking: Failure = { ...finding, requirement: upload, allowed: [], setting: [] };
  const scenarios = [{ ...rowOf(['a read', 'inconclusive', upload]), blocking }];
  const blocked = resultOf('get-case.status', 'inconclusive', { blockedBy: upload, scenarios });

  const [failed] = settled([blocked, resultOf(upload, 'pass')]);
  expect(failed).toMatchObject({ verdict: 'fail', reason: 'expected status 201, but got status 500' });
  expect(failed!.scenarios![0]).toMatchObject({ verdict: 'fail', failure: { requirement: upload } });
  expect(settled([blocked, resultOf(upload, 'fail')])[0]).toBe(blocked);
});
