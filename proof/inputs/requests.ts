// Which requests a fault concerns.
import type { Input, Part, Properties } from './input-fault.ts';

export const create = (is: (properties: Properties, input: Input) => boolean) => (input: Input) =>
  input.operation === 'create' && input.properties !== undefined && is(input.properties, input);

export const text = (is: (text: string) => boolean) => (input: Input) => input.operation === 'create' && is(input.text);

export const file = (is: (file: Part, input: Input) => boolean) => (input: Input) =>
  input.operation === 'upload' && input.file !== undefined && is(input.file, input);

/** Creates that are valid but for their reference. */
export const reference = (is: (reference: string) => boolean) =>
  create(({ type, reference }) => (type === 'PF' || type === 'PM') && typeof reference === 'string' && is(reference));

/** Creates that are valid but for their type. */
export const type = (is: (type: unknown) => boolean) =>
  create(({ type, reference }) => is(type) && typeof reference === 'string');

export const mediaType =
  (pattern: RegExp, ...operations: Input['operation'][]) =>
  (input: Input) =>
    operations.includes(input.operation) && pattern.test(input.header('Content-Type') ?? '');

export const codePoints = (text: string) => [...text].length;

export function parses(body: string): boolean {
  try {
    return typeof JSON.parse(body) === 'object';
  } catch {
    return false;
  }
}
