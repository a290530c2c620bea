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
  'requires a Content-Type in the file part': { rejects: file(({ type }) => type === undefined) },
  'accepts image/pjpeg for a JPEG': {
    accepts: file(({ content, type }) => type === 'image/pjpeg' && content.startsWith('\xff\xd8\xff')),
  },
};

export default faults;
