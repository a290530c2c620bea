import type { Verdict } from '../../run/verdict.ts';

/** A symbol for each verdict, so that colour is never the only difference. */
export const signs: Record<Verdict, string> = {
  pass: '✓',
  fail: '✕',
  warning: '!',
  inconclusive: '?',
  'not-applicable': '–',
  error: '⚠',
};

const moods: Record<string, string> = { CONFORMANT: 'good', PASSED: 'good', INCOMPLETE: 'open' };

/** The colour class of an outcome, from the first word of its headline. */
export const moodOf = (headline: string): string => moods[headline.split(/:? /)[0]!] ?? 'bad';
