import { show } from '../../engine/expect.ts';
import { nanosecondsOf } from '../../engine/same.ts';
import { Violation } from '../../engine/verdict.ts';

const rfc3339Utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** True for an RFC 3339 timestamp in UTC with `Z`, whether or not the date exists. */
export const hasTimestampForm = (value: unknown): boolean => typeof value === 'string' && rfc3339Utc.test(value);

/** Nanoseconds since the Unix epoch; a text that is no timestamp fails. */
export function instantOf(what: string, text: unknown): bigint {
  const found = nanosecondsOf(text);
  if (found === undefined)
    throw new Violation({ code: 'wrong-timestamp', expected: `a timestamp as ${what}`, actual: show(text) });
  return found;
}
