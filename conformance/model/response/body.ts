import { memoize } from '../../engine/memoize.ts';

/** The JSON value of a body; undefined when it is none. */
export const valueOf: (body: Buffer) => unknown = memoize((body) => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown;
  } catch {
    return undefined;
  }
});
