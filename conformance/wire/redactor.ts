import type { Credential } from './exchange.ts';

/** Replaces each key by its shell expression wherever it occurs, in every form in which a service may show it. */
export function redactor(credentials: Credential[]): (text: string) => string {
  // Each request of a run carries one, so most of them are alike.
  const distinct = new Map(credentials.map((each) => [each.value, each]));
  return replacing(new Map([...distinct.values()].flatMap(formsOf)));
}

/** Every form in which a service may show a key, and what stands for it; those of keys of the same form have the same order. */
export const formsOf = (credential: Credential): Form[] =>
  credential.value === '' ? [] : [...encodedForms(credential), ...writtenForms(credential)];

/** Replaces each of these texts by the other one, the longest first. */
export function replacing(others: ReadonlyMap<string, string>): (text: string) => string {
  if (others.size === 0) return (text) => text;
  const longestFirst = [...others.keys()].toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map(patternOf).join('|'), 'g');
  return (text) => text.replace(pattern, (form) => others.get(form)!);
}

/** A short key, such as one for a mock, may be a part of a word; there it is not replaced. */
function patternOf(form: string): string {
  const exact = form.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return form.length < 8 ? `(?<![A-Za-z0-9])${exact}(?![A-Za-z0-9])` : exact;
}

type Form = readonly [form: string, shell: string];

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** The key as it is, percent-encoded, in a JSON string as several libraries write it, and in HTML. */
function writtenForms({ value, shell }: Credential): Form[] {
  const json = JSON.stringify(value).slice(1, -1);
  const escapedLike = (format: (code: string) => string) =>
    json.replaceAll(/[&<>'+]/g, (each) => `\\u${format(each.charCodeAt(0).toString(16).padStart(4, '0'))}`);
  const forms = [
    encodeURIComponent(value),
    json,
    json.replaceAll('/', String.raw`\/`),
    escapedLike((code) => code),
    escapedLike((code) => code.toUpperCase()),
    value.replaceAll(/[&<>"']/g, (each) => entities[each]!),
    value,
  ];
  return forms.map((form) => [form, shell] as const);
}

// Characters: what is shorter may be a part of something else.
const shortest = 10;

/** The key in hexadecimal, and in base64, also within a longer text. */
function encodedForms({ value, shell }: Credential): Form[] {
  const bytes = Buffer.from(value);
  const hex = bytes.toString('hex');
  const base64 = [bytes.toString('base64'), ...[0, 1, 2].map((before) => within(bytes, before))];
  const urlSafe = base64.map((each) => each.replaceAll('+', '-').replaceAll('/', '_'));
  const inBase64 = [
    ...base64,
    ...urlSafe,
    ...urlSafe.map((each) => each.replace(/=+$/, '')),
    encodeURIComponent(base64[0]!),
  ];
  return [
    ...[hex, hex.toUpperCase()].map((form) => [form, `(${shell} in hexadecimal)`] as const),
    ...inBase64.map((form) => [form, `(${shell} in base64)`] as const),
  ].filter(([form]) => form.length >= shortest);
}

/** The base64 of these bytes behind so many others, as far as the others have no influence on it. */
function within(bytes: Buffer, before: number): string {
  const end = Math.floor(((before + bytes.length) * 8) / 6);
  return Buffer.concat([Buffer.alloc(before), bytes])
    .toString('base64')
    .slice(Math.ceil((before * 8) / 6), end);
}
