import { expect, test } from 'vitest';
import { create, id, opened, problem, read, Story, type Received } from './testing.ts';

const unauthorized = problem(401, 'unauthorized', {}, { 'WWW-Authenticate': 'Bearer realm="cases"' });

test('the key may be in another header', () => {
  const story = new Story({ key: { header: 'X-API-Key', template: 'Key {key}' } });
  const keyed = (value: string) => ({ key: null, headers: { 'X-API-Key': value } }) as const;
  expect(story.brokenBy(create('user-1', keyed('Key key_of_tenant_one_123')), opened(id))).toEqual([]);
  expect(story.brokenBy(read(id, keyed('Key key_of_tenant_two_456')), problem(404, 'not-found'))).toEqual([]);
  expect(story.brokenBy(read(id), unauthorized)).toEqual([]);
});

test('the id of a case may be elsewhere in the response', () => {
  const received: Received = { status: 201, headers: { Location: `/v1/cases/${id}` }, body: { case: { id } } };
  for (const place of ['Location', '/case/id']) {
    const story = new Story({ id: place });
    expect(story.brokenBy(create(), received)).not.toContain('create-case.location');
    expect(story.brokenBy(create(), received)).toContain('create-case.assigns-identifier');
  }
});

test('a path that only begins like the base path belongs to another service', () => {
  const page: Received = { status: 200, headers: { 'Content-Type': 'text/html' }, bytes: Buffer.from('Hello') };
  expect(new Story().brokenBy({ path: 'x/cases' }, page)).toEqual([]);
  expect(new Story({ baseUrl: 'http://candidate.example' }).brokenBy({ path: '/cases' }, page)).not.toEqual([]);
});
