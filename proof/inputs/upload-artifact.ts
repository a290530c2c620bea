import type { InputFault, InputFaults } from './input-fault.ts';
import { file } from './requests.ts';
import type { Input } from './support/input.ts';

const rejecting = (kind: string, is: (input: Input) => boolean = () => true): InputFault => ({
  rejects: (input) => input.operation === 'upload' && input.kind === kind && is(input),
});

const faults: InputFaults = {
  'rejects the kind ID_FRONT': rejecting('ID_FRONT'),
  'rejects the kind OWNERSHIP_REGISTER': rejecting('OWNERSHIP_REGISTER'),
  'rejects the kind TAX_CERTIFICATE': rejecting('TAX_CERTIFICATE'),
  'rejects a selfie as PDF': {
    ...rejecting('SELFIE', ({ file }) => file?.content.startsWith('%PDF-') ?? false),
    as: '415 unsupported-file-type',
  },
  'rejects a deed for a person': rejecting('INCORPORATION_DEED', ({ opened }) => opened?.['type'] === 'PF'),
  'rejects a selfie for an entity': rejecting('SELFIE', ({ opened }) => opened?.['type'] === 'PM'),
  'accepts an upload to an unknown case': {
    accepts: ({ operation, target }, { status }) =>
      operation === 'upload' && status === 404 && target.startsWith('/cases/00000000-'),
  },
  'rejects a file name with a percent sign that encodes nothing': {
    rejects: file(({ filename = '' }) => /%(?![0-9a-f]{2})/i.test(filename)),
    as: '500',
  },
  'rejects a kind with the type application/octet-stream': {
    rejects: ({ parts }) => parts.some(({ name, type }) => name === 'kind' && type === 'application/octet-stream'),
  },
  'fails at a part whose name is not UTF-8': {
    rejects: ({ parts }) => parts.some(({ name }) => name?.includes('\ufffd')),
    as: '500',
  },
  'fails at a malformed file name in the form of RFC 5987': {
    rejects: ({ text }) => /filename\*=UTF-9/.test(text),
    as: '500',
  },
};

export default faults;
