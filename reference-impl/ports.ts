// The interfaces between the modules: what the stores implement, and the values that modules pass to each other. A module
// imports its types from here, from `parts.ts` and from `domain/contract.ts`, never from another module.
import type { Artifact, Case, FileType, Success } from './domain/contract.ts';

/** Who calls. Live and sandbox cases of one tenant are separate (D70). */
export interface Caller {
  tenant: string;
  mode: 'live' | 'sandbox';
}

/** Why the caller of a request is not known: it has no key, or one that was never issued. */
export type Rejection = 'missing' | 'rejected';

/** What a `sandbox:…` reference asks for (D49 to D53). */
export type Directive =
  | { effect: 'hold' | 'approve' | 'deny' | 'unknown' }
  | { effect: 'deny-with'; code: string }
  | { effect: 'error'; status: 429 | 503 };

/** One part of a multipart body. */
export interface Part {
  name: Buffer;
  /** the media type that the part says it has, in lower case and without parameters */
  type: string | undefined;
  /** to be read to its end before the next part */
  content: AsyncGenerator<Buffer>;
}

/** A file while it arrives. */
export interface IncomingFile {
  write: (piece: Buffer) => Promise<void>;
  /** Keeps the bytes under this id: when it returns, they survive a loss of power; when it fails, they are gone. */
  keep: (id: string) => Promise<void>;
  /** Removes the bytes, kept or not. */
  discard: () => Promise<void>;
}

/** A file that arrived and was recognised. */
export interface ReceivedFile extends IncomingFile {
  type: FileType;
  /** in bytes, at least 1 */
  size: number;
  /** 64 lower-case hexadecimal digits */
  sha256: string;
}

export interface Upload {
  kind: Artifact['kind'];
  file: ReceivedFile;
}

/** A response as it goes over the wire. */
export interface Rendered {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Where the events of a tenant go, and the secret that signs them. */
export interface Endpoint {
  tenant: string;
  url: string;
  /** base64, with `whsec_` before it or not */
  secret: string;
}

/** An `Idempotency-Key` within its scope, and a digest of the request that was sent with it. */
export interface IdempotencyKey {
  id: string;
  fingerprint: string;
}

/** Why a case accepts no artifact. */
export type EvidenceRejection = 'case-closed' | 'artifact-limit-reached';

/** An event that its endpoint has not accepted yet. */
export interface OutboxEvent {
  /** the same in every attempt */
  id: string;
  tenant: string;
  /** as it is sent, byte for byte the same in every attempt */
  body: string;
  /** how many attempts were made */
  attempts: number;
  /** when it is due, in milliseconds since the Unix epoch */
  due: number;
}

/** When an event is due again; undefined when no attempt follows. */
export type NextAttempt = Pick<OutboxEvent, 'attempts' | 'due'> | undefined;

/** An event for the caller to send: no other caller gets it before `finish` is called, or the caller's process ends. */
export interface Claim {
  event: OutboxEvent;
  /** Postpones the event, or removes it from the outbox when no attempt follows. */
  finish: (next: NextAttempt) => Promise<void>;
}

/** The result of a step: it is done, its key had done it before, or the reason why not. */
export type Outcome<A extends Success, Reason extends string> = 'done' | { replay: A } | Reason;

/** Thrown when the database or disk is out of order: full, read-only, damaged, or missing. */
export class Unavailable extends Error {}

/**
 * Where the bytes of evidence go. Nothing reads them back: the contract has no download (D1).
 *
 * @throws Unavailable from every method, of a file too
 */
export interface Evidence {
  receive: () => Promise<IncomingFile>;
}

/**
 * Cases and idempotency keys. A method is one whole step: it happens entirely or not at all, and lasts when it returns.
 * It sees only data of the caller's tenant and mode. Keys are looked up within the step, so of parallel requests with one
 * key the first is carried out and the others replay its response (D57), and a crash leaves no key in use.
 *
 * @throws Unavailable from every method
 */
export interface Store {
  findCase: (caller: Caller, id: string) => Promise<Case | undefined>;
  openCase: <A extends Success>(
    caller: Caller,
    opened: Case,
    once: IdempotencyKey | undefined,
    response: A,
  ) => Promise<Outcome<A, 'idempotency-key-reused'>>;
  /**
   * `accept` returns the case with the artifact, or why it accepts none; `eventOf` returns the event of the changed case,
   * which is in the outbox as soon as the change is visible.
   */
  acceptArtifact: <A extends Success>(
    caller: Caller,
    caseId: string,
    accept: (to: Case) => Case | EvidenceRejection,
    once: IdempotencyKey | undefined,
    response: A,
    eventOf?: (changed: Case) => OutboxEvent | undefined,
  ) => Promise<Outcome<A, 'not-found' | 'idempotency-key-reused' | EvidenceRejection>>;
  /** Whether a response is kept under this key. */
  hasKey: (id: string) => Promise<boolean>;
  /** An event of a tenant that is due and not claimed. */
  claimEvent: (tenant: string, now: number) => Promise<Claim | undefined>;
  close: () => Promise<void>;
}
