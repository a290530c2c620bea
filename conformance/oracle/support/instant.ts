// Reads the times that a service writes, by their digits: `Date.parse` of some engines moves the point of a fraction of more
// than nine digits, and reads texts that are no timestamps.

const timestamp = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?Z$/;

/** The whole seconds of a timestamp, in milliseconds since the Unix epoch, and the digits of its fraction. */
function partsOf(value: unknown): { seconds: number; fraction: string } | undefined {
  const [, year, month, day, hour, minute, second, fraction = ''] = timestamp.exec(String(value)) ?? [];
  if (year === undefined) return undefined;
  return { seconds: Date.UTC(+year, +month! - 1, +day!, +hour!, +minute!, +second!), fraction };
}

/** Milliseconds since the Unix epoch, without the other digits; NaN for a text that is no timestamp. */
export function millisecondsOf(value: unknown): number {
  const { seconds = Number.NaN, fraction = '' } = partsOf(value) ?? {};
  return seconds + Number(fraction.slice(0, 3).padEnd(3, '0'));
}

/** Nanoseconds since the Unix epoch, without the digits after the ninth; undefined for a text that is no timestamp. */
export function nanosecondsOf(value: unknown): bigint | undefined {
  const parts = partsOf(value);
  return parts && BigInt(parts.seconds) * 1_000_000n + BigInt(parts.fraction.slice(0, 9).padEnd(9, '0'));
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const httpDate = /^[A-Z][a-z]{2}, (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT$/;

/** Milliseconds since the Unix epoch, from the value of `Date` (RFC 9110 §5.6.7); NaN for any other text, and for none. */
export function millisecondsOfDate(value: string | undefined): number {
  const [, day, month, year, hour, minute, second] = httpDate.exec(value ?? '') ?? [];
  if (day === undefined || !months.includes(month!)) return Number.NaN;
  return Date.UTC(+year!, months.indexOf(month!), +day, +hour!, +minute!, +second!);
}
