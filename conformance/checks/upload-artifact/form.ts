import {
  expectAccepted,
  expectNotAccepted,
  expectProblem,
  expectSame,
  expectStatus,
  objectOf,
} from '../../engine/expect.ts';
import { multipart, type Part } from '../../engine/multipart.ts';
import { pick } from '../support/case.ts';
import { check, type Checks } from '../support/check.ts';
import { jpeg, sha256 } from '../../values/evidence-files.ts';
import { filePart, filesByType, kindPart } from '../support/fixtures/upload.ts';
import { precondition } from '../support/preconditions.ts';
import { forEachRow, forEachRowInOrder } from '../support/rows/rows.ts';
import { unknownNames } from '../../values/names.ts';
import { evidencePart, expectInvalidRequest, rejectsParts, uploadWithout } from '../support/upload-steps.ts';
import { clientForms } from './client-forms.ts';

/** How the multipart body is read. */
export const formChecks = {
  'upload-artifact.multipart-required': async (context) => {
    const id = await context.tenant.openCaseForUploads();

    const { content, type } = evidencePart(context);
    const file = Buffer.from(content);
    const json = Buffer.from(JSON.stringify({ kind: 'ID_FRONT', file: file.toString('base64') }));
    const bodies = { 'as JSON': ['application/json', json], 'as a file': [type!, file] } as const;
    await forEachRow(bodies, async ([mediaType, body]) =>
      expectNotAccepted(await context.tenant.uploadRaw(id, body, { headers: { 'Content-Type': mediaType } })),
    );
  },

  'upload-artifact.parts-in-either-order': async (context) => {
    const id = await context.tenant.openCaseForUploads();

    const shown = async (parts: Part[]) => {
      const response = await context.tenant.uploadParts(id, parts);
      expectAccepted(response);
      return { response, artifact: pick(objectOf(response), 'kind', 'content_type', 'size', 'sha256') };
    };
    const kindFirst = await shown([kindPart, filePart]);
    await precondition('upload-artifact.returns-digest', async () =>
      expectSame('wrong-digest', 'the digest', kindFirst.artifact['sha256'], sha256(jpeg()), kindFirst.response),
    );
    const fileFirst = await shown([filePart, kindPart]);
    expectSame('wrong-artifact', 'the artifact', fileFirst.artifact, kindFirst.artifact, fileFirst.response);
  },

  'upload-artifact.written-by-any-client': check({ long: true }, async ({ tenant }) => {
    const asWeWrite = await tenant.addArtifact((await tenant.openCase()).id, filesByType['image/jpeg']);
    await precondition('upload-artifact.returns-digest', async () =>
      expectSame('wrong-digest', 'the digest', asWeWrite.sha256, sha256(jpeg())),
    );

    const { id } = await tenant.openCase();
    await forEachRowInOrder(clientForms(kindPart, filePart), async ({ contentType, body, inPieces = false }) => {
      const response = await tenant.uploadRaw(id, body, { headers: { 'Content-Type': contentType }, inPieces });
      expectAccepted(response);
      const shown = pick(objectOf(response), 'kind', 'size', 'sha256');
      expectSame('wrong-artifact', 'the artifact', shown, pick(asWeWrite, 'kind', 'size', 'sha256'), response);
    });
  }),

  'upload-artifact.missing-part': async (context) => {
    const id = await context.tenant.openCaseForUploads();
    const { tenant } = context;

    await forEachRow({ 'no file': 'file', 'no kind': 'kind' } as const, async (missing) =>
      expectInvalidRequest(await uploadWithout(context, missing)),
    );
    // A query parameter does not replace a part.
    const { contentType, body } = multipart([filePart]);
    const path = `/cases/${id}/artifacts?kind=ID_FRONT`;
    expectNotAccepted(await tenant.send({ method: 'POST', path, headers: { 'Content-Type': contentType }, body }));
  },

  'upload-artifact.repeated-part': async (context) => {
    await rejectsParts(
      context,
      {
        'two kinds': [kindPart, kindPart, filePart],
        'two different kinds, the file between them': [kindPart, filePart, { ...kindPart, content: 'SELFIE' }],
        'two files': [kindPart, filePart, { ...filePart, content: jpeg('second') }],
        'two files, the kind last': [filePart, filePart, kindPart],
        'a kind after an empty kind': [{ ...kindPart, content: '' }, kindPart, filePart],
        'a second kind, with a file name': [kindPart, filePart, { ...kindPart, filename: 'kind.txt' }],
        'a second file without a file name': [kindPart, filePart, { name: 'file', content: jpeg('second') }],
      },
      expectInvalidRequest,
    );
    // A service may also reject an empty file with 415 (D15).
    const rows = { 'an empty file behind a file': [kindPart, filePart, { ...filePart, content: '' }] };
    await rejectsParts(context, rows, (response) => expectStatus(response, 422, 415));
  },

  'upload-artifact.unknown-part': async (context) => {
    const id = await context.tenant.openCaseForUploads();
    const { tenant } = context;

    const rows = {
      'a text part before the others': [{ name: 'note', content: 'x' }, kindPart, filePart],
      'a text part after the others': [kindPart, filePart, { name: 'note', content: 'x' }],
      'a file part': [kindPart, filePart, { ...filePart, name: 'selfie' }],
      'a name in upper case': [kindPart, filePart, { name: 'KIND', content: 'ID_FRONT' }],
      'a kind with a name in upper case': [{ ...kindPart, name: 'KIND' }, filePart],
      'a file with a name in a list': [kindPart, { ...filePart, name: 'file[]' }],
      'a kind with a name in a list': [{ ...kindPart, name: 'kind[]' }, filePart],
      'an empty text part': [kindPart, filePart, { name: 'note', content: '' }],
      // As a browser sends a field of a form in which no file was chosen.
      'a file part without a file': [kindPart, filePart, { ...filePart, name: 'selfie', filename: '', content: '' }],
      ...Object.fromEntries(
        ['__proto__', ...unknownNames].map((name) => [
          `the part ${name}`,
          [kindPart, filePart, { name, content: 'x' }],
        ]),
      ),
    };
    await forEachRow(rows, async (parts) => expectInvalidRequest(await tenant.uploadParts(id, parts)));
    // A service may treat an empty name as a missing one.
    await forEachRow({ 'a part with an empty name': [kindPart, filePart, { name: '', content: 'x' }] }, async (parts) =>
      expectStatus(await tenant.uploadParts(id, parts), 400, 422),
    );
  },

  'upload-artifact.truncated-multipart': async (context) => {
    const id = await context.tenant.openCaseForUploads();
    const { tenant } = context;

    const whole = multipart([kindPart, filePart]);
    const bytes = Buffer.concat(whole.body);
    const bodies = {
      'after the file': bytes.subarray(0, bytes.lastIndexOf('--idv')),
      'within the file': bytes.subarray(0, -400),
      'within the last boundary': bytes.subarray(0, -10),
      'within the hyphens of the last boundary': bytes.subarray(0, -3),
      'after a boundary that is not the last': Buffer.concat([
        bytes.subarray(0, bytes.lastIndexOf('--\r\n')),
        Buffer.from('\r\n'),
      ]),
      'after the kind': Buffer.concat(multipart([filePart, kindPart], { last: false }).body),
    };
    await forEachRow(bodies, async (body) =>
      expectProblem(
        await tenant.uploadRaw(id, body, { headers: { 'Content-Type': whole.contentType } }),
        400,
        '/problems/malformed-request',
      ),
    );
  },

  'upload-artifact.invalid-utf8-kind': async (context) => {
    const id = await context.tenant.openCaseForUploads();

    const kinds = {
      'a byte that is not UTF-8': Buffer.from([0x49, 0x44, 0xff]),
      'a truncated sequence': Buffer.concat([Buffer.from('ID_FRONT'), Buffer.from([0xc3])]),
    };
    await forEachRow(kinds, async (kind) => expectStatus(await context.tenant.upload(id, { kind }), 400, 422));
  },
} satisfies Checks<'upload-artifact'>;
