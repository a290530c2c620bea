import { describe, expect, test } from 'vitest';
import { approval, artifact, caseOf, create, opened, read, Story, stored, upload } from '../testing.ts';

const id = 'case_0123456789abcdef';
const at = (time: string) => `2026-01-01T09:${time}Z`;

/** The requirements that a read of the case with two artifacts breaks. */
function brokenBy(more: object, headers: Record<string, string> = {}, wait = 0): string[] {
  const story = new Story();
  story.brokenBy(create('sandbox:approve'), opened(id, 'sandbox:approve'));
  story.brokenBy(upload(id), stored('a1'));
  story.brokenBy(upload(id), stored('a2'));
  story.wait(wait);
  const artifacts = [artifact('a1'), artifact('a2')];
  const body = caseOf(id, { reference: 'sandbox:approve', artifacts, ...more });
  const broken = story.brokenBy(read(id), { status: 200, headers, body });
  // The uploads have shown other times.
  return broken.filter((requirement) => !/lists-evidence|facts-unchanged/.test(requirement));
}

const artifacts = (...times: [string, string]) => ({
  artifacts: times.map((time, index) => artifact(`a${index + 1}`, { created_at: at(time) })),
});

describe('times follow the order of events', () => {
  test.each<[string, object, string[]]>([
    ['artifacts after their case', artifacts('30:00', '30:00'), []],
    ['an artifact four seconds before its case', artifacts('29:56', '30:00'), []],
    ['an artifact a minute before its case', artifacts('29:00', '30:00'), ['case-lifecycle.times-in-order']],
    ['an artifact a minute before the previous one', artifacts('32:00', '31:00'), ['case-lifecycle.times-in-order']],
    ['a decision after the first artifact', { ...approval, ...artifacts('30:04', '30:30') }, []],
    [
      'a decision a minute before its evidence',
      { ...approval, ...artifacts('31:05', '31:05') },
      ['case-lifecycle.times-in-order'],
    ],
  ])('%s', (_, more, broken) => {
    expect(brokenBy(more)).toEqual(broken);
  });
});

describe('times agree with the Date of the response', () => {
  test.each<[string, object, string, number, string[]]>([
    ['four minutes apart', {}, 'Thu, 01 Jan 2026 09:34:00 GMT', 0, []],
    ['an hour apart', {}, 'Thu, 01 Jan 2026 10:34:00 GMT', 0, ['http.timestamps-by-clock']],
    ['an hour apart, after an hour', {}, 'Thu, 01 Jan 2026 10:34:00 GMT', 3_600_000, ['sandbox.decides-in-time']],
    [
      'a decision in an hour',
      { ...approval, decided_at: '2026-01-01T10:30:05Z' },
      'Thu, 01 Jan 2026 09:30:00 GMT',
      0,
      ['http.timestamps-by-clock'],
    ],
    ['a date that is none', {}, 'today', 0, []],
  ])('%s', (_, more, date, wait, broken) => {
    expect(brokenBy(more, { Date: date }, wait)).toEqual(broken);
  });
});

test.each<[string, object, string[]]>([
  ['the time of a case with an offset', { created_at: '2026-01-01T09:30:00+00:00' }, ['http.timestamps-utc']],
  [
    'the time of an artifact without Z',
    { artifacts: [artifact('a1', { created_at: '2026-01-01T09:30:04' }), artifact('a2')] },
    ['http.timestamps-utc'],
  ],
  ['a time in seconds', { created_at: 1767259800 }, ['http.timestamps-utc', 'get-case.responds-with-case']],
  [
    'the day of a decision',
    { ...approval, decided_at: '2026-01-01' },
    ['http.timestamps-utc', 'case-lifecycle.decided-case-has-time'],
  ],
  ['no time of a decision', { ...approval, decided_at: null }, ['case-lifecycle.decided-case-has-time']],
])('%s', (_, more, broken) => {
  expect(brokenBy(more).filter((requirement) => broken.includes(requirement))).toEqual(broken);
  expect(brokenBy(more).includes('http.timestamps-utc')).toBe(broken.includes('http.timestamps-utc'));
});
