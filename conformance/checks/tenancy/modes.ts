import type { HttpResponse } from '../../engine/exchange.ts';
import { expectSame } from '../../engine/expect.ts';
import { caseIn } from '../support/case.ts';
import { check, type Checks } from '../support/check.ts';
import type { ContextWith } from '../support/context.ts';
import { forEachRow, inRow } from '../support/rows/rows.ts';
import { artifactsIn, expectNotFound, rejectsForeignReplay } from './steps.ts';

const expectNotFoundInOtherMode = (response: HttpResponse) =>
  expectNotFound(response, 'is $IDV_LIVE_API_KEY a live key?');

const ownersAndStrangers = ({ tenant, liveTenant }: ContextWith<'liveTenant'>) => ({
  'a sandbox case': [tenant, liveTenant] as const,
  'a live case': [liveTenant, tenant] as const,
});

/** Sandbox and live cases of a tenant are separate. */
export const modesChecks = {
  'tenancy.modes-apart-on-read': check({ needs: ['liveTenant'] }, async (context) => {
    await forEachRow(ownersAndStrangers(context), async ([owner, stranger]) => {
      await stranger.requireCreates();
      // More than one, because only some of the ids are known in both modes where each mode counts its own.
      for (let count = 0; count < 3; count += 1) {
        const { id } = await owner.openCase();
        await owner.readCase(id);
        expectNotFoundInOtherMode(await stranger.read(id));
      }
    });
    await inRow('a decided case', async () => {
      const { id } = await context.tenant.decidedCase('APPROVED');
      expectNotFoundInOtherMode(await context.liveTenant.read(id));
    });
  }),

  'tenancy.modes-apart-on-upload': check({ needs: ['liveTenant'] }, async (context) => {
    await forEachRow(ownersAndStrangers(context), async ([owner, stranger]) => {
      // The control uses another case, because with a live key evidence may decide a case (D80).
      const id = await owner.openCaseForUploads();
      await stranger.requireCreates();
      await inRow('an upload', async () => expectNotFoundInOtherMode(await stranger.upload(id)));
      await inRow('the case after it', async () => {
        const before = await owner.readCase(id);
        await stranger.upload(id);
        const read = await owner.readOrBlock(id);
        expectSame('wrong-artifacts', 'the artifacts', artifactsIn(caseIn(read)), artifactsIn(before), read);
      });
      await inRow('again with its idempotency key', () => rejectsForeignReplay(context, owner, stranger, id));
    });
    await inRow('a decided case', async () => {
      const { id } = await context.tenant.decidedCase('APPROVED');
      expectNotFoundInOtherMode(await context.liveTenant.upload(id));
    });
  }),
} satisfies Checks<'tenancy'>;
