import { show } from '../../engine/expect.ts';
import { Violation } from '../../engine/verdict.ts';

const rfc3339Utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** True for an RFC 3339 timestamp in UTC with `Z`, whether or not the date exists. */
export const hasTimestampForm = (value: unknown): boolean => typeof value === 'string' && rfc3339Utc.test(value);

/** Nanoseconds since the Unix epoch; undefined for a text that is no timestamp. */
export function nanosecondsOf(value: unknown): bigint | undefined {
  const match = /^(.{19})(?:\.(\d+))?Z$/.exec(String(value));
  const seconds = match ? Date.parse(`${match[1]}Z`) : Number.NaN;
  if (!match || Number.isNaN(seconds)) return undefined;
  return BigInt(seconds) * 1_000_000n + BigInt((match[2] ?? '').padEnd(9, '0').slice(0, 9));
}

/** The timestamp without trailing zeros in its fraction, which do not change its meaning (D67). */
export const withoutTrailingZeros = (timestamp: string): string =>
  timestamp.replace(/^([^.]+:\d\d)(?:\.0+|(\.\d*[1-9])0+)Z$/, '$1$2Z');

/** True when two timestamps are equal up to the precision of the less precise one. */
export function areSameInstant(one: unknown, other: unknown): boolean {
  const digits = [one, other].map((time) => /\.(\d+)/.exec(String(time))?.[1]?.length ?? 0);
  const difference = Math.abs(Date.parse(String(one)) - Date.parse(String(other)));
  return difference === 0 || (digits[0] !== digits[1] && difference < Math.max(2, 10 ** (3 - Math.min(...digits))));
}

/** Nanoseconds since the Unix epoch; a text that is no timestamp fails. */
export function instantOf(what: string, text: unknown): bigint {
  const found = nanosecondsOf(text);
  if (found === undefined)
    throw new Violation({ code: 'wrong-timestamp', expected: `a timestamp as ${what}`, actual: show(text) });
  return found;
}
