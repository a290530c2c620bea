import type { ValidationError, Validator } from '../../generated/validators.js';
import { isDeepStrictEqual } from 'node:util';
import type { FailureCode } from '../failure-codes.ts';
import { pointerTo, tokensOfFragment, valueAt } from '../json-pointer.ts';
import { type HttpResponse, isOverloaded, type Message, retryAfter } from './exchange.ts';
import { valueOf } from './json.ts';
import { isSame } from './same.ts';
import { type SchemaMismatch, Violation } from './verdict.ts';

/** The response has this status, or one of these. */
export function expectStatus(response: HttpResponse, ...allowed: number[]): void {
  if (!allowed.includes(response.status))
    fail('wrong-status', `status ${allowed.join(' or ')}`, statusOf(response), response);
}

/** The request was accepted: any 2xx. */
export function expectAccepted(response: HttpResponse): void {
  if (isAccepted(response)) return;
  fail('not-accepted', 'an accepted request (2xx)', statusOf(response), response);
}

/** The status; of a 429 or 503, also why the request was not sent again. */
function statusOf(response: HttpResponse): string {
  const { status } = response;
  if (!isOverloaded(status) || retryAfter(response) !== undefined) return `status ${status}`;
  return `status ${status} without a Retry-After in whole seconds, so that it was not waited out; --rate keeps to a quota`;
}

export const isAccepted = ({ status }: HttpResponse): boolean => status >= 200 && status < 300;

/** The response has the header, and its value fits. */
export function expectHeader(response: Message, name: string, fits: (value: string) => boolean, wanted: string): void {
  const value = response.header(name);
  const expected = `the header ${name} with ${wanted}`;
  if (value === undefined) fail('missing-header', expected, `no ${name}`, response);
  if (!fits(value)) fail('wrong-header', expected, `${name}: ${value}`, response);
}

/** The body as JSON. */
export function jsonOf(response: Message): unknown {
  const value = valueOf(response.body);
  if (value === undefined) fail('invalid-json', 'a JSON body', excerpt(response.body.toString('utf8')), response);
  return value;
}

/** The body as a JSON object. */
export function objectOf(response: Message): Record<string, unknown> {
  const value = jsonOf(response);
  if (!isObject(value)) fail('not-an-object', 'a JSON object', excerpt(JSON.stringify(value)), response);
  return value;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The body fits the schema; each mismatch is named by its JSON pointer. */
export function expectValid<T>(response: Message, validator: Validator<T>, name: string): T {
  const value = jsonOf(response);
  if (validator(value)) return value;
  const errors = validator.errors ?? [];
  const sentences = errors.map((error) => `${error.instancePath || '(body)'} ${messageOf(error)}`);
  const mismatches = errors.map((error) => mismatchOf(error, value));
  const actual = [...new Set(sentences)].join('; ');
  const expected = `a body that fits the schema ${name}`;
  const code = errors.some(({ keyword }) => keyword === 'required') ? 'missing-property' : 'schema-mismatch';
  throw new Violation({ code, expected, actual, mismatches, exchange: response.exchange });
}

/** Ajv reports the parent of a missing property; this points at the property itself. */
function mismatchOf(error: ValidationError, body: unknown): SchemaMismatch {
  const missing = error.params['missingProperty'];
  const pointer = error.instancePath + (typeof missing === 'string' ? pointerTo([missing]) : '');
  return { pointer, expected: messageOf(error), actual: show(valueAt(body, pointer)) };
}

const messageOf = ({ message, params }: ValidationError) => `${message} ${detailOf(params)}`.trim();

const detailOf = (params: Record<string, unknown>) =>
  'allowedValues' in params ? `(${(params['allowedValues'] as unknown[]).join(', ')})` : '';

/** Two values are the same, also where D67 leaves the digits of a time open; `what` names the judged value. */
export function expectSame(
  code: FailureCode,
  what: string,
  actual: unknown,
  expected: unknown,
  response?: Message,
): void {
  if (!isSame(actual, expected)) fail(code, `${what} ${show(expected)}`, show(actual), response);
}

/** A condition holds; `expected` and `actual` describe it. */
export function expectThat(
  code: FailureCode,
  holds: boolean,
  expected: string,
  actual: string,
  response?: Message,
): void {
  if (!holds) fail(code, expected, actual, response);
}

function fail(code: FailureCode, expected: string, actual: string, response?: Message): never {
  throw new Violation({ code, expected, actual, exchange: response?.exchange });
}

/** The response is a problem (RFC 9457) with this status and type, and with the pointer, if one is given. */
export function expectProblem(response: HttpResponse, status: number, type: string, pointer?: string): void {
  expectStatus(response, status);
  const problem = objectOf(response);
  const { url } = response.exchange.request;
  expectThat(
    'wrong-problem-type',
    resolved(problem['type'], url) === resolved(type, url),
    `the problem ${type}`,
    `type ${show(problem['type'])}`,
    response,
  );
  if (pointer !== undefined) expectPointer(response, pointer);
}

/** At least one entry of `errors` has the pointer; two pointers that differ only in their escaping are equal. */
export function expectPointer(response: HttpResponse, pointer: string): void {
  const { errors } = objectOf(response);
  const pointers = Array.isArray(errors) ? errors.map((entry) => (isObject(entry) ? entry['pointer'] : undefined)) : [];
  const meant = pointers.map((found) => (typeof found === 'string' ? tokensOfFragment(found) : undefined));
  const holds = meant.some((tokens) => tokens !== undefined && isDeepStrictEqual(tokens, tokensOfFragment(pointer)));
  const expected = `an entry of errors with the pointer ${pointer}`;
  expectThat('missing-pointer', pointers.length > 0, expected, 'no pointer', response);
  expectThat('wrong-pointer', holds, expected, show(pointers), response);
}

function resolved(reference: unknown, base: string): string | undefined {
  if (typeof reference !== 'string' || !URL.canParse(reference, base)) return undefined;
  return new URL(reference, base).href;
}

export function show(value: unknown): string {
  return value === undefined ? 'nothing' : excerpt(JSON.stringify(value));
}

export function excerpt(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line === '') return 'an empty body';
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}
