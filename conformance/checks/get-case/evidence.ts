import { expectSame, expectThat, show } from '../../engine/expect.ts';
import { artifactProperties, caseIn, isListOfObjects, listedIn, pick } from '../support/case.ts';
import { check, type Checks } from '../support/check.ts';
import { jpeg, png } from '../support/fixtures/evidence-files.ts';

/** The artifacts that a case lists. */
export const listedEvidenceChecks = {
  'get-case.lists-evidence': check({ watches: true }, async (context) => {
    const { tenant } = context;
    const { id } = await tenant.openCase();

    const uploaded: object[] = [];
    const listsAll = async () => {
      const read = await tenant.readOrBlock(id);
      const listed = caseIn(read).artifacts;
      expectThat('not-an-array', isListOfObjects(listed), 'an array of artifacts', show(listed), read);
      expectSame(
        'wrong-artifacts',
        'the artifacts',
        listed.map((artifact) => pick(artifact, ...artifactProperties)),
        uploaded,
        read,
      );
    };
    for (const file of [jpeg('first'), jpeg('second')]) {
      uploaded.push(pick(await tenant.addArtifact(id, { file }), ...artifactProperties));
      await listsAll();
    }
    await context.repeatUntilRunEnds(listsAll);
  }),

  'get-case.evidence-in-order': async ({ tenant }) => {
    const { id } = await tenant.openCase();
    const kinds = ['SELFIE', 'ID_BACK', 'PASSPORT', 'ID_FRONT', 'PROOF_OF_ADDRESS', 'ID_BACK'] as const;
    const uploaded: string[] = [];
    for (const [at, kind] of kinds.entries()) {
      const file = at % 2 === 0 ? { file: jpeg(String(at)) } : { file: png(String(at)), type: 'image/png' };
      const by = at % 2 === 0 ? 'upload-artifact.accepts-kinds' : 'upload-artifact.accepts-file-types';
      uploaded.push((await tenant.addArtifact(id, { kind, ...file }, by)).id);
    }

    const read = await tenant.readOrBlock(id);

    expectSame(
      'wrong-order',
      'the artifacts in the order',
      listedIn(caseIn(read)).map((artifact) => artifact.id),
      uploaded,
      read,
    );
  },
} satisfies Checks<'get-case'>;
