import { expect, test } from 'vitest';
import { requirements, type RequirementId } from '../../../generated/requirements.ts';
import { create, exchangeOf } from '../../oracle/testing.ts';
import type { Exchange } from '../../wire/exchange.ts';
import type { Failure, Result, ScenarioResult } from './verdict.ts';
import { type Judged, verdictsOf } from './verdicts.ts';

const upload = 'upload-artifact.accepts-evidence';
const opens = 'create-case.opens-person-case';

const row = (label: string, verdict: ScenarioResult['verdict'], blockedBy?: RequirementId): ScenarioResult => ({
  label,
  verdict,
  reason: '',
  ...(blockedBy && { blockedBy }),
});
const judged = (id: RequirementId, ...scenarios: ScenarioResult[]): Judged => {
  const requirement = requirements.find((known) => known.id === id)!;
  return { requirement, scenarios, exchanges: [], milliseconds: 0 };
};
const otherwise = (id: RequirementId, verdict: 'not-applicable' | 'inconclusive'): Judged => ({
  ...judged(id),
  otherwise: { verdict, reason: 'why' },
});
const failed = judged(upload, row('an upload', 'fail'));
const blocked = (id: RequirementId, blockedBy: RequirementId) => judged(id, row('one', 'inconclusive', blockedBy));
const firstOf = (list: Judged[]) => verdictsOf(list, [], new Map())[0]!;

const scenarios = [row('a create', 'pass'), row('an upload', 'inconclusive', upload), row('a read', 'pass')];
const inPart = judged('authentication.key-required', ...scenarios);

test.each<[string, Judged[]]>([
  ['failed', [failed]],
  ['is itself blocked by a failure', [blocked(upload, opens), judged(opens, row('a create', 'fail'))]],
])('a requirement passes in part when what blocked its other scenarios %s', (_, others) => {
  const { verdict, reason, blockedBy } = firstOf([inPart, ...others]);
  expect([verdict, blockedBy]).toEqual(['pass', undefined]);
  expect(reason).toBe(`2 of 3 scenarios passed; not judged, blocked by ${upload}: an upload`);
});

const second = judged('authentication.key-required', ...scenarios, row('a second key', 'inconclusive'));

test.each<[string, Judged[], Judged?]>([
  ['what blocks it is not part of the run', []],
  ['what blocks it passed', [judged(upload, row('an upload', 'pass'))]],
  ['what blocks it is not applicable', [otherwise(upload, 'not-applicable')]],
  ['what blocks it is inconclusive for a reason of its own', [otherwise(upload, 'inconclusive')]],
  ['what blocks it is blocked by something that did not fail', [blocked(upload, opens)]],
  ['what blocks it is blocked in a circle', [blocked(upload, 'authentication.key-required')]],
  ['no failure explains one of several causes', [failed], second],
  ['no scenario passed', [failed], blocked('http.no-store', upload)],
  [
    'what blocks it has a warning only, which leaves a run conformant',
    [judged('http.nosniff', row('a read', 'fail'))],
    judged('http.no-store', row('a create', 'pass'), row('a read', 'inconclusive', 'http.nosniff')),
  ],
])('a requirement stays inconclusive when %s', (_, others, one = inPart) => {
  expect(firstOf([one, ...others])).toMatchObject({ verdict: 'inconclusive', scenarios: one.scenarios });
});

test('a scenario fails when its setting broke a requirement that passed, and only then', () => {
  const exchange = { request: {}, response: { status: 500 }, milliseconds: 1 } as Exchange;
  const finding = { kind: 'answer', expected: 'status 201', actual: 'status 500', exchange } as const;
  const blocking: Failure = { ...finding, requirement: upload, allowed: [], setting: [] };
  const one = judged('get-case.status', { ...row('a read', 'inconclusive', upload), blocking });

  const broken = firstOf([one, judged(upload, row('an upload', 'pass'))]);
  expect(broken).toMatchObject({ verdict: 'fail', reason: 'expected status 201, but got status 500' });
  expect(broken.scenarios![0]).toMatchObject({ verdict: 'fail', failure: { requirement: upload } });
  expect(firstOf([one, failed])).toMatchObject({ verdict: 'inconclusive', blockedBy: upload });
});

const passed = (id: RequirementId) => judged(id, row('a create', 'pass'));

test.each<[string, Judged, kind: 'form' | 'answer', after: Result['verdict']]>([
  ['fails a requirement whose scenarios passed', passed('http.no-store'), 'form', 'fail'],
  ['warns for a SHOULD', passed('http.nosniff'), 'form', 'warning'],
  ['changes nothing that does not apply', otherwise('http.no-store', 'not-applicable'), 'form', 'not-applicable'],
  ['about how a request was answered belongs to its scenario', passed('http.no-store'), 'answer', 'pass'],
])('a finding in the whole run %s', (_, one, kind, after) => {
  const requirement = one.requirement.id;
  const exchange = exchangeOf(create(), undefined);
  const findings = [{ requirement, kind, expected: 'this', actual: 'that', exchange }];
  const [{ verdict }] = verdictsOf([one], findings, new Map()) as [Result];
  expect(verdict).toBe(after);
});
