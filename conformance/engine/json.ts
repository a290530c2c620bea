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
