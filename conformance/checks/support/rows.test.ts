import { expect, test } from 'vitest';
import { Inconclusive, Violation } from '../../engine/verdict.ts';
import { forEachRow, forEachRowInOrder } from './rows.ts';

const rows = { 'an upload': 'blocked', 'a create': 'fails', 'a read': 'passes', 'a second create': 'fails' };

async function judge(end: string): Promise<void> {
  if (end === 'fails') throw new Violation({ code: 'wrong-status', expected: '401', actual: '200' });
  if (end === 'blocked') throw new Inconclusive('blocked by x', 'upload-artifact.accepts-evidence');
  if (end === 'breaks') throw new TypeError('x is undefined');
}

const thrownBy = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

for (const each of [forEachRow, forEachRowInOrder]) {
  test(`${each.name}: all rows run, and the first failure decides`, async () => {
    const thrown = await thrownBy(each(rows, judge));

    expect(thrown).toMatchObject({ failure: { row: 'a create' } });
    expect((thrown as Violation).rows.map(({ row, verdict }) => `${row}: ${verdict}`)).toEqual([
      'an upload: inconclusive',
      'a create: fail',
      'a read: pass',
      'a second create: fail',
    ]);
  });

  test(`${each.name}: a row that is blocked decides when no row failed`, async () => {
    const thrown = await thrownBy(each({ one: 'passes', two: 'blocked' }, judge));

    expect(thrown).toBeInstanceOf(Inconclusive);
    expect(thrown).toMatchObject({ blockedBy: 'upload-artifact.accepts-evidence', message: 'blocked by x' });
    expect((thrown as Inconclusive).rows).toMatchObject([
      { row: 'one', verdict: 'pass' },
      { row: 'two', verdict: 'inconclusive' },
    ]);
  });

  test(`${each.name}: an error of the suite is no verdict`, async () => {
    expect(await thrownBy(each({ one: 'fails', two: 'breaks' }, judge))).toBeInstanceOf(TypeError);
  });

  test(`${each.name}: the rows of an inner table are rows of their own`, async () => {
    const inner = { first: 'passes', second: 'passes' };
    const passed = await each({ outer: inner, other: {} }, (table) => each(table, judge));
    expect(passed.map(({ row }) => row)).toEqual(['outer: first', 'outer: second']);

    const thrown = await thrownBy(each({ outer: { ...inner, third: 'fails' } }, (table) => each(table, judge)));
    expect(thrown).toMatchObject({ failure: { row: 'outer: third' } });
    expect((thrown as Violation).rows.map(({ row }) => row)).toEqual(['outer: first', 'outer: second', 'outer: third']);
  });
}
