import { expect, test } from 'vitest';
import { bearerChallenge } from './bearer-challenge.ts';

test.each<[string, Record<string, string> | undefined]>([
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
  ['Basic realm="Bearer realm=x"', undefined],
  ['Basic realm="x"', undefined],
  ['BearerToken realm="x"', undefined],
  ['', undefined],
])('the Bearer challenge in %s', (header, parameters) => {
  const found = bearerChallenge(header);
  expect(found && Object.fromEntries(found)).toEqual(parameters);
});
