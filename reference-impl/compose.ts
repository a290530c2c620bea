import { randomUUID } from 'node:crypto';
import type { BaseLogger } from 'pino';
import { CreateCase, UploadArtifact } from '../generated/validators.js';
import * as answers from './http/responses.ts';
import * as body from './http/body.ts';
import * as cases from './domain/cases.ts';
import type { Handlers, OperationId } from './domain/contract.ts';
import { demoKeys } from './demo-keys.ts';
import { ephemeralEvidence, type Evidence } from './stores/evidence.ts';
import * as handlers from './domain/handlers.ts';
import * as idempotency from './http/idempotency.ts';
import { authenticator, challenge } from './http/keys.ts';
import { readParts } from './http/multipart.ts';
import { explain, problemBody, toPointer } from './http/problems.ts';
import * as sandbox from './domain/sandbox.ts';
import { openSqliteStore } from './stores/sqlite/store.ts';
import type { Store } from './ports.ts';
import * as upload from './http/upload.ts';
import * as webhooks from './webhooks/events.ts';

/** Sizes in bytes, times in milliseconds. */
const limits = {
  jsonBytes: 64 * 1024,
  fileBytes: 10 * 1024 * 1024,
  /** what an upload may hold besides its file; at least 64 KiB (D65) */
  overheadBytes: 256 * 1024,
  /** of an upload, unknown ones too: each is remembered until all are judged */
  parts: 100,
  artifacts: 20,
  /** what is still read of a body after it was refused */
  lingerBytes: 32 * 1024 * 1024,
  /** how long the header of a request may take to arrive, and all of it */
  headerTime: 15_000,
  requestTime: 300_000,
  /** how long a connection may be without a byte in the middle of a request */
  idleTime: 30_000,
  /** how long running requests may take when the service closes */
  closeTime: 10_000,
  /** how long the receiver of a webhook may take (D48) */
  deliveryTime: 15_000,
  /** how many webhooks are on their way to one endpoint */
  deliveries: 16,
  /** how long a webhook may lie in the outbox before it is seen */
  outboxPause: 100,
};

/** Every function that the files imported as a whole export is a part. */
const functions = {
  authenticate: authenticator(demoKeys),
  challenge,
  ...idempotency,
  ...body,
  ...upload,
  readParts,
  isCreateCase: CreateCase,
  isUploadArtifact: UploadArtifact,
  ...cases,
  ...sandbox,
  ...webhooks,
  now: () => new Date(),
  newInstance: (): string => randomUUID(),
  ...answers,
  mismatchOf: (_: answers.Rendered, __?: OperationId): string | undefined => undefined,
  problemBody,
  explain,
  toPointer,
};

/**
 * Everything that the service is made of, so that each piece can be replaced. What needs other parts is given all of
 * them as its last argument and takes them from there.
 */
export interface Parts extends Handlers, Readonly<typeof functions> {
  store: Store;
  evidence: Evidence;
  limits: typeof limits;
  /** at most one a tenant */
  endpoints: webhooks.Endpoint[];
  /** the hosts of endpoints that may have an address which is not public */
  privateHosts: string[];
  log: Pick<BaseLogger, 'debug' | 'info' | 'error'>;
}

const silent = { debug() {}, info() {}, error() {} };

/** The given parts, and for the rest those of a silent service that has the demo keys and keeps everything in memory. */
export function defaultParts(given: Partial<Parts> = {}): Parts {
  const store = given.store ?? openSqliteStore(':memory:');
  const rest = { limits, evidence: ephemeralEvidence, endpoints: [], privateHosts: [], log: silent };
  return { ...handlers, ...functions, ...rest, ...given, store };
}
