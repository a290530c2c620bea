import { expectSame, expectThat, show } from '../../engine/expect.ts';
import { caseIn, knownCase, listedIn } from '../support/case.ts';
import { check, type Checks } from '../support/check.ts';
import { cookiesOf } from '../support/cookies.ts';
import type { ContextWith } from '../support/context.ts';
import { jpeg } from '../../values/evidence-files.ts';
import { fullCase, rejectedOrClosed } from '../support/fixtures/sizes.ts';
import { invalidRequests, longRequests } from '../support/fixtures/invalid-requests.ts';
import { operation } from '../support/rows/operations.ts';
import { precondition } from '../support/preconditions.ts';
import { forEachRow, inRow, lazily } from '../support/rows/rows.ts';
import type { Tenant } from '../support/tenant.ts';
import { artifactsIn, expectCaseNotShown, expectNotFound, rejectsForeignReplay } from './steps.ts';

/** Each of the two tenants as the owner of a case that the other tenant requests. */
const ownersAndStrangers = ({ tenant, otherTenant }: ContextWith<'otherTenant'>) => ({
  'a case of the first tenant': [tenant, otherTenant] as const,
  'a case of the second tenant': [otherTenant, tenant] as const,
});

/** The id of an open case and, with the sandbox, of a decided case; `open` opens the former. */
const casesOf = (owner: Tenant, open: () => Promise<string>): Record<string, () => Promise<string>> => ({
  open,
  ...(owner.session.claimsSandbox && { decided: async () => (await owner.decidedCase('APPROVED')).id }),
});

/** Requests for a case of another tenant. */
export const foreignCaseChecks = {
  'tenancy.foreign-read-404': check({ needs: ['otherTenant'] }, (context) =>
    forEachRow(ownersAndStrangers(context), ([owner, stranger]) =>
      forEachRow(
        casesOf(owner, async () => (await owner.openCase()).id),
        async (opened) => {
          const id = await opened();
          await owner.readCase(id);
          expectNotFound(await stranger.read(id));
          const headers = cookiesOf(context, owner);
          if (headers) expectNotFound(await stranger.read(id, { headers }));
          // Another check judges how a path with a trailing slash is rejected.
          expectCaseNotShown(await stranger.read(`${id}/`));
        },
      ),
    ),
  ),

  'tenancy.foreign-upload-404': check({ needs: ['otherTenant'] }, async (context) => {
    const { otherTenant: by } = context;
    await forEachRow(ownersAndStrangers(context), ([owner, stranger]) =>
      forEachRow(
        casesOf(owner, () => owner.openCaseForUploads()),
        async (opened) => expectNotFound(await stranger.upload(await opened())),
      ),
    );
    const upload = await operation(context, 'an upload');
    await forEachRow(invalidRequests['an upload'], async ([, change]) =>
      expectNotFound(await upload({ by, ...change })),
    );
    await inRow('a long body', () =>
      rejectedOrClosed(() => upload({ by, ...longRequests['an upload'] }), expectNotFound),
    );
    await inRow('again with its idempotency key', async () => {
      const id = await context.tenant.openCaseForUploads();
      await rejectsForeignReplay(context, context.tenant, by, id);
    });
    // Outside the sandbox a service may decide a case before it is full (D80).
    if (context.claimsSandbox)
      await inRow('a full case', async () => expectNotFound(await by.upload((await fullCase(context)).id)));
  }),

  'tenancy.foreign-upload-stores-nothing': check({ needs: ['otherTenant'], watches: true }, (context) =>
    forEachRow(ownersAndStrangers(context), async ([owner, stranger]) => {
      const taking = lazily(() => listingCase(owner));
      const untouched = async () => {
        await taking();
        return (await (context.claimsSandbox ? owner.openSandboxCase('approve') : owner.openCase())).id;
      };
      await forEachRow({ 'with evidence': taking, 'without evidence': untouched }, async (opened) => {
        const id = await opened();
        const before = await owner.readCase(id);
        await stranger.upload(id, { file: jpeg('foreign'), kind: 'SELFIE' });
        await context.repeatUntilRunEnds(async () => {
          const read = await owner.readOrBlock(id);
          // Where both tenants have a case with this id, the evidence is not foreign.
          const isOneCase = !context.run.openedBy(stranger.credential).has(id);
          await precondition('tenancy.ids-unique', async () =>
            expectThat('shared-id', isOneCase, 'an id that is not also an id of the other tenant', show(id), read),
          );
          // A service may decide other cases at any time (D80).
          const seen = (found: typeof before) =>
            opened === untouched && context.claimsSandbox ? knownCase(found) : artifactsIn(found);
          expectSame('wrong-case', 'the case', seen(caseIn(read)), seen(before), read);
        });
      });
    }),
  ),
} satisfies Checks<'tenancy'>;

/** A case that lists its evidence, and listed none before. */
async function listingCase(owner: Tenant): Promise<string> {
  const { id } = await owner.openCase();
  const before = listedIn(await owner.readCase(id)).length;
  await owner.addEvidence(id);
  const after = listedIn(await owner.readCase(id)).length;
  await precondition('get-case.lists-evidence', async () =>
    expectSame('wrong-artifact-count', 'the number of artifacts', [before, after], [0, 1]),
  );
  return id;
}
