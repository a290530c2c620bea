import { limits as contract, numbers } from '../generated/limits.ts';
import { randomUUID } from 'node:crypto';
import { CreateCase, UploadArtifact } from '../generated/validators.js';
import * as responses from './http/responses.ts';
import * as body from './http/body.ts';
import * as cases from './domain/cases.ts';
import { demoKeys } from './demo-keys.ts';
import { ephemeralEvidence } from './stores/evidence.ts';
import type { Limits, Parts } from './parts.ts';
import * as handlers from './domain/handlers.ts';
import * as idempotency from './http/idempotency.ts';
import { authenticator, challenge } from './http/keys.ts';
import { readParts } from './http/multipart.ts';
import { explain, problemBody, toPointer } from './http/problems.ts';
import * as sandbox from './domain/sandbox.ts';
import { openSqliteStore } from './stores/sqlite/store.ts';
import * as upload from './http/upload.ts';
import * as webhooks from './webhooks/events.ts';

const limits: Limits = {
  jsonBytes: contract.jsonBytes,
  fileBytes: contract.fileBytes,
  overheadBytes: 256 * 1024,
  parts: 100,
  artifacts: contract.artifacts,
  lingerBytes: 32 * 1024 * 1024,
  headerTime: numbers['request-pause'],
  requestTime: numbers['request-time'],
  idleTime: 30_000,
  closeTime: 10_000,
  deliveryTime: numbers['event-response'],
  deliveries: 16,
  outboxPause: 100,
};

/** Every exported function of the modules that are spread here is a part, under its own name. */
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
  ...responses,
  mismatchOf: () => undefined,
  problemBody,
  explain,
  toPointer,
};

const silent = { debug() {}, info() {}, error() {} };

/** The given parts, and for the rest those of a silent service that has the demo keys and keeps everything in memory. */
export function defaultParts(given: Partial<Parts> = {}): Parts {
  const store = given.store ?? openSqliteStore(':memory:');
  const rest = { limits, evidence: ephemeralEvidence, endpoints: [], privateHosts: [], log: silent };
  return { ...handlers, ...functions, ...rest, ...given, store };
}
