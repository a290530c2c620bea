import { describe, expect, test } from 'vitest';
import type { RequirementId } from '../../generated/requirements.ts';
import { type Result, type ScenarioResult, type Verdict } from '../run/judge/verdict.ts';
import { outcomeOf, type Scope } from '../run/judge/outcome.ts';
import { resultOf } from '../testing.ts';
import { type KnownFailures, listAfter, namesEveryScenario, wholeRun, withKnown } from './list.ts';

type Id = RequirementId;
const [read, create, upload, allow, status] = [
  'authentication.read-needs-key',
  'create-case.responds-with-201',
  'upload-artifact.accepts-evidence',
  'http.allow',
  'get-case.status',
] as const satisfies RequirementId[];
const scope: Scope = { class: 'full', claimed: ['sandbox', 'webhooks', 'live-key'], leftOut: [], partial: false };

/** A verdict, the requirement that blocks it, or its scenarios; `a key` is missing for a reason of its own. */
type Given = Verdict | Id | 'a key' | Record<string, 'pass' | 'fail' | Id>;

/** Results by id. */
const run = (given: Partial<Record<Id, Given>>): Result[] =>
  Object.entries(given).map(([id, one]) => {
    if (typeof one === 'string') {
      const isBlocked = one.includes('.');
      const verdict = isBlocked || one === 'a key' ? 'inconclusive' : (one as Verdict);
      return resultOf(id, verdict, isBlocked ? { blockedBy: one as Id } : {});
    }
    const scenarios = Object.entries(one).map(([label, end]): ScenarioResult =>
      end === 'pass' || end === 'fail'
        ? { label, verdict: end, reason: '' }
        : { label, verdict: 'inconclusive', reason: '', blockedBy: end },
    );
    return resultOf(id, scenarios.some(({ verdict }) => verdict === 'fail') ? 'fail' : 'pass', { scenarios });
  });

/** Entries by id: the scenarios of each; undefined where it names none. */
const list = (entries: Partial<Record<Id, string[] | undefined>>): KnownFailures => ({
  file: 'known.yaml',
  entries: new Map(
    Object.entries(entries).map(([id, scenarios]) => [
      id,
      { reason: `reason of ${id}`, ...(scenarios && { scenarios }) },
    ]),
  ),
});

const notesOn = (results: Result[], known: KnownFailures) =>
  Object.fromEntries(
    withKnown(results, known).flatMap(({ requirement, known: why, unlisted, fixed }) =>
      why === undefined && !unlisted && !fixed ? [] : [[requirement.id, { why, unlisted, fixed }]],
    ),
  );

const exitCode = (results: Result[], known: KnownFailures) => outcomeOf(withKnown(results, known), scope).exitCode;

describe('a listed requirement', () => {
  const known = list({ [read]: ['a', 'b'] });

  test('may fail in its listed scenarios', () => {
    const results = run({ [read]: { a: 'fail', b: 'fail', c: 'pass' } });
    expect(notesOn(results, known)).toEqual({ [read]: { why: `reason of ${read}` } });
    expect(exitCode(results, known)).toBe(0);
  });

  test('must not fail in another one', () => {
    const results = run({ [read]: { a: 'fail', b: 'fail', c: 'fail' } });
    expect(notesOn(results, known)).toEqual({ [read]: { unlisted: ['c'] } });
    expect(exitCode(results, known)).toBe(1);
  });

  test('must not have a listed scenario that passes', () => {
    const results = run({ [read]: { a: 'fail', b: 'pass' } });
    expect(notesOn(results, known)).toEqual({ [read]: { why: `reason of ${read}`, fixed: ['b'] } });
    expect(exitCode(results, known)).toBe(1);
    expect(notesOn(run({ [read]: 'pass' }), known)).toMatchObject({ [read]: { fixed: ['a', 'b'] } });
  });

  test('may have a listed scenario that was blocked or not sent', () => {
    expect(exitCode(run({ [read]: { a: 'fail', c: 'pass' } }), known)).toBe(0);
    expect(
      exitCode(
        run({ [read]: { a: create, c: 'pass' }, [create]: 'fail' }),
        list({ [read]: ['a'], [create]: undefined }),
      ),
    ).toBe(0);
  });

  test('that only the whole run breaks is listed so', () => {
    const inPart = run({ [read]: { a: create } }).map((result) => ({ ...result, verdict: 'fail' as const }));
    for (const results of [run({ [read]: 'fail' }), inPart]) {
      expect(notesOn(results, list({ [read]: [wholeRun] }))).toEqual({ [read]: { why: `reason of ${read}` } });
      expect(notesOn(results, list({ [read]: ['a', wholeRun] }))[read]?.fixed).toEqual(
        results === inPart ? undefined : ['a'],
      );
      expect(notesOn(results, known)[read]?.unlisted).toEqual([wholeRun]);
    }
    // A scenario that fails hides what the whole run shows.
    expect(exitCode(run({ [read]: { a: 'fail' } }), list({ [read]: ['a', wholeRun] }))).toBe(0);
  });

  test('may fail in any scenario if its entry names none, and then the list is incomplete', () => {
    const any = list({ [read]: undefined });
    expect(exitCode(run({ [read]: { c: 'fail' } }), any)).toBe(0);
    expect(exitCode(run({ [read]: 'pass' }), any)).toBe(1);
    expect(
      exitCode(
        run({ [read]: { a: 'pass', c: create }, [create]: 'fail' }),
        list({ [read]: undefined, [create]: undefined }),
      ),
    ).toBe(0);
    expect(namesEveryScenario(any, run({ [read]: 'fail' }))).toBe(false);
    expect(namesEveryScenario(any, run({ [read]: create }))).toBe(true);
  });

  test('that has an error of the suite is not known', () => {
    expect(exitCode(run({ [read]: 'error' }), list({ [read]: undefined }))).toBe(2);
  });
});

describe('a blocked requirement', () => {
  test('is known if the failures at the beginning of its chain are listed', () => {
    const results = run({ [create]: 'fail', [upload]: create, [allow]: upload });
    expect(notesOn(results, list({ [create]: [wholeRun] }))).toEqual({
      [create]: { why: `reason of ${create}` },
      [upload]: { why: `blocked by ${create}: reason of ${create}` },
      [allow]: { why: `blocked by ${create}: reason of ${create}` },
    });
    expect(exitCode(results, list({ [create]: [wholeRun] }))).toBe(0);
    expect(exitCode(results, list({ [upload]: [wholeRun] }))).toBe(1);
  });

  test('is not known if a key is missing, another requirement blocks it, or two block each other', () => {
    const known = list({ [read]: undefined, [upload]: undefined, [create]: undefined });
    expect(exitCode(run({ [read]: 'fail', [allow]: 'a key' }), known)).toBe(3);
    expect(exitCode(run({ [read]: 'fail', [status]: 'fail', [allow]: status }), known)).toBe(1);
    expect(exitCode(run({ [read]: 'fail', [upload]: create, [create]: upload }), known)).toBe(3);
  });

  test('is known if each of its scenarios is blocked by a listed failure', () => {
    const known = list({ [read]: undefined, [create]: undefined });
    const withRows = (scenarios: Record<string, Id>) =>
      run({ [read]: 'fail', [create]: 'fail', [allow]: scenarios }).map((result) =>
        result.requirement.id === allow ? { ...result, verdict: 'inconclusive' as const } : result,
      );
    expect(exitCode(withRows({ a: read, b: create }), known)).toBe(0);
    expect(exitCode(withRows({ a: read, b: upload }), known)).toBe(3);
  });
});

test('another list replaces the one before', () => {
  const first = withKnown(run({ [read]: { a: 'fail', b: 'fail' } }), list({ [read]: ['a', 'c'] }));
  expect(notesOn(first, list({}))).toEqual({});
});

describe('the list after a run', () => {
  const after = (results: Result[], before: KnownFailures, add: boolean) =>
    Object.fromEntries(listAfter([{ facts: { claims: [], keys: {} }, scope, results }], before, add).entries);
  const before = list({ [upload]: ['a', 'b'], [read]: undefined, [allow]: [wholeRun] });
  const reason = (id: Id) => `reason of ${id}`;

  test('has every failing scenario, keeps reasons and order, and makes the run green', () => {
    const results = run({
      [create]: 'fail',
      [upload]: { a: 'fail', b: 'pass', c: 'fail' },
      [read]: { d: 'fail' },
      [status]: create,
    });
    const entries = after(results, before, true);
    expect(Object.entries(entries)).toEqual([
      [upload, { reason: reason(upload), scenarios: ['a', 'c'] }],
      [read, { reason: reason(read), scenarios: ['d'] }],
      [allow, { reason: reason(allow), scenarios: [wholeRun] }],
      [create, { reason: 'TODO', scenarios: [wholeRun] }],
    ]);
    expect(exitCode(results, { file: '', entries: new Map(Object.entries(entries)) })).toBe(0);
  });

  test('an update removes what passes now, and adds no failure', () => {
    const results = run({
      [create]: 'fail',
      [upload]: { a: 'fail', b: 'pass', c: 'fail' },
      [read]: { d: 'fail' },
      [allow]: 'pass',
    });
    expect(after(results, before, false)).toEqual({
      [upload]: { reason: reason(upload), scenarios: ['a'] },
      [read]: { reason: reason(read), scenarios: ['d'] },
    });
  });

  const afterAll = (runs: Result[][], known: KnownFailures, add: boolean) => {
    const [first, ...others] = runs.map((results) => ({ facts: { claims: [], keys: {} }, scope, results }));
    return Object.fromEntries(listAfter([first!, ...others], known, add).entries);
  };
  const runs = [
    run({ [upload]: { a: 'fail', b: 'pass', c: 'fail' }, [read]: { d: 'fail' }, [create]: 'fail' }),
    run({ [upload]: { a: 'fail', b: 'fail', c: 'pass' }, [read]: 'pass', [create]: 'fail' }),
    run({ [upload]: { a: 'fail', b: 'pass', c: 'fail' }, [read]: 'pass', [create]: 'pass' }),
  ];

  test('of several runs has what fails in some of them, and makes each of them green', () => {
    const entries = afterAll(runs, list({}), true);
    expect(entries).toEqual({
      [upload]: { reason: 'TODO', scenarios: ['a'], sometimes: ['c', 'b'] },
      [read]: { reason: 'TODO', sometimes: ['d'] },
      [create]: { reason: 'TODO', sometimes: [wholeRun] },
    });
    const known = { file: '', entries: new Map(Object.entries(entries)) };
    for (const results of runs) expect(exitCode(results, known)).toBe(0);
    expect(exitCode(run({ [read]: { e: 'fail' } }), known)).toBe(1);
    expect(exitCode(run({ [upload]: { a: 'pass', b: 'fail' } }), known)).toBe(1);
  });

  test('of one run keeps what fails in some runs, and of several runs what still differs', () => {
    const entries = { [upload]: { reason: 'x', sometimes: ['a', 'b', 'c'] } };
    const known = { file: '', entries: new Map(Object.entries(entries)) };
    expect(afterAll([run({ [upload]: 'pass' })], known, true)).toEqual(entries);
    expect(afterAll([run({ [upload]: { a: 'fail' } })], known, false)).toEqual(entries);
    expect(afterAll(runs, known, false)).toEqual({
      [upload]: { reason: 'x', scenarios: ['a'], sometimes: ['b', 'c'] },
    });
    expect(afterAll([run({ [upload]: 'pass' }), run({ [upload]: 'pass' })], known, true)).toEqual({});
  });

  test('an update after several runs removes only what passed in all of them', () => {
    const known = list({ [upload]: ['a', 'b'], [read]: ['d'] });
    expect(afterAll([runs[1]!, runs[2]!], known, false)).toEqual({
      [upload]: { reason: reason(upload), scenarios: ['a', 'b'] },
    });
  });

  test.each([true, false])('stays as it is for what the run did not judge (add: %s)', (add) => {
    for (const results of [[], run({ [upload]: 'a key', [read]: 'not-applicable', [allow]: 'error' })])
      expect(after(results, before, add)).toEqual(Object.fromEntries(before.entries));
  });
});
