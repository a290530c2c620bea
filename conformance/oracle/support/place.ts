// Where a response or an event is wrong, so that a report can mark it there.
import { type Exchange, headerIn } from '../../wire/exchange.ts';
import { show, valueOf } from '../../wire/json.ts';
import { valueAt } from '../../json-pointer.ts';
import type { Finding } from '../terms.ts';

/** A place in a message: the name of a header, or a JSON pointer; and what is shown of it, by default its value. */
export class At {
  readonly place: string;
  readonly value: unknown;

  constructor(place: string, value: unknown) {
    this.place = place;
    this.value = value;
  }
}

export const at = (place: string, value?: unknown) => new At(place, value);

/** The actual value as text and, if it has one, its place. */
export function foundIn({ request, response, received }: Exchange, actual: unknown): Pick<Finding, 'actual' | 'place'> {
  if (!(actual instanceof At)) return { actual: textOf(actual) };
  const { place, value } = actual;
  const { headers, body } = received ? { ...request, body: Buffer.concat(request.body) } : response!;
  const isPointer = place === '' || place.startsWith('/');
  const text = isPointer ? shownAt(body, place) : textOf(headerIn(headers, place));
  return { actual: value === undefined ? text : textOf(value), place };
}

/** The value at a pointer; where there is none, what came instead. */
function shownAt(body: Buffer, pointer: string): string {
  const value = valueAt(valueOf(body), pointer);
  if (value !== undefined) return show(value);
  const whole = bodyShown(body);
  return valueOf(body) === undefined ? whole : `no ${pointer} in ${whole}`;
}

// Characters.
const [longest, ofText] = [100, 60];

/** The beginning of a body; of JSON that was cut, its end. */
export function bodyShown(body: Buffer): string {
  const text = body.toString();
  if (text === '') return 'an empty body';
  if (valueOf(body) !== undefined) return text.length > longest ? `${text.slice(0, longest)}…` : text;
  const isCut = /^\s*[{[]/.test(text);
  const part = isCut ? `end in ${show(text.slice(-ofText))}` : `begin with ${show(text.slice(0, ofText))}`;
  return `no JSON, but ${body.length} bytes that ${part}`;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : show(value));
