// What only several exchanges show, and what they do not show.
import { expect, test } from 'vitest';
import { create, id, opened, problem, read, type Received, type Sent, shown, Story, withCase } from './testing.ts';

const unknown = ['case_0123456789bcdefa', 'case_0123456789cdefab'] as const;
const foreign = { key: 'other' } as const;
const notFound = (more: object = {}, headers: Record<string, string> = {}) => problem(404, 'not-found', more, headers);
const asJson = () => notFound({}, { 'Content-Type': 'application/json' });

test('the ids of eight cases must not count up, unless they are opened at once, as ULIDs of one millisecond do', () => {
  const exchanges = (idOf: (at: number) => string) =>
    Array.from({ length: 8 }, (_, at): [Sent, Received] => [create(), opened(idOf(at))]);
  const counted = exchanges((at) => `case_${String(37 * at).padStart(20, '0')}`);
  expect(new Story().inTurn(...counted)).toEqual(['create-case.id-not-sequential']);
  expect(new Story().inTurn(...exchanges((at) => `case_${'7f3a9c1e'[at]!.repeat(20)}`))).toEqual([]);
  expect(new Story().together(...counted)).toEqual([]);
});

test('Accept does not change the media type of a response', () => {
  const accepting = read(unknown[0], { headers: { Accept: 'application/json' } });
  const story = new Story();
  expect(story.brokenBy(accepting, asJson())).toEqual(['problems.form']);
  expect(story.brokenBy(read(unknown[0]), notFound())).toEqual([]);
  expect(story.brokenBy(accepting, asJson())).toEqual(['http.accept-ignored', 'problems.form']);
  expect(story.brokenBy(accepting, notFound())).toEqual([]);
});

test.each([
  [[150, 0, 0, 0], []],
  [[0, 0, 0, 0], ['http.head-like-get']],
])('HEAD must not announce %j if GET always has 150 bytes', (announced, broken) => {
  const of = (length: number) => shown({}, { 'Content-Length': String(length) });
  const get: [Sent, Received] = [read(id), of(150)];
  const heads = announced.map((length): [Sent, Received] => [
    read(id, { method: 'HEAD' }),
    { ...of(length), bytes: Buffer.alloc(0) },
  ]);
  expect(withCase().inTurn(get, ...heads, get)).toEqual(broken);
});

test('HEAD must not announce another length than GET, which gets a problem', () => {
  const get = (): [Sent, Received] => [read(unknown[0]), notFound()];
  const head = (): [Sent, Received] => [
    read(unknown[0], { method: 'HEAD' }),
    { ...notFound({}, { 'Content-Length': '0' }), bytes: Buffer.alloc(0) },
  ];
  expect(new Story().inTurn(get(), head(), head(), head(), head(), get())).toEqual(['http.head-like-get']);
});

/** What a problem for a case of another tenant breaks, after two problems for unknown cases. */
const brokenBy = (ofUnknown: (id: string) => object, own: object): string[] => {
  const story = withCase();
  for (const each of unknown) expect(story.brokenBy(read(each, foreign), notFound(ofUnknown(each)))).toEqual([]);
  return story.brokenBy(read(id, foreign), notFound(own));
};

test.each<[string, Parameters<typeof brokenBy>, isDifferent: boolean]>([
  ['the same detail', [() => ({ detail: 'x' }), { detail: 'x' }], false],
  ['another detail', [() => ({ detail: 'x' }), { detail: 'y' }], true],
  ['a detail that depends on the id', [(each) => ({ detail: each.slice(-3) }), { detail: 'def' }], false],
  ['a property of its own', [() => ({ code: 4 }), { code: 4, owner: 1 }], true],
  ['a property less', [() => ({ code: 4 }), {}], true],
  ['a time, which the problem adds', [() => ({ at: '09:30' }), { at: '09:31' }], false],
])('a problem for a case of another tenant with %s', (_, given, isDifferent) => {
  expect(brokenBy(...given)).toEqual(isDifferent ? ['tenancy.foreign-like-unknown'] : []);
});

test('problems are compared if their requests differ in their ids alone', () => {
  const story = withCase();
  const more = { ...foreign, headers: { A: 'b' } };
  for (const each of unknown) story.brokenBy(read(each, more), notFound({ detail: 'Nada.' }));
  expect(story.brokenBy(read(id, foreign), notFound())).toEqual([]);
  expect(story.brokenBy(read(`${id}/`, more), notFound())).toEqual([]);
});

test('another method gets the same status for a case of another tenant as for an unknown one', () => {
  const wrong = (): Received => problem(405, 'method-not-allowed', {}, { Allow: 'GET' });
  const remove = (caseId: string, more: Partial<Sent> = foreign) => read(caseId, { ...more, method: 'DELETE' });
  const story = withCase();
  expect(story.brokenBy(remove(unknown[0]), notFound())).toEqual([]);
  expect(story.brokenBy(remove(id), notFound())).toEqual([]);
  expect(story.brokenBy(remove(id), wrong())).toEqual(['tenancy.foreign-like-unknown']);
  expect(story.brokenBy(remove(id, {}), wrong())).toEqual([]);
  // A router that checks the form of an id may reject another form elsewhere.
  expect(withCase().brokenBy(remove('9'.repeat(16)), wrong())).toEqual([]);
});

const cached = { 'X-Cache': 'hit' };
test.each<[string, turns: number, (isForeign: boolean, turn: number) => Record<string, string>, Partial<Sent>, number]>(
  [
    ['of its own', 9, (isForeign) => (isForeign ? cached : {}), {}, 1],
    ['less', 9, (isForeign) => (isForeign ? {} : cached), {}, 1],
    ['of its own to HEAD', 9, (isForeign) => (isForeign ? cached : {}), { method: 'HEAD' }, 1],
    ['of its own eight times', 8, (isForeign) => (isForeign ? cached : {}), {}, 0],
    ['of its own with an exception', 20, (isForeign, turn) => (isForeign && turn !== 3 ? cached : {}), {}, 0],
    ['of the connection', 20, (isForeign) => (isForeign ? { Connection: 'close' } : { 'Keep-Alive': 'x' }), {}, 0],
  ],
)('a response for a case of another tenant with a header %s', (_, turns, headersOf, more, findings) => {
  const sent = { ...foreign, ...more };
  const exchanges = Array.from({ length: turns }, (_turn, turn): [Sent, Received][] => [
    [read(id, sent), notFound({}, headersOf(true, turn))],
    [read(unknown[0], sent), notFound({}, headersOf(false, turn))],
  ]).flat();
  const story = withCase();
  const broken = exchanges.flatMap((each) => story.brokenBy(...each));
  expect(broken).toEqual(Array<string>(findings).fill('tenancy.foreign-like-unknown'));
});
