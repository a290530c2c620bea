import { expect, test } from 'vitest';
import { Inconclusive, Violation } from '../../../engine/verdict.ts';
import { precondition } from '../preconditions.ts';
import { forEachRow, forEachRowInOrder, inRow, withRows } from './rows.ts';

const upload = 'upload-artifact.accepts-evidence';

async function judge(end: string): Promise<void> {
  if (end === 'fails') throw new Violation({ code: 'wrong-status', expected: '401', actual: '200' });
  if (end === 'blocked') throw new Inconclusive('blocked by x', upload);
  if (end === 'breaks') throw new TypeError('x is undefined');
}

/** What a check throws, and the verdicts of its rows. */
async function endOf(check: () => Promise<unknown>): Promise<{ thrown: unknown; rows: string[] }> {
  const thrown = await withRows(check).then(
    () => undefined,
    (error: unknown) => error,
  );
  const rows = thrown instanceof Violation || thrown instanceof Inconclusive ? thrown.rows : [];
  return { thrown, rows: rows.map(({ row, verdict }) => `${row}: ${verdict}`) };
}

for (const each of [forEachRow, forEachRowInOrder]) {
  test(`${each.name}: all rows run, and the first failure decides`, async () => {
    const rows = { 'an upload': 'blocked', 'a create': 'fails', 'a read': 'passes', 'another create': 'fails' };
    const { thrown, rows: ends } = await endOf(() => each(rows, judge));

    expect(thrown).toMatchObject({ failure: { row: 'a create' } });
    expect(ends).toEqual(['an upload: inconclusive', 'a create: fail', 'a read: pass', 'another create: fail']);
  });

  test(`${each.name}: a row that is blocked decides when no row failed`, async () => {
    const { thrown, rows } = await endOf(() => each({ one: 'passes', two: 'blocked' }, judge));

    expect(thrown).toBeInstanceOf(Inconclusive);
    expect(thrown).toMatchObject({ blockedBy: upload, message: 'blocked by x' });
    expect(rows).toEqual(['one: pass', 'two: inconclusive']);
  });

  test(`${each.name}: an error of the suite is no verdict`, async () => {
    expect((await endOf(() => each({ one: 'passes', two: 'breaks' }, judge))).thrown).toBeInstanceOf(TypeError);
  });

  test(`${each.name}: the rows of an inner table are rows of their own`, async () => {
    const inner = { first: 'passes', second: 'passes', third: 'fails' };
    const { thrown, rows } = await endOf(() => each({ outer: inner, other: {} }, (table) => each(table, judge)));

    expect(thrown).toMatchObject({ failure: { row: 'outer: third' } });
    expect(rows).toEqual(['outer: first: pass', 'outer: second: pass', 'outer: third: fail', 'other: pass']);
  });
}

test('a check continues after a table with failed or blocked rows', async () => {
  const { thrown, rows } = await endOf(async () => {
    await forEachRow({ one: 'blocked' }, judge);
    await inRow('two', () => judge('fails'));
    await forEachRow({ three: 'passes' }, judge);
  });

  expect(thrown).toMatchObject({ failure: { row: 'two' } });
  expect(rows).toEqual(['one: inconclusive', 'two: fail', 'three: pass']);
});

test('a step outside the rows that is blocked leaves the check without a verdict, unless a row failed', async () => {
  const checkOf = (row: string) => async () => {
    await inRow('one', () => judge(row));
    await judge('blocked');
  };

  expect(await endOf(checkOf('passes'))).toMatchObject({ thrown: { blockedBy: upload }, rows: [] });
  expect(await endOf(checkOf('fails'))).toMatchObject({ thrown: { failure: { row: 'one' } }, rows: ['one: fail'] });
});

test('the rows of a precondition are not rows of the check', async () => {
  const { thrown, rows } = await endOf(() =>
    inRow('a read', async () => {
      await precondition('get-case.reads-case', () => forEachRow({ one: 'passes', two: 'fails' }, judge));
    }),
  );

  expect(thrown).toMatchObject({ blockedBy: 'get-case.reads-case' });
  expect(rows).toEqual(['a read: inconclusive']);
});
