import { expectSame, expectStatus, isAccepted, objectOf } from '../../engine/expect.ts';
import { multipart, type Part } from '../../engine/multipart.ts';
import { pick } from '../support/case.ts';
import type { Checks } from '../support/check.ts';
import { jpeg, sha256 } from '../support/fixtures/evidence-files.ts';
import { filePart, kindPart } from '../support/fixtures/upload.ts';
import { forEachRowInOrder } from '../support/rows.ts';

// A JPEG with bytes that quoted-printable would decode.
const readable = Buffer.concat([jpeg(), Buffer.from('=41=3D=\r\n=\n')]);
const encoded = (content: string) => Buffer.from(content).toString('base64');

/** A part that says of itself how it is encoded. */
interface EncodedPart {
  coding: string;
  part: Part;
  /** the content, if the part is valid as it is */
  valid?: Buffer;
}

const rows: Record<string, EncodedPart> = {
  ...Object.fromEntries(
    ['binary', '8bit', '7bit', 'base64', 'quoted-printable', 'x-unknown'].map((coding): [string, EncodedPart] => [
      `a JPEG as ${coding}`,
      { coding, part: { ...filePart, content: readable }, valid: readable },
    ]),
  ),
  'a JPEG in base64': { coding: 'base64', part: { ...filePart, content: jpeg().toString('base64') } },
  'a JPEG in BASE64': { coding: 'BASE64', part: { ...filePart, content: jpeg().toString('base64') } },
  'a kind in base64': { coding: 'base64', part: { ...kindPart, content: encoded('SELFIE') } },
  'a kind in quoted-printable': { coding: 'quoted-printable', part: { ...kindPart, content: 'SELF=49E' } },
};

/** The upload in which this part says how it is encoded. */
function formWith({ coding, part }: EncodedPart) {
  const isFile = part.name === 'file';
  const { contentType, body } = multipart(isFile ? [kindPart, part] : [part, filePart]);
  const at = isFile ? 3 : 0;
  const written = Buffer.from(body[at]!)
    .toString()
    .replace(/\r\n\r\n$/, `\r\nContent-Transfer-Encoding: ${coding}\r\n\r\n`);
  return { contentType, body: body.with(at, Buffer.from(written)) };
}

/** What a part says about its own encoding. */
export const transferEncodingChecks = {
  'upload-artifact.content-not-decoded': async ({ tenant }) => {
    const id = await tenant.openCaseForUploads();

    await forEachRowInOrder(rows, async (row) => {
      const { contentType, body } = formWith(row);
      const response = await tenant.uploadRaw(id, body, { headers: { 'Content-Type': contentType } });
      // A service may ignore the header, or reject the part (D80).
      if (!row.valid || !isAccepted(response)) return expectStatus(response, 400, 415, 422);
      const sent = { kind: 'ID_FRONT', size: row.valid.length, sha256: sha256(row.valid) };
      expectSame('wrong-artifact', 'the artifact', pick(objectOf(response), 'kind', 'size', 'sha256'), sent, response);
    });
  },
} satisfies Partial<Checks<'upload-artifact'>>;
