import { expectSame, expectStatus } from '../../engine/expect.ts';
import { check, type Checks } from '../support/check.ts';
import { bareSignatures, foreignContents, jpeg, pdf, png } from '../../values/evidence-files.ts';
import { filesByType } from '../support/fixtures/upload.ts';
import { fileTypeAliases, typesLikeOctetStream } from '../../values/media-types.ts';
import { forEachRow } from '../support/rows/rows.ts';
import { rowsOf } from '../../values/rows-of.ts';
import { forEveryStored } from '../support/survey/effects.ts';
import { acceptsUploads, recordsUploads, rejectsUploads, uploadRows } from '../support/upload-steps.ts';

/** Which files are accepted, whatever their label. */
export const fileTypeChecks = {
  'upload-artifact.returns-recognised-type': async (context) => {
    await recordsUploads(
      context,
      'upload-artifact.part-type-optional',
      {
        ...uploadRows(Object.keys(filesByType) as (keyof typeof filesByType)[], (type) => ({
          ...filesByType[type],
          // The name says nothing about the content.
          ...(type === 'image/png' && { filename: 'evidence.pdf' }),
          type: null,
        })),
        'application/pdf as octet-stream': {
          ...filesByType['application/pdf'],
          type: 'application/octet-stream',
          filename: 'evidence.jpg',
        },
      },
      (artifact, response, { file }) => {
        const recognised = Object.entries(bareSignatures).find(([, signature]) =>
          signature.equals(file!.subarray(0, signature.length)),
        )![0];
        expectSame('wrong-content-type', 'the content type', artifact['content_type'], recognised, response);
      },
    );
    await forEveryStored(context, ({ content_type: type }, sent, response) =>
      expectSame('wrong-content-type', 'the content type', type, sent.content_type, response),
    );
  },

  'upload-artifact.accepts-file-types': (context) => acceptsUploads(context, filesByType),

  'upload-artifact.accepts-bare-signature': check({ long: true }, (context) =>
    acceptsUploads(
      context,
      {
        ...Object.fromEntries(
          Object.entries(bareSignatures).map(([type, file]) => [type, { file, type, filename: 'evidence' }]),
        ),
        'a JPEG with bytes after its end': {
          ...filesByType['image/jpeg'],
          file: Buffer.concat([jpeg(), Buffer.from('behind')]),
        },
        'a PNG with bytes after its end': {
          ...filesByType['image/png'],
          file: Buffer.concat([png(), Buffer.from('behind')]),
        },
        'a JPEG with a PDF in it': { ...filesByType['image/jpeg'], file: jpeg(pdf().toString('latin1')) },
        // A boundary counts only at the beginning of a line (RFC 2046 §5.1.1).
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
  ),

  'upload-artifact.part-type-optional': check({ long: true }, (context) =>
    acceptsUploads(context, {
      'JPEG without a type': { ...filesByType['image/jpeg'], type: null },
      'PNG without a type': { ...filesByType['image/png'], type: null },
      'PDF without a type': { ...filesByType['application/pdf'], type: null },
      'JPEG as octet-stream': { ...filesByType['image/jpeg'], type: 'application/octet-stream' },
      'PNG as octet-stream': { ...filesByType['image/png'], type: 'application/octet-stream' },
      'PDF as octet-stream': { ...filesByType['application/pdf'], type: 'application/octet-stream' },
      'PDF as octet-stream in capital letters': { ...filesByType['application/pdf'], type: 'Application/Octet-Stream' },
    }),
  ),

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
    rejectsUploads(
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
        'a PNG as image/jpg': { ...filesByType['image/png'], type: 'image/jpg' },
        ...Object.fromEntries(
          Object.entries(filesByType).flatMap(([what, upload]) =>
            [...typesLikeOctetStream, ...fileTypeAliases[what as keyof typeof fileTypeAliases]].map((type) => [
              `${what} as ${type}`,
              { ...upload, type },
            ]),
          ),
        ),
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
      // The plain text has every disguise, the others have one each.
      const chosen = at === 0 ? Object.entries(disguises) : [Object.entries(disguises)[at % 3]!];
      return chosen.map(([how, type], disguise) => {
        const ending = ['jpg', 'png', 'pdf'][(at + disguise) % 3];
        return [`${what} ${how}`, { file, type, filename: `evidence.${ending}` }];
      });
    });
    await rejectsUploads(context, Object.fromEntries(rows), 415, '/problems/unsupported-file-type');
  },

  'upload-artifact.signature-at-start': (context) =>
    rejectsUploads(
      context,
      {
        'a JPEG after one byte': { file: Buffer.concat([Buffer.from('\0'), jpeg()]), type: null },
        'a PNG after a space': { file: Buffer.concat([Buffer.from(' '), png()]), type: null },
        'a PDF after a byte-order mark': { file: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), pdf()]), type: null },
        'a PDF after a line end': { file: Buffer.concat([Buffer.from('\n'), pdf()]), type: null },
        'a PDF after 500 bytes': { file: Buffer.concat([Buffer.alloc(500, 'x'), pdf()]), type: 'application/pdf' },
      },
      415,
      '/problems/unsupported-file-type',
    ),

  'upload-artifact.empty-file': async (context) => {
    const id = await context.tenant.openCaseForUploads();

    await forEachRow(rowsOf('image/jpeg', 'application/octet-stream'), async (type) =>
      expectStatus(await context.tenant.upload(id, { file: Buffer.alloc(0), type }), 422, 415),
    );
  },
} satisfies Checks<'upload-artifact'>;
