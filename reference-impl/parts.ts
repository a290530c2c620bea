import type { IncomingMessage } from 'node:http';
import type { BaseLogger } from 'pino';
import type * as validators from '../generated/validators.js';
import type {
  AnyResponse,
  AnyProblem,
  OperationResponse,
  Artifact,
  Case,
  CreateCase,
  FileType,
  OperationId,
  PathOf,
  Problem,
  ProblemResponse,
  ProblemError,
} from './domain/contract.ts';
import type {
  Caller,
  Directive,
  Endpoint,
  Evidence,
  EvidenceRejection,
  IdempotencyKey,
  OutboxEvent,
  Part,
  ReceivedFile,
  Rejection,
  Rendered,
  Store,
  Upload,
} from './ports.ts';
import type { ServeConsole } from './http/console.ts';

/** Sizes in bytes, times in milliseconds. */
export interface Limits {
  jsonBytes: number;
  fileBytes: number;
  /** bytes of an upload besides its file; at least 64 KiB (D65) */
  overheadBytes: number;
  /** parts of an upload, also unknown ones, because all are kept in memory until they are validated */
  parts: number;
  artifacts: number;
  /** bytes that are still read of a body after its rejection */
  lingerBytes: number;
  /** the time limits for the header of a request, and for the whole request */
  headerTime: number;
  requestTime: number;
  /** how long a connection may be without a byte in the middle of a request */
  idleTime: number;
  /** the time limit for requests in progress when the service closes */
  closeTime: number;
  /** how long the receiver of a webhook has to respond (D48) */
  deliveryTime: number;
  /** webhooks that are sent to one endpoint at the same time */
  deliveries: number;
  /** the time between two queries of the outbox */
  outboxPause: number;
}

/** The body of each operation once it is read. */
export interface Bodies {
  createCase: CreateCase;
  getCase: undefined;
  uploadArtifact: Upload;
}

/** A request by a known caller. */
export interface Call<Id extends OperationId> {
  path: PathOf<Id>;
  caller: Caller;
  /**
   * Reads and validates the body; `once` is there when the client sent an `Idempotency-Key`. The handler says when,
   * because an unknown case is rejected before anything else that is wrong (D23).
   *
   * @throws Rejected
   */
  read: () => Promise<{ body: Bodies[Id]; once: IdempotencyKey | undefined }>;
}

/** Performs one operation. A response that the contract does not document does not compile. */
export type Handler<Id extends OperationId> = (call: Call<Id>, parts: Parts) => Promise<OperationResponse<Id>>;

export type Handlers = { [Id in OperationId]: Handler<Id> };

type Pointer = (path: string, name?: string) => string;

/**
 * Everything that the service is made of, so that each piece can be replaced. A function that needs other parts is given
 * all of them as its last argument. The comments name the files that implement them.
 */
export interface Parts extends Handlers {
  // stores/
  store: Store;
  evidence: Evidence;

  // http/keys.ts
  authenticate: (request: IncomingMessage) => Caller | Rejection;
  challenge: (rejection: Rejection) => string;

  // http/idempotency.ts; the stores store the responses and repeat them
  idempotencyKeyOf: (request: IncomingMessage) => string | undefined;
  idempotencyScope: (caller: Caller, path: string, key: string) => string;
  fingerprintOfCase: (body: CreateCase) => string;
  fingerprintOfUpload: (upload: Upload) => string;
  // http/body.ts
  readJson: (request: IncomingMessage, parts: Parts) => Promise<CreateCase>;
  checkMediaType: (request: IncomingMessage, expected: string) => void;
  piecesOf: (request: IncomingMessage, limit: number, what: string) => AsyncGenerator<Buffer>;
  decodeUtf8: (bytes: Uint8Array) => string;
  parseJson: (text: string) => unknown;
  // http/upload.ts, http/multipart.ts
  readUpload: (request: IncomingMessage, parts: Parts) => Promise<Upload>;
  boundaryOf: (request: IncomingMessage) => string;
  readParts: (body: AsyncGenerator<Buffer>, boundary: string, longestHeader: number) => AsyncGenerator<Part>;
  receiveFile: (part: Part, parts: Parts) => Promise<ReceivedFile>;
  recogniseFileType: (head: Buffer) => FileType | undefined;
  typeAgrees: (declared: string | undefined, recognised: FileType) => boolean;
  // generated/validators.js: what a reference may contain (D7), and the kinds of evidence (D14)
  isCreateCase: typeof validators.CreateCase;
  isUploadArtifact: typeof validators.UploadArtifact;

  // domain/cases.ts
  newCaseId: () => string;
  newArtifactId: () => string;
  locationOf: (opened: Case) => string;
  newCase: (body: CreateCase, parts: Parts) => Case;
  newArtifact: (upload: Upload, parts: Parts) => Artifact;
  accept: (to: Case, artifact: Artifact, parts: Parts) => Case | EvidenceRejection;
  // domain/sandbox.ts
  directiveOf: (reference: string) => Directive | undefined;
  decide: (changed: Case) => Pick<Case, 'status' | 'score' | 'reasons'> | undefined;
  sandboxError: (status: 429 | 503) => ProblemResponse<429 | 503>;

  // http/responses.ts, http/mismatch.ts
  render: (response: AnyResponse, id: () => string, parts: Parts) => Rendered;
  fallback: (method: string, path: string) => ProblemResponse<404 | 405>;
  mismatchOf: (rendered: Rendered, operation?: OperationId) => string | undefined;
  // http/problems.ts
  problemBody: (response: AnyProblem, id: string) => Problem;
  explain: (errors: validators.ValidationError[], pointer: Pointer) => ProblemError[];
  toPointer: Pointer;

  // webhooks/events.ts
  eventOf: (changed: Case, caller: Caller, parts: Parts) => OutboxEvent | undefined;
  headersOf: (event: OutboxEvent, endpoint: Endpoint, parts: Parts) => Record<string, string>;
  pauseAfter: (attempts: number, status: number | undefined) => number | undefined;
  deliver: (
    event: OutboxEvent,
    headers: Record<string, string>,
    endpoint: Endpoint,
    parts: Parts,
    stopped: AbortSignal,
  ) => Promise<number | undefined>;

  // http/console.ts
  /** the page on which a person tries the service; outside the contract, and absent unless it is given */
  console?: ServeConsole;

  // settings and surroundings
  limits: Limits;
  /** at most one a tenant */
  endpoints: Endpoint[];
  /** the hosts of endpoints that may have an address which is not public */
  privateHosts: string[];
  now: () => Date;
  /** a fresh UUID, which names one request */
  newInstance: () => string;
  log: Pick<BaseLogger, 'debug' | 'info' | 'error'>;
}
