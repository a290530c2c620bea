import { type Defect, failing, type FaultTable } from '../support/fault.ts';
import { posix } from 'node:path';
import { changingKeys, keyedBy, isUpload, percentDecoded, scoping } from '../support/idempotency.ts';
import { Rejected, problem } from '../../../reference-impl/http/problems.ts';
import { rejectingIn } from '../support/parts.ts';

/** Rejects valid keys. */
const rejectingKeys = (unwanted: RegExp): Defect =>
  changingKeys((key, original) => {
    if (key !== undefined && unwanted.test(key)) throw illegal();
    return original();
  });

const illegal = () =>
  new Rejected(problem(400, 'malformed-request', 'This Idempotency-Key has a form that is not taken.'));

/** Defects that the checks in `conformance/checks/idempotency/key-forms.ts` must find. */
export const idempotencyKeyFormsFaults: FaultTable = {
  'reads a UUID in any letter case': [
    { 'idempotency.key-forms': { code: 'repeated-id', row: 'an upload: in capital letters' } },
    keyedBy((key) => (/^[0-9a-f-]{36}$/i.test(key) ? key.toLowerCase() : key)),
  ],
  'ignores the key 0': [
    { 'idempotency.key-forms': { code: 'different-replay', row: 'again: the word 0' } },
    changingKeys((key, original) => (key === '0' ? undefined : original())),
  ],
  ...failing(
    { 'idempotency.key-forms': 'shared-case' },
    {
      'looks up keys by their first 64 characters': keyedBy((key) => key.slice(0, 64)),
      'looks up keys by their first 254 characters': keyedBy((key) => key.slice(0, 254)),
    },
  ),
  ...Object.fromEntries(
    Object.entries({
      'letters of both cases': (key: string) => key.toUpperCase(),
      'a hyphen and an underscore': (key: string) => key.replaceAll('_', '-'),
      'a dot after it': (key: string) => key.replace(/\.$/, ''),
      'a slash after it': (key: string) => key.replace(/\/$/, ''),
      'a path that begins with it': (key: string) => key.replace(/(.)\/.+$/, '$1'),
      'a path that leads to it': (key: string) => posix.normalize(key),
      'a percent-encoded letter': percentDecoded,
    }).map(([row, change]): [string, FaultTable[string]] => [
      `looks up keys of uploads as if these were equal: ${row}`,
      [
        { 'idempotency.key-forms': { code: 'repeated-id', row: `an upload: ${row}` } },
        scoping(({ tenant, mode }, path, key) => [tenant, mode, path, isUpload(path) ? change(key) : key]),
      ],
    ]),
  ),
  // the form of keys
  'accepts only UUIDs as keys': [
    {
      'idempotency.key-forms': 'not-accepted',
      'sandbox.error-not-stored': { code: 'wrong-status', status: 400 },
    },
    rejectingKeys(/^(?![0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$)/i),
  ],
  ...failing(
    { 'idempotency.key-forms': 'not-accepted', 'idempotency.other-key-other-case': 'not-accepted' },
    {
      'accepts only letters, digits and hyphens in keys': rejectingKeys(/[^\w-]/),
      'rejects a key with a quote': rejectingKeys(/"/),
    },
  ),
  'rejects a key of more than 64 characters': [{ 'idempotency.key-forms': 'not-accepted' }, rejectingKeys(/.{65}/)],
  'rejects a key of 255 characters': [
    { 'idempotency.key-forms': { code: 'not-accepted', row: '255 characters' } },
    rejectingKeys(/.{255}/),
  ],
  'rejects a key of one character': [
    { 'idempotency.key-forms': { code: 'not-accepted', row: 'one character' } },
    rejectingKeys(/^.$/),
  ],
  'ignores long keys': [
    { 'idempotency.key-forms': 'different-replay' },
    changingKeys((_, original) => ((original() ?? '').length > 128 ? undefined : original())),
  ],
  'accepts keys of any form': [
    {
      'idempotency.illegal-key-400': { code: 'wrong-status', status: 201 },
      'http.left-open-answers': { code: 'wrong-status', row: 'an empty idempotency key again' },
    },
    changingKeys((key) => key),
  ],
  ...failing(
    { 'idempotency.illegal-key-400': { code: 'wrong-status', status: 201 } },
    {
      'cuts keys to 255 characters': changingKeys((key, original) =>
        (key ?? '').length > 255 ? key!.slice(0, 255) : original(),
      ),
      'ignores illegal keys': changingKeys((key) => (/^[!-~]{1,255}$/.test(key ?? '') ? key : undefined)),
      'accepts illegal keys of uploads': changingKeys((key, original, url) => (isUpload(url) ? key : original())),
    },
  ),
  'accepts keys of up to 256 characters for a create': [
    { 'idempotency.illegal-key-400': { code: 'wrong-status', row: 'a create: 256 characters' } },
    changingKeys((key, original, url) => (key?.length === 256 && !isUpload(url) ? key : original())),
  ],
  'accepts keys with spaces for an upload': [
    { 'idempotency.illegal-key-400': { code: 'wrong-status', row: 'an upload: a space inside' } },
    changingKeys((key, original, url) => (key?.includes(' ') && isUpload(url) ? key : original())),
  ],
  'accepts keys with tabs': [
    { 'idempotency.illegal-key-400': { code: 'wrong-status', row: 'a create: a tab inside' } },
    changingKeys((key, original) => (key?.includes('\t') ? key : original())),
  ],
  ...failing(
    { 'idempotency.illegal-key-400': 'wrong-status' },
    {
      'accepts keys with non-ASCII letters for a create': changingKeys((key, original, url) =>
        /[^\0-\x7f]/.test(key ?? '') && !isUpload(url) ? key : original(),
      ),
      'accepts keys with non-ASCII letters for an upload': changingKeys((key, original, url) =>
        /[^\0-\x7f]/.test(key ?? '') && isUpload(url) ? key : original(),
      ),
    },
  ),
  'responds with 422 to an illegal key': [
    {
      'idempotency.illegal-key-400': { code: 'wrong-status', status: 422 },
      'http.left-open-answers': { code: 'wrong-status', row: 'an empty idempotency key' },
    },
    rejectingIn('idempotencyKeyOf', {
      status: 422,
      problem: 'invalid-request',
      errors: [{ pointer: '#', detail: 'has an illegal key' }],
    }),
  ],
  'responds to an illegal key with an undefined problem type': [
    { 'idempotency.illegal-key-400': { code: 'wrong-problem-type', actual: '/problems/illegal-key' } },
    rejectingIn('idempotencyKeyOf', { problem: 'illegal-key' }),
  ],
};
