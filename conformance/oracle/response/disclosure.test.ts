import { describe, expect, test } from 'vitest';
import { create, invalid, problem, type Received, type Sent, Story, upload, validParts } from '../testing.ts';

const value = 'Zq7Wx9Kv4Jb2Hy';
const id = 'case_0123456789abcdef';

const saying = (received: Received, detail: string): Received => ({
  ...received,
  body: { ...(received.body as object), detail },
});
const malformed = (detail: string) => problem(400, 'malformed-request', { detail });

const ofKind = upload(id, [{ name: 'kind', content: value }, validParts[1]!]);
const raw = (body: string, headers: Record<string, string> = {}): Sent => create('', { body, headers });

describe('a problem does not show', () => {
  test.each<[string, Sent, Received]>([
    ['a value', raw(`{"type":"${value}","reference":"x"}`), saying(invalid('#/type'), `${value} is no type`)],
    ['the begin of a value', create(value.repeat(30)), saying(invalid('#/reference'), `${value.slice(0, 9)}… is long`)],
    ['a number', raw('{"type":"PF","reference":4815162342}'), saying(invalid('#/reference'), '4815162342 is no text')],
    ['malformed JSON', raw(`{"type":"PF" ${value}}`), malformed(`unexpected token ${value.slice(0, 6)}`)],
    [
      'a value in base64',
      raw(`{"type":"PF" ${value}}`),
      malformed(`not read: ${Buffer.from(value).toString('base64')}`),
    ],
    ['an idempotency key', raw('{}', { 'Idempotency-Key': `${value} b` }), malformed(`${value} b has a space`)],
    [
      'a media type',
      raw('x', { 'Content-Type': `text/${value}` }),
      problem(415, 'unsupported-media-type', { detail: `${value} is not read` }),
    ],
    ['a path', { path: `/${value}` }, problem(404, 'not-found', { detail: `Nothing is at /${value}.` })],
    ['a query', { path: `/nowhere?q=${value}` }, problem(404, 'not-found', { query: value })],
  ])('%s', (_, sent, received) => {
    expect(new Story().brokenBy(sent, received)).toEqual(['problems.no-submitted-values']);
  });

  test('a part of a form', () => {
    const story = new Story();
    story.brokenBy(create(), { status: 201, headers: { Location: `/v1/cases/${id}` }, body: { id } });
    expect(story.brokenBy(ofKind, saying(invalid('#/kind'), `${value} is no kind`))).toEqual([
      'problems.no-submitted-values',
    ]);
  });
});

describe('a problem may show', () => {
  test.each<[string, Sent, Received]>([
    [
      'the name of a property',
      raw(`{"type":"PF","reference":"x","${value}":1}`),
      saying(invalid(`#/${value}`), `${value} is unknown`),
    ],
    [
      'the id of a request',
      raw('{', { 'X-Request-Id': value }),
      problem(400, 'malformed-request', { request_id: value }),
    ],
    ['words', raw('{"type":"Base64","reference":"x"}'), saying(invalid('#/type'), 'Base64 is no type')],
    ['a short number', raw('{"type":422,"reference":"x"}'), invalid('#/type')],
  ])('%s', (_, sent, received) => {
    expect(new Story().brokenBy(sent, received)).toEqual([]);
  });
});

test('an encoded id gets a problem like any other', () => {
  const sent = { path: `/cases/%27${id}` };
  expect(new Story().brokenBy(sent, problem(404, 'not-found', { detail: 'SQLSTATE 42601' }))).toEqual([
    'problems.no-internals',
  ]);
  // A web server may respond to an encoded slash.
  expect(new Story().brokenBy({ path: `/cases/%2F${id}` }, { status: 404, bytes: Buffer.from('404') })).toEqual([]);
});

test('an unknown path gets a problem without a key, too', () => {
  const page: Received = { status: 404, headers: { 'Content-Type': 'text/html' }, bytes: Buffer.from('404') };
  expect(new Story().brokenBy({ path: '/nowhere', key: null }, page)).toContain('problems.form');
  expect(new Story().brokenBy({ path: '/nowhere', key: null }, problem(404, 'not-found'))).toEqual([]);
});
