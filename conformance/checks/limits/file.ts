import { expectAccepted, expectSame, objectOf } from '../../engine/expect.ts';
import { caseIn, listedIn } from '../support/case.ts';
import { check, type Checks } from '../support/check.ts';
import { fileOfSize, jpeg, sha256 } from '../support/fixtures/evidence-files.ts';
import {
  expectTooLarge,
  largeFiles,
  maxFileSize,
  rejectedOrClosed,
  uploadOfSize,
  uploadsOverTheLimit,
} from '../support/fixtures/sizes.ts';
import { precondition } from '../support/preconditions.ts';
import { forEachRowInOrder, inRow } from '../support/rows/rows.ts';

/** The size of a file. */
export const fileLimitChecks = {
  'limits.file-accepted': check({ long: true }, async ({ tenant }) => {
    const { id } = await tenant.openCase();
    const small = await tenant.addArtifact(id);

    await forEachRowInOrder(largeFiles, async (large) => {
      const { make = jpeg, upload } = large;
      await tenant.addEvidence(id, { ...upload, file: make() }, 'upload-artifact.accepts-file-types');
      const response = await uploadOfSize(tenant, id, maxFileSize, large);
      expectAccepted(response);
      // The whole file was read if size and digest are right; the control is a small file.
      await precondition('upload-artifact.returns-size', async () =>
        expectSame('wrong-size', 'the size', small.size, jpeg().length),
      );
      await precondition('upload-artifact.returns-digest', async () =>
        expectSame('wrong-digest', 'the digest', small.sha256, sha256(jpeg())),
      );
      expectSame('wrong-size', 'the size', objectOf(response)['size'], maxFileSize, response);
      const digest = sha256(...fileOfSize(maxFileSize, make));
      expectSame('wrong-digest', 'the digest', objectOf(response)['sha256'], digest, response);
    });
  }),

  'limits.file-refused': check({ long: true }, async (context) => {
    const { announced } = await uploadsOverTheLimit(context);

    await rejectedOrClosed(announced, expectTooLarge);
  }),

  'limits.file-refused-unannounced': async (context) => {
    const { unannounced, fileFirst, caseId } = await uploadsOverTheLimit(context);

    await rejectedOrClosed(unannounced, expectTooLarge);
    await inRow('the file before the kind', () => rejectedOrClosed(fileFirst, expectTooLarge));
    await precondition('limits.file-accepted', async () =>
      expectAccepted(await uploadOfSize(context.tenant, caseId, 100_000, { chunked: true })),
    );
  },

  'limits.refused-file-not-stored': async (context) => {
    const { before, kept, after } = await uploadsOverTheLimit(context);
    const [empty, full] = await precondition('get-case.reads-case', async () => [caseIn(before), caseIn(after)]);
    await precondition('get-case.lists-evidence', async () =>
      expectSame('wrong-artifacts', 'the artifacts', listedIn(empty), []),
    );

    const listed = listedIn(full).map((artifact) => artifact.id);
    expectSame('wrong-artifacts', 'the artifacts', listed.toSorted(), kept.toSorted(), after);
  },
} satisfies Checks<'limits'>;
