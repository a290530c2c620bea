import type { Header } from '../engine/exchange.ts';
import type { Part } from '../engine/multipart.ts';
import type { KeyName } from '../manifest.ts';

/** Who sends a request: a supplied key, no key, or a key that was never issued. */
export type Sender = KeyName | 'nobody' | 'stranger';

/** One request of a sequence, as data: it can be kept in a file and sent again. */
export interface Step {
  do: 'create' | 'upload' | 'read';
  as: Sender;
  /** which case of the sequence it is about: 0 is the one that its first create opens */
  case: number;
  /** the names of the changes that make it unlike the plain request */
  twists: string[];
  /** decides the values that a twist generates */
  salt: number;
  /** which of the contents of this sequence it sends; the same number means the same content */
  value: number;
  /** which idempotency key of this sequence it sends */
  key?: number;
  /** for a create */
  type?: 'PF' | 'PM';
  directive?: string;
  /** sent at the same time as the step before */
  together?: true;
  /** milliseconds to wait before it */
  pause?: number;
}

/** What a step without twists has beside its operation. */
export const plainStep = { as: 'tenant', case: 0, twists: [], salt: 0, value: 0 } satisfies Omit<Step, 'do'>;

/** A request that is being written; a twist changes it. */
export interface Draft {
  method: string;
  path: string;
  headers: Header[];
  /** the value of `Authorization` */
  authorization: string | undefined;
  /** of a create */
  json: Record<string, unknown>;
  /** of an upload */
  parts: Part[];
  boundary: string;
  /** the bytes of the body, when they do not follow from `json` or `parts` */
  body: Buffer | undefined;
  /** changes the bytes of the body after they were written */
  rewrite: ((body: Buffer) => Buffer)[];
  chunked: boolean;
  inPieces: boolean;
  /** where the body is cut into two pieces, which are sent one after the other */
  cut: ((body: Buffer) => number) | undefined;
  /** how the name of every header is written */
  nameOf: (name: string) => string;
}

/** What a twist may use besides the draft. */
export interface Ingredients {
  /** a whole number below this one, decided by the salt of the step */
  pick: (below: number) => number;
  /** a text that no other request of the run contains */
  unique: string;
  /** the API key of the sender, or a valid one if it has none */
  validKey: string;
  /** the API key of who opened the case */
  ownerKey: string;
  /** what the candidate asked to send back as `Cookie` */
  cookies: () => string;
  caseId: string;
}

export type Twist = (draft: Draft, ingredients: Ingredients) => void;

/** The twists of an operation, by name. */
export type Twists = Record<string, Twist>;

/** A twist for each value, named by its label. */
export const eachOf = <T>(name: string, values: Record<string, T>, twist: (value: T) => Twist): Twists =>
  Object.fromEntries(Object.entries(values).map(([label, value]) => [`${name}: ${label}`, twist(value)]));

/** The values by themselves as labels, long ones with their length. */
export const labelled = (...values: string[]): Record<string, string> =>
  Object.fromEntries(
    values.map((value) => {
      const text = JSON.stringify(value);
      return [text.length > 40 ? `${text.slice(0, 40)}… (${value.length})` : text, value];
    }),
  );

export const setHeader = (draft: Draft, name: string, value: string): void => {
  draft.headers = [...draft.headers.filter(([known]) => known.toLowerCase() !== name.toLowerCase()), [name, value]];
};

/** A small generator of numbers from a seed (mulberry32). */
export function numbersFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
