import { describe, expect, test } from 'vitest';
import { create, invalid, problem, type Sent, Story } from '../testing.ts';

const rejected = (seconds = '1') => problem(429, 'rate-limited', {}, { 'Retry-After': seconds });
const keyed = { headers: { 'Idempotency-Key': 'a-key-of-an-error' } };

test('an error of the sandbox asks to wait one second, unless the service limits its rate', () => {
  const story = new Story();
  const send = () => story.brokenBy(create('sandbox:error:429'), rejected('5'));
  expect([send(), send()]).toEqual([[], ['sandbox.error-429']]);
  expect(story.brokenBy(create(), rejected('5'))).toEqual([]);
  expect(send()).toEqual([]);
});

test('an error of the sandbox has its problem, unless a gateway responds', () => {
  const other = () => problem(503, 'internal-error', {}, { 'Retry-After': '1' });
  const send = (story: Story) => [0, 1, 2].map(() => story.brokenBy(create('sandbox:error:503'), other()));
  expect(send(new Story())).toEqual([[], [], ['sandbox.error-503']]);
  const behindGateway = new Story();
  behindGateway.brokenBy(create('sandbox:error:503'), problem(503, 'unavailable', {}, { 'Retry-After': '1' }));
  expect(send(behindGateway)).toEqual([[], [], []]);
});

describe('a 429 that no load explains', () => {
  test.each<[string, (at: number) => Sent, string]>([
    ['to a directive that is none', () => create('sandbox:error:4290'), 'sandbox.unknown-reference-rejected'],
    ['to a live key', () => create('sandbox:error:429', { key: 'live' }), 'sandbox.rejected-with-live-key'],
    ['after an error with the same key', (at) => create(`user-${at}`, keyed), 'sandbox.error-not-stored'],
  ])('%s', (_, sent, requirement) => {
    for (const isLimited of [false, true]) {
      const story = new Story();
      expect(story.brokenBy(create('sandbox:error:429', keyed), rejected())).toEqual([]);
      if (isLimited) expect(story.brokenBy(create(), rejected())).toEqual([]);
      expect([0, 1].flatMap((at) => story.brokenBy(sent(at), rejected()))).toEqual([]);
      expect(story.brokenBy(sent(2), rejected())).toEqual(isLimited ? [] : [requirement]);
    }
  });

  test('to a directive that was rejected otherwise before', () => {
    const story = new Story();
    const sent = create('sandbox:error:4290');
    expect(story.brokenBy(sent, invalid('#/reference'))).toEqual([]);
    expect([0, 1, 2].flatMap(() => story.brokenBy(sent, rejected()))).toEqual([]);
  });
});
