import { limits } from '../../generated/limits.ts';
import { both, file, isUpload, parses, target } from './requests.ts';
import { sends } from './support/changes.ts';
import { accepts, faultsOf, type InputFault, type InputFaults, type Is, rejects } from './support/fault.ts';
import { recognised } from './support/forms.ts';
import { got, stores, uploadsBefore } from './support/history.ts';
import type { Case, Input, Part } from './support/input.ts';
import { replayedBy } from './support/keys.ts';

const mebibyte = 1024 * 1024;

const upload = (is: Is): Is => both(isUpload, is);
const json = (is: Is): Is => both(target(/^\/cases(\?|$)/, 'POST'), is);

const rejectsLarge = (is: Is): InputFault => rejects('413 content-too-large')(is);
const acceptsLarge = (is: Is): InputFault => accepts((input, { status }) => status === 413 && is(input));
const demandsLength = (is: Is): InputFault => rejects('411 malformed-request')(is);

/** Uploads to a full case. */
const acceptsMore = (is: Is): InputFault =>
  accepts((input, { problem }) => problem === 'artifact-limit-reached' && is(input));

/** What a service reads that reads no more of the JSON. */
const cut = ({ bytes }: Input) => bytes.slice(0, limits.jsonBytes);
const isLong = json(({ size }) => size > limits.jsonBytes);

/** Uploads to a case that is not full, which are rejected as if it was. */
const acceptsLess = (is: Is): InputFault =>
  rejects('409 artifact-limit-reached')(
    (input, { status }) => input.operation === 'upload' && status === 201 && is(input),
  );
const isWithin = (status: number) => status >= 400 && status < 500;
const countOfType = ({ artifacts }: Case, sent: Part | undefined) => {
  const type = sent && recognised(sent);
  return artifacts.filter((each) => each.content_type === type).length;
};

const faults: InputFaults = {
  ...faultsOf(rejectsLarge, {
    'accepts files only up to 10,000,000 bytes': file(({ size }) => size > 10_000_000),
    'accepts files only up to 10,485,759 bytes': file(({ size }) => size > 10_485_759),
    'limits the whole body to 10 MiB': upload(({ size }) => size > 10 * mebibyte),
    'accepts only 512 bytes besides the file': upload(({ size }) => size > 10 * mebibyte + 512),
    'accepts PDFs only up to 5 MiB': file(({ content, size }) => content.startsWith('%PDF-') && size > 5 * mebibyte),
    'accepts PNGs only up to 5 MiB': file(({ content, size }) => content.startsWith('\x89PNG') && size > 5 * mebibyte),
    'accepts selfies only up to 2 MiB': file(({ size }, { kind }) => kind === 'SELFIE' && size > 2 * mebibyte),
    'accepts files without Content-Length only up to 1 MiB': file(
      ({ size }, { chunked }) => chunked && size > mebibyte,
    ),
    'accepts files with a live key only up to 5 MiB': ({ sender, file: sent }) =>
      sender === 'live' && (sent?.size ?? 0) > 5 * mebibyte,
    'rejects files of more than 2 MiB of the second tenant': ({ sender, file: sent }) =>
      sender === 'other' && (sent?.size ?? 0) > 2 * mebibyte,
    'accepts only 65,535 bytes of JSON': json(({ size }) => size > 65_535),
    'accepts only 10,000 bytes of JSON': json(({ size }) => size > 10_000),
    'accepts less JSON without Content-Length': json(({ chunked, size }) => chunked && size > 16_384),
  }),
  'loses the last byte of a file of 10 MiB': sends(
    ({ status }, { file: sent }) => status === 201 && sent?.size === 10 * mebibyte,
    ({ body }) => ({ body: { ...body, size: 10 * mebibyte - 1, sha256: '0'.repeat(64) } }),
  ),
  'stores only 5 MiB of a file with a live key': sends(
    ({ status }, { sender, file: sent }) => status === 201 && sender === 'live' && (sent?.size ?? 0) > 5 * mebibyte,
    ({ body }) => ({ body: { ...body, size: 5 * mebibyte, sha256: '0'.repeat(64) } }),
  ),
  ...faultsOf(acceptsLarge, {
    'accepts files of 10,485,761 bytes': file(({ size }) => size === 10_485_761),
    'accepts a file that is too large if it fits into the body limit': file(
      ({ size }) => size <= 10 * mebibyte + 200_000,
    ),
    'cuts a file that is too large': file(() => true),
    'limits only uploads without Content-Length': file((_, { chunked }) => !chunked),
    'limits an upload only by its Content-Length': file((_, { chunked }) => chunked),
    'accepts 11 MiB if the file comes before the kind': file(
      ({ size }, { parts: [first] }) => first?.name === 'file' && size <= 11 * mebibyte,
    ),
    'accepts 65,537 bytes of JSON': json(({ size }) => size === 65_537),
    'accepts JSON of 128 KiB': json(({ size }) => size <= 131_072),
    'counts JSON in characters': json(({ text }) => text.length <= limits.jsonBytes),
    'limits only the JSON of persons': json(({ text }) => text.includes('"PM"')),
    'limits only JSON without Content-Length': json(({ chunked }) => !chunked),
    'limits JSON only by its Content-Length': json(({ chunked }) => chunked),
    'does not count white space after the JSON object': json(({ bytes }) => bytes.trimEnd().length <= limits.jsonBytes),
  }),
  'responds with 411 to an upload without Content-Length': demandsLength(upload(({ chunked }) => chunked)),
  'responds with 411 to JSON without Content-Length': demandsLength(json(({ chunked }) => chunked)),
  'cuts JSON that is too long': {
    accepts: (input) => isLong(input) && parses(cut(input)),
    rejects: (input) => isLong(input) && !parses(cut(input)),
    as: '400 malformed-request',
  },

  'lists only the first 19 artifacts of a case': sends(
    ({ status, body }, { operation }) => operation === 'read' && status === 200 && body !== undefined,
    ({ body }) => ({ body: { ...body, artifacts: (body!['artifacts'] as unknown[]).slice(0, 19) } }),
  ),
  ...faultsOf(acceptsMore, {
    'accepts any number of selfies': ({ kind }) => kind === 'SELFIE',
    'accepts 21 artifacts for an entity': ({ opened }) => opened?.['type'] === 'PM',
    'accepts 21 artifacts of the second tenant': ({ sender }) => sender === 'other',
    'accepts 21 artifacts': () => true,
    'accepts 20 artifacts of each kind': ({ found, kind }) =>
      found!.artifacts.filter((each) => each.kind === kind).length < limits.artifacts,
    'accepts 20 artifacts of each type': ({ found, file: sent }) => countOfType(found!, sent) < limits.artifacts,
    'counts identical files once': ({ found }) =>
      new Set(found!.artifacts.map(({ sha256 }) => sha256)).size < limits.artifacts,
  }),
  'accepts 21 artifacts with a live key': {
    ...acceptsMore(({ sender }) => sender === 'live'),
    ...stores((each) => each.shown.problem === 'artifact-limit-reached' && each.sender === 'live'),
  },
  'drops the oldest of 21 artifacts': {
    ...acceptsMore(() => true),
    ...stores(got('artifact-limit-reached'), (artifacts, late) => [...artifacts, ...late].slice(-limits.artifacts)),
  },
  ...faultsOf(acceptsLess, {
    'counts rejected uploads towards the limit': (input) =>
      input.found!.artifacts.length + uploadsBefore(input).filter((each) => isWithin(each.shown.status)).length >=
      limits.artifacts,
    'counts malformed uploads towards the limit': (input) =>
      input.found!.artifacts.length + uploadsBefore(input).filter((each) => each.shown.status === 400).length >=
      limits.artifacts,
    'counts repeated uploads towards the limit': (input) =>
      input.found!.artifacts.length + uploadsBefore(input).filter(replayedBy).length >= limits.artifacts,
    'accepts only 10 artifacts for an entity': ({ found }) => found!.type === 'PM' && found!.artifacts.length >= 10,
    'accepts only 19 artifacts': ({ found }) => found!.artifacts.length >= 19,
  }),
  ...faultsOf(rejects('400 malformed-request'), {
    'waits two seconds for a JSON body': json(({ duration }) => duration > 2000),
    'waits two seconds for a form': upload(({ duration }) => duration > 2000),
    'loses the end of JSON that fills a buffer': json(({ size }) => size % 4096 === 0 && size < limits.jsonBytes),
    'loses the end of JSON with other than ASCII characters that is longer than a buffer': json(
      ({ size, bytes, text }) => size > 8192 && bytes !== text,
    ),
    'loses the end of a file that fills a buffer': file(
      ({ size }) => size > 0 && size % 65_536 === 0 && size < mebibyte,
    ),
  }),
  'stores a file that it rejects as too large': stores((each) => each.shown.status === 413),
  'stores the beginning of a file that it rejects as too large': stores((each) => each.shown.status === 413),
};

export default faults;
