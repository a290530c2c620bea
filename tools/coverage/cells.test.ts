import { expect, test } from 'vitest';
import { judgedRows, linesOf } from './cells.ts';

test('a run tries every rule on every operation with every value, or says why not', async () => {
  const lines = linesOf(await judgedRows());
  expect(lines.filter(({ empty }) => empty.length > 0)).toEqual([]);
  expect(lines.length).toBeGreaterThan(50);
});

test('a cell without a row is empty', () => {
  const lines = linesOf(new Map([['http.missing-content-type-415', ['a create: no media type']]]));
  const found = lines.filter(({ rule }) => rule === 'http.missing-content-type-415');
  expect(found.map(({ operation, empty }) => [operation, empty])).toEqual([
    ['a create', []],
    ['an upload', ['no media type']],
    ['a read', []],
  ]);
});
