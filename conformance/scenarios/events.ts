// The words of scenarios about the events that a service sends.

/**
 * How the receiver responds to the first attempt to deliver an event, and to copies of it; it accepts later attempts. A
 * redirect leads to another address of the receiver, and a 429 or 503 asks for a wait of an hour.
 */
export interface Reply {
  readonly status: number | 'close' | 'silence';
  /** milliseconds after the arrival */
  readonly after?: number;
  /** the status of the response to the second attempt */
  readonly second?: number;
  /** its body ends when an event of another tenant has arrived, or long after one is due */
  readonly unended?: true;
}

/**
 * The order in which cases are opened, each phase when the events of the one before are delivered: failing and hanging
 * deliveries delay the others of a sender with one connection, and a 410 may disable the endpoint.
 */
export const phases = [
  'accepted',
  'ways to decide',
  'unended',
  'failed',
  'slow for one',
  'late',
  'slow',
  'silent',
  'gone',
] as const;

export type Phase = (typeof phases)[number];

export interface Events {
  readonly phase: Phase;
  /**
   * what must be seen: an event, that it is sent again, that nothing more arrives for a while, or `retries`: that it is sent
   * again, and what arrives for a while
   */
  readonly show: 'event' | 'retry' | 'retries' | 'absence';
}
