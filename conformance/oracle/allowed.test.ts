import { expect, test } from 'vitest';
import { allowedResponses } from './allowed.ts';
import { Oracle } from './oracle.ts';
import { worldOf } from './terms.ts';
import { create, exchangeOf, id, read, type Sent, world } from './testing.ts';

function allowed(sent: Sent): string[] {
  const oracle = new Oracle(worldOf(world));
  const reading = oracle.add({ ...exchangeOf(sent, undefined), started: 0 });
  return allowedResponses(reading, oracle.expectation(reading));
}

test.each<[what: string, sent: Sent, responses: string[]]>([
  ['a valid create', create(), ['201']],
  ['an empty reference', create(''), ['422 invalid-request at #/reference']],
  ['an unknown case', read(id), ['404 not-found']],
  ['no key', read(id, { key: null }), ['401 unauthorized']],
  ['an encoded id with a slash', read(`${id}%2Fx`), ['any 4xx']],
])('%s', (_, sent, responses) => {
  expect(allowed(sent)).toEqual(responses);
});
