// How a service changes its responses.
import type { Header } from '../../../conformance/wire/exchange.ts';
import type { Changed, InputFault } from './fault.ts';
import type { Input, Properties, Shown } from './input.ts';

export type Of = (shown: Shown, input: Input) => boolean;

/** Responses that are sent otherwise. */
export const sends = (
  of: Of,
  change: Partial<Changed> | ((shown: Shown, input: Input) => Partial<Changed>),
): InputFault => ({
  changes(shown, input) {
    if (!of(shown, input)) return undefined;
    return typeof change === 'function' ? change(shown, input) : change;
  },
});

/** A header that is added, or has another value. */
export const sendsHeader = (
  name: string,
  value: string | ((shown: Shown, input: Input) => string),
  of: Of,
): InputFault =>
  sends(of, (shown, input) => ({
    headers: withHeader(shown.headers, name, typeof value === 'string' ? value : value(shown, input)),
  }));

export const withHeader = (headers: Header[], name: string, value: string): Header[] => [
  ...headers.filter(([known]) => known.toLowerCase() !== name.toLowerCase()),
  [name, value],
];

/** Problems that are written otherwise. */
export const writes = (
  change: (problem: Properties, input: Input, shown: Shown) => Properties | undefined,
  of: Of = () => true,
): InputFault => ({
  changes(shown, input) {
    if (shown.status < 400 || !shown.body || !of(shown, input)) return undefined;
    const body = change(shown.body, input, shown);
    return body && { body };
  },
});

/** The problem `400 malformed-request`, and so on, with another status. */
export const sendsStatus = (status: number, problem: string, is: (input: Input) => boolean = () => true): InputFault =>
  sends(
    (shown, input) => problem === `${shown.status} ${shown.problem}` && is(input),
    ({ body }) => ({ status, body: { ...body, status } }),
  );

/** A problem that has another name. */
export const renames = (known: string, name: string): InputFault =>
  writes(
    (problem) => ({ ...problem, type: `/problems/${name}` }),
    ({ problem }) => problem === known,
  );
