import { problem, Rejected, invalid } from '../../../reference-impl/domain/rejections.ts';
import type { FileType } from '../../../reference-impl/domain/contract.ts';
import { type NamedPart, recognising, recording, together, readingParts, rejectingIn } from '../support/parts.ts';
import type { Defect, FaultTable } from '../support/fault.ts';
import { nameTypes, emptyFile, startingWith, making, rejectingFiles, typeOfName } from '../support/uploads.ts';
import { rejectingMultipart } from '../support/requests.ts';

const disagreeing = problem(415, 'unsupported-file-type', 'The part is of another type.');

const acceptingFor = (type: FileType, fits: (bytes: Buffer, part: NamedPart) => boolean): Defect =>
  recognising((bytes, part) => (fits(bytes, part) ? type : undefined));

/** What is recognised besides the three types, by its first bytes. */
const alsoRecognising =
  (type: (first: Buffer, part: NamedPart) => FileType | undefined): Defect =>
  ({ receiveFile }) => ({
    receiveFile: (part, parts) =>
      receiveFile(part, { ...parts, recogniseFileType: (head) => parts.recogniseFileType(head) ?? type(head, part) }),
  });

const labelOf = ({ type }: NamedPart) => Object.values(nameTypes).find((known) => known === type);

const acceptingEmpty: Defect = ({ receiveFile }) => ({
  receiveFile: (part, parts) =>
    receiveFile(part, parts).catch((error: unknown) => {
      if (error instanceof Rejected && error.response.status === 422) return emptyFile;
      throw error;
    }),
});

/** Files that are taken by the bytes at their start, whatever their label. */
const acceptingFilesThatBegin = (head: string): Defect =>
  alsoRecognising((first, part) => (startingWith(head)(first) ? (labelOf(part) ?? 'image/jpeg') : undefined));

const faults: FaultTable = {
  'upload-artifact.returns-recognised-type': {
    'records every file as a JPEG': making((artifact) => ({ ...artifact, content_type: 'image/jpeg' })),
    'records the declared type of a file': recording((_, __, { type }) => ({
      type: (type ?? 'application/octet-stream') as FileType,
    })),
    'records the declared type of a file if it has one': recording((_, __, { type }) =>
      type ? { type: type as FileType } : {},
    ),
    'takes the type from the name if none is declared': together(
      readingParts(),
      recording((_, __, { type, filename = '' }) =>
        type === undefined && filename.endsWith('.pdf') ? { type: 'application/pdf' } : {},
      ),
    ),
  },
  'upload-artifact.accepts-file-types': {
    'rejects PDFs': rejectingFiles(startingWith('%PDF-')),
    'rejects PNGs': rejectingFiles(startingWith('\x89PNG')),
    'accepts a boundary within a line': rejectingMultipart(/[^\n]--idv-conformance-boundary/),
    'requires the end marker of a JPEG': rejectingFiles(
      (bytes) => startingWith('\xff\xd8')(bytes) && !bytes.includes(Buffer.from([0xff, 0xd9])),
    ),
    'requires the last chunk of a PNG at the end of the file': rejectingFiles(
      (bytes) => startingWith('\x89PNG')(bytes) && !bytes.subarray(-8).includes('IEND'),
    ),
    'rejects bytes after the end of a PNG': rejectingFiles(
      (bytes) => startingWith('\x89PNG')(bytes) && bytes.includes('IEND') && !bytes.subarray(-8).includes('IEND'),
    ),
    'requires the header chunk of a PNG': rejectingFiles(
      (bytes) => startingWith('\x89PNG')(bytes) && !bytes.includes('IHDR'),
    ),
    'accepts only PDF version 1': rejectingFiles(
      (bytes) => startingWith('%PDF-')(bytes) && !startingWith('%PDF-1.')(bytes),
    ),
    'rejects files that contain a script': rejectingFiles(
      (bytes) => bytes.includes('<script') && startingWith('%PDF-')(bytes),
    ),
    'rejects pictures that contain a PDF': rejectingFiles(
      (bytes) => bytes.indexOf('%PDF-') > 0 && startingWith('\xff\xd8\xff')(bytes),
    ),
  },
  'upload-artifact.part-type-disagrees': {
    'accepts binary/octet-stream for any file': ({ typeAgrees }) => ({
      typeAgrees: (said, type) => typeAgrees(said, type) || said === 'binary/octet-stream',
    }),
    'accepts every web picture that is declared as another picture type': ({ typeAgrees }) => ({
      typeAgrees: (said, type) => typeAgrees(said, type) || said === 'image/webp',
    }),
    'checks the declared type only of images, PDF and text': ({ typeAgrees }) => ({
      typeAgrees: (declared, recognised) =>
        typeAgrees(declared, recognised) || /^application\/(?!pdf)/.test(declared ?? ''),
    }),
    'ignores the declared type of a file': () => ({ typeAgrees: () => true }),
    'accepts any picture that is declared as another picture type': ({ typeAgrees }) => ({
      typeAgrees: (said, type) =>
        typeAgrees(said, type) || (type.startsWith('image/') && /^image\/(jpeg|png)$/.test(said!)),
    }),
    'ignores a declared type that is not an evidence type': ({ typeAgrees }) => ({
      typeAgrees: (said, type) => typeAgrees(said, type) || !/^(image\/(jpeg|png)|application\/pdf)$/.test(said!),
    }),
    'responds with 422 to a declared type that does not match': ({ typeAgrees }) => ({
      typeAgrees(said, type) {
        if (typeAgrees(said, type)) return true;
        throw new Rejected(invalid([{ pointer: '#/file', detail: 'is not what it says' }]));
      },
    }),
  },
  'upload-artifact.part-type-accepted': {
    'requires a Content-Type in the part of a PDF': rejectingFiles(
      (bytes, { type }) => type === undefined && startingWith('%PDF-')(bytes),
    ),
    'rejects application/octet-stream': rejectingFiles((_, { type }) => type === 'application/octet-stream'),
    'compares the declared type of a file case-sensitively': rejectingMultipart(
      /Content-Type: IMAGE\/JPEG/,
      disagreeing,
    ),
    'compares the declared type of a file with its parameters': rejectingMultipart(
      /Content-Type: image\/jpeg;/,
      disagreeing,
    ),
    'records a declared type in upper case unchanged': ({ readParts, newArtifact }) => {
      const seen = { upper: false };
      return {
        async *readParts(body, ...rest) {
          const pieces: Buffer[] = [];
          for await (const piece of body) pieces.push(piece);
          const whole = Buffer.concat(pieces);
          seen.upper = whole.includes('Content-Type: IMAGE/JPEG');
          const again = (async function* () {
            yield whole;
          })();
          yield* readParts(again, ...rest);
        },
        newArtifact(...call) {
          const artifact = newArtifact(...call);
          return seen.upper ? { ...artifact, content_type: 'IMAGE/JPEG' as 'image/jpeg' } : artifact;
        },
      };
    },
  },
  'upload-artifact.unsupported-file-415': {
    'trusts the declared type of a file': recognising((_, part) => labelOf(part)),
    'trusts the name of a file that it does not recognise': together(
      readingParts(),
      alsoRecognising((_, part) => typeOfName(part)),
    ),
    'accepts plain text': acceptingFilesThatBegin('This'),
    'accepts WebP': acceptingFilesThatBegin('RIFF'),
    'accepts TIFF': acceptingFilesThatBegin('II*'),
    'accepts HTML': acceptingFilesThatBegin('<!doct'),
    'accepts SVG': acceptingFilesThatBegin('<svg'),
    'accepts Windows executables': acceptingFilesThatBegin('MZ'),
    'accepts a file that begins with only two bytes of the JPEG signature': acceptingFilesThatBegin('\xff\xd8'),
    'accepts a file that begins with only four bytes of the PNG signature': acceptingFilesThatBegin('\x89PNG'),
    'accepts a PDF signature without its hyphen': acceptingFilesThatBegin('%PDF1'),
    'accepts a file that begins with only seven bytes of the PNG signature':
      acceptingFilesThatBegin('\x89PNG\r\n\x1a\0'),
    'accepts a JPEG signature with another third byte': acceptingFilesThatBegin('\xff\xd8\0'),
    'accepts HEIC': acceptingFilesThatBegin('\0\0\0\x18ftyp'),
    'responds with 422 to a file of an unknown type': rejectingIn(
      'receiveFile',
      { status: 422 },
      ({ status }) => status === 415,
    ),
    'searches for the signature of a PDF in 1024 bytes': acceptingFor(
      'application/pdf',
      (bytes) => bytes.subarray(0, 1024).includes('%PDF-') && !startingWith('\xff\xd8', '\x89PNG')(bytes),
    ),
    'skips a byte-order mark before a PDF': acceptingFor('application/pdf', startingWith('\xef\xbb\xbf%PDF-')),
    'skips white space before a PDF': acceptingFor('application/pdf', (bytes) =>
      /^\s+%PDF-/.test(bytes.toString('latin1', 0, 99)),
    ),
    'searches for the signature of a JPEG anywhere': acceptingFor('image/jpeg', (bytes) =>
      bytes.includes(Buffer.from([0xff, 0xd8, 0xff])),
    ),
    'searches for the letters PNG in the first bytes': acceptingFor(
      'image/png',
      (bytes) => startingWith(' ')(bytes) && bytes.subarray(0, 8).includes('PNG'),
    ),
  },
  'upload-artifact.empty-file': {
    'accepts an empty file': acceptingEmpty,
    'accepts an empty file with a declared type': (original) => ({
      receiveFile: (part, parts) =>
        (labelOf(part) ? acceptingEmpty(original).receiveFile! : original.receiveFile)(part, parts),
    }),
    'responds with 400 to an empty file': rejectingIn('receiveFile', { status: 400 }, ({ status }) => status === 422),
  },
};

export default faults;
