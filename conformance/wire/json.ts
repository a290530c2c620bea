import { memoize } from './memoize.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The JSON value of a body, which nobody may change; undefined when it is none. */
export const valueOf: (body: Buffer) => unknown = memoize((body) => {
  try {
    return JSON.parse(utf8.decode(body)) as unknown;
  } catch {
    return undefined;
  }
});

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
