// Responses that a conformant service, or a server in front of it, may give although they are easily taken for wrong.
import { expect, test } from 'vitest';
import { create, invalid, opened, problem, type Received, Story } from './testing.ts';

const id = 'case_0123456789abcdef';

const overloaded = (status: number): Received => ({
  status,
  headers: { 'Content-Type': 'text/html', 'Retry-After': '2' },
  body: 'Slow down.',
});

test('a gateway may be overloaded when the sandbox is asked for an error', () => {
  for (const status of [429, 503])
    for (const reference of ['sandbox:error:429', 'sandbox:error:503'])
      expect(new Story().brokenBy(create(reference), overloaded(status))).toEqual([]);
});

const inUse = problem(409, 'idempotency-key-in-use', {}, { 'Retry-After': '1' });
const reused = problem(422, 'idempotency-key-reused');
const withKey = (key = 'key-4711-0815') => ({ headers: { 'Idempotency-Key': key } });

test('a key may be in use for as long as a request runs whose response was lost', () => {
  for (const lost of [undefined, problem(504, 'x')]) {
    const story = new Story();
    story.brokenBy(create('user-1', withKey()), lost);
    story.wait(60_000);
    expect(story.brokenBy(create('user-1', withKey()), inUse)).toEqual([]);
  }
});

test('a key may be in use by the first copy of a request that was sent twice', () => {
  expect(new Story().brokenBy(create('user-1', { ...withKey(), sentTwice: true }), inUse)).toEqual([]);
});

test('a key of one character may be in use by another client', () => {
  expect(new Story().brokenBy(create('user-1', withKey('a')), inUse)).toEqual([]);
});

test('a key may be compared with the payload of a request that runs and fails', () => {
  const story = new Story();
  expect(story.together([create('', withKey()), invalid('#/reference')], [create('x', withKey()), reused])).toEqual([]);
  expect(story.brokenBy(create('x', withKey()), opened(id, 'x'))).toEqual([]);
});
