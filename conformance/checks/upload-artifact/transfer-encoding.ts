import type { RequirementId } from '../../../generated/requirements.ts';
import type { HttpResponse } from '../../engine/exchange.ts';
import { expectSame, expectStatus, isAccepted, objectOf } from '../../engine/expect.ts';
import { multipart, type Part, withPartHeaders } from '../../engine/multipart.ts';
import { pick } from '../support/case.ts';
import { check, type Checks } from '../support/check.ts';
import { jpeg } from '../support/fixtures/evidence-files.ts';
import { filePart, kindPart } from '../support/fixtures/upload.ts';
import { acceptedPrecondition, rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRowInOrder } from '../support/rows/rows.ts';

// A JPEG with bytes that quoted-printable would decode.
const readable = Buffer.concat([jpeg(), Buffer.from('=41=3D=\r\n=\n')]);
const encodedFile = { ...filePart, content: jpeg().toString('base64') };

/** A part that declares its encoding. */
interface EncodedPart {
  coding: string;
  part: Part;
  /** the requirement that judges the part as it is */
  by: RequirementId;
}

const rows: Record<string, EncodedPart> = {
  ...Object.fromEntries(
    ['binary', '8bit', '7bit', 'base64', 'quoted-printable', 'x-unknown'].map((coding): [string, EncodedPart] => [
      `a JPEG as ${coding}`,
      { coding, part: { ...filePart, content: readable }, by: 'upload-artifact.accepts-bare-signature' },
    ]),
  ),
  'a JPEG in base64': { coding: 'base64', part: encodedFile, by: 'upload-artifact.unknown-content' },
  'a JPEG in BASE64': { coding: 'BASE64', part: encodedFile, by: 'upload-artifact.unknown-content' },
  'a kind in base64': {
    coding: 'base64',
    part: { ...kindPart, content: Buffer.from('SELFIE').toString('base64') },
    by: 'upload-artifact.unknown-kind',
  },
  'a kind in quoted-printable': {
    coding: 'quoted-printable',
    part: { ...kindPart, content: 'SELF=49E' },
    by: 'upload-artifact.unknown-kind',
  },
};

/** The upload with or without a declared encoding of this part. */
function formWith(part: Part, coding?: string) {
  const isFile = part.name === 'file';
  const { contentType, body } = multipart(isFile ? [kindPart, part] : [part, filePart]);
  if (coding === undefined) return { contentType, body };
  const declared = `\r\nContent-Transfer-Encoding: ${coding}\r\n\r\n`;
  const declaring = (headers: string) => headers.replace(/\r\n\r\n$/, declared);
  return { contentType, body: withPartHeaders(body, isFile ? 1 : 0, declaring) };
}

/** The encodings that a part declares. */
export const transferEncodingChecks = {
  'upload-artifact.content-not-decoded': check({ long: true }, async ({ tenant }) => {
    const id = await tenant.openCaseForUploads();

    await forEachRowInOrder(rows, async (row) => {
      const send = (coding?: string) => {
        const { contentType, body } = formWith(row.part, coding);
        return tenant.uploadRaw(id, body, { headers: { 'Content-Type': contentType } });
      };
      const isValid = row.by === 'upload-artifact.accepts-bare-signature';
      const without = await (isValid ? acceptedPrecondition : rejectedPrecondition)(row.by, () => send());

      const response = await send(row.coding);

      // A service may ignore the header, or reject the part (D80).
      if (!isValid || !isAccepted(response)) return expectStatus(response, 400, 415, 422);
      const recorded = (from: HttpResponse) => pick(objectOf(from), 'kind', 'size', 'sha256');
      expectSame('wrong-artifact', 'the artifact', recorded(response), recorded(without), response);
    });
  }),
} satisfies Partial<Checks<'upload-artifact'>>;
