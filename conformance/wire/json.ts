import { memoize } from './memoize.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of bytes, with its byte-order mark; undefined when they are not UTF-8. */
export function textIn(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The value of a JSON text, also behind a byte-order mark; undefined when it is none. */
export function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text.replace(/^\ufeff/, '')) as unknown };
  } catch {
    return undefined;
  }
}

/** The JSON value of a body, which nobody may change; undefined when it is none. */
export const valueOf: (body: Buffer) => unknown = memoize((body) => parsed(textIn(body) ?? '')?.value);

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as a message shows it. */
export const show = (value: unknown): string => (value === undefined ? 'nothing' : excerpt(JSON.stringify(value)));

const longest = 300;

/** A text as a message shows it: in one line, and not too long. */
function excerpt(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line === '') return 'an empty body';
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
