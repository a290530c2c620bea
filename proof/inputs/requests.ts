// Which requests a fault concerns, and as what it reads them.
import { isUtf8 } from 'node:buffer';
import { isObject } from '../../conformance/wire/json.ts';
import type { ValidationError } from '../../generated/validators.js';
import type { Is, Misreading } from './support/fault.ts';
import type { Input, Part, Properties, Shown } from './support/input.ts';
import { errorsIn, outcomeOfCreate } from './support/outcome.ts';

export const both =
  (...all: Is[]): Is =>
  (input) =>
    all.every((is) => is(input));

/** Requests with such a path and query. */
export const target =
  (pattern: RegExp, ...methods: string[]): Is =>
  ({ method, target: sent }) =>
    pattern.test(sent) && (methods.length === 0 || methods.includes(method));

export const method =
  (name: string): Is =>
  ({ method: sent }) =>
    sent === name;

export const isUpload: Is = target(/^[^?]*\/artifacts(\?|$)/, 'POST');

export const query = (name: string, { target: sent }: Input): string | null =>
  new URL(sent, 'http://localhost').searchParams.get(name);

export const header =
  (name: string, pattern: RegExp): Is =>
  (input) =>
    pattern.test(input.header(name) ?? '');

export const create = (is: (properties: Properties, input: Input) => boolean) => (input: Input) =>
  input.operation === 'create' && input.properties !== undefined && is(input.properties, input);

export const text = (is: (text: string) => boolean) => (input: Input) => input.operation === 'create' && is(input.text);

/** The body of a create with a character for each byte. */
export const bytes = (is: (bytes: string) => boolean) => (input: Input) =>
  input.operation === 'create' && is(input.bytes);

export const file = (is: (file: Part, input: Input) => boolean) => (input: Input) =>
  input.operation === 'upload' && input.file !== undefined && is(input.file, input);

/** Creates that are valid but for their reference. */
export const reference = (is: (reference: string) => boolean) =>
  create(({ type, reference }) => (type === 'PF' || type === 'PM') && typeof reference === 'string' && is(reference));

/** Creates whose reference is invalid, but would be valid if it were this one. */
export const referenceLike = (standIn: (reference: string) => string) =>
  reference((text) => !isReference(text) && isReference(standIn(text)));

const isReference = (text: string) => outcomeOfCreate(JSON.stringify({ type: 'PF', reference: text })).as === '201';

/** Creates that are valid but for their type. */
export const type = (is: (type: unknown) => boolean) =>
  create(({ type, reference }) => is(type) && typeof reference === 'string');

/** Creates and uploads that do not match the schema for this reason. */
export const invalid = (is: (error: ValidationError) => boolean) => (input: Input) =>
  input.operation !== 'read' && errorsIn(input).some(is);

export const mediaType =
  (pattern: RegExp, ...operations: Input['operation'][]) =>
  (input: Input) =>
    operations.includes(input.operation) && pattern.test(input.header('Content-Type') ?? '');

/** The JSON of a create is read as another text; bytes that are not UTF-8 are none. */
export const json = (change: (text: string) => string): Misreading => ({
  reads({ operation, text, bytes }) {
    if (operation !== 'create' || !isUtf8(Buffer.from(bytes, 'latin1'))) return undefined;
    const changed = change(text);
    return changed === text ? undefined : changed;
  },
});

/** The body of a create is read as another value. */
export const value = (change: (value: unknown) => unknown) =>
  json((text) => {
    if (!parses(text)) return text;
    const body: unknown = JSON.parse(text);
    const changed = change(body);
    // `JSON.stringify` fails at very deep nesting.
    return changed === body ? text : JSON.stringify(changed);
  });

export const properties = (change: (properties: Properties) => Properties) =>
  value((body) => (isObject(body) ? change(body) : body));

/** Properties of a create that are ignored. */
export const without = (isIgnored: (name: string, value: unknown) => boolean) =>
  properties((body) => Object.fromEntries(Object.entries(body).filter((property) => !isIgnored(...property))));

export const types = (change: (type: unknown) => unknown) =>
  properties((body) => ('type' in body ? { ...body, type: change(body['type']) } : body));

/** References are read as others, except those of the sandbox. */
export const references = (change: (reference: string) => string) =>
  properties((body) =>
    typeof body['reference'] === 'string' && !isDirective(body['reference'])
      ? { ...body, reference: change(body['reference']) }
      : body,
  );

export const isDirective = (reference: unknown) => /^\s*sandbox:/i.test(String(reference));

/** A read of a case that does not exist for the sender. */
export const isUnknownCase = ({ status }: Shown, { method, target }: Input) =>
  status === 404 && method === 'GET' && /^\/cases\/[^/?]+(\?|$)/.test(target);

export const codePoints = (text: string) => [...text].length;

export function parses(body: string): boolean {
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
}
