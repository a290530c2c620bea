import { gzipSync } from 'node:zlib';
import type { RequirementId } from '../../../generated/requirements.ts';
import type { HttpResponse } from '../../engine/exchange.ts';
import { expectSame, expectStatus, isAccepted, objectOf } from '../../engine/expect.ts';
import { multipart, type Part, withPartHeaders } from '../../engine/multipart.ts';
import { pick } from '../support/case.ts';
import { check, type Checks } from '../support/check.ts';
import { jpeg } from '../../values/evidence-files.ts';
import { filePart, kindPart } from '../support/fixtures/upload.ts';
import { acceptedPrecondition, rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRowInOrder } from '../support/rows/rows.ts';

// A JPEG with bytes that quoted-printable would decode.
const readable = { ...filePart, content: Buffer.concat([jpeg(), Buffer.from('=41=3D=\r\n=\n')]) };
const inBase64 = { ...filePart, content: jpeg().toString('base64') };
const inGzip = { ...filePart, content: gzipSync(jpeg()) };
const kindInBase64 = { ...kindPart, content: Buffer.from('SELFIE').toString('base64') };
const kindInQuotedPrintable = { ...kindPart, content: 'SELF=49E' };

/** Parts that are valid as they are. */
const valid = {
  ...Object.fromEntries(
    ['binary', '8bit', '7bit', 'base64', 'quoted-printable', 'x-unknown'].map((coding) => [
      `a JPEG as ${coding}`,
      `Content-Transfer-Encoding: ${coding}`,
    ]),
  ),
  'a JPEG as chunked': 'Transfer-Encoding: chunked',
  'a JPEG as gzip': 'Content-Encoding: gzip',
};

/** Parts that are valid only when they are decoded, with the requirement that rejects them as they are. */
const invalid: Record<string, [Part, string, RequirementId]> = {
  'a JPEG in base64': [inBase64, 'Content-Transfer-Encoding: base64', 'upload-artifact.unknown-content'],
  'a JPEG in BASE64': [inBase64, 'Content-Transfer-Encoding: BASE64', 'upload-artifact.unknown-content'],
  'a JPEG in gzip': [inGzip, 'Content-Encoding: gzip', 'upload-artifact.unknown-content'],
  'a kind in base64': [kindInBase64, 'Content-Transfer-Encoding: base64', 'upload-artifact.unknown-kind'],
  'a kind in quoted-printable': [
    kindInQuotedPrintable,
    'Content-Transfer-Encoding: quoted-printable',
    'upload-artifact.unknown-kind',
  ],
};

/** The upload of this part, with a header that declares its encoding. */
function formWith(part: Part, header?: string) {
  const isFile = part.name === 'file';
  const { contentType, body } = multipart(isFile ? [kindPart, part] : [part, filePart]);
  if (header === undefined) return { contentType, body };
  const declaring = (headers: string) => headers.replace(/\r\n\r\n$/, `\r\n${header}\r\n\r\n`);
  return { contentType, body: withPartHeaders(body, isFile ? 1 : 0, declaring) };
}

/** The encodings that a part declares. */
export const transferEncodingChecks = {
  'upload-artifact.content-not-decoded': check({ long: true }, async ({ tenant }) => {
    const id = await tenant.openCaseForUploads();
    const send = (part: Part, header?: string) => {
      const { contentType, body } = formWith(part, header);
      return tenant.uploadRaw(id, body, { headers: { 'Content-Type': contentType } });
    };
    const recorded = (from: HttpResponse) => pick(objectOf(from), 'kind', 'size', 'sha256');
    const without = await acceptedPrecondition('upload-artifact.accepts-bare-signature', () => send(readable));

    await forEachRowInOrder(valid, async (header) => {
      const response = await send(readable, header);
      // A service may ignore the header, or reject the part (D80).
      if (!isAccepted(response)) return expectStatus(response, 400, 415, 422);
      expectSame('wrong-artifact', 'the artifact', recorded(response), recorded(without), response);
    });
    await forEachRowInOrder(invalid, async ([part, header, by]) => {
      await rejectedPrecondition(by, () => send(part));
      expectStatus(await send(part, header), 400, 415, 422);
    });
  }),
} satisfies Checks<'upload-artifact'>;
