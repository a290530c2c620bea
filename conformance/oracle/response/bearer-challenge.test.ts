import { expect, test } from 'vitest';
import { bearerChallenges } from './bearer-challenge.ts';

test.each<[string, ...Record<string, string>[]]>([
  ['Bearer realm="cases"', { realm: 'cases' }],
  ['bearer Realm=cases', { realm: 'cases' }],
  ['Bearer realm="a, b", error="invalid_token"', { realm: 'a, b', error: 'invalid_token' }],
  ['Basic realm="x", Bearer realm="y"', { realm: 'y' }],
  [
    'Basic realm="a, Bearer b", bearer Scope="x, y", Realm=cases , error="invalid_token"',
    { scope: 'x, y', realm: 'cases', error: 'invalid_token' },
  ],
  ['Negotiate, Bearer realm="y"', { realm: 'y' }],
  ['Negotiate YWJj==, Bearer realm="y"', { realm: 'y' }],
  ['Bearer', {}],
  ['Bearer realm = "x"', { realm: 'x' }],
  ['Bearer realm=""', { realm: '' }],
  ['Bearer realm="x", error="invalid_token", Bearer', { realm: 'x', error: 'invalid_token' }, {}],
  [', Negotiate, , Bearer realm="x",', { realm: 'x' }],
  ['Basic realm="Bearer realm=x"'],
  ['Basic realm="x"'],
  ['BearerToken realm="x"'],
  [''],
])('the Bearer challenges in %s', (header, ...parameters) => {
  expect(bearerChallenges(header).map((challenge) => Object.fromEntries(challenge))).toEqual(parameters);
});
