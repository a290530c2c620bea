import { limits } from '../../generated/limits.ts';
import { file } from './requests.ts';
import { always, reads, uploading } from './support/cases.ts';
import { sends } from './support/changes.ts';
import { accepts, faultsOf, type InputFault, type InputFaults, rejects } from './support/fault.ts';
import { parts, recognised, truncated } from './support/forms.ts';
import { got, stores, uploadsBefore } from './support/history.ts';
import type { Artifact, Input } from './support/input.ts';

const rejecting = (kind: string, is: (input: Input) => boolean = () => true): InputFault => ({
  rejects: (input) => input.operation === 'upload' && input.kind === kind && is(input),
});

const isSame = (one: Artifact, other: Artifact) => one['sha256'] === other['sha256'] && one.kind === other.kind;

const isEmptyForm = ({ boundary, size }: Input) => boundary !== undefined && size === 0;

const faults: InputFaults = {
  ...faultsOf(rejecting, {
    'rejects the kind ID_FRONT': 'ID_FRONT',
    'rejects the kind OWNERSHIP_REGISTER': 'OWNERSHIP_REGISTER',
    'rejects the kind TAX_CERTIFICATE': 'TAX_CERTIFICATE',
  }),
  'rejects a selfie as PDF': {
    ...rejecting('SELFIE', ({ file }) => file?.content.startsWith('%PDF-') ?? false),
    as: '415 unsupported-file-type',
  },
  'rejects a deed for a person': rejecting('INCORPORATION_DEED', ({ opened }) => opened?.['type'] === 'PF'),
  'rejects a selfie for an entity': rejecting('SELFIE', ({ opened }) => opened?.['type'] === 'PM'),
  'rejects another type of file of a kind that the case has': {
    rejects: file((sent, { kind, found }) =>
      (found?.artifacts ?? []).some((each) => each.kind === kind && each.content_type !== recognised(sent)),
    ),
  },
  'accepts an upload to an unknown case': accepts(
    ({ operation, target }, { status }) =>
      operation === 'upload' && status === 404 && target.startsWith('/cases/00000000-'),
  ),
  ...faultsOf(rejects('500'), {
    'rejects a file name with a percent sign that encodes nothing': file(({ filename = '' }) =>
      /%(?![0-9a-f]{2})/i.test(filename),
    ),
    'fails at an unknown kind of a large file': ({ kind, size }) => kind === 'UNKNOWN' && size > 1_000_000,
    'fails at a large file without a kind': file((_, { kind, size }) => kind === undefined && size > 1_000_000),
    'fails at an unknown part behind a large file': ({ parts, size }) =>
      size > 1_000_000 && parts.some(({ name }) => name === 'note'),
    'fails at a part whose name is not UTF-8': ({ parts }) => parts.some(({ name }) => name?.includes('\ufffd')),
    'fails at a malformed file name in the form of RFC 5987': ({ text }) => /filename\*=UTF-9/.test(text),
    'fails at a body without its last boundary': (input) => truncated(input) || isEmptyForm(input),
  }),
  'lists the file name in a case': reads(
    ({ artifacts }) => artifacts.length > 0,
    ({ artifacts }, input) => ({
      artifacts: artifacts.map((each) => ({
        ...each,
        name: uploadsBefore(input).find(({ shown }) => shown.body?.['id'] === each.id)?.file?.filename,
      })),
    }),
  ),
  'lists a file in base64 with the size that it has when decoded': reads(
    ({ artifacts }) => artifacts.length > 0,
    ({ artifacts }, input) => ({
      artifacts: artifacts.map((each) => {
        const upload = uploadsBefore(input).find(({ shown }) => shown.body?.['id'] === each.id);
        return upload?.file?.transferEncoding === 'base64'
          ? { ...each, size: Math.floor(Number(each['size']) * 0.75) }
          : each;
      }),
    }),
  ),
  'loses a byte of a file that precedes the kind': {
    accepts: ({ parts: [part] }, { status }) =>
      status === 413 && part?.name === 'file' && part.size === limits.fileBytes + 1,
    ...parts(([part, ...rest]) =>
      part?.name === 'file' ? [{ ...part, content: part.content.slice(0, -1) }, ...rest] : [part!, ...rest],
    ),
  },
  'searches for the case of an upload in a replica that does not have it yet': rejects('404 not-found')(
    (input, { status }) => input.operation === 'upload' && status === 201 && uploadsBefore(input).length === 0,
  ),
  'responds with 200 to every upload except the first': sends(
    ({ status }, { operation, found }) => operation === 'upload' && status === 201 && found!.artifacts.length > 0,
    { status: 200 },
  ),
  'uses the digest as the id of an artifact': uploading(always, (artifact) => ({
    ...artifact,
    id: String(artifact['sha256']),
  })),
  'replaces the only artifact by an identical upload': reads(
    ({ artifacts: [one, two] }) => one !== undefined && two !== undefined && isSame(one, two),
    ({ artifacts }) => ({ artifacts: artifacts.slice(1) }),
  ),
  'does not store evidence that it already has': reads(always, ({ artifacts }) => ({
    artifacts: artifacts.filter((each, at) => artifacts.findIndex((other) => isSame(other, each)) === at),
  })),
  ...faultsOf(stores, {
    'stores an upload that it rejects as invalid-request': got('invalid-request'),
    'stores an upload that it rejects as unsupported-file-type': got('unsupported-file-type'),
    'stores an upload that it rejects as malformed-request': got('malformed-request'),
  }),
};

export default faults;
