import type { RequirementId } from '../../../generated/requirements.ts';
import { expectAccepted } from '../../engine/expect.ts';
import { check, type Checks } from '../support/check.ts';
import { kinds } from '../../values/kinds.ts';
import { filePart, filesByType, kindPart, type Upload } from '../support/fixtures/upload.ts';
import { forEachRow, forEachRowInOrder, namedRows } from '../support/rows/rows.ts';
import { falsyWords, nearMissesOf, words } from '../../values/texts.ts';
import {
  acceptsUploads,
  expectInvalidRequest,
  rejectsParts,
  rejectsUploads,
  uploadRows,
} from '../support/upload-steps.ts';

const unknownKinds = [
  '',
  ...words('DRIVER_LICENSE UNKNOWN ID 0 1 ID_FRONT,ID_BACK constructor'),
  ...nearMissesOf('ID_FRONT'),
  ...falsyWords,
];

/** Files that every kind has, other than a plain JPEG, each with the requirement whose check judges them as `ID_FRONT`. */
const otherFiles: Record<string, [by: RequirementId, file: Upload]> = {
  'a PNG': ['upload-artifact.accepts-file-types', filesByType['image/png']],
  'a PDF': ['upload-artifact.accepts-file-types', filesByType['application/pdf']],
  'a JPEG as octet-stream': ['upload-artifact.part-type-optional', { type: 'application/octet-stream' }],
};

/** The kind of the evidence. */
export const kindChecks = {
  'upload-artifact.accepts-kinds': check({ long: true }, async (context) => {
    await acceptsUploads(
      context,
      uploadRows(kinds, (kind) => ({ kind })),
    );
    await forEachRow(otherFiles, async ([by, file]) => {
      const id = await context.tenant.openCaseForUploads();
      await context.tenant.addEvidence(id, file, by);
      await forEachRowInOrder(
        uploadRows(kinds, (kind) => ({ ...file, kind })),
        async (upload) => expectAccepted(await context.tenant.upload(id, upload)),
      );
    });
  }),

  'upload-artifact.any-kind-on-any-type': check({ long: true }, async ({ tenant }) => {
    const id = await tenant.openCaseForUploads('PM');

    await forEachRowInOrder(
      uploadRows(kinds, (kind) => ({ kind })),
      async (upload) => expectAccepted(await tenant.upload(id, upload)),
    );
  }),

  'upload-artifact.unknown-kind': async (context) => {
    const named = namedRows('the kind', unknownKinds);
    const uploads = Object.fromEntries(Object.entries(named).map(([label, kind]) => [label, { kind }]));
    await rejectsUploads(context, uploads, 422, '/problems/invalid-request');
    // The type of the part does not change how its value is read (D82).
    const asJson = { ...kindPart, type: 'application/json', content: '"ID_FRONT"' };
    await rejectsParts(context, { 'a kind that is JSON': [asJson, filePart] }, expectInvalidRequest);
  },
} satisfies Checks<'upload-artifact'>;
