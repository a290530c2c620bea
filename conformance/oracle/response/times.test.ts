import { expect, test } from 'vitest';
import {
  approval,
  artifact,
  create,
  id,
  opened,
  read,
  shown,
  stored,
  Story,
  upload,
  validParts,
  withCase,
  withKey,
} from '../testing.ts';

/** The requirements on times that a read of the case with two artifacts breaks. */
function brokenBy(more: object, headers: Record<string, string> = {}, wait = 0): string[] {
  const story = withCase('sandbox:approve');
  story.brokenBy(upload(id), stored('a1'));
  story.brokenBy(upload(id), stored('a2'));
  story.wait(wait);
  const response = shown(
    { reference: 'sandbox:approve', artifacts: [artifact('a1'), artifact('a2')], ...more },
    headers,
  );
  return story.brokenBy(read(id), response).filter((requirement) => /times|has-time/.test(requirement));
}

const artifacts = (...times: [string, string]) => ({
  artifacts: times.map((time, at) => artifact(`a${at + 1}`, { created_at: `2026-01-01T09:${time}Z` })),
});
const inOrder = ['case-lifecycle.times-in-order'];

test.each<[string, string[]]>([
  // Another run may have sent it.
  ['undefined', []],
  ['4f1c6b0d9a7e', ['http.timestamps-by-clock']],
])('an old case under the key %s', (key, broken) => {
  const headers = { ...opened(id).headers, Date: 'Thu, 01 Jan 2026 10:34:00 GMT' };
  expect(new Story().brokenBy(create('user-1', withKey(key)), { ...opened(id), headers })).toEqual(broken);
});

test.each<[string, object, string[]]>([
  ['artifacts after their case', artifacts('30:00', '30:00'), []],
  ['an artifact four seconds before its case', artifacts('29:56', '30:00'), []],
  ['an artifact a minute before its case', artifacts('29:00', '30:00'), inOrder],
  ['an artifact a minute before the previous one', artifacts('32:00', '31:00'), inOrder],
  ['a decision after the first artifact', { ...approval, ...artifacts('30:04', '30:30') }, []],
  ['a decision a minute before its evidence', { ...approval, ...artifacts('31:05', '31:05') }, inOrder],
])('times follow the order of events: %s', (_, more, broken) => {
  expect(brokenBy(more)).toEqual(broken);
});

test('a live case need not be decided by its evidence', () => {
  const live = { key: 'live' } as const;
  const story = new Story();
  story.brokenBy(create('user-1', live), opened(id));
  story.brokenBy(upload(id, validParts, live), stored('a1'));
  const late = artifact('a1', { created_at: '2026-01-01T09:31:05Z' });
  expect(story.brokenBy(read(id, live), shown({ ...approval, artifacts: [late] }))).not.toContain(inOrder[0]);
});

const byClock = ['http.timestamps-by-clock'];

test.each<[string, object, date: string, wait: number, string[]]>([
  ['four minutes apart', {}, 'Thu, 01 Jan 2026 09:34:00 GMT', 0, []],
  ['an hour apart', {}, 'Thu, 01 Jan 2026 10:34:00 GMT', 0, byClock],
  ['an hour apart, after an hour', {}, 'Thu, 01 Jan 2026 10:34:00 GMT', 3_600_000, []],
  ['in an hour', { ...approval, decided_at: '2026-01-01T10:30:05Z' }, 'Thu, 01 Jan 2026 09:30:00 GMT', 0, byClock],
  ['a date that is none', {}, 'today', 0, []],
])('times agree with the Date of the response: %s', (_, more, date, wait, broken) => {
  expect(brokenBy(more, { Date: date }, wait)).toEqual(broken);
});

const utc = 'http.timestamps-utc';

test.each<[string, object, string[]]>([
  ['the time of a case with an offset', { created_at: '2026-01-01T09:30:00+00:00' }, [utc]],
  ['a time in seconds', { created_at: 1767259800 }, [utc]],
  ['the day of a decision', { ...approval, decided_at: '2026-01-01' }, [utc, 'case-lifecycle.decided-case-has-time']],
  ['no time of a decision', { ...approval, decided_at: null }, ['case-lifecycle.decided-case-has-time']],
])('the form of times: %s', (_, more, broken) => {
  expect(brokenBy(more)).toEqual(broken);
});
