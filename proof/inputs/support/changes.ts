// How a service changes its responses.
import type { Header } from '../../../conformance/wire/exchange.ts';
import type { Changed, InputFault, Shown } from '../input-fault.ts';
import type { Input, Properties } from './input.ts';

type Of = (shown: Shown, input: Input) => boolean;

/** Responses that are sent otherwise. */
export const sends = (of: Of, change: (shown: Shown, input: Input) => Partial<Changed>): InputFault => ({
  changes: (shown, input) => (of(shown, input) ? change(shown, input) : undefined),
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
  change: (problem: Properties, input: Input) => Properties | undefined,
  of: Of = () => true,
): InputFault => ({
  changes(shown, input) {
    if (shown.status < 400 || !shown.body || !of(shown, input)) return undefined;
    const body = change(shown.body, input);
    return body && { body };
  },
});

/** The problem `400 malformed-request`, and so on, with another status. */
export const sendsStatus = (status: number, problem: string, is: (input: Input) => boolean): InputFault =>
  sends(
    (shown, input) => problem === `${shown.status} ${String(shown.body?.['type']).split('/').at(-1)}` && is(input),
    ({ body }) => ({ status, body: { ...body, status } }),
  );
