import { expectAccepted } from '../../engine/expect.ts';
import { check, type Checks } from '../support/check.ts';
import { kinds } from '../support/fixtures/upload.ts';
import { forEachRowInOrder, namedRows } from '../support/rows.ts';
import { falsyWords, nearMissesOf } from '../../values/texts.ts';
import { acceptsUploads, rejectsUploads, uploadRows } from '../support/upload-steps.ts';

const unknownKinds = [
  ...['DRIVER_LICENSE', 'UNKNOWN', 'ID', '', '0', '1', 'ID_FRONT,ID_BACK', 'constructor'],
  ...[...nearMissesOf('ID_FRONT'), ...falsyWords],
];

/** The kind of the evidence. */
export const kindChecks = {
  'upload-artifact.accepts-kinds': check({ long: true }, (context) =>
    acceptsUploads(
      context,
      uploadRows(kinds, (kind) => ({ kind })),
    ),
  ),

  'upload-artifact.any-kind-on-any-type': check({ long: true }, async ({ tenant }) => {
    const id = await tenant.openCaseForUploads('PM');

    await forEachRowInOrder(
      uploadRows(kinds, (kind) => ({ kind })),
      async (upload) => expectAccepted(await tenant.upload(id, upload)),
    );
  }),

  'upload-artifact.unknown-kind': (context) => {
    const named = namedRows('the kind', unknownKinds);
    const uploads = Object.fromEntries(Object.entries(named).map(([label, kind]) => [label, { kind }]));
    return rejectsUploads(context, uploads, 422, '/problems/invalid-request');
  },
} satisfies Partial<Checks<'upload-artifact'>>;
