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

/** True when two timestamps differ by at most a millisecond, which a database may cut or round (D67). */
export function areSameInstant(one: unknown, other: unknown): boolean {
  const [first, second] = [nanosecondsOf(one), nanosecondsOf(other)];
  if (first === undefined || second === undefined) return false;
  return first - second <= 1_000_000n && second - first <= 1_000_000n;
}

/** Nanoseconds since the Unix epoch; a text that is no timestamp fails. */
export function instantOf(what: string, text: unknown): bigint {
  const found = nanosecondsOf(text);
  if (found === undefined)
    throw new Violation({ code: 'wrong-timestamp', expected: `a timestamp as ${what}`, actual: show(text) });
  return found;
}
