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
import { foreignContents, jpeg } from '../support/fixtures/evidence-files.ts';
import { unknownCaseIds } from '../support/fixtures/unknown.ts';
import { filePart, filesByType, kindPart, partsOf } from '../support/fixtures/upload.ts';
import { acceptedPrecondition, rejectedPrecondition } from '../support/preconditions.ts';
import { forEveryAccepted } from '../support/survey/survey.ts';
import { abortUpload, evidencePart, rejectsParts } from '../support/upload-steps.ts';

/** The upload as a whole. */
export const uploadChecks = {
  'upload-artifact.accepts-evidence': async ({ tenant }) => {
    const { id } = await tenant.openCase();

    expectAccepted(await tenant.upload(id));
  },

  'upload-artifact.file-required': (context) => rejectsParts(context, { 'no file': [kindPart] }, expectNotAccepted),

  'upload-artifact.kind-required': (context) =>
    rejectsParts(context, { 'no kind': [evidencePart(context)] }, expectNotAccepted),

  'upload-artifact.case-must-exist': async (context) => {
    await context.tenant.openCaseWithEvidence();

    for (const unknown of unknownCaseIds.slice(0, 2)) expectNotAccepted(await context.tenant.upload(unknown));
  },

  'upload-artifact.answers-201': async (context) => {
    const { tenant } = context;
    await tenant.addEvidence((await tenant.openCase()).id);

    await forEveryAccepted(context, /\/artifacts$/, (response) => expectStatus(response, 201));
  },

  'upload-artifact.answers-artifact': async ({ tenant }) => {
    const { id } = await tenant.openCase('PM');

    for (const upload of Object.values(filesByType)) {
      const response = await acceptedPrecondition('upload-artifact.accepts-file-types', () =>
        tenant.upload(id, upload),
      );
      expectValid(response, Artifact, 'Artifact');
    }
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

    expectAccepted(second);
    const read = await tenant.readOrBlock(id);
    expectSame(
      'wrong-artifacts',
      'the artifacts',
      listedIn(caseIn(read)).map((artifact) => artifact.id),
      [first.id, objectOf(second)['id']],
      read,
    );
  },

  'upload-artifact.refused-stores-nothing': check({ long: true }, async (context) => {
    const { tenant } = context;
    const { id } = await tenant.openCase();
    const kept = await tenant.addArtifact(id);

    // An aborted upload must not be stored either (D73).
    await abortUpload(tenant, id);
    await rejectedPrecondition('upload-artifact.unknown-kind', () => tenant.upload(id, { kind: 'UNKNOWN' }));
    await rejectedPrecondition('upload-artifact.part-type-disagrees', () =>
      tenant.upload(id, { type: 'application/pdf' }),
    );
    await rejectedPrecondition('upload-artifact.unknown-content', () =>
      tenant.upload(id, { file: foreignContents['plain text']! }),
    );
    await rejectedPrecondition('upload-artifact.missing-part', () => tenant.uploadParts(id, [filePart]));
    await rejectedPrecondition('upload-artifact.repeated-part', () =>
      tenant.uploadParts(id, [kindPart, filePart, filePart]),
    );
    await rejectedPrecondition('upload-artifact.unknown-part', () =>
      tenant.uploadParts(id, [...partsOf(), { name: 'note', content: 'x' }]),
    );
    await rejectedPrecondition('upload-artifact.truncated-multipart', () =>
      tenant.uploadParts(id, partsOf(), { last: false }),
    );
    const read = await tenant.readOrBlock(id);
    expectSame(
      'wrong-artifacts',
      'the artifacts',
      listedIn(caseIn(read)).map((artifact) => artifact.id),
      [kept.id],
      read,
    );
  }),
} satisfies Partial<Checks<'upload-artifact'>>;
