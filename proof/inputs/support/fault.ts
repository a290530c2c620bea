// What a service does wrong that treats some requests wrongly.
import type { Facts } from '../../../conformance/manifest.ts';
import type { Exchange } from '../../../conformance/wire/exchange.ts';
import type { Answered, Input, Part, Shown } from './input.ts';

export type Is = (input: Input) => boolean;
export type IsShown = (input: Input, shown: Shown) => boolean;

/** What is sent instead. */
export interface Changed extends Shown {
  /** in milliseconds: how much later the request was sent, for a state that lasts too long */
  later: number;
  /** the status of an interim response before it */
  interim: number;
}

/** What a service does wrong. */
export interface InputFault {
  /** requests that it accepts although it has to reject them; never for the sake of a missing or wrong key */
  accepts?: IsShown;
  /** requests that it accepts although their key is missing or wrong */
  authenticates?: Is;
  /** requests with a missing or wrong key that it rejects for another reason */
  rejectsFirst?: Is;
  /** requests that it rejects although it has to accept them, or to reject them in another way */
  rejects?: IsShown;
  /** status and problem of the rejection: `415 unsupported-file-type`, `500`; `422 invalid-request` unless it says something else */
  as?: string;
  /** by how many milliseconds later the rejected request was sent, for a rejection that is allowed at first */
  later?: number;
  /**
   * bodies that it reads as others. It accepts or rejects what it reads as the original service does, shows that also in
   * reads, and takes bodies that it reads alike for the same when an idempotency key is used again
   */
  reads?: Reads;
  /** how it treats idempotency keys; what else it changes, it changes in the responses that follow from this */
  keys?: Keys;
  /** the id that it gives a case instead, wherever the id is sent */
  ids?: (opened: Opened) => string;
  /** what it sends instead; undefined for the same */
  changes?: (shown: Shown, input: Input) => Partial<Changed> | undefined;
  /** what it sends instead of an event */
  events?: (event: Exchange, facts: Facts, received: Exchange[]) => Exchange[];
}

export const accepts = (is: IsShown): InputFault => ({ accepts: is });
export const authenticates = (is: Is): InputFault => ({ authenticates: is });
export const rejects =
  (as: string) =>
  (is: IsShown): InputFault => ({ rejects: is, as });
export const rejectsFirst =
  (as: string) =>
  (is: Is): InputFault => ({ rejectsFirst: is, as });

/** Faults that differ in one value. */
export const faultsOf = <Value>(
  fault: (value: Value) => InputFault,
  values: Record<string, NoInfer<Value>>,
): InputFaults => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fault(value)]));

/** A case when it is opened: the id that the original service gives, how many were opened before, and a time in ms. */
export interface Opened {
  id: string;
  at: number;
  time: number;
  request: Answered;
}

/** By the name of the fault in `proof/frozen.json`. */
export type InputFaults = Record<string, InputFault>;

/**
 * What it reads: the JSON of a create; the parts of an upload, or its form with a character for each byte; undefined for
 * the same.
 */
export type Reads = (input: Input) => string | Part[] | undefined;

export type Misreading = Required<Pick<InputFault, 'reads'>>;

export interface Keys {
  /** under what it looks up a key: requests with the same name share it; undefined for a key that it ignores */
  name?: (key: string, input: Input) => unknown;
  /** what it compares when a key is used again */
  payload?: (input: Input) => unknown;
}
