// Requests that freedoms allow to be read in several ways: each gets one of the answers that the freedoms list.
import { expect, test } from 'vitest';
import { caseOf, create, opened, problem, read, type Received, type Sent, stored, Story, upload } from './testing.ts';

const id = 'case_0123456789abcdef';
const open = 'http.left-open-responses';
const page = (status: number): Received => ({ status, headers: { 'Content-Type': 'text/html' }, body: '' });
const shown: Received = { status: 200, body: caseOf(id) };
const [notFound, forbidden] = [problem(404, 'not-found'), problem(403, 'forbidden')];

function withCase(): Story {
  const story = new Story();
  story.brokenBy(create(), opened(id));
  return story;
}

const spaced = { key: null, headers: { Authorization: 'Bearer  key_of_tenant_one_123' } };
const twoKeys = { headers: { 'Idempotency-Key': 'key-1234-5678', 'idempotency-key': 'key-8765-4321' } };

test.each<[string, Sent, Received, string[]]>([
  ['two slashes read as one', read(`/${id}`), shown, []],
  ['two slashes that are redirected', read(`/${id}`), page(308), []],
  ['two slashes that are forbidden', read(`/${id}`), page(403), [open]],
  ['two slashes before an unknown id that is found', read('/case_9999999999999999'), shown, ['get-case.unknown-404']],
  ['an encoded letter that is decoded', read(`%63${id.slice(1)}`), shown, []],
  ['an encoded letter that is not decoded', read(`%63${id.slice(1)}`), notFound, []],
  ['an encoded letter that is a conflict', read(`%63${id.slice(1)}`), problem(409, 'case-closed'), [open]],
  ['an encoded slash read as one at the end', read(`${id}%2F`), shown, []],
  ['an encoded slash that is rejected', read(`${id}%2F`), page(403), []],
  ['an encoded slash that is redirected', read(`${id}%2F`), page(301), [open]],
  ['two encoded slashes that are redirected', read('x%2F%2Fy'), page(308), []],
  ['two encoded slashes that are found', read('x%2F%2Fy'), shown, ['http.unknown-path-404']],
  ['an encoded NUL that ends the id', read(`${id}%00`), shown, ['get-case.unknown-404']],
  ['an encoded NUL that is redirected', read(`${id}%00`), page(302), ['get-case.unknown-404']],
  ['what is behind a semicolon is dropped', read(`${id};x=1`), shown, []],
  ['a semicolon that is forbidden', read(`${id};x=1`), page(403), [open]],
  ['a query that does not decode', read(`${id}?%`), page(400), []],
  ['a query that does not decode, not found', read(`${id}?%`), page(404), [open]],
  ['two spaces read as one', read(id, spaced), shown, []],
  ['two spaces before a key that is forbidden', read(id, spaced), forbidden, [open]],
  ['two idempotency keys that are ignored', create('user-1', twoKeys), opened('case_of_two_keys_0001'), []],
  ['two idempotency keys that are too many', create('user-1', twoKeys), page(400), []],
  ['two idempotency keys that are not found', create('user-1', twoKeys), page(404), [open]],
  ['TRACE of a case', { method: 'TRACE', path: `/cases/${id}` }, page(501), []],
  ['TRACE of a case that is not found', { method: 'TRACE', path: `/cases/${id}` }, page(404), [open]],
  ['TRACE of an unknown case', { method: 'TRACE', path: '/cases/case_9999999999999999' }, page(404), []],
  ['TRACE that shows a case', { method: 'TRACE', path: `/cases/${id}` }, shown, [open]],
  ['a long id with a page', read('x'.repeat(400)), page(414), []],
  [
    'a long id that is too many bytes',
    read('x'.repeat(400)),
    problem(413, 'content-too-large'),
    ['get-case.unknown-404'],
  ],
])('%s', (_, sent, received, broken) => {
  expect(withCase().brokenBy(sent, received)).toEqual(broken);
});

test('a body that was cut is rejected', () => {
  const cut = upload(id, undefined, { headers: { 'Content-Length': '9000' } });
  expect(withCase().brokenBy(cut, page(400))).toEqual([]);
  // A web server rejects it before anything reads the key.
  const ofNobody = upload(id, undefined, { headers: { 'Content-Length': '9000' }, key: null });
  expect(withCase().brokenBy(ofNobody, page(400))).toEqual([]);
  expect(withCase().brokenBy(cut, stored('a1'))).toEqual([open]);
});

test('of two keys only one may be read, or none', () => {
  const headers = { Authorization: 'Bearer key_of_tenant_one_123', authorization: 'Bearer another' };
  const sent = read(id, { key: null, headers });
  const challenge = { 'WWW-Authenticate': 'Bearer realm="cases"' };
  for (const received of [shown, page(400), problem(401, 'unauthorized', {}, challenge)])
    expect(withCase().brokenBy(sent, received)).toEqual([]);
  expect(withCase().brokenBy(sent, forbidden)).toEqual([open]);
});
