import type { Context } from './context.ts';

// Problems are prose, HTTP limits headers and parameters, and the others only narrow what has a maximum elsewhere.
const isExempt = (pointer: string) =>
  /^#\/components\/(headers|parameters|schemas\/Problem)|\/(not|if|then|else)(\/|$)/.test(pointer);

/** Every string and array of a request or a successful response has a maximum, so that columns and buffers have a size. */
export const bounded = () => ({
  Schema(schema: any, { location, report }: Context) {
    const fault = isExempt(location.pointer) ? null : faultOf(schema);
    if (fault) report({ message: `${location.pointer.split('/').at(-1)} ${fault}`, location });
  },
});

function faultOf(schema: any): string | null {
  const types = [schema.type].flat();
  if (types.includes('array') && schema.maxItems === undefined) return 'is an array without a bound; give it maxItems.';
  if (types.includes('string') && !isBounded(schema))
    return 'is a string without a bound; give it maxLength, enum, const, format or a pattern without * and +.';
  const says = ['type', 'enum', 'const', 'allOf', 'anyOf', 'oneOf', 'if'].some((key) => key in schema);
  return says ? null : 'allows anything; give it a type.';
}

const isBounded = (schema: any) =>
  ['maxLength', 'enum', 'const', 'format'].some((key) => key in schema) || isBoundedPattern(schema.pattern);

/** Anchored at both ends, and every repetition has a maximum. */
export function isBoundedPattern(pattern: string | undefined): boolean {
  if (!pattern?.startsWith('^') || !pattern.endsWith('$') || pattern.endsWith('\\$')) return false;
  const bare = pattern.replace(/\\./g, '').replace(/\[[^\]]*\]/g, '');
  return !/[*+|]|\{\d+,\}/.test(bare);
}
