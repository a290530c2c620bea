import { type Defect, type Fault, failing, type FaultTable } from '../support/fault.ts';
import { changingMultipart, judgingUploads, rejectingInvalid } from '../support/parts.ts';
import { problem, Rejected } from '../../../reference-impl/http/problems.ts';
import { rejectingKinds } from '../support/uploads.ts';

const kindFor = (standIn: (kind: unknown) => unknown): Defect =>
  judgingUploads((parts) => ('kind' in parts ? { ...parts, kind: standIn(parts['kind']) } : parts));

const kindTextFor = (standIn: (kind: string) => string): Defect =>
  judgingUploads((parts) => (typeof parts['kind'] === 'string' ? { ...parts, kind: standIn(parts['kind']) } : parts));

const noKind = { 'upload-artifact.accepts-kinds': 'not-accepted' } satisfies Fault['breaks'];

const looseKind = { 'upload-artifact.unknown-kind': { code: 'wrong-status', status: 201 } } satisfies Fault['breaks'];

/** Defects that the checks in `conformance/checks/upload-artifact/kind.ts` must find. */
export const uploadArtifactKindFaults: FaultTable = {
  'reads a kind whose part has the type of JSON as JSON': [
    { 'upload-artifact.unknown-kind': { code: 'wrong-status', row: 'a kind that is JSON', status: 201 } },
    changingMultipart((body) =>
      Buffer.from(body.toString('latin1').replace(/(json\r\n\r\n)"(\w+)"/, '$1$2'), 'latin1'),
    ),
  ],
  'rejects the kind OWNERSHIP_REGISTER': [
    { ...noKind, 'upload-artifact.any-kind-on-any-type': { code: 'not-accepted', row: 'OWNERSHIP_REGISTER' } },
    rejectingKinds((kind) => kind === 'OWNERSHIP_REGISTER'),
  ],
  'rejects the kind TAX_CERTIFICATE': [
    { ...noKind, 'upload-artifact.any-kind-on-any-type': { code: 'not-accepted', row: 'TAX_CERTIFICATE' } },
    rejectingKinds((kind) => kind === 'TAX_CERTIFICATE'),
  ],
  'rejects a selfie as PDF': [
    { 'upload-artifact.accepts-kinds': { code: 'not-accepted', row: 'a PDF: SELFIE' } },
    ({ accept }) => ({
      accept(to, artifact, parts) {
        if (artifact.kind === 'SELFIE' && artifact.content_type === 'application/pdf')
          throw new Rejected(problem(415, 'unsupported-file-type', 'A selfie is a picture.'));
        return accept(to, artifact, parts);
      },
    }),
  ],
  'rejects a deed for a person': [
    { 'upload-artifact.accepts-kinds': { code: 'not-accepted', row: 'INCORPORATION_DEED' } },
    rejectingKinds((kind, type) => kind === 'INCORPORATION_DEED' && type === 'PF'),
  ],
  'rejects a selfie for an entity': [
    { 'upload-artifact.any-kind-on-any-type': { code: 'not-accepted', row: 'SELFIE' } },
    rejectingKinds((kind, type) => kind === 'SELFIE' && type === 'PM'),
  ],
  'accepts a kind with a line end after it': [
    { 'upload-artifact.unknown-kind': { code: 'wrong-status', row: 'the kind "ID_FRONT\\n"' } },
    kindFor((kind) => (kind === 'ID_FRONT\n' ? 'ID_FRONT' : kind)),
  ],
  'accepts the index of a kind': [
    { 'upload-artifact.unknown-kind': { code: 'wrong-status', row: 'the kind "0"' } },
    kindFor((kind) => (/^[0-9]$/.test(String(kind)) ? 'SELFIE' : kind)),
  ],
  'finds a kind among inherited property names': [
    { 'upload-artifact.unknown-kind': { code: 'wrong-status', row: 'the kind "constructor"' } },
    kindFor((kind) => (kind === 'constructor' ? 'SELFIE' : kind)),
  ],
  ...failing(looseKind, {
    'removes a byte-order mark before a kind': ({ decodeUtf8 }) => ({
      decodeUtf8: (bytes) => decodeUtf8(bytes).replace(/^\ufeff/, ''),
    }),
    'accepts a kind in lower case': kindTextFor((kind) => kind.toUpperCase()),
    'accepts a kind with hyphens': kindTextFor((kind) => kind.replaceAll('-', '_')),
    'trims the kind': kindTextFor((kind) => kind.trim()),
    'accepts the first of two kinds in one part': kindTextFor((kind) => kind.split(',')[0]!),
    'accepts the beginning of a kind': kindTextFor((kind) => (kind === 'ID' ? 'ID_FRONT' : kind)),
    'accepts an empty kind': kindTextFor((kind) => kind || 'ID_FRONT'),
    'accepts any kind': kindTextFor((kind) => (/^[A-Z_]+$/.test(kind) ? 'ID_FRONT' : kind)),
  }),
  'trims white space before a kind': [
    { 'upload-artifact.unknown-kind': { code: 'wrong-status', row: 'the kind " ID_FRONT"' } },
    kindTextFor((kind) => kind.trimStart()),
  ],
  'cuts a kind at a NUL': [
    { 'upload-artifact.unknown-kind': { code: 'wrong-status', row: 'the kind "ID_FRONT\\u0000"' } },
    kindTextFor((kind) => kind.replace(/\0.*/, '')),
  ],
  'responds with 400 to an unknown kind': [
    { 'upload-artifact.unknown-kind': { code: 'wrong-status', status: 400 } },
    rejectingInvalid(({ instancePath, keyword }) => instancePath === '/kind' && keyword === 'enum', {
      status: 400,
    }),
  ],
};
