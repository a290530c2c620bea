import type { HttpResponse } from '../../engine/exchange.ts';
import { expectSame } from '../../engine/expect.ts';
import { caseIn } from '../support/case.ts';
import { check, type Checks } from '../support/check.ts';
import { forEachRow } from '../support/rows.ts';
import { artifactsIn, expectNotFound, rejectsForeignReplay } from './steps.ts';

const expectNotFoundInOtherMode = (response: HttpResponse) =>
  expectNotFound(response, 'is $IDV_LIVE_API_KEY a live key?');

/** Sandbox and live cases of a tenant are separate. */
export const modesChecks = {
  'tenancy.modes-apart-on-read': check({ needs: ['liveTenant'] }, async (context) => {
    const { tenant, liveTenant } = context;
    for (const [owner, stranger] of [
      [tenant, liveTenant],
      [liveTenant, tenant],
    ] as const) {
      const { id } = await owner.openCase();
      await owner.readCase(id);
      await stranger.requireCreates();
      expectNotFoundInOtherMode(await stranger.read(id));
    }
    const decided = await tenant.decidedCase('APPROVED');
    await forEachRow({ 'a decided case': decided }, async ({ id }) =>
      expectNotFoundInOtherMode(await liveTenant.read(id)),
    );
  }),

  'tenancy.modes-apart-on-upload': check({ needs: ['liveTenant'] }, async (context) => {
    const { tenant, liveTenant } = context;
    for (const [owner, stranger] of [
      [tenant, liveTenant],
      [liveTenant, tenant],
    ] as const) {
      // The control uses another case, because with a live key evidence may decide a case (D80).
      await owner.addEvidence((await owner.openCase()).id);
      const { id } = await owner.openCase();
      const before = await owner.readCase(id);
      await stranger.requireCreates();
      expectNotFoundInOtherMode(await stranger.upload(id));
      const read = await owner.readOrBlock(id);
      expectSame('wrong-artifacts', 'the artifacts', artifactsIn(caseIn(read)), artifactsIn(before), read);
      await forEachRow({ 'again with its idempotency key': id }, () =>
        rejectsForeignReplay(context, owner, stranger, id),
      );
    }
  }),
} satisfies Partial<Checks<'tenancy'>>;
