import { describe, expect, test } from 'vitest';
import type { RequirementId } from '../../generated/requirements.ts';
import { type Result, type Verdict } from './verdict.ts';
import { outcomeOf, type Scope } from './outcome.ts';
import { resultOf } from '../testing.ts';
import { type KnownFailure, type KnownFailures, listAfter, withKnown } from './known-failures.ts';

type Id = RequirementId;
const [read, create, upload, allow, status] = [
  'authentication.read-needs-key',
  'create-case.answers-201',
  'upload-artifact.accepts-evidence',
  'http.allow',
  'get-case.status',
] as const satisfies RequirementId[];
const scope: Scope = { class: 'full', claimed: ['sandbox', 'webhooks', 'live-key'], leftOut: [], partial: false };

/** Results by id: a verdict, or the requirement that blocks it; `a key` is missing for a reason of its own. */
const run = (verdicts: Partial<Record<Id, Verdict | Id | 'a key'>>): Result[] =>
  Object.entries(verdicts).map(([id, given]) => {
    const isBlocked = given.includes('.');
    const verdict = isBlocked || given === 'a key' ? 'inconclusive' : (given as Verdict);
    return resultOf(id, verdict, isBlocked ? { blockedBy: given as Id } : {});
  });

const list = (entries: Partial<Record<Id, Id[]>>): KnownFailures =>
  new Map(Object.entries(entries).map(([id, blocks]) => [id, { reason: `reason of ${id}`, blocks }]));

const knownIn = (results: Result[], known: KnownFailures) =>
  Object.fromEntries(
    withKnown(results, known).flatMap(({ requirement, known: why }) => (why ? [[requirement.id, why]] : [])),
  );

const exitCode = (results: Result[], known: KnownFailures) => outcomeOf(withKnown(results, known), scope).exitCode;

describe('known failures in the results', () => {
  test('a listed failure has the reason of its entry, and blocked requirements name it', () => {
    const results = run({ [read]: 'fail', [allow]: read, [status]: 'pass' });
    const known = list({ [read]: [allow] });
    expect(knownIn(results, known)).toEqual({
      [read]: `reason of ${read}`,
      [allow]: `blocked by ${read}: reason of ${read}`,
    });
    expect(exitCode(results, known)).toBe(0);
  });

  test('a blocked check that is not in the list is not known', () => {
    const results = run({ [read]: 'fail', [allow]: read, [status]: read });
    expect(exitCode(results, list({ [read]: [allow] }))).toBe(3);
    expect(exitCode(results, list({ [read]: [allow, status] }))).toBe(0);
  });

  test('a check that something else blocks, such as a missing key or a new failure, is not known', () => {
    const known = list({ [read]: [allow] });
    expect(exitCode(run({ [read]: 'fail', [allow]: 'a key' }), known)).toBe(3);
    expect(exitCode(run({ [read]: 'fail', [upload]: 'fail', [allow]: upload }), known)).toBe(1);
  });

  test('the failure at the beginning of a chain of blocked steps decides', () => {
    const results = run({ [create]: 'fail', [upload]: create, [allow]: upload });
    expect(exitCode(results, list({ [create]: [upload, allow] }))).toBe(0);
    expect(exitCode(results, list({ [create]: [upload] }))).toBe(3);
    expect(exitCode(results, list({ [upload]: [allow] }))).toBe(1);
  });

  test('another listed failure may block a requirement in the list, because nothing became worse', () => {
    const results = run({ [create]: 'fail', [read]: 'fail', [allow]: create, [upload]: create });
    const known = list({ [create]: [], [read]: [allow], [upload]: [] });
    expect(knownIn(results, known)).toMatchObject({
      [allow]: `blocked by ${create}: reason of ${create}`,
      [upload]: `reason of ${upload}`,
    });
    expect(exitCode(results, known)).toBe(0);
  });

  test('checks that block each other are not known', () => {
    const results = run({ [read]: 'fail', [upload]: create, [create]: upload });
    expect(exitCode(results, list({ [read]: [], [upload]: [create], [create]: [upload] }))).toBe(3);
  });

  test('an entry that passes is stale, and so are requirements that it no longer blocks', () => {
    const known = list({ [read]: [allow] });
    expect(exitCode(run({ [read]: 'pass' }), known)).toBe(1);
    expect(exitCode(run({ [read]: 'fail', [allow]: 'pass' }), known)).toBe(1);
  });

  test('a check that failed instead of being blocked is a new failure', () => {
    expect(exitCode(run({ [read]: 'fail', [allow]: 'fail' }), list({ [read]: [allow] }))).toBe(1);
  });

  test('every row that could not be judged needs a listed failure as its cause', () => {
    const rows = (...blockers: (Id | undefined)[]) =>
      blockers.map((blockedBy, at) => ({
        row: `row ${at}`,
        verdict: 'inconclusive' as const,
        reason: '',
        ...(blockedBy && { blockedBy }),
      }));
    const known = list({ [read]: [allow], [create]: [] });
    const withRows = (...blockers: (Id | undefined)[]) =>
      run({ [read]: 'fail', [create]: 'fail', [allow]: read }).map((result) =>
        result.requirement.id === allow ? { ...result, rows: rows(...blockers) } : result,
      );
    expect(exitCode(withRows(read, create), known)).toBe(0);
    expect(exitCode(withRows(read, undefined), known)).toBe(3);
    expect(exitCode(withRows(read, upload), known)).toBe(3);
  });

  test('a pass in part is neither stale nor known', () => {
    const known = list({ [read]: [allow], [create]: [] });
    const results = run({ [read]: 'fail', [allow]: 'pass', [create]: 'pass' }).map((result) =>
      result.verdict === 'pass' ? { ...result, rows: [{ row: 'a', verdict: 'pass' as const, reason: '' }] } : result,
    );
    expect(Object.keys(knownIn(results, known))).toEqual([read]);
    expect(exitCode(results, known)).toBe(0);
    expect(listAfter(results, known, true)).toEqual(known);
  });

  test('an error of the suite is never known', () => {
    expect(exitCode(run({ [read]: 'error' }), list({ [read]: [] }))).toBe(2);
  });

  test('another list replaces the one before', () => {
    const first = withKnown(run({ [read]: 'fail' }), list({ [read]: [] }));
    expect(knownIn(first, list({}))).toEqual({});
  });
});

describe('the list after a run', () => {
  const entry = (reason: string, ...blocks: string[]): KnownFailure => ({ reason, blocks });

  test('has every failure with the requirements that it blocks, and keeps reasons and order', () => {
    const results = run({ [read]: 'fail', [allow]: upload, [upload]: 'fail', [status]: 'a key' });
    expect([...listAfter(results, new Map([[upload, entry('JIRA-7')]]), true)]).toEqual([
      [upload, entry('JIRA-7', allow)],
      [read, entry('TODO')],
    ]);
  });

  test('makes the run green that wrote it, unless something is blocked by no failure', () => {
    const results = run({ [read]: 'fail', [allow]: upload, [upload]: create, [create]: 'fail' });
    expect(exitCode(results, listAfter(results, new Map(), true))).toBe(0);
    const without = run({ [read]: 'fail', [status]: 'a key' });
    expect(exitCode(without, listAfter(without, new Map(), true))).toBe(3);
  });

  test('an update removes requirements that pass now, and adds nothing', () => {
    const before = new Map([
      [read, entry('once', status)],
      [upload, entry('JIRA-7', allow)],
    ]);
    const results = run({ [read]: 'pass', [upload]: 'fail', [allow]: 'fail', [create]: 'fail', [status]: create });
    expect([...listAfter(results, before, false)]).toEqual([[upload, entry('JIRA-7')]]);
  });

  test('an update moves requirements that another entry blocks now', () => {
    const before = new Map([
      [read, entry('once', allow, status)],
      [upload, entry('JIRA-7')],
    ]);
    const results = run({ [read]: 'pass', [upload]: 'fail', [allow]: upload, [status]: 'pass', [create]: upload });
    const after = listAfter(results, before, false);
    expect([...after]).toEqual([[upload, entry('JIRA-7', allow)]]);
    // What the list did not have before stays red.
    expect(exitCode(results, after)).toBe(3);
  });

  test('has an entry once, also when another one blocks it now', () => {
    const before = new Map([[read, entry('once')]]);
    expect([...listAfter(run({ [create]: 'fail', [read]: create }), before, true)]).toEqual([
      [read, entry('once')],
      [create, entry('TODO')],
    ]);
  });

  test.each([true, false])('stays as it is for what the run did not judge (add: %s)', (add) => {
    const before = new Map([
      [read, entry('once', allow)],
      [upload, entry('JIRA-7', status)],
    ]);
    expect(listAfter(run({ [create]: 'pass' }), before, add)).toEqual(before);
    const unclear = run({ [read]: 'a key', [allow]: 'not-applicable', [status]: 'a key', [upload]: 'error' });
    expect(listAfter(unclear, before, add)).toEqual(before);
  });
});
