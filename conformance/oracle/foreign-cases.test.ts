import { expect, test } from 'vitest';
import { create, opened, problem, read, type Received, type Sent, Story } from './testing.ts';

const id = 'case_0123456789abcdef';
const unknown = ['case_0123456789bcdefa', 'case_0123456789cdefab'] as const;
const key = 'other';

const notFound = (more: object = {}, headers: Record<string, string> = {}) => problem(404, 'not-found', more, headers);

function withCase(): Story {
  const story = new Story();
  story.brokenBy(create(), opened(id));
  return story;
}

test('another method gets the same status for a case of another tenant as for an unknown one', () => {
  const wrong = (): Received => problem(405, 'method-not-allowed', {}, { Allow: 'GET' });
  const remove = (caseId: string, more: Partial<Sent> = { key }): Sent => ({
    ...more,
    method: 'DELETE',
    path: `/cases/${caseId}`,
  });
  const story = withCase();
  expect(story.brokenBy(remove(unknown[0]), notFound())).toEqual([]);
  expect(story.brokenBy(remove(id), notFound())).toEqual([]);
  expect(story.brokenBy(remove(id), wrong())).toEqual(['tenancy.foreign-like-unknown']);
  expect(story.brokenBy(remove(id, {}), wrong())).toEqual([]);
  // A router that checks the form of an id may reject another form elsewhere.
  expect(withCase().brokenBy(remove('9'.repeat(16)), wrong())).toEqual([]);
});

test('a problem for a case of another tenant has no property of its own', () => {
  const story = withCase();
  for (const each of unknown) expect(story.brokenBy(read(each, { key }), notFound({ code: 4 }))).toEqual([]);
  expect(story.brokenBy(read(id, { key }), notFound({ code: 4 }))).toEqual([]);
  expect(story.brokenBy(read(id, { key }), notFound({ code: 4, owner: 1 }))).toEqual(['tenancy.foreign-like-unknown']);
  expect(story.brokenBy(read(id, { key }), notFound())).toEqual(['tenancy.foreign-like-unknown']);
});

test('a property that the problem adds may change with time', () => {
  const story = withCase();
  for (const each of unknown) story.brokenBy(read(each, { key }), notFound({ at: '09:30' }));
  expect(story.brokenBy(read(id, { key }), notFound({ at: '09:31' }))).toEqual([]);
});

/** The requirements that reads of a foreign and an unknown case by turns break. */
const brokenByTurns = (
  turns: number,
  headersOf: (isForeign: boolean, turn: number) => Record<string, string>,
  sent: Partial<Sent> = { key },
) => {
  const story = withCase();
  return Array.from({ length: turns }, (_, turn) => [
    ...story.brokenBy(read(id, sent), notFound({}, headersOf(true, turn))),
    ...story.brokenBy(read(unknown[0], sent), notFound({}, headersOf(false, turn))),
  ]).flat();
};

test('a header that is in each response for a foreign case and in none for an unknown one is a difference', () => {
  const header = { 'X-Cache': 'hit' };
  expect(brokenByTurns(9, (isForeign) => (isForeign ? header : {}))).toEqual(['tenancy.foreign-like-unknown']);
  expect(brokenByTurns(9, (isForeign) => (isForeign ? {} : header))).toEqual(['tenancy.foreign-like-unknown']);
  expect(brokenByTurns(9, (isForeign) => (isForeign ? header : {}), { key, method: 'HEAD' })).toEqual([
    'tenancy.foreign-like-unknown',
  ]);
  expect(brokenByTurns(8, (isForeign) => (isForeign ? header : {}))).toEqual([]);
  expect(brokenByTurns(20, (isForeign, turn) => (isForeign && turn !== 3 ? header : {}))).toEqual([]);
  expect(
    brokenByTurns(20, (isForeign) => (isForeign ? { Connection: 'close' } : { 'Keep-Alive': 'timeout=5', Date: 'x' })),
  ).toEqual([]);
});
