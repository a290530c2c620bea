import type { Case, Success } from './domain/contract.ts';
import type { Caller } from './http/keys.ts';

/** What an `Idempotency-Key` stands for: the key within its scope, and a digest of what was sent with it. */
export interface Once {
  id: string;
  fingerprint: string;
}

/** Why a case takes no artifact. */
export type Full = 'case-closed' | 'artifact-limit-reached';

/** An event that its endpoint has not taken yet. */
export interface OutboxEvent {
  /** the same in every attempt */
  id: string;
  tenant: string;
  /** as it is sent, byte for byte the same in every attempt */
  body: string;
  /** how often it was sent */
  attempts: number;
  /** when it is to be sent, in milliseconds since the Unix epoch */
  due: number;
}

/** When an event is due again; undefined when it is over. */
export type Next = Pick<OutboxEvent, 'attempts' | 'due'> | undefined;

/** An event that is the caller's to send: nobody else is given it before it is settled, or the caller's process ends. */
export interface Claim {
  event: OutboxEvent;
  /** Puts the event off, or takes it out of the outbox when it is over. */
  settle: (next: Next) => Promise<void>;
}

/** What came of a step: it is done, its key had done it before, or the reason why not. */
export type Outcome<A extends Success, Reason extends string> = 'done' | { replay: A } | Reason;

/** Thrown when what keeps the data is out of order: full, read-only, damaged, or not there. */
export class Unavailable extends Error {}

/**
 * Cases and idempotency keys. A method is one whole step: it happens entirely or not at all, and lasts when it returns.
 * It sees nothing but the caller's tenant and mode. Keys are looked up within the step, so of parallel requests with one
 * key the first is carried out and the others replay its answer (D57), and a crash leaves no key in use.
 *
 * @throws Unavailable from every method
 */
export interface Store {
  findCase: (caller: Caller, id: string) => Promise<Case | undefined>;
  openCase: <A extends Success>(
    caller: Caller,
    opened: Case,
    once: Once | undefined,
    answer: A,
  ) => Promise<Outcome<A, 'idempotency-key-reused'>>;
  /**
   * `accept` gives the case with the artifact, or why it takes none; `eventOf`, what is to be announced of the changed
   * case: it is in the outbox when the change is seen.
   */
  acceptArtifact: <A extends Success>(
    caller: Caller,
    caseId: string,
    accept: (to: Case) => Case | Full,
    once: Once | undefined,
    answer: A,
    eventOf?: (changed: Case) => OutboxEvent | undefined,
  ) => Promise<Outcome<A, 'not-found' | 'idempotency-key-reused' | Full>>;
  /** An event of a tenant whose time has come and that nobody has claimed. */
  claimEvent: (tenant: string, now: number) => Promise<Claim | undefined>;
  close: () => Promise<void>;
}
