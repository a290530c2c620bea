import { Artifact } from '../../../generated/validators.js';
import {
  expectAccepted,
  expectNotAccepted,
  expectSame,
  expectStatus,
  expectValid,
  objectOf,
} from '../../engine/expect.ts';
import { caseIn, listedIn } from '../support/case.ts';
import { check, type Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { jpeg } from '../../values/evidence-files.ts';
import { invalidBodies, type InvalidRequest } from '../support/fixtures/invalid-requests.ts';
import { unknownCaseId, unknownUuid } from '../support/fixtures/unknown.ts';
import { filesByType } from '../support/fixtures/upload.ts';
import { acceptedPrecondition, rejectedPrecondition } from '../support/preconditions.ts';
import { operation, type Send } from '../support/rows/operations.ts';
import { forEachRow, forEachRowInOrder, forEachTogether, inRow } from '../support/rows/rows.ts';
import { rowsOf } from '../../values/rows-of.ts';
import { forEachCaseWithRejections } from '../support/survey/rejected-uploads.ts';
import { forEveryAccepted } from '../support/survey/survey.ts';
import { abortUpload, uploadWithout } from '../support/upload-steps.ts';

/** The upload as a whole. */
export const uploadChecks = {
  'upload-artifact.accepts-evidence': async ({ tenant }) => {
    const { id } = await tenant.openCase();

    expectAccepted(await tenant.upload(id));
  },

  'upload-artifact.file-required': async (context) => expectNotAccepted(await uploadWithout(context, 'file')),

  'upload-artifact.kind-required': async (context) => expectNotAccepted(await uploadWithout(context, 'kind')),

  'upload-artifact.case-must-exist': async (context) => {
    const upload = await operation(context, 'an upload');

    await forEachRow(rowsOf(unknownCaseId, unknownUuid), async (unknown) =>
      expectNotAccepted(await upload({ caseId: () => unknown })),
    );
  },

  'upload-artifact.answers-201': async (context) => {
    const { tenant } = context;
    await tenant.addEvidence((await tenant.openCase()).id);

    await forEveryAccepted(context, /\/artifacts$/, (response) => expectStatus(response, 201));
  },

  'upload-artifact.answers-artifact': async ({ tenant }) => {
    const { id } = await tenant.openCase('PM');

    await forEachRowInOrder(filesByType, async (upload) => {
      const response = await acceptedPrecondition('upload-artifact.accepts-file-types', () =>
        tenant.upload(id, upload),
      );
      expectValid(response, Artifact, 'Artifact');
    });
  },

  'upload-artifact.ids-differ': async ({ tenant }) => {
    const { id: caseId } = await tenant.openCase();

    const file = jpeg('the same bytes');
    const artifacts = [
      await tenant.addArtifact(caseId, { file }),
      await tenant.addArtifact(caseId, { file }),
      await tenant.addArtifact(caseId, { file, kind: 'ID_BACK' }, 'upload-artifact.accepts-kinds'),
    ];

    expectSame('repeated-id', 'the number of ids', new Set(artifacts.map(({ id }) => id)).size, 3);
  },

  'upload-artifact.repeated-kind': async ({ tenant }) => {
    const { id } = await tenant.openCase();
    const first = await tenant.addArtifact(id);

    const second = await tenant.upload(id);

    await inRow('the upload', async () => expectAccepted(second));
    await inRow('a read', async () => {
      const read = await tenant.readOrBlock(id);
      expectSame(
        'wrong-artifacts',
        'the artifacts',
        listedIn(caseIn(read)).map((artifact) => artifact.id),
        [first.id, objectOf(second)['id']],
        read,
      );
    });
  },

  'upload-artifact.refused-stores-nothing': check({ long: true }, async (context) => {
    // An aborted upload must not be stored either (D73).
    const cut: Rejected = (_, id) => abortUpload(context.tenant, id);
    await forEachTogether({ 'an upload that was cut': cut, ...invalidUploads(context) }, (some) =>
      storesNothing(context, some),
    );
    await forEachCaseWithRejections(context);
  }),
} satisfies Checks<'upload-artifact'>;

/** Sends uploads to a case that has evidence, and reads it afterwards. */
async function storesNothing(context: Context, uploads: Rejected[]): Promise<void> {
  const { tenant } = context;
  const { id } = await tenant.openCase();
  const kept = await tenant.addArtifact(id);
  const send = await operation(context, 'an upload');
  for (const upload of uploads) await upload(send, id);
  const read = await tenant.readOrBlock(id);
  expectSame(
    'wrong-artifacts',
    'the artifacts',
    listedIn(caseIn(read)).map((artifact) => artifact.id),
    [kept.id],
    read,
  );
}

/** Sends an upload that must be rejected. */
type Rejected = (send: Send, id: string) => Promise<unknown>;

/** Every invalid upload, with and without an idempotency key. */
function invalidUploads({ run }: Context): Record<string, Rejected> {
  const keyed = (): Record<string, string> => ({ 'Idempotency-Key': run.reference() });
  const sending =
    ([by, change]: InvalidRequest, more: () => Record<string, string>): Rejected =>
    (send, id) =>
      rejectedPrecondition(by, () => send({ ...change, caseId: () => id, headers: { ...change.headers, ...more() } }));
  return Object.fromEntries(
    Object.entries<InvalidRequest>(invalidBodies['an upload']).flatMap(([label, request]) => [
      [label, sending(request, () => ({}))],
      [`${label}, with a key`, sending(request, keyed)],
    ]),
  );
}
