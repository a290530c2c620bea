import type { Defect, FaultTable } from '../support/fault.ts';
import { changingMultipart, judgingUploads, rejectingInvalid } from '../support/parts.ts';
import { problem, Rejected } from '../../../reference-impl/domain/rejections.ts';
import { rejectingKinds } from '../support/uploads.ts';

const kindFor = (standIn: (kind: unknown) => unknown): Defect =>
  judgingUploads((parts) => ('kind' in parts ? { ...parts, kind: standIn(parts['kind']) } : parts));

const kindTextFor = (standIn: (kind: string) => string): Defect =>
  judgingUploads((parts) => (typeof parts['kind'] === 'string' ? { ...parts, kind: standIn(parts['kind']) } : parts));

const faults: FaultTable = {
  'upload-artifact.unknown-kind': {
    'reads a kind whose part has the type of JSON as JSON': changingMultipart((body) =>
      Buffer.from(body.toString('latin1').replace(/(json\r\n\r\n)"(\w+)"/, '$1$2'), 'latin1'),
    ),
    'accepts a kind with a line end after it': kindFor((kind) => (kind === 'ID_FRONT\n' ? 'ID_FRONT' : kind)),
    'accepts the index of a kind': kindFor((kind) => (/^[0-9]$/.test(String(kind)) ? 'SELFIE' : kind)),
    'finds a kind among inherited property names': kindFor((kind) => (kind === 'constructor' ? 'SELFIE' : kind)),
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
    'trims white space before a kind': kindTextFor((kind) => kind.trimStart()),
    'cuts a kind at a NUL': kindTextFor((kind) => kind.replace(/\0.*/, '')),
    'responds with 400 to an unknown kind': rejectingInvalid(
      ({ instancePath, keyword }) => instancePath === '/kind' && keyword === 'enum',
      {
        status: 400,
      },
    ),
  },
  'upload-artifact.accepts-kinds': {
    'rejects the kind OWNERSHIP_REGISTER': rejectingKinds((kind) => kind === 'OWNERSHIP_REGISTER'),
    'rejects the kind TAX_CERTIFICATE': rejectingKinds((kind) => kind === 'TAX_CERTIFICATE'),
    'rejects a selfie as PDF': ({ accept }) => ({
      accept(to, artifact, parts) {
        if (artifact.kind === 'SELFIE' && artifact.content_type === 'application/pdf')
          throw new Rejected(problem(415, 'unsupported-file-type', 'A selfie is a picture.'));
        return accept(to, artifact, parts);
      },
    }),
    'rejects a deed for a person': rejectingKinds((kind, type) => kind === 'INCORPORATION_DEED' && type === 'PF'),
    'rejects a selfie for an entity': rejectingKinds((kind, type) => kind === 'SELFIE' && type === 'PM'),
  },
};

export default faults;
