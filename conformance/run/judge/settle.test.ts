import { expect, test } from 'vitest';
import type { RequirementId } from '../../../generated/requirements.ts';
import { resultOf } from '../../testing.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { settled } from './settle.ts';
import type { Failure, Result, ScenarioResult } from './verdict.ts';

const upload = 'upload-artifact.accepts-evidence';
const opens = 'create-case.opens-person-case';

const row = (label: string, verdict: ScenarioResult['verdict'], blockedBy?: RequirementId): ScenarioResult => ({
  label,
  verdict,
  reason: '',
  ...(blockedBy && { blockedBy }),
});
const blocked = (id: RequirementId, blockedBy: RequirementId, scenarios?: ScenarioResult[]) =>
  resultOf(id, 'inconclusive', { blockedBy, ...(scenarios && { scenarios }) });

const scenarios = [row('a create', 'pass'), row('an upload', 'inconclusive', upload), row('a read', 'pass')];
const inPart = blocked('authentication.key-required', upload, scenarios);

test.each<[string, Result[]]>([
  ['failed', [resultOf(upload, 'fail')]],
  ['is itself blocked by a failure', [blocked(upload, opens), resultOf(opens, 'fail')]],
])('a requirement passes in part when what blocked its other scenarios %s', (_, others) => {
  const [{ verdict, reason, blockedBy }] = settled([inPart, ...others]) as [Result];
  expect([verdict, blockedBy]).toEqual(['pass', undefined]);
  expect(reason).toBe(`2 of 3 scenarios passed; not judged, blocked by ${upload}: an upload`);
});

test.each<[string, Result[], Result?]>([
  ['what blocks it is not part of the run', []],
  ['what blocks it passed', [resultOf(upload, 'pass')]],
  ['what blocks it has a warning only, which leaves a run conformant', [resultOf(upload, 'warning')]],
  ['what blocks it is not applicable', [resultOf(upload, 'not-applicable')]],
  ['what blocks it is inconclusive for a reason of its own', [resultOf(upload, 'inconclusive')]],
  ['what blocks it is blocked by something that did not fail', [blocked(upload, opens)]],
  ['what blocks it is blocked in a circle', [blocked(upload, 'authentication.key-required')]],
  [
    'no failure explains one of several causes',
    [resultOf(upload, 'fail')],
    { ...inPart, scenarios: [...scenarios, row('a second key', 'inconclusive')] },
  ],
  ['no scenario passed', [resultOf(upload, 'fail')], blocked('http.no-store', upload, [scenarios[1]!])],
  ['it has no scenarios', [resultOf(upload, 'fail')], blocked('http.nosniff', upload)],
])('a requirement stays inconclusive when %s', (_, others, result = inPart) => {
  expect(settled([result, ...others])[0]).toBe(result);
});

test('a scenario fails when its setting broke a requirement that passed, and only then', () => {
  const exchange = { request: {}, response: { status: 500 }, milliseconds: 1 } as Exchange;
  const finding = { kind: 'answer', expected: 'status 201', actual: 'status 500', exchange } as const;
  const blocking: Failure = { ...finding, requirement: upload, allowed: [], setting: [] };
  const result = blocked('get-case.status', upload, [{ ...row('a read', 'inconclusive', upload), blocking }]);

  const [failed] = settled([result, resultOf(upload, 'pass')]);
  expect(failed).toMatchObject({ verdict: 'fail', reason: 'expected status 201, but got status 500' });
  expect(failed!.scenarios![0]).toMatchObject({ verdict: 'fail', failure: { requirement: upload } });
  expect(settled([result, resultOf(upload, 'fail')])[0]).toBe(result);
});
