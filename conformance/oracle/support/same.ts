import { isDeepStrictEqual } from 'node:util';
import { nanosecondsOf } from './instant.ts';

/**
 * True when two timestamps are equal, or when the one with fewer digits is the other cut or rounded, to milliseconds at
 * least (D67).
 */
export function areSameInstant(one: unknown, other: unknown): boolean {
  const [fewer, more] = [one, other].toSorted((a, b) => digitsOf(a) - digitsOf(b));
  const [short, long] = [nanosecondsOf(fewer), nanosecondsOf(more)];
  if (short === undefined || long === undefined) return false;
  if (short === long) return true;
  if (digitsOf(fewer) === digitsOf(more)) return false;
  const unit = 10n ** BigInt(9 - Math.min(9, Math.max(3, digitsOf(fewer))));
  const difference = long - short;
  return difference < unit && -2n * difference <= unit;
}

const digitsOf = (timestamp: unknown) => /\.(\d+)/.exec(String(timestamp))?.[1]?.length ?? 0;

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/**
 * True when two JSON values mean the same: times are the same instants (D67), and -0 is 0.
 *
 * @param name of the property that has these values
 */
export function isSame(one: unknown, other: unknown, name = ''): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, at) => isSame(item, other[at]));
  if (isPlainObject(one) && isPlainObject(other)) {
    const names = Object.keys(one);
    const alike = (each: string) => Object.hasOwn(other, each) && isSame(one[each], other[each], each);
    return names.length === Object.keys(other).length && names.every(alike);
  }
  return one === other || isDeepStrictEqual(one, other) || (name.endsWith('_at') && areSameInstant(one, other));
}

/** The properties in which two objects differ: all that a message about them needs to show. */
export function differing(one: unknown, other: unknown): [unknown, unknown] {
  if (!isPlainObject(one) || !isPlainObject(other)) return [one, other];
  const names = Object.keys({ ...one, ...other }).filter((name) => !isSame(one[name], other[name], name));
  const only = (all: Record<string, unknown>) =>
    Object.fromEntries(names.filter((name) => Object.hasOwn(all, name)).map((name) => [name, all[name]]));
  return [only(one), only(other)];
}
