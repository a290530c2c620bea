import { expect, test } from 'vitest';
import { staleKeys } from './explained.ts';
import { instrument } from './places.ts';
import { readChecks } from './sources.ts';

const helpers = `
export async function precondition(by, step) { return step(); }
export const rejectedPrecondition = (by, request) => precondition(by, request);
export async function forEachRow(rows, judge) { for (const row of rows) await judge(row); }
export const forEachOperation = (context, judge) => forEachRow(operations, (send) => judge(send));
export class Context { async repeatUntilRunEnds(judge) { await judge(); } }
export async function retryWhileOverloaded(judge) { await judge(); }
`;
const check = (body: string) =>
  instrument({
    'helpers.ts': helpers,
    'get-case/index.ts': `const checks = {\n  'get-case.score': async () => { ${body} },\n};\n`,
  });
const keysIn = (body: string) =>
  check(body)
    .places.filter(({ id }) => id.startsWith('get-case/'))
    .map(({ key }) => key);

test('finds the expectations of today, and every explanation names one of them', () => {
  const { places } = instrument(readChecks());

  expect(places.length).toBeGreaterThan(550);
  expect(places.filter(({ isPrecondition }) => isPrecondition).length).toBeGreaterThan(50);
  expect(staleKeys(places)).toEqual([]);
});

test('a key that names no expectation is stale', () => {
  expect(staleKeys([{ key: 'get-case.score: expectSame(a)' }], ['get-case.score: expectSame(b)'])).toEqual([
    'get-case.score: expectSame(b)',
  ]);
});

test('names an expectation by its check and its failure code, else by its first line', () => {
  expect(keysIn("expectThat(\n'wrong-score', score > 0,\n'a score', `${score}`);")).toEqual([
    "get-case.score: expectThat('wrong-score')",
  ]);
  expect(keysIn('expectAccepted(\n  await tenant.read(id),\n);')).toEqual([
    'get-case.score: expectAccepted(await tenant.read(id))',
  ]);
});

test('the rows of a helper are places, the helper itself is not', () => {
  expect(keysIn('await forEachRow(rows, async (row) => expectAccepted(row));')).toEqual([
    'get-case.score: expectAccepted(row)',
  ]);
});

test('knows which expectations belong to a precondition', () => {
  const { places } = check(
    "await precondition('get-case.reads-case', async () => expectAccepted(read)); expectSame(read);",
  );

  expect(places.filter(({ id }) => id.startsWith('get-case/')).map((place) => place.isPrecondition)).toEqual([
    true,
    false,
  ]);
});

test('keeps the lines of the source and wraps the expectation', () => {
  const { sources } = check('expectAccepted(read);');

  expect(sources['get-case/index.ts']).toContain('judging("get-case/index.ts:2:35", expectAccepted)(read);');
});

test('an expectation that is declared as a constant is no place where it is declared', () => {
  const { sources } = instrument({
    'helpers.ts': `${helpers}const expectCase = (read) => expectStatus(read, 200);`,
  });

  expect(sources['helpers.ts']).toContain('const expectCase = (read) => judging("helpers.ts:');
});

test('a helper that was renamed is an error that says where to adapt its name', () => {
  const renamed = helpers.replaceAll('repeatUntilRunEnds', 'repeatUntilEnd');

  expect(() => instrument({ 'helpers.ts': renamed })).toThrow(
    'no check or helper declares repeatUntilRunEnds: adapt the names in places.ts',
  );
});
