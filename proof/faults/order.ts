import type { IncomingMessage } from 'node:http';
import type { Parts } from '../../reference-impl/parts.ts';
import { problem, Rejected } from '../../reference-impl/http/problems.ts';
import { bodyBeforeKey, operationOf, refusedFirst } from './authentication.ts';
import type { Fault } from './fault.ts';
import { refusing } from './http.ts';
import { otherTenant, ownerOf } from './tenancy.ts';

const tooLong = ({ headers }: IncomingMessage, bytes: number) =>
  Number(headers['content-length'] ?? 0) > bytes
    ? new Rejected(problem(413, 'content-too-large', 'The body is too large.'))
    : undefined;
const encoded = ({ headers }: IncomingMessage) =>
  headers['content-encoding'] === undefined
    ? undefined
    : new Rejected(problem(415, 'unsupported-media-type', 'The body is encoded.'));
const elevenMebibytes = 11 * 1024 * 1024;

/** An upload to a case of another tenant that is refused for this first; one to an unknown case is answered well. */
const readForOthers =
  (first: (status: number) => boolean): Fault['parts'] =>
  (original) => ({
    async uploadArtifact(call, parts: Parts) {
      if (await ownerOf(call.path.case_id, call.caller, otherTenant, parts))
        await call.read().catch((error: unknown) => {
          if (error instanceof Rejected && first(error.response.status)) throw error;
        });
      return original.uploadArtifact(call, parts);
    },
  });

/** Defects in the order of refusals: what the service looks at before the key, or before the case (D23). */
export const order: Fault[] = [
  {
    name: 'looks at the length of a create before the key',
    breaks: { 'authentication.before-validation': { code: 'wrong-status', row: 'a long create', status: 413 } },
    parts: refusedFirst((request) => (operationOf(request) === 'create' ? tooLong(request, 65_536) : undefined)),
  },
  {
    name: 'looks at the length of an upload before the key',
    breaks: { 'authentication.before-validation': { code: 'wrong-status', row: 'a long upload', status: 413 } },
    parts: refusedFirst((request) => tooLong(request, elevenMebibytes)),
  },
  {
    name: 'looks at the encoding of a body before the key',
    breaks: { 'authentication.before-validation': { code: 'wrong-status', row: 'a content encoding', status: 415 } },
    parts: refusedFirst(encoded),
  },
  {
    name: 'parses the parts of an upload before it looks at the key',
    breaks: {
      'authentication.before-validation': { code: 'wrong-status', row: 'a body that does not parse', status: 400 },
    },
    parts: bodyBeforeKey(['upload'], ({ status }) => status === 400),
  },
  {
    name: 'looks at the length of an upload before it looks for the case',
    breaks: { 'http.case-before-other-refusals': { code: 'wrong-status', row: 'a long body', status: 413 } },
    parts: refusing((request) => tooLong(request, elevenMebibytes)),
  },
  {
    name: 'looks at the encoding of an upload before it looks for the case',
    breaks: {
      'http.case-before-other-refusals': { code: 'wrong-status', row: 'a content encoding', status: 415 },
      'tenancy.foreign-upload-404': { code: 'wrong-status', row: 'a content encoding', status: 415 },
    },
    parts: refusing((request) => (operationOf(request) === 'upload' ? encoded(request) : undefined)),
  },
  {
    name: 'judges the media type of an upload to a case of another tenant',
    breaks: { 'tenancy.foreign-upload-404': { code: 'wrong-status', row: 'another media type', status: 415 } },
    parts: readForOthers((status) => status === 415),
  },
  {
    name: 'parses the parts of an upload to a case of another tenant',
    breaks: { 'tenancy.foreign-upload-404': { code: 'wrong-status', row: 'a body that does not parse', status: 400 } },
    parts: readForOthers((status) => status === 400),
  },
];
