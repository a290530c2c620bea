import { describe, expect, test } from 'vitest';
import { caseOf, create, opened, problem, type Received, type Sent, Story } from '../testing.ts';

const id = 'case_0123456789abcdef';
const unknown = 'case_0123456789abcdff';

const head = (path: string, more: Partial<Sent> = {}): Sent => ({ method: 'HEAD', path, ...more });
const options = (path: string, more: Partial<Sent> = {}): Sent => ({ method: 'OPTIONS', path, ...more });
const bare = (status: number, headers: Record<string, string> = {}): Received => ({
  status,
  headers,
  bytes: Buffer.alloc(0),
});
const allowing = (methods: string) => bare(405, { Allow: methods });
const twoKeys = { headers: { Authorization: 'Bearer never-issued' } };
const challenged = bare(401, { 'WWW-Authenticate': 'Bearer realm="cases"' });

function withCase(): Story {
  const story = new Story();
  story.brokenBy(create(), opened(id));
  return story;
}

describe('HEAD', () => {
  test.each<[string, Sent, Received, string[]]>([
    ['of a case like GET', head(`/cases/${id}`), bare(200), []],
    ['of a case is no method', head(`/cases/${id}`), allowing('GET'), []],
    ['of a case that GET shows', head(`/cases/${id}`), bare(404), ['http.head-like-get']],
    ['of a case without content', head(`/cases/${id}`), bare(204), ['http.head-like-get']],
    ['of an unknown case', head(`/cases/${unknown}`), bare(404), []],
    ['of an unknown case that is found', head(`/cases/${unknown}`), bare(200), ['http.head-like-get']],
    ['of a path without GET', head('/cases'), allowing('POST'), []],
    ['of a path without GET that is found', head('/cases'), bare(200), ['http.head-like-get']],
    ['of artifacts', head(`/cases/${id}/artifacts`), allowing('POST'), []],
    ['of artifacts that are unknown', head(`/cases/${id}/artifacts`), bare(404), ['http.head-like-get']],
    ['without a key', head(`/cases/${id}`, { key: null }), challenged, []],
    ['without a key that shows the case', head(`/cases/${id}`, { key: null }), bare(200), ['http.head-like-get']],
    ['with two keys, one of them unknown', head(`/cases/${id}`, twoKeys), challenged, []],
    ['with a condition', head(`/cases/${id}`, { headers: { 'If-None-Match': '*' } }), bare(304), []],
    ['without Allow', head('/cases'), bare(405), ['http.allow']],
    ['during overload', head(`/cases/${id}`), bare(503, { 'Retry-After': '1' }), []],
  ])('%s', (_, sent, received, broken) => {
    expect(withCase().brokenBy(sent, received)).toEqual(broken);
  });

  test('of a case of another tenant is found', () => {
    const story = withCase();
    expect(story.brokenBy(head(`/cases/${id}`, { key: 'other' }), bare(404))).toEqual([]);
    expect(story.brokenBy(head(`/cases/${id}`, { key: 'other' }), bare(200))).toEqual(['tenancy.foreign-like-unknown']);
  });

  test('announces another length than GET, four times', () => {
    const length = (value: number) => ({ headers: { 'Content-Length': String(value) } });
    const get = (): string[] =>
      story.brokenBy({ path: `/cases/${id}` }, { status: 200, body: caseOf(id), ...length(150) });
    const story = withCase();
    const broken = [150, 0, 0, 0].flatMap((announced) => {
      get();
      return story.brokenBy(head(`/cases/${id}`), { ...bare(200), ...length(announced) });
    });
    expect([...broken, ...get()]).toEqual([]);
    const other = withCase();
    for (let round = 0; round < 4; round += 1) {
      other.brokenBy({ path: `/cases/${id}` }, { status: 200, body: caseOf(id), ...length(150) });
      other.brokenBy(head(`/cases/${id}`), { ...bare(200), ...length(0) });
    }
    const last = other.brokenBy({ path: `/cases/${id}` }, { status: 200, body: caseOf(id), ...length(150) });
    expect(last).toEqual(['http.head-like-get']);
  });
});

describe('OPTIONS', () => {
  test.each<[string, Sent, Received, string[]]>([
    ['of any media type', options('/cases'), bare(200, { 'Content-Type': 'text/plain' }), []],
    ['without content', options(`/cases/${id}`), bare(204), []],
    ['is no method', options(`/cases/${id}`), allowing('GET'), []],
    ['of a case that is not found', options(`/cases/${id}`), bare(404), ['http.left-open-responses']],
    ['of an unknown case', options(`/cases/${unknown}`), bare(404), []],
    ['that is accepted for later', options('/cases'), bare(202), ['http.left-open-responses']],
    ['that a cache may store', options('/cases'), bare(204, { 'Cache-Control': 'max-age=600' }), ['http.no-store']],
    ['without a key', options('/cases', { key: null }), bare(204), []],
    ['without a key, rejected', options('/cases', { key: null }), challenged, []],
    ['with two keys, one of them unknown', options('/cases', twoKeys), challenged, []],
    ['without a key and a challenge', options('/cases', { key: null }), bare(401), ['authentication.challenge']],
    ['without a key, redirected', options('/cases', { key: null }), bare(302), ['http.left-open-responses']],
  ])('%s', (_, sent, received, broken) => {
    expect(withCase().brokenBy(sent, received)).toEqual(broken);
  });
});

test('nothing follows a response, whoever sent it', () => {
  const behind = Buffer.from('\r\n');
  const found = { status: 200, body: caseOf(id), behind };
  expect(withCase().brokenBy({ path: `/cases/${id}` }, found)).toEqual(['http.nothing-behind-response']);
  const overloaded = { ...problem(503, 'unavailable', {}, { 'Retry-After': '1' }), behind };
  expect(withCase().brokenBy({ path: `/cases/${id}` }, overloaded)).toEqual(['http.nothing-behind-response']);
  expect(withCase().brokenBy({ path: `/cases/${id}` }, { ...found, behind: Buffer.alloc(0) })).toEqual([]);
});
