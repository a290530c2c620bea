import type { Defect, FaultTable } from '../support/fault.ts';
import { posix } from 'node:path';
import { changingKeys, keyedBy, isUpload, percentDecoded, scoping } from '../support/idempotency.ts';
import { Rejected, problem } from '../../../reference-impl/domain/rejections.ts';
import { rejectingIn } from '../support/parts.ts';

/** Rejects valid keys. */
const rejectingKeys = (unwanted: RegExp): Defect =>
  changingKeys((key, original) => {
    if (key !== undefined && unwanted.test(key)) throw illegal();
    return original();
  });

const illegal = () =>
  new Rejected(problem(400, 'malformed-request', 'This Idempotency-Key has a form that is not taken.'));

/** Uploads whose keys are equal after the change share a key. */
const equatingForUploads = (change: (key: string) => string) =>
  scoping(({ tenant, mode }, path, key) => [tenant, mode, path, isUpload(path) ? change(key) : key]);

const faults: FaultTable = {
  'idempotency.key-forms': {
    'reads a UUID in any letter case': keyedBy((key) => (/^[0-9a-f-]{36}$/i.test(key) ? key.toLowerCase() : key)),
    'ignores the key 0': changingKeys((key, original) => (key === '0' ? undefined : original())),
    'looks up keys by their first 64 characters': keyedBy((key) => key.slice(0, 64)),
    'looks up keys by their first 254 characters': keyedBy((key) => key.slice(0, 254)),
    'looks up keys by their part before a colon': keyedBy((key) => key.replace(/(.):.*$/, '$1')),
    'looks up keys by their part behind a comma': keyedBy((key) => key.replace(/^.*,(.)/, '$1')),
    // the form of keys
    'accepts only UUIDs as keys': rejectingKeys(/^(?![0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$)/i),
    'accepts only letters, digits and hyphens in keys': rejectingKeys(/[^\w-]/),
    'rejects a key with a quote': rejectingKeys(/"/),
    'rejects a key of more than 64 characters': rejectingKeys(/.{65}/),
    'rejects a key of 255 characters': rejectingKeys(/.{255}/),
    'rejects a key of one character': rejectingKeys(/^.$/),
    'ignores long keys': changingKeys((_, original) => ((original() ?? '').length > 128 ? undefined : original())),
    'looks up keys of uploads as if these were equal: letters of both cases': equatingForUploads((key) =>
      key.toUpperCase(),
    ),
    'looks up keys of uploads as if these were equal: a hyphen and an underscore': equatingForUploads((key) =>
      key.replaceAll('_', '-'),
    ),
    'looks up keys of uploads as if these were equal: a dot after it': equatingForUploads((key) =>
      key.replace(/\.$/, ''),
    ),
    'looks up keys of uploads as if these were equal: a slash after it': equatingForUploads((key) =>
      key.replace(/\/$/, ''),
    ),
    'looks up keys of uploads as if these were equal: a path that begins with it': equatingForUploads((key) =>
      key.replace(/(.)\/.+$/, '$1'),
    ),
    'looks up keys of uploads as if these were equal: a path that leads to it': equatingForUploads((key) =>
      posix.normalize(key),
    ),
    'looks up keys of uploads as if these were equal: a percent-encoded letter': equatingForUploads(percentDecoded),
  },
  'idempotency.illegal-key-400': {
    'accepts keys of any form': changingKeys((key) => key),
    'cuts keys to 255 characters': changingKeys((key, original) =>
      (key ?? '').length > 255 ? key!.slice(0, 255) : original(),
    ),
    'ignores illegal keys': changingKeys((key) => (/^[!-~]{1,255}$/.test(key ?? '') ? key : undefined)),
    'accepts illegal keys of uploads': changingKeys((key, original, url) => (isUpload(url) ? key : original())),
    'accepts keys of up to 256 characters for a create': changingKeys((key, original, url) =>
      key?.length === 256 && !isUpload(url) ? key : original(),
    ),
    'accepts keys with spaces for an upload': changingKeys((key, original, url) =>
      key?.includes(' ') && isUpload(url) ? key : original(),
    ),
    'accepts keys with tabs': changingKeys((key, original) => (key?.includes('\t') ? key : original())),
    'accepts keys with non-ASCII letters for a create': changingKeys((key, original, url) =>
      /[^\0-\x7f]/.test(key ?? '') && !isUpload(url) ? key : original(),
    ),
    'accepts keys with non-ASCII letters for an upload': changingKeys((key, original, url) =>
      /[^\0-\x7f]/.test(key ?? '') && isUpload(url) ? key : original(),
    ),
    'responds with 422 to an illegal key': rejectingIn('idempotencyKeyOf', {
      status: 422,
      problem: 'invalid-request',
      errors: [{ pointer: '#', detail: 'has an illegal key' }],
    }),
    'responds to an illegal key with an undefined problem type': rejectingIn('idempotencyKeyOf', {
      problem: 'illegal-key',
    }),
  },
};

export default faults;
