import type { RequirementId } from '../../../generated/requirements.ts';
import { Artifact } from '../../../generated/validators.js';
import type { HttpResponse } from '../../engine/exchange.ts';
import {
  expectAccepted,
  expectNotAccepted,
  expectSame,
  expectStatus,
  expectValid,
  objectOf,
} from '../../engine/expect.ts';
import type { Part } from '../../engine/multipart.ts';
import { caseIn, listedIn } from '../support/case.ts';
import { check, type Checks } from '../support/check.ts';
import { foreignContents, jpeg } from '../support/fixtures/evidence-files.ts';
import { unknownCaseIds } from '../support/fixtures/unknown.ts';
import { filePart, filesByType, kindPart, partsOf } from '../support/fixtures/upload.ts';
import { acceptedPrecondition, rejectedPrecondition } from '../support/preconditions.ts';
import { operation } from '../support/operations.ts';
import { forEachRow, forEachRowInOrder, inRow, rowsOf } from '../support/rows.ts';
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
    const upload = await operation(context, 'an upload');

    await forEachRow(rowsOf(...unknownCaseIds.slice(0, 2)), async (unknown) =>
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
    const { tenant } = context;
    const { id } = await tenant.openCase();
    const kept = await tenant.addArtifact(id);

    // An aborted upload must not be stored either (D73).
    await abortUpload(tenant, id);
    const note: Part = { name: 'note', content: 'x' };
    const rejected: [RequirementId, () => Promise<HttpResponse>][] = [
      ['upload-artifact.unknown-kind', () => tenant.upload(id, { kind: 'UNKNOWN' })],
      ['upload-artifact.part-type-disagrees', () => tenant.upload(id, { type: 'application/pdf' })],
      ['upload-artifact.unknown-content', () => tenant.upload(id, { file: foreignContents['plain text']! })],
      ['upload-artifact.missing-part', () => tenant.uploadParts(id, [filePart])],
      ['upload-artifact.repeated-part', () => tenant.uploadParts(id, [kindPart, filePart, filePart])],
      ['upload-artifact.unknown-part', () => tenant.uploadParts(id, [...partsOf(), note])],
      ['upload-artifact.truncated-multipart', () => tenant.uploadParts(id, partsOf(), { last: false })],
    ];
    for (const [by, send] of rejected) await rejectedPrecondition(by, send);
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
