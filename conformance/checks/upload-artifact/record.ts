import { expectSame, expectThat, jsonOf, show } from '../../engine/expect.ts';
import { check, type Checks } from '../support/check.ts';
import { jpeg, sha256 } from '../support/fixtures/evidence-files.ts';
import type { Upload } from '../support/fixtures/upload.ts';
import { forEachRow } from '../support/rows.ts';
import { recordsUploads, uploadRows } from '../support/upload-steps.ts';

/** What the service returns about a file. */
export const artifactRecordChecks = {
  'upload-artifact.returns-kind': (context) =>
    recordsUploads(
      context,
      'upload-artifact.accepts-kinds',
      uploadRows(['ID_FRONT', 'PASSPORT', 'SELFIE'], (kind) => ({ kind })),
      (artifact, response, { kind }) => expectSame('wrong-kind', 'the kind', artifact['kind'], kind, response),
    ),

  'upload-artifact.returns-size': check({ long: true }, (context) =>
    recordsUploads(context, 'upload-artifact.accepts-bare-signature', contents(), (artifact, response, { file }) =>
      expectSame('wrong-size', 'the size', artifact['size'], file!.length, response),
    ),
  ),

  'upload-artifact.returns-digest': check({ long: true }, (context) =>
    recordsUploads(context, 'upload-artifact.accepts-bare-signature', contents(), (artifact, response, { file }) =>
      expectSame('wrong-digest', 'the digest', artifact['sha256'], sha256(file!), response),
    ),
  ),

  'upload-artifact.content-not-returned': async ({ tenant }) => {
    const { id } = await tenant.openCase();

    const words = 'the text in this picture is evidence and not metadata';
    const file = jpeg(words);
    const response = await tenant.addEvidence(id, { file });
    // Aligned to groups of three bytes, so that its base64 is a part of the base64 of the file.
    const begin = Math.ceil(file.indexOf(words) / 3) * 3;
    const piece = file.subarray(begin, begin + 36);
    const forms = [words, piece.toString('base64'), piece.toString('hex')];
    const responses = { 'the upload': async () => response, 'a read': () => tenant.readOrBlock(id) };
    await forEachRow(responses, async (receive) => {
      const judged = await receive();
      const shown = JSON.stringify(jsonOf(judged));
      const found = forms.find((form) => shown.includes(form) || shown.toLowerCase().includes(form));
      expectThat(
        'file-content-disclosed',
        found === undefined,
        'an answer without the content of the file',
        `${show(found)} in it`,
        judged,
      );
    });
  },
} satisfies Partial<Checks<'upload-artifact'>>;

/** Contents that a careless parser changes: line ends, all byte values, lines like a boundary, zeros at the end. */
function contents(): Record<string, Upload> {
  const behind = (...bytes: (string | Buffer)[]) =>
    Buffer.concat([jpeg(), ...bytes.map((piece) => Buffer.from(piece as string))]);
  const rows: Record<string, Buffer> = {
    'a picture': jpeg(),
    'all byte values': behind(Buffer.from(Array.from({ length: 256 }, (_, at) => at))),
    'line ends of all kinds': behind('\r\n\n\r\r\n\r\n'),
    'lines like a boundary': behind('\r\n--idv-conformance-boundarx\r\n--\r\n--idv-conformance--'),
    // A boundary counts only at the beginning of a line (RFC 2046 §5.1.1).
    'a boundary within a line': behind('x--idv-conformance-boundary\r\nx--idv-conformance-boundary--\r'),
    'zeros at the end': behind(Buffer.alloc(1000)),
    'letters of two, three and four bytes': behind('é 身分証 🪪 '),
    'bytes that are no UTF-8': behind(Buffer.from([0xc3, 0x28, 0xff, 0xfe, 0xed, 0xa0, 0x80])),
    '100,000 bytes': behind(Buffer.alloc(100_000 - jpeg().length, 7)),
  };
  return Object.fromEntries(Object.entries(rows).map(([label, file]) => [label, { file }]));
}
