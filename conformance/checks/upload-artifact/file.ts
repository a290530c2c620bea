import { expectSame, expectStatus, expectThat, jsonOf, show } from '../../engine/expect.ts';
import type { Checks } from '../support/check.ts';
import { bareSignatures, foreignContents, jpeg, pdf, png, sha256 } from '../support/fixtures/evidence-files.ts';
import { filesByType, type Upload } from '../support/fixtures/upload.ts';
import { acceptedPrecondition, rejectedPrecondition } from '../support/preconditions.ts';
import { acceptsUploads, judgesArtifacts, refusesUploads, uploadRows } from '../support/upload-steps.ts';

/** What a file is taken for, and what is recorded of it. */
export const fileChecks = {
  'upload-artifact.returns-kind': (context) =>
    judgesArtifacts(
      context,
      'upload-artifact.accepts-kinds',
      uploadRows(['ID_FRONT', 'PASSPORT', 'SELFIE'], (kind) => ({ kind })),
      (artifact, response, { kind }) => expectSame('wrong-kind', 'the kind', artifact['kind'], kind, response),
    ),

  'upload-artifact.returns-size': (context) =>
    judgesArtifacts(context, 'upload-artifact.accepts-bare-signature', contents(), (artifact, response, { file }) =>
      expectSame('wrong-size', 'the size', artifact['size'], file!.length, response),
    ),

  'upload-artifact.returns-digest': (context) =>
    judgesArtifacts(context, 'upload-artifact.accepts-bare-signature', contents(), (artifact, response, { file }) =>
      expectSame('wrong-digest', 'the digest', artifact['sha256'], sha256(file!), response),
    ),

  'upload-artifact.returns-recognised-type': (context) =>
    judgesArtifacts(
      context,
      'upload-artifact.part-type-optional',
      {
        ...uploadRows(Object.keys(filesByType) as (keyof typeof filesByType)[], (type) => ({
          ...filesByType[type],
          type: null,
        })),
        'application/pdf as octet-stream': { ...filesByType['application/pdf'], type: 'application/octet-stream' },
      },
      (artifact, response, { file }) => {
        const recognised = Object.entries(bareSignatures).find(([, signature]) =>
          signature.equals(file!.subarray(0, signature.length)),
        )![0];
        expectSame('wrong-content-type', 'the content type', artifact['content_type'], recognised, response);
      },
    ),

  'upload-artifact.accepts-file-types': (context) => acceptsUploads(context, filesByType),

  'upload-artifact.accepts-bare-signature': (context) =>
    acceptsUploads(
      context,
      {
        ...Object.fromEntries(
          Object.entries(bareSignatures).map(([type, file]) => [type, { file, type, filename: 'evidence' }]),
        ),
        'a JPEG with bytes behind its end': {
          ...filesByType['image/jpeg'],
          file: Buffer.concat([jpeg(), Buffer.from('behind')]),
        },
        'a PNG with bytes behind its end': {
          ...filesByType['image/png'],
          file: Buffer.concat([png(), Buffer.from('behind')]),
        },
        'a JPEG with a PDF in it': { ...filesByType['image/jpeg'], file: jpeg(pdf().toString('latin1')) },
        // A boundary is one at the beginning of a line only (RFC 2046 §5.1.1).
        'a JPEG with a boundary within a line': {
          ...filesByType['image/jpeg'],
          file: Buffer.concat([jpeg(), Buffer.from('x--idv-conformance-boundary\r\n')]),
        },
        'a PDF of version 2.0 with a page of HTML': {
          ...filesByType['application/pdf'],
          file: Buffer.from('%PDF-2.0\n<html><script>alert(1)</script></html>'),
        },
      },
      (artifact, response, { type }) =>
        expectSame('wrong-content-type', 'the content type', artifact['content_type'], type, response),
    ),

  'upload-artifact.part-type-optional': (context) =>
    acceptsUploads(context, {
      'JPEG without a type': { ...filesByType['image/jpeg'], type: null },
      'PNG without a type': { ...filesByType['image/png'], type: null },
      'PDF without a type': { ...filesByType['application/pdf'], type: null },
      'JPEG as octet-stream': { ...filesByType['image/jpeg'], type: 'application/octet-stream' },
      'PNG as octet-stream': { ...filesByType['image/png'], type: 'application/octet-stream' },
      'PDF as octet-stream': { ...filesByType['application/pdf'], type: 'application/octet-stream' },
      'PDF as octet-stream in capital letters': { ...filesByType['application/pdf'], type: 'Application/Octet-Stream' },
    }),

  'upload-artifact.part-type-any-form': (context) =>
    acceptsUploads(
      context,
      uploadRows(['IMAGE/JPEG', 'Image/jpeg', 'image/jpeg; name="evidence.jpg"'], (type) => ({
        type,
      })),
      (artifact, response) =>
        expectSame('wrong-content-type', 'the content type', artifact['content_type'], 'image/jpeg', response),
    ),

  'upload-artifact.part-type-disagrees': (context) =>
    refusesUploads(
      context,
      {
        'a PNG as image/jpeg': { ...filesByType['image/png'], type: 'image/jpeg' },
        'a JPEG as image/png': { ...filesByType['image/jpeg'], type: 'image/png' },
        'a JPEG as application/pdf': { ...filesByType['image/jpeg'], type: 'application/pdf' },
        'a PDF as image/jpeg': { ...filesByType['application/pdf'], type: 'image/jpeg' },
        'a JPEG as text/plain': { ...filesByType['image/jpeg'], type: 'text/plain' },
        'a JPEG as application/zip': { ...filesByType['image/jpeg'], type: 'application/zip' },
        'a PNG as image/gif': { ...filesByType['image/png'], type: 'image/gif' },
        'a JPEG as image/webp': { ...filesByType['image/jpeg'], type: 'image/webp' },
      },
      415,
      '/problems/unsupported-file-type',
    ),

  'upload-artifact.unknown-content': async (context) => {
    const disguises = {
      'as image/jpeg': 'image/jpeg',
      'as octet-stream': 'application/octet-stream',
      'without a type': null,
    };
    const rows = Object.entries(foreignContents).flatMap(([what, file], at) => {
      // Each content in one disguise, so that all disguises are seen; the plain text in all of them.
      const chosen = at === 0 ? Object.entries(disguises) : [Object.entries(disguises)[at % 3]!];
      return chosen.map(([how, type], disguise) => {
        const ending = ['jpg', 'png', 'pdf'][(at + disguise) % 3];
        return [`${what} ${how}`, { file, type, filename: `evidence.${ending}` }];
      });
    });
    await refusesUploads(context, Object.fromEntries(rows), 415, '/problems/unsupported-file-type');
  },

  'upload-artifact.signature-at-start': (context) =>
    refusesUploads(
      context,
      {
        'a JPEG behind one byte': { file: Buffer.concat([Buffer.from('\0'), jpeg()]), type: null },
        'a PNG behind a space': { file: Buffer.concat([Buffer.from(' '), png()]), type: null },
        'a PDF behind a byte-order mark': { file: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), pdf()]), type: null },
        'a PDF behind a line end': { file: Buffer.concat([Buffer.from('\n'), pdf()]), type: null },
        'a PDF behind 500 bytes': { file: Buffer.concat([Buffer.alloc(500, 'x'), pdf()]), type: 'application/pdf' },
      },
      415,
      '/problems/unsupported-file-type',
    ),

  'upload-artifact.empty-file': async (context) => {
    const id = await context.tenant.openCaseWithEvidence();

    for (const type of ['image/jpeg', 'application/octet-stream'])
      expectStatus(await context.tenant.upload(id, { file: Buffer.alloc(0), type }), 422, 415);
  },

  'upload-artifact.file-name-ignored': (context) =>
    acceptsUploads(
      context,
      uploadRows(
        [
          '../../../../etc/passwd',
          '..\\..\\evidence.jpg',
          'evidence.exe',
          'evidence.pdf',
          'no-extension',
          '.htaccess',
          `${'x'.repeat(300)}.jpg`,
          'identificación ñ 身分証.jpg',
          'a;b="c".jpg',
          'CON',
          '%2e%2e%2fevidence.jpg',
          "'; DROP TABLE cases;--.jpg",
        ],
        (filename) => ({ filename }),
      ),
      (artifact, response) =>
        expectSame('wrong-content-type', 'the content type', artifact['content_type'], 'image/jpeg', response),
    ),

  'upload-artifact.file-name-not-echoed': async ({ tenant }) => {
    const id = await tenant.openCaseWithEvidence();

    const name = 'name-of-the-file-4711';
    const response = await acceptedPrecondition('upload-artifact.file-name-ignored', () =>
      tenant.upload(id, { filename: `${name}.jpg` }),
    );
    const refusal = await rejectedPrecondition('upload-artifact.unknown-kind', () =>
      tenant.upload(id, { filename: `${name}.jpg`, kind: 'UNKNOWN' }),
    );
    for (const judged of [response, refusal, await tenant.readOrBlock(id)]) {
      const shown = [...judged.exchange.response!.headers.flat(), JSON.stringify(jsonOf(judged))].join('\n');
      expectThat(
        'file-name-disclosed',
        !shown.includes(name),
        'an answer without the file name',
        `the file name ${show(name)} in it`,
        judged,
      );
    }
  },

  'upload-artifact.content-not-returned': async ({ tenant }) => {
    const { id } = await tenant.openCase();

    const words = 'what stands in this picture is evidence and not metadata';
    const file = jpeg(words);
    const response = await tenant.addEvidence(id, { file });
    // Whole groups of three bytes: just as they stand in the base64 of the whole file.
    const begin = Math.ceil(file.indexOf(words) / 3) * 3;
    const piece = file.subarray(begin, begin + 36);
    const forms = [words, piece.toString('base64'), piece.toString('hex')];
    for (const judged of [response, await tenant.readOrBlock(id)]) {
      const shown = JSON.stringify(jsonOf(judged));
      const found = forms.find((form) => shown.includes(form) || shown.toLowerCase().includes(form));
      expectThat(
        'file-content-disclosed',
        found === undefined,
        'an answer without the content of the file',
        `${show(found)} in it`,
        judged,
      );
    }
  },
} satisfies Partial<Checks<'upload-artifact'>>;

/** Contents that a careless reader changes: line ends, all byte values, boundary-like lines, zeros at the end. */
function contents(): Record<string, Upload> {
  const behind = (...bytes: (string | Buffer)[]) =>
    Buffer.concat([jpeg(), ...bytes.map((piece) => Buffer.from(piece as string))]);
  const rows: Record<string, Buffer> = {
    'a picture': jpeg(),
    'all byte values': behind(Buffer.from(Array.from({ length: 256 }, (_, at) => at))),
    'line ends of all kinds': behind('\r\n\n\r\r\n\r\n'),
    'lines like a boundary': behind('\r\n--idv-conformance-boundarx\r\n--\r\n--idv-conformance--'),
    // A boundary is one at the beginning of a line only (RFC 2046 §5.1.1).
    'a boundary within a line': behind('x--idv-conformance-boundary\r\nx--idv-conformance-boundary--\r'),
    'zeros at the end': behind(Buffer.alloc(1000)),
    'letters of two, three and four bytes': behind('é 身分証 🪪 '),
    'bytes that are no UTF-8': behind(Buffer.from([0xc3, 0x28, 0xff, 0xfe, 0xed, 0xa0, 0x80])),
    '100,000 bytes': behind(Buffer.alloc(100_000 - jpeg().length, 7)),
  };
  return Object.fromEntries(Object.entries(rows).map(([label, file]) => [label, { file }]));
}
