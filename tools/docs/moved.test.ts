import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { asset } from './pages/page.ts';

test.each([
  ['reference.html#requirement-get-case.status', 'get-case.html#get-case.status'],
  ['index.html#requirement-http.allow', 'http.html#http.allow'],
  ['requirements.html#get-case.status', 'get-case.html#get-case.status'],
  ['reference.html#/problems', 'problems.html'],
  ['index.html#operation/createCase', 'reference.html#/cases/createcase'],
  ['reference.html#tag/Cases/operation/getCase', 'reference.html#/cases/getcase'],
  ['reference.html#tag/Evidence', 'reference.html#/evidence'],
  ['reference.html#/cases/createcase', undefined],
  ['get-case.html#get-case.status', undefined],
])('the script of the pages leads the address %s to %s', (old, now) => {
  const { pathname, hash } = new URL(old, 'https://docs.example');
  let led: string | undefined;
  runInNewContext(asset('moved.js'), { location: { pathname, hash, replace: (place: string) => (led = place) } });
  expect(led).toBe(now);
});
