import { describe, expect, test } from 'vitest';
import { caseOf, create, invalid, opened, problem, read, type Received, type Sent, Story, upload } from './testing.ts';

const id = 'case_0123456789abcdef';
const notFound = (detail: string) => problem(404, 'not-found', { detail });
const unknown = ['case_aaaaaaaaaaaaaaaa', 'case_bbbbbbbbbbbbbbbb'] as const;

function withCase(): Story {
  const story = new Story();
  expect(story.brokenBy(create(), opened(id))).toEqual([]);
  return story;
}

/** The requirements that eight creates break, one after the other or at once. */
const brokenByIds = (idOf: (at: number) => string) => {
  const story = new Story();
  return Array.from({ length: 8 }, (_, at) => story.brokenBy(create(), opened(idOf(at)))).flat();
};

test('the ids of eight cases must not count up', () => {
  expect(brokenByIds((at) => `case_${String(37 * at).padStart(20, '0')}`)).toEqual(['create-case.id-not-sequential']);
  expect(brokenByIds((at) => `case_${'7f3a9c1e'[at]!.repeat(20)}`)).toEqual([]);
});

test('the ids of cases that are opened at once may count up, as ULIDs of one millisecond do', () => {
  const pairs = Array.from({ length: 8 }, (_, at): [ReturnType<typeof create>, Received] => [
    create(),
    opened(`01JD0000000000000000000${100 + at}`),
  ]);
  expect(new Story().together(...pairs)).toEqual([]);
});

test('a problem for a case of another tenant says what it says for unknown cases', () => {
  const foreign = { key: 'other' } as const;
  for (const [send, by] of [
    [read, 'tenancy.foreign-like-unknown'],
    [(each: string, more: object) => upload(each, undefined, more), 'tenancy.foreign-like-unknown'],
  ] as const) {
    const story = withCase();
    expect(story.brokenBy(send(id, foreign), notFound('It is not yours.'))).toEqual([]);
    for (const each of unknown)
      expect(story.brokenBy(send(each, foreign), notFound('There is no such case.'))).toEqual([]);
    expect(story.brokenBy(send(id, foreign), notFound('There is no such case.'))).toEqual([]);
    expect(story.brokenBy(send(id, foreign), notFound('It is not yours.'))).toEqual([by]);
  }
});

test('a problem may say something that depends on the id or on the headers of the request', () => {
  const foreign = { key: 'other' } as const;
  const story = withCase();
  for (const each of unknown) story.brokenBy(read(each, foreign), notFound(`There is no ${each.slice(-3)}.`));
  expect(story.brokenBy(read(id, foreign), notFound('There is no def.'))).toEqual([]);
  for (const each of unknown) story.brokenBy(read(each, { ...foreign, headers: { A: 'b' } }), notFound('Nada.'));
  expect(story.brokenBy(read(id, foreign), notFound('There is no def.'))).toEqual([]);
  expect(story.brokenBy(read(`${id}/`, { ...foreign, headers: { A: 'b' } }), notFound('No path.'))).toEqual([]);
});

const error = (seconds: string) => problem(429, 'rate-limited', {}, { 'Retry-After': seconds });

test('an error of the sandbox asks to wait one second, unless the service limits its rate', () => {
  const story = new Story();
  const send = (seconds: string) => story.brokenBy(create('sandbox:error:429'), error(seconds));
  expect(send('5')).toEqual([]);
  expect(send('5')).toEqual(['sandbox.error-429']);
  expect(story.brokenBy(create(), error('5'))).toEqual([]);
  expect(send('5')).toEqual([]);
});

test('a key is in use for a moment after the response at most, and the response says how long', () => {
  const keyed = create('user-1', { headers: { 'Idempotency-Key': 'key-4711-0815' } });
  const inUse = (headers: object) => problem(409, 'idempotency-key-in-use', {}, headers);
  const story = new Story();
  story.brokenBy(keyed, opened(id));
  expect(story.brokenBy(keyed, inUse({ 'Retry-After': '1' }))).toEqual([]);
  expect(story.brokenBy(keyed, inUse({}))).toEqual(['idempotency.parallel-create-once']);
  story.wait(3500);
  expect(story.brokenBy(keyed, inUse({ 'Retry-After': '1' }))).toEqual(['idempotency.create-replays']);
});

test('no response has a byte-order mark or grants access to other sites, OPTIONS included', () => {
  const granted = { status: 204, headers: { 'Access-Control-Allow-Origin': '*' } };
  expect(new Story().brokenBy({ method: 'OPTIONS' }, granted)).toEqual(['http.no-cors']);
  const marked = Buffer.concat([Buffer.from('\ufeff'), Buffer.from(JSON.stringify(caseOf(id)))]);
  expect(withCase().brokenBy(read(id), { status: 200, bytes: marked })).toEqual(['http.no-byte-order-mark']);
  const conditional = read(id, { headers: { 'If-None-Match': '*' } });
  expect(withCase().brokenBy(conditional, { ...granted, status: 304 })).toEqual(['http.no-cors']);
});

test('Accept does not change the media type of a response', () => {
  const [unknownId] = unknown;
  const asJson = () => ({ ...notFound('There is no such case.'), headers: { 'Content-Type': 'application/json' } });
  const accepting = read(unknownId, { headers: { Accept: 'application/json' } });
  const story = new Story();
  expect(story.brokenBy(accepting, asJson())).toEqual(['problems.form']);
  expect(story.brokenBy(read(unknownId), notFound('There is no such case.'))).toEqual([]);
  expect(story.brokenBy(accepting, asJson())).toEqual(['http.accept-ignored', 'problems.form']);
  expect(story.brokenBy(accepting, notFound('There is no such case.'))).toEqual([]);
});

test('of a request with unusual headers, the form of a success is judged, and that of a rejection is not', () => {
  const unusual = read(id, { headers: { 'X-Trace': 'ñ' } });
  const cached = { headers: { 'Cache-Control': 'private' }, body: caseOf(id) };
  expect(withCase().brokenBy(unusual, { ...cached, status: 200 })).toEqual(['http.no-store']);
  expect(withCase().brokenBy(unusual, { ...cached, status: 400 })).toEqual([]);
});

describe('a 429 that no load explains', () => {
  const asking = (text: string, more: Partial<Sent> = {}) => create(text, more);
  const keyed = { headers: { 'Idempotency-Key': 'a-key-of-an-error' } };
  const rejected = () => problem(429, 'rate-limited', {}, { 'Retry-After': '1' });

  test.each<[string, (at: number) => Sent, string]>([
    ['to a directive that is none', () => asking('sandbox:error:4290'), 'sandbox.unknown-reference-rejected'],
    ['to a live key', () => asking('sandbox:error:429', { key: 'live' }), 'sandbox.rejected-with-live-key'],
    ['after an error with the same key', (at) => asking(`user-${at}`, keyed), 'sandbox.error-not-stored'],
  ])('%s', (_, sent, requirement) => {
    for (const isLimited of [false, true]) {
      const story = new Story();
      expect(story.brokenBy(asking('sandbox:error:429', keyed), rejected())).toEqual([]);
      if (isLimited) expect(story.brokenBy(create(), rejected())).toEqual([]);
      expect([0, 1].flatMap((at) => story.brokenBy(sent(at), rejected()))).toEqual([]);
      expect(story.brokenBy(sent(2), rejected())).toEqual(isLimited ? [] : [requirement]);
    }
  });

  test('to a directive that was rejected otherwise before', () => {
    const story = new Story();
    const sent = asking('sandbox:error:4290');
    expect(story.brokenBy(sent, invalid('#/reference'))).toEqual([]);
    expect([0, 1, 2].flatMap(() => story.brokenBy(sent, rejected()))).toEqual([]);
  });
});

test('an error of the sandbox has its problem, unless a gateway responds', () => {
  const other = () => problem(503, 'internal-error', {}, { 'Retry-After': '1' });
  const sent = create('sandbox:error:503');
  const story = new Story();
  expect([0, 1, 2].map(() => story.brokenBy(sent, other()))).toEqual([[], [], ['sandbox.error-503']]);
  const behindGateway = new Story();
  behindGateway.brokenBy(sent, problem(503, 'unavailable', {}, { 'Retry-After': '1' }));
  expect([0, 1, 2].flatMap(() => behindGateway.brokenBy(sent, other()))).toEqual([]);
});
