import type { HttpResponse } from '../../engine/exchange.ts';
import {
  expectAccepted,
  expectProblem,
  expectSame,
  expectThat,
  isAccepted,
  objectOf,
  show,
} from '../../engine/expect.ts';
import { type Artifact, caseIn, listedIn, pick } from '../support/case.ts';
import { check, type Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { foreignContents, jpeg, sha256 } from '../support/fixtures/evidence-files.ts';
import { forEachArtifactOfFullCase, fullCase, maxArtifacts } from '../support/fixtures/sizes.ts';
import type { Upload } from '../support/fixtures/upload.ts';
import { acceptedPrecondition, precondition, rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRow, forEachRowInOrder, inRow } from '../support/rows/rows.ts';

/** Opens an empty case, after another case has accepted an artifact without and one with a key (the control). */
async function openEmptyCase({ tenant }: Context): Promise<string> {
  const { id } = await tenant.openCase();
  const { sha256: digest } = await tenant.addArtifact(id);
  await precondition('upload-artifact.returns-digest', async () =>
    expectSame('wrong-digest', 'the digest', digest, sha256(jpeg())),
  );
  const key = { headers: { 'Idempotency-Key': crypto.randomUUID() } };
  await acceptedPrecondition('idempotency.key-forms', () => tenant.upload(id, {}, key));
  return (await tenant.openCase()).id;
}

/** Pictures that differ in kind, size and content, but not in their file name. */
const pictures = (many: number): Upload[] =>
  Array.from({ length: many }, (_, at) => ({
    kind: ['ID_FRONT', 'SELFIE'][at % 2]!,
    file: jpeg(`${many}/${at}`.padEnd(100 + at, '.')),
  }));

/** Every other upload has its own key: a lock on one key must not reject uploads with another. */
const uploadAtOnce = (context: Context, caseId: string, uploads: Upload[]): Promise<HttpResponse[]> =>
  context.raceAtEnd(() =>
    Promise.all(
      uploads.map((upload, at) => {
        const key = at % 2 === 0 ? {} : { headers: { 'Idempotency-Key': crypto.randomUUID() } };
        return context.tenant.upload(caseId, upload, { racing: true, ...key });
      }),
    ),
  );

/** What the artifact of an upload must contain. */
const expectedRecord = ({ kind, file }: Upload) => ({ kind, size: file!.length, sha256: sha256(file!) });

const recordIn = (artifact: object) => pick(artifact as Artifact, 'kind', 'size', 'sha256');

/** The control for parallel uploads: sequential ones are recorded and listed correctly. */
async function requireCorrectRecords({ tenant }: Context, uploads: Upload[]): Promise<void> {
  const { id } = await tenant.openCase();
  const by = [
    'upload-artifact.returns-kind',
    'upload-artifact.returns-size',
    'upload-artifact.returns-digest',
  ] as const;
  for (const upload of uploads) {
    const artifact = await tenant.addArtifact(id, upload);
    for (const [at, member] of (['kind', 'size', 'sha256'] as const).entries())
      await precondition(by[at]!, async () =>
        expectSame('wrong-artifact', member, artifact[member], expectedRecord(upload)[member]),
      );
  }
  await precondition('get-case.lists-evidence', async () =>
    expectSame(
      'wrong-artifacts',
      'the artifacts',
      listedIn(await tenant.readCase(id)).map(recordIn),
      uploads.map(expectedRecord),
    ),
  );
}

const idsIn = (responses: HttpResponse[]) =>
  responses
    .filter(isAccepted)
    .map((response) => objectOf(response)['id'])
    .toSorted();

/** Checks of the limit of 20 artifacts. */
export const artifactLimitChecks = {
  'limits.twenty-artifacts': check({ long: true }, async (context) => {
    const { tenant } = context;
    const id = await tenant.openCaseForUploads();
    const key = { headers: { 'Idempotency-Key': crypto.randomUUID() } };
    const countArtifacts = async () => listedIn(await tenant.readCase(id)).length;

    await rejectedPrecondition('upload-artifact.unknown-kind', () => tenant.upload(id, { kind: 'UNKNOWN' }));
    await rejectedPrecondition('upload-artifact.unknown-content', () =>
      tenant.upload(id, { file: foreignContents['plain text']! }),
    );
    const stored = await countArtifacts();
    await precondition('upload-artifact.refused-stores-nothing', async () =>
      expectSame('wrong-artifact-count', 'the number of artifacts', stored, 0),
    );
    await acceptedPrecondition('idempotency.key-forms', () => tenant.upload(id, {}, key));
    // Neither rejected nor repeated uploads count.
    await inRow('after rejected uploads', async () => {
      for (let at = 2; at < maxArtifacts; at += 1) expectAccepted(await tenant.upload(id, { file: jpeg(String(at)) }));
    });
    await inRow('in a case of an entity', () => forEachArtifactOfFullCase(context, expectAccepted));
    await inRow('after a repeated upload', async () => {
      await acceptedPrecondition('idempotency.upload-replays', () => tenant.upload(id, {}, key));
      const many = await countArtifacts();
      await precondition('get-case.lists-evidence', async () =>
        expectThat('wrong-artifact-count', many >= 1, 'at least one listed artifact', 'none'),
      );
      await precondition('idempotency.upload-stored-once', async () =>
        expectSame('wrong-artifact-count', 'the number of artifacts', many, maxArtifacts - 1),
      );
      expectAccepted(await tenant.upload(id, { file: jpeg('the last') }));
      const read = await tenant.readOrBlock(id);
      expectSame('wrong-artifact-count', 'the number of artifacts', listedIn(caseIn(read)).length, maxArtifacts, read);
    });
  }),

  'limits.twenty-first-artifact': check({ long: true }, async (context) => {
    const { id, twentyFirst } = await fullCase(context);
    const { tenant } = context;
    // A UUID, because another check judges whether other forms of keys are accepted.
    const key = { headers: { 'Idempotency-Key': crypto.randomUUID() } };

    const uploads: Record<string, () => Promise<HttpResponse>> = {
      'one more': twentyFirst,
      'another kind': () => tenant.upload(id, { kind: 'SELFIE' }),
      'with an Idempotency-Key': () => tenant.upload(id, { file: jpeg('1') }, key),
      'again with the same Idempotency-Key': () => tenant.upload(id, { file: jpeg('1') }, key),
    };
    await forEachRowInOrder(uploads, async (send) =>
      expectProblem(await send(), 409, '/problems/artifact-limit-reached'),
    );
    await inRow('a read after the rejected uploads', async () => {
      const read = await tenant.readOrBlock(id);
      expectSame('wrong-artifact-count', 'the number of artifacts', listedIn(caseIn(read)).length, maxArtifacts, read);
    });
  }),

  'limits.parallel-artifacts-kept': check({ long: true }, async (context) => {
    const { tenant } = context;
    const id = await openEmptyCase(context);
    const uploads = pictures(maxArtifacts);
    await requireCorrectRecords(context, uploads.slice(0, 2));

    const responses = await uploadAtOnce(context, id, uploads);

    for (const response of responses) expectAccepted(response);
    const read = await tenant.readOrBlock(id);
    const artifacts = listedIn(caseIn(read));
    const listed = artifacts.map((artifact) => artifact.id);
    expectSame('wrong-artifact-count', 'the number of artifacts', listed.length, maxArtifacts, read);
    expectSame('wrong-artifacts', 'the artifacts', listed.toSorted(), idsIn(responses), read);
    for (const [at, response] of responses.entries()) {
      const sent = expectedRecord(uploads[at]!);
      expectSame('wrong-artifact', 'the artifact', recordIn(objectOf(response)), sent, response);
      const kept = artifacts.find((artifact) => artifact.id === objectOf(response)['id'])!;
      expectSame('wrong-artifact', 'the listed artifact', recordIn(kept), sent, read);
    }
  }),

  'limits.parallel-artifacts-limited': check({ long: true }, async (context) => {
    const { tenant } = context;
    const id = await openEmptyCase(context);
    const uploads = pictures(maxArtifacts + 10);
    const first = uploads.splice(0, maxArtifacts - 1);

    const responses = await Promise.all(first.map((upload) => tenant.upload(id, upload)));
    // A limit that is counted too early is exceeded most likely when all others compete for the last place.
    responses.push(...(await uploadAtOnce(context, id, uploads)));

    const read = await tenant.readOrBlock(id);
    const listed = listedIn(caseIn(read)).map((artifact) => artifact.id);
    expectThat(
      'artifact-limit-exceeded',
      listed.length <= maxArtifacts,
      `at most ${maxArtifacts} artifacts`,
      show(listed.length),
      read,
    );
    const rejections = responses.filter((response) => !isAccepted(response));
    await forEachRow(
      Object.fromEntries(rejections.map((response, at) => [`rejection ${at + 1}`, response])),
      async (response) => expectProblem(response, 409, '/problems/artifact-limit-reached'),
    );
    expectSame('wrong-artifacts', 'the artifacts', listed.toSorted(), idsIn(responses), read);
  }),
} satisfies Checks<'limits'>;
