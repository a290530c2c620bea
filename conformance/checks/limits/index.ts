import type { Answer } from '../../engine/exchange.ts';
import {
  expectAccepted,
  expectProblem,
  expectSame,
  expectThat,
  isAccepted,
  objectOf,
  show,
} from '../../engine/expect.ts';
import { fileOfSize, foreignContents, jpeg } from '../support/evidence-files.ts';
import { type Artifact, caseIn, listedIn, pick } from '../support/case.ts';
import { arranged, type Checks, type Context, each, eachInTurn, refused } from '../support/context.ts';
import {
  jsonOfSize,
  largestJson,
  longBodies,
  refusedOrClosed,
  tooLarge,
  largeFiles,
  uploadOfSize,
  largestFile,
  uploadsOverTheLimit,
  mostArtifacts,
  fullCase,
} from '../support/sizes.ts';
import { sha256, type Tenant, type Upload } from '../support/tenant.ts';

/** A case without evidence; that another one takes some is the control. */
async function emptyCase({ tenant }: Context): Promise<string> {
  const { id } = await tenant.openCase();
  const { sha256: digest } = await tenant.addArtifact(id);
  await arranged('upload-artifact.returns-digest', async () => expectSame('the digest', digest, sha256(jpeg())));
  return (await tenant.openCase()).id;
}

/** Pictures that differ in kind, length and content; all have one file name. */
const pictures = (many: number): Upload[] =>
  Array.from({ length: many }, (_, at) => ({
    kind: ['ID_FRONT', 'SELFIE'][at % 2]!,
    file: jpeg(`${many}/${at}`.padEnd(100 + at, '.')),
  }));

const uploadAtOnce = (tenant: Tenant, caseId: string, uploads: Upload[]): Promise<Answer[]> =>
  Promise.all(uploads.map((upload) => tenant.upload(caseId, upload, { racing: true })));

/** What the record of an upload must say of it. */
const recordOf = ({ kind, file }: Upload) => ({ kind, size: file!.length, sha256: sha256(file!) });
const said = (artifact: object) => pick(artifact as Artifact, 'kind', 'size', 'sha256');

/** What comes one after the other is recorded and listed as it was sent: the control of what comes at once. */
async function recordsAreRight({ tenant }: Context, uploads: Upload[]): Promise<void> {
  const { id } = await tenant.openCase();
  const by = [
    'upload-artifact.returns-kind',
    'upload-artifact.returns-size',
    'upload-artifact.returns-digest',
  ] as const;
  for (const upload of uploads) {
    const artifact = await tenant.addArtifact(id, upload);
    for (const [at, member] of (['kind', 'size', 'sha256'] as const).entries())
      await arranged(by[at]!, async () => expectSame(member, artifact[member], recordOf(upload)[member]));
  }
  await arranged('get-case.lists-evidence', async () =>
    expectSame('the artifacts', listedIn(await tenant.readCase(id)).map(said), uploads.map(recordOf)),
  );
}

const idsIn = (answers: Answer[]) =>
  answers
    .filter(isAccepted)
    .map((answer) => objectOf(answer)['id'])
    .toSorted();

export const limits: Checks<'limits'> = {
  'limits.json-accepted': async (context) => {
    await context.tenant.mustOpenCases();

    for (const chunked of [false, true])
      expectAccepted(await context.tenant.createRaw(jsonOfSize(context, largestJson), { chunked }));
  },

  'limits.json-refused': async (context) => {
    await context.tenant.mustOpenCases();

    for (const body of longBodies(context)) await refusedOrClosed(() => context.tenant.createRaw(body), tooLarge);
  },

  'limits.json-refused-unannounced': async (context) => {
    await context.tenant.mustOpenCases();

    for (const body of longBodies(context))
      await refusedOrClosed(() => context.tenant.createRaw(body, { chunked: true }), tooLarge);
    // Behind the refusals: a service that takes nothing without a length fails by its own answer to them.
    await arranged('limits.json-accepted', async () =>
      expectAccepted(await context.tenant.createRaw(jsonOfSize(context, 1000), { chunked: true })),
    );
  },

  'limits.file-accepted': async ({ tenant }) => {
    const { id } = await tenant.openCase();
    const small = await tenant.addArtifact(id);

    await eachInTurn(largeFiles, async (large) => {
      const { make = jpeg, upload } = large;
      await tenant.addEvidence(id, { ...upload, file: make() }, 'upload-artifact.accepts-file-types');
      const answer = await uploadOfSize(tenant, id, largestFile, large);
      expectAccepted(answer);
      // Accepted in whole: told by what the record says, if it says so of a small file.
      await arranged('upload-artifact.returns-size', async () => expectSame('the size', small.size, jpeg().length));
      await arranged('upload-artifact.returns-digest', async () =>
        expectSame('the digest', small.sha256, sha256(jpeg())),
      );
      expectSame('the size', objectOf(answer)['size'], largestFile, answer);
      const digest = sha256(...fileOfSize(largestFile, make));
      expectSame('the digest', objectOf(answer)['sha256'], digest, answer);
    });
  },

  'limits.file-refused': async (context) => {
    const { announced } = await uploadsOverTheLimit(context);

    await refusedOrClosed(announced, tooLarge);
  },

  'limits.file-refused-unannounced': async (context) => {
    const { unannounced, caseId } = await uploadsOverTheLimit(context);

    await refusedOrClosed(unannounced, tooLarge);
    await arranged('limits.file-accepted', async () =>
      expectAccepted(await uploadOfSize(context.tenant, caseId, 100_000, { chunked: true })),
    );
  },

  'limits.refused-file-not-stored': async (context) => {
    const { empty, kept, read } = await uploadsOverTheLimit(context);
    await arranged('get-case.lists-evidence', async () => expectSame('the artifacts', listedIn(empty), []));

    const listed = listedIn(caseIn(read)).map((artifact) => artifact.id);
    expectSame('the artifacts', listed.toSorted(), kept.toSorted(), read);
  },

  'limits.twenty-artifacts': async ({ tenant }) => {
    const { id } = await tenant.openCase();
    await tenant.addEvidence((await tenant.openCase()).id);
    const key = { headers: { 'Idempotency-Key': crypto.randomUUID() } };
    const held = async () => listedIn(await tenant.readCase(id)).length;

    // Neither what is refused nor what is repeated counts.
    await refused('upload-artifact.unknown-kind', () => tenant.upload(id, { kind: 'UNKNOWN' }));
    await refused('upload-artifact.unknown-content', () => tenant.upload(id, { file: foreignContents['plain text']! }));
    const stored = await held();
    await arranged('upload-artifact.refused-stores-nothing', async () =>
      expectSame('the number of artifacts', stored, 0),
    );
    for (const by of ['idempotency.key-forms', 'idempotency.upload-replays'] as const)
      await arranged(by, async () => expectAccepted(await tenant.upload(id, {}, key)));
    const many = await held();
    await arranged('get-case.lists-evidence', async () => expectThat(many >= 1, 'the evidence listed', 'none'));
    await arranged('idempotency.upload-stored-once', async () => expectSame('the number of artifacts', many, 1));
    for (let at = 2; at <= mostArtifacts; at += 1) expectAccepted(await tenant.upload(id, { file: jpeg(String(at)) }));
    const read = await tenant.look(id);
    expectSame('the number of artifacts', listedIn(caseIn(read)).length, mostArtifacts, read);
  },

  'limits.twenty-first-artifact': async (context) => {
    const { id, twentyFirst } = await fullCase(context);
    // The form that every service takes: whether others are taken, another check judges.
    const key = { headers: { 'Idempotency-Key': crypto.randomUUID() } };

    expectProblem(await twentyFirst(), 409, '/problems/artifact-limit-reached');
    const other = await context.tenant.upload(id, { kind: 'SELFIE' });
    expectProblem(other, 409, '/problems/artifact-limit-reached');
    for (const upload of [{ file: jpeg('1') }, { file: jpeg('1') }])
      expectProblem(await context.tenant.upload(id, upload, key), 409, '/problems/artifact-limit-reached');
    const read = await context.tenant.look(id);
    expectSame('the number of artifacts', listedIn(caseIn(read)).length, mostArtifacts, read);
  },

  'limits.parallel-artifacts-kept': async (context) => {
    const { tenant } = context;
    const id = await emptyCase(context);
    const uploads = pictures(mostArtifacts);
    await recordsAreRight(context, uploads.slice(0, 2));

    const answers = await uploadAtOnce(tenant, id, uploads);

    for (const answer of answers) expectAccepted(answer);
    const read = await tenant.look(id);
    const artifacts = listedIn(caseIn(read));
    const listed = artifacts.map((artifact) => artifact.id);
    expectSame('the number of artifacts', listed.length, mostArtifacts, read);
    expectSame('the artifacts', listed.toSorted(), idsIn(answers), read);
    for (const [at, answer] of answers.entries()) {
      const sent = recordOf(uploads[at]!);
      expectSame('the artifact', said(objectOf(answer)), sent, answer);
      const kept = artifacts.find((artifact) => artifact.id === objectOf(answer)['id'])!;
      expectSame('the listed artifact', said(kept), sent, read);
    }
  },

  'limits.parallel-artifacts-limited': async (context) => {
    const { tenant } = context;
    const id = await emptyCase(context);

    const answers = await uploadAtOnce(tenant, id, pictures(mostArtifacts + 10));

    const read = await tenant.look(id);
    const listed = listedIn(caseIn(read)).map((artifact) => artifact.id);
    expectThat(listed.length <= mostArtifacts, `at most ${mostArtifacts} artifacts`, show(listed.length), read);
    const refusals = answers.filter((answer) => !isAccepted(answer));
    await each(Object.fromEntries(refusals.map((answer, at) => [`refusal ${at + 1}`, answer])), async (answer) =>
      expectProblem(answer, 409, '/problems/artifact-limit-reached'),
    );
    expectSame('the artifacts', listed.toSorted(), idsIn(answers), read);
  },
};
