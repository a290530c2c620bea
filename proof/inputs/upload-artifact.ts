import type { InputFaults } from './input-fault.ts';
import { file } from './requests.ts';

const faults: InputFaults = {
  'accepts GIF': { accepts: file(({ content }) => content.startsWith('GIF8')) },
  'accepts ZIP': { accepts: file(({ content }) => content.startsWith('PK')) },
  'accepts a PDF signature in lower case': { accepts: file(({ content }) => content.startsWith('%pdf-')) },
  'requires the trailer of a PDF': {
    rejects: file(({ content }) => content.startsWith('%PDF-') && !content.includes('%%EOF')),
    as: '415 unsupported-file-type',
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
  'requires a Content-Type in the file part': { rejects: file(({ type }) => type === undefined) },
  'accepts image/pjpeg for a JPEG': {
    accepts: file(({ content, type }) => type === 'image/pjpeg' && content.startsWith('\xff\xd8\xff')),
  },
};

export default faults;
