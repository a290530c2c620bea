import type { ValidationError, Validator } from '../../generated/validators.js';
import { isDeepStrictEqual } from 'node:util';
import type { Answer, Message } from './exchange.ts';
import { type SchemaFault, Violation } from './verdict.ts';

/** The answer has this status, or one of these. */
export function expectStatus(answer: Answer, ...allowed: number[]): void {
  if (!allowed.includes(answer.status))
    throw new Violation(`status ${allowed.join(' or ')}`, statusOf(answer), answer.exchange);
}

/** The answer was accepted: any 2xx. */
export function expectAccepted(answer: Answer): void {
  if (isAccepted(answer)) return;
  throw new Violation('an accepted request (2xx)', statusOf(answer), answer.exchange);
}

/** The status and, of one that any request may be answered with, why it was not waited out. */
function statusOf(answer: Answer): string {
  const { status } = answer;
  if (![429, 503].includes(status) || /^[0-9]+$/.test(answer.header('Retry-After') ?? '')) return `status ${status}`;
  return `status ${status} without a Retry-After in whole seconds, so that it was not waited out`;
}

/** The answer was not accepted, whatever it was refused with. */
export function expectNotAccepted(answer: Answer): void {
  expectThat(!isAccepted(answer), 'a request that is not accepted (no 2xx)', `status ${answer.status}`, answer);
}

export const isAccepted = ({ status }: Answer): boolean => status >= 200 && status < 300;

/** The answer has the header, and its value fits. */
export function expectHeader(answer: Message, name: string, fits: (value: string) => boolean, wanted: string): void {
  const value = answer.header(name);
  if (value === undefined) throw new Violation(`the header ${name} with ${wanted}`, `no ${name}`, answer.exchange);
  if (!fits(value)) throw new Violation(`the header ${name} with ${wanted}`, `${name}: ${value}`, answer.exchange);
}

/** The body as JSON. */
export function jsonOf(answer: Message): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(answer.body));
  } catch {
    throw new Violation('a JSON body', excerpt(answer.body.toString('utf8')), answer.exchange);
  }
}

/** The body as a JSON object. */
export function objectOf(answer: Message): Record<string, unknown> {
  const value = jsonOf(answer);
  if (!isObject(value)) throw new Violation('a JSON object', excerpt(JSON.stringify(value)), answer.exchange);
  return value;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The body fits the schema; every fault is named by its JSON pointer. */
export function expectValid<T>(answer: Message, validator: Validator<T>, name: string): T {
  const value = jsonOf(answer);
  if (validator(value)) return value;
  const errors = validator.errors ?? [];
  const sentences = errors.map((error) => `${error.instancePath || '(body)'} ${messageOf(error)}`);
  const faults = errors.map((error) => schemaFault(error, value));
  const actual = [...new Set(sentences)].join('; ');
  throw new Violation(`a body that fits the schema ${name}`, actual, answer.exchange, faults);
}

/** A fault with the pointer to its own place: ajv names the parent where a member is missing. */
function schemaFault(error: ValidationError, body: unknown): SchemaFault {
  const missing = error.params['missingProperty'];
  const added = typeof missing === 'string' ? `/${missing.replaceAll('~', '~0').replaceAll('/', '~1')}` : '';
  const pointer = error.instancePath + added;
  return { pointer, expected: messageOf(error), actual: show(valueAt(body, pointer)) };
}

const messageOf = ({ message, params }: ValidationError) => `${message} ${detailOf(params)}`.trim();

/** What stands at a JSON pointer (RFC 6901); undefined where nothing does. */
function valueAt(body: unknown, pointer: string): unknown {
  const names = pointer.split('/').slice(1);
  return names
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((value: unknown, name) => (value as Record<string, unknown> | undefined)?.[name], body);
}

const detailOf = (params: Record<string, unknown>) =>
  'allowedValues' in params ? `(${(params['allowedValues'] as unknown[]).join(', ')})` : '';

/** Two values are the same; `what` names the one that is judged. */
export function expectSame(what: string, actual: unknown, expected: unknown, answer?: Message): void {
  if (isDeepStrictEqual(actual, expected)) return;
  throw new Violation(`${what} ${show(expected)}`, show(actual), answer?.exchange);
}

/** A fact holds; both sides are said in words. */
export function expectThat(holds: boolean, expected: string, actual: string, answer?: Message): void {
  if (!holds) throw new Violation(expected, actual, answer?.exchange);
}

/** A problem (RFC 9457) with this status and type, and, where asked for, a pointer that names the fault. */
export function expectProblem(answer: Answer, status: number, type: string, pointer?: string): void {
  expectStatus(answer, status);
  const problem = objectOf(answer);
  const { url } = answer.exchange.request;
  expectThat(
    resolved(problem['type'], url) === resolved(type, url),
    `the problem ${type}`,
    `type ${show(problem['type'])}`,
    answer,
  );
  if (pointer !== undefined) expectPointer(answer, pointer);
}

/** At least one entry of `errors` points there; pointers are compared as what they mean, not as they are escaped. */
export function expectPointer(answer: Answer, pointer: string): void {
  const { errors } = objectOf(answer);
  const pointers = Array.isArray(errors) ? errors.map((entry) => (isObject(entry) ? entry['pointer'] : undefined)) : [];
  const meant = pointers.map((found) => (typeof found === 'string' ? tokensOf(found) : undefined));
  const holds = meant.some((tokens) => tokens !== undefined && isDeepStrictEqual(tokens, tokensOf(pointer)));
  expectThat(
    holds,
    `an entry of errors with the pointer ${pointer}`,
    pointers.length ? show(pointers) : 'no pointer',
    answer,
  );
}

/** The names in a JSON pointer that is written as a URI fragment; undefined when it is none. RFC 6901 §6. */
export function tokensOf(pointer: string): string[] | undefined {
  if (!/^#(\/([A-Za-z0-9\-._!$&'()*+,;=:@?]|%[0-9A-Fa-f]{2}|~[01])*)*$/.test(pointer)) return undefined;
  try {
    const decoded = decodeURIComponent(pointer.slice(1));
    return decoded
      .split('/')
      .slice(1)
      .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  } catch {
    return undefined;
  }
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
