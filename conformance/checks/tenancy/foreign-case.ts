import { expectSame } from '../../engine/expect.ts';
import { caseIn, knownCase, listedIn } from '../support/case.ts';
import { check, type Checks } from '../support/check.ts';
import type { ContextWith } from '../support/context.ts';
import { jpeg } from '../support/fixtures/evidence-files.ts';
import { fullCase } from '../support/fixtures/sizes.ts';
import { invalidUploads } from '../support/fixtures/wrong-requests.ts';
import { precondition } from '../support/preconditions.ts';
import { forEachRow } from '../support/rows.ts';
import type { Tenant } from '../support/tenant.ts';
import { artifactsIn, expectCaseNotShown, expectNotFound, rejectsForeignReplay } from './steps.ts';

/** Each of the two tenants as the owner of a case that the other one asks for. */
const ownersAndStrangers = ({ tenant, otherTenant }: ContextWith<'otherTenant'>) =>
  [
    [tenant, otherTenant],
    [otherTenant, tenant],
  ] as const;

/** The ids of a case with evidence and, with the sandbox, of a decided case. */
async function casesOf(owner: Tenant, claimsSandbox: boolean): Promise<string[]> {
  const id = await owner.openCaseWithEvidence();
  return claimsSandbox ? [id, (await owner.decidedCase('APPROVED')).id] : [id];
}

/** Requests for a case of another tenant. */
export const foreignCaseChecks = {
  'tenancy.foreign-read-404': check({ needs: ['otherTenant'] }, async (context) => {
    for (const [owner, stranger] of ownersAndStrangers(context))
      for (const id of await casesOf(owner, context.claimsSandbox)) {
        await owner.readCase(id);
        expectNotFound(await stranger.read(id));
        // Another check judges how a path with a trailing slash is rejected.
        expectCaseNotShown(await stranger.read(`${id}/`));
      }
  }),

  'tenancy.foreign-upload-404': check({ needs: ['otherTenant'] }, async (context) => {
    for (const [owner, stranger] of ownersAndStrangers(context))
      for (const id of await casesOf(owner, context.claimsSandbox)) expectNotFound(await stranger.upload(id));
    const { tenant, otherTenant } = context;
    const id = await tenant.openCaseWithEvidence();
    await forEachRow(invalidUploads(otherTenant, id), async (send) => expectNotFound(await send()));
    await forEachRow({ 'again with its idempotency key': id }, () =>
      rejectsForeignReplay(context, tenant, otherTenant, id),
    );
    // Outside the sandbox a service may decide a case before it is full (D80).
    const full = context.claimsSandbox ? [(await fullCase(context)).id] : [];
    for (const foreign of full) expectNotFound(await otherTenant.upload(foreign));
  }),

  'tenancy.foreign-upload-stores-nothing': check({ needs: ['otherTenant'], watches: true }, async (context) => {
    const unchanged: (() => Promise<void>)[] = [];
    const arrange = async ([owner, stranger]: ReturnType<typeof ownersAndStrangers>[number]) => {
      const { id } = await (context.claimsSandbox ? owner.openSandboxCase('approve') : owner.openCase());
      const taking = await owner.openCase();
      const empty = listedIn(await owner.readCase(taking.id)).length;
      await owner.addEvidence(taking.id);
      await precondition('get-case.lists-evidence', async () =>
        expectSame(
          'wrong-artifact-count',
          'the number of artifacts',
          [empty, listedIn(await owner.readCase(taking.id)).length],
          [0, 1],
        ),
      );
      for (const each of [id, taking.id]) {
        const before = await owner.readCase(each);
        await stranger.upload(each, { file: jpeg('foreign'), kind: 'SELFIE' });
        unchanged.push(async () => {
          const read = await owner.readOrBlock(each);
          // A service may decide other cases at any time (D80).
          const seen = (found: typeof before) =>
            each === id && context.claimsSandbox ? knownCase(found) : artifactsIn(found);
          expectSame('wrong-case', 'the case', seen(caseIn(read)), seen(before), read);
        });
      }
    };
    await Promise.all(ownersAndStrangers(context).map(arrange));

    await context.repeatUntilRunEnds(async () => {
      await Promise.all(unchanged.map((judge) => judge()));
    });
  }),
} satisfies Partial<Checks<'tenancy'>>;
