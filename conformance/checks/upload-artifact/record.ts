import type { RequirementId } from '../../../generated/requirements.ts';
import type { HttpResponse } from '../../engine/exchange.ts';
import { expectSame, expectThat, isAccepted, jsonOf, objectOf, show } from '../../engine/expect.ts';
import type { Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { jpeg, sha256 } from '../../values/evidence-files.ts';
import type { Upload } from '../support/fixtures/upload.ts';
import { acceptedPrecondition, rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRow, forEachRowInOrder } from '../support/rows/rows.ts';
import { sharedRows } from '../support/rows/shared.ts';
import { forEveryStored } from '../support/survey/effects.ts';
import { recordsUploads, uploadRows } from '../support/upload-steps.ts';

/** What the service returns about a file. */
export const artifactRecordChecks = {
  'upload-artifact.returns-kind': async (context) => {
    await recordsUploads(
      context,
      'upload-artifact.accepts-kinds',
      uploadRows(['ID_FRONT', 'PASSPORT', 'SELFIE'], (kind) => ({ kind })),
      (artifact, response, { kind }) => expectSame('wrong-kind', 'the kind', artifact['kind'], kind, response),
    );
    await forEveryStored(context, ({ kind }, sent, response) =>
      expectSame('wrong-kind', 'the kind', kind, sent.kind, response),
    );
  },

  'upload-artifact.returns-size': async (context) => {
    await forEachContent(context, (artifact, response, file) =>
      expectSame('wrong-size', 'the size', artifact['size'], file.length, response),
    );
    await forEveryStored(context, ({ size }, sent, response) =>
      expectSame('wrong-size', 'the size', size, sent.size, response),
    );
  },

  'upload-artifact.returns-digest': async (context) => {
    await forEachContent(context, (artifact, response, file) =>
      expectSame('wrong-digest', 'the digest', artifact['sha256'], sha256(file), response),
    );
    await forEveryStored(context, ({ sha256: digest }, sent, response) =>
      expectSame('wrong-digest', 'the digest', digest, sent.sha256, response),
    );
  },

  'upload-artifact.content-not-returned': async ({ tenant }) => {
    const { id } = await tenant.openCase();

    const words = 'the text in this picture is evidence and not metadata';
    const file = jpeg(words);
    const response = await tenant.addEvidence(id, { file });
    const forms = [words, ...piecesOf(file).flatMap((piece) => [piece.toString('base64'), piece.toString('hex')])];
    const rejected = (by: RequirementId, upload: Upload) => () =>
      rejectedPrecondition(by, () => tenant.upload(id, upload));
    const responses = {
      'the upload': async () => response,
      'a read': () => tenant.readOrBlock(id),
      'an upload with another type': rejected('upload-artifact.part-type-disagrees', { file, type: 'image/png' }),
      'an upload with an unknown kind': rejected('upload-artifact.unknown-kind', { file, kind: 'X' }),
      'an upload of an unknown type': rejected('upload-artifact.unknown-content', { file: file.subarray(1) }),
    };
    await forEachRow(responses, async (receive) => {
      const judged = await receive();
      const shown = isAccepted(judged) ? JSON.stringify(jsonOf(judged)) : judged.body.toString();
      const inHex = shown.toLowerCase().replaceAll(/0x|[^0-9a-f]/g, '');
      const found = forms.find((form) => shown.includes(form) || inHex.includes(form));
      expectThat(
        'file-content-disclosed',
        found === undefined,
        'a response without the content of the file',
        `${show(found)} in it`,
        judged,
      );
    });
  },
} satisfies Checks<'upload-artifact'>;

// Bytes that could not be in a response by chance; Base64 writes them without padding.
const pieceLength = 12;

/** The substrings of a file, each beginning one byte later, except those with few different bytes. */
const piecesOf = (file: Buffer): Buffer[] =>
  Array.from({ length: file.length - pieceLength + 1 }, (_, at) => file.subarray(at, at + pieceLength)).filter(
    (piece) => new Set(piece).size > 6,
  );

/** Uploads each content once per run, for both checks that judge its record. */
async function forEachContent(
  context: Context,
  judge: (artifact: Record<string, unknown>, response: HttpResponse, file: Buffer) => void,
): Promise<void> {
  const files = contents();
  const uploads = async ({ tenant }: Context) => {
    const id = await tenant.openCaseForUploads();
    const uploading = (file: Buffer) => () =>
      acceptedPrecondition('upload-artifact.accepts-bare-signature', () => tenant.upload(id, { file }));
    return Object.fromEntries(Object.entries(files).map(([label, file]) => [label, uploading(file)]));
  };
  await forEachRow(
    await sharedRows(context, 'contents uploaded', uploads, forEachRowInOrder),
    async (receive, label) => {
      const response = await receive();
      judge(objectOf(response), response, files[label]!);
    },
  );
}

/** Contents that a careless parser changes: line ends, all byte values, lines like a boundary, zeros at the end. */
function contents(): Record<string, Buffer> {
  const behind = (...bytes: (string | Buffer)[]) =>
    Buffer.concat([jpeg(), ...bytes.map((piece) => Buffer.from(piece as string))]);
  return {
    'a picture': jpeg(),
    'all byte values': behind(Buffer.from(Array.from({ length: 256 }, (_, at) => at))),
    'line ends of all kinds': behind('\r\n\n\r\r\n\r\n'),
    'lines like a boundary': behind('\r\n--idv-conformance-boundarx\r\n--\r\n--idv-conformance--'),
    // A boundary counts only at the beginning of a line (RFC 2046 §5.1.1).
    'a boundary within a line': behind('x--idv-conformance-boundary\r\nx--idv-conformance-boundary--\r'),
    'zeros at the end': behind(Buffer.alloc(1000)),
    'letters of two, three and four bytes': behind('é 身分証 🪪 '),
    'bytes that are not UTF-8': behind(Buffer.from([0xc3, 0x28, 0xff, 0xfe, 0xed, 0xa0, 0x80])),
    '100,000 bytes': behind(Buffer.alloc(100_000 - jpeg().length, 7)),
  };
}
