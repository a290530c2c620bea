import { limits } from '../../generated/limits.ts';
import type { InputFault, InputFaults } from './input-fault.ts';
import { both, file, type Is, isUpload, parses, target } from './requests.ts';
import { sends } from './support/changes.ts';
import type { Input } from './support/input.ts';

const mebibyte = 1024 * 1024;

const upload = (is: Is): Is => both(isUpload, is);
const json = (is: Is): Is => both(target(/^\/cases(\?|$)/, 'POST'), is);

const rejectsLarge = (is: Is): InputFault => ({ rejects: is, as: '413 content-too-large' });
const acceptsLarge = (is: Is): InputFault => ({
  accepts: (input, { status }) => status === 413 && is(input),
});
const demandsLength = (is: Is): InputFault => ({ rejects: is, as: '411 malformed-request' });

/** Uploads to a full case. */
const acceptsMore = (is: Is): InputFault => ({
  accepts: (input, { body }) => body?.['type'] === '/problems/artifact-limit-reached' && is(input),
});

/** What a service reads that reads no more of the JSON. */
const cut = ({ bytes }: Input) => bytes.slice(0, limits.jsonBytes);
const isLong = json(({ size }) => size > limits.jsonBytes);

const faults: InputFaults = {
  'accepts files only up to 10,000,000 bytes': rejectsLarge(file(({ size }) => size > 10_000_000)),
  'accepts files only up to 10,485,759 bytes': rejectsLarge(file(({ size }) => size > 10_485_759)),
  'limits the whole body to 10 MiB': rejectsLarge(upload(({ size }) => size > 10 * mebibyte)),
  'accepts only 512 bytes besides the file': rejectsLarge(upload(({ size }) => size > 10 * mebibyte + 512)),
  'loses the last byte of a file of 10 MiB': sends(
    ({ status }, { file: sent }) => status === 201 && sent?.size === 10 * mebibyte,
    ({ body }) => ({ body: { ...body, size: 10 * mebibyte - 1, sha256: '0'.repeat(64) } }),
  ),
  'accepts PDFs only up to 5 MiB': rejectsLarge(
    file(({ content, size }) => content.startsWith('%PDF-') && size > 5 * mebibyte),
  ),
  'accepts PNGs only up to 5 MiB': rejectsLarge(
    file(({ content, size }) => content.startsWith('\x89PNG') && size > 5 * mebibyte),
  ),
  'accepts selfies only up to 2 MiB': rejectsLarge(
    file(({ size }, { kind }) => kind === 'SELFIE' && size > 2 * mebibyte),
  ),
  'accepts files without Content-Length only up to 1 MiB': rejectsLarge(
    file(({ size }, { chunked }) => chunked && size > mebibyte),
  ),
  'rejects files of more than 2 MiB of the second tenant': rejectsLarge(
    ({ sender, file: sent }) => sender === 'other' && (sent?.size ?? 0) > 2 * mebibyte,
  ),
  'accepts files of 10,485,761 bytes': acceptsLarge(file(({ size }) => size === 10_485_761)),
  'accepts a file that is too large if it fits into the body limit': acceptsLarge(
    file(({ size }) => size <= 10 * mebibyte + 200_000),
  ),
  'cuts a file that is too large': acceptsLarge(file(() => true)),
  'limits only uploads without Content-Length': acceptsLarge(file((_, { chunked }) => !chunked)),
  'limits an upload only by its Content-Length': acceptsLarge(file((_, { chunked }) => chunked)),
  'accepts 11 MiB if the file comes before the kind': acceptsLarge(
    file(({ size }, { parts: [first] }) => first?.name === 'file' && size <= 11 * mebibyte),
  ),
  'responds with 411 to an upload without Content-Length': demandsLength(upload(({ chunked }) => chunked)),

  'accepts only 65,535 bytes of JSON': rejectsLarge(json(({ size }) => size > 65_535)),
  'accepts only 10,000 bytes of JSON': rejectsLarge(json(({ size }) => size > 10_000)),
  'accepts less JSON without Content-Length': rejectsLarge(json(({ chunked, size }) => chunked && size > 16_384)),
  'responds with 411 to JSON without Content-Length': demandsLength(json(({ chunked }) => chunked)),
  'accepts 65,537 bytes of JSON': acceptsLarge(json(({ size }) => size === 65_537)),
  'accepts JSON of 128 KiB': acceptsLarge(json(({ size }) => size <= 131_072)),
  'counts JSON in characters': acceptsLarge(json(({ text }) => text.length <= limits.jsonBytes)),
  'limits only the JSON of persons': acceptsLarge(json(({ text }) => text.includes('"PM"'))),
  'limits only JSON without Content-Length': acceptsLarge(json(({ chunked }) => !chunked)),
  'limits JSON only by its Content-Length': acceptsLarge(json(({ chunked }) => chunked)),
  'cuts JSON that is too long': {
    accepts: (input) => isLong(input) && parses(cut(input)),
    rejects: (input) => isLong(input) && !parses(cut(input)),
    as: '400 malformed-request',
  },
  'does not count white space after the JSON object': acceptsLarge(
    json(({ bytes }) => bytes.trimEnd().length <= limits.jsonBytes),
  ),

  'lists only the first 19 artifacts of a case': sends(
    ({ status, body }, { operation }) => operation === 'read' && status === 200 && body !== undefined,
    ({ body }) => ({ body: { ...body, artifacts: (body!['artifacts'] as unknown[]).slice(0, 19) } }),
  ),
  'accepts any number of selfies': acceptsMore(({ kind }) => kind === 'SELFIE'),
  'accepts 21 artifacts for an entity': acceptsMore(({ opened }) => opened?.['type'] === 'PM'),
  'accepts 21 artifacts of the second tenant': acceptsMore(({ sender }) => sender === 'other'),
};

export default faults;
