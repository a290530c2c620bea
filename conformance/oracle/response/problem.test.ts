import { describe, expect, test } from 'vitest';
import { create, invalid, problem, type Received, Story } from '../testing.ts';

const sent = { path: '/cases/case-that-was-never-opened' };
const with404 = (more: object): Received => problem(404, 'not-found', more);
const instance = 'urn:uuid:00000000-0000-4000-8000-000000000000';
const listing = (...errors: object[]): Received => problem(422, 'invalid-request', { errors });

describe('the form of a problem', () => {
  test.each<[string, Received, string[]]>([
    ['without a title', with404({ title: undefined }), ['problems.form']],
    ['without an instance', with404({ instance: undefined }), ['problems.form']],
    ['with the status of another response', with404({ status: 400 }), ['problems.form']],
    ['with a status as text', with404({ status: '404' }), ['problems.form']],
    ['with an instance that is no UUID', with404({ instance: 'urn:uuid:1' }), ['problems.form']],
    ['that is an array', { status: 404, body: [] }, ['problems.form']],
  ])('%s', (_, received, broken) => {
    expect(new Story().brokenBy(sent, received).filter((id) => id.startsWith('problems.'))).toEqual(broken);
  });

  test('with the instance of an earlier response', () => {
    const story = new Story();
    expect(story.brokenBy(sent, with404({ instance }))).toEqual([]);
    expect(story.brokenBy(sent, with404({ instance: instance.toUpperCase() }))).toEqual(['problems.form']);
  });
});

describe('the errors of a problem', () => {
  const pointer = '#/reference';
  test.each<[string, Received, string[]]>([
    ['are missing', problem(422, 'invalid-request'), ['problems.errors-listed']],
    ['have no detail', listing({ pointer }), ['problems.errors-listed']],
    ['have an empty detail', listing({ pointer, detail: '' }), ['problems.errors-listed']],
    ['have no pointer', listing({ detail: 'is empty' }), ['problems.errors-listed']],
    ['have a pointer with a dot', invalid('#.reference'), ['problems.escapes-pointer']],
    ['point at another property', invalid('#/type'), ['problems.points-at-property']],
    ['point at the property and another one', invalid('#/type', pointer), []],
  ])('%s', (_, received, broken) => {
    expect(new Story().brokenBy(create(''), received)).toEqual(broken);
  });
});

test('a page of HTML shows no stack trace either', () => {
  const page: Received = {
    status: 404,
    headers: { 'Content-Type': 'text/html' },
    bytes: Buffer.from('<pre>Error at get (file:///srv/cases/get.js:12:3)</pre>'),
  };
  expect(new Story().brokenBy(sent, page)).toContain('problems.no-internals');
});
