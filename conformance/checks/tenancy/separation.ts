import { expectAccepted, expectSame, expectThat, objectOf } from '../../engine/expect.ts';
import { caseIn, idIn, listedIn } from '../support/case.ts';
import { check, type Checks } from '../support/check.ts';
import { precondition, rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRow, inRow } from '../support/rows/rows.ts';
import type { Tenant } from '../support/tenant.ts';
import { expectCaseNotShown } from './steps.ts';

/** Cases of two tenants are separate. */
export const separationChecks = {
  'tenancy.ids-unique': check({ needs: ['otherTenant'] }, async (context) => {
    const { tenant, otherTenant, run } = context;
    for (let at = 0; at < 3; at += 1) await Promise.all([tenant.openCase(), otherTenant.openCase()]);

    // Separate counters give two tenants the same id sooner or later, so all cases of the run are compared.
    await context.waitForOtherChecks();
    const own = run.openedBy(tenant.credential);
    const shared = [...run.openedBy(otherTenant.credential)].filter((id) => own.has(id));
    expectSame('shared-id', 'ids given to both tenants:', shared, []);
    // The two modes of a tenant are separate too (D70).
    const live = context.claimsSandbox ? context.suppliedCredential('live') : undefined;
    const inBoth = live ? [...run.openedBy(live)].filter((id) => own.has(id)) : [];
    expectSame('shared-id-across-modes', 'ids given to a tenant in both modes:', inBoth, []);
  }),

  'tenancy.same-reference-apart': check({ needs: ['otherTenant'] }, async ({ tenant, otherTenant, run }) => {
    const reference = run.reference();
    const first = await tenant.openCase('PF', reference);
    const control = await otherTenant.openCase('PM');
    await precondition('tenancy.ids-unique', async () =>
      expectThat(
        'repeated-id',
        control.id !== first.id,
        'a case that is not the one of the first tenant',
        'the same case',
        control.response,
      ),
    );

    const created = await otherTenant.create(otherTenant.newCase('PM', reference));

    expectAccepted(created);
    const second = otherTenant.idOf(created);
    await inRow('the create', async () =>
      expectThat(
        'shared-case',
        second !== first.id,
        'a separate case for the second tenant',
        'the case of the first tenant',
        created,
      ),
    );
    await inRow('the types', async () => {
      const [own, foreign] = [await tenant.readOrBlock(first.id), await otherTenant.readOrBlock(second)];
      expectSame('wrong-type', 'the type', [caseIn(own).type, caseIn(foreign).type], ['PF', 'PM'], foreign);
    });
    await inRow('the evidence', async () => {
      await tenant.addEvidence(first.id);
      const foreign = await otherTenant.readOrBlock(second);
      expectSame('foreign-data', 'the artifacts of the second case', listedIn(caseIn(foreign)), [], foreign);
    });
    await inRow('a read of the foreign case', async () => {
      expectCaseNotShown(await tenant.read(second));
      expectCaseNotShown(await otherTenant.read(first.id));
    });
  }),

  'tenancy.apart-under-load': check({ needs: ['otherTenant'] }, async ({ tenant, otherTenant }) => {
    const cases = await Promise.all(
      [tenant, otherTenant].map(async (owner) => [owner, await owner.openCase()] as const),
    );
    const [[first, firstCase], [second, secondCase]] = cases as [(typeof cases)[number], (typeof cases)[number]];
    await first.readCase(firstCase.id);
    await second.readCase(secondCase.id);
    await rejectedPrecondition('tenancy.foreign-read-404', () => first.read(secondCase.id));
    await rejectedPrecondition('tenancy.foreign-read-404', () => second.read(firstCase.id));

    const round = (at: number): Promise<void>[] => [
      own(first, firstCase.id),
      own(second, secondCase.id),
      at % 2 === 0 ? foreign(first, secondCase.id) : foreign(second, firstCase.id),
    ];
    const own = async (owner: Tenant, id: string) => {
      const read = await owner.read(id, { racing: true });
      expectSame('wrong-id', 'the id', idIn(caseIn(read)), id, read);
    };
    const foreign = async (stranger: Tenant, id: string) =>
      expectCaseNotShown(await stranger.read(id, { racing: true }));
    await forEachRow(Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`round ${at + 1}`, at])), async (at) => {
      await Promise.all(round(at));
    });
    const creates = Array.from({ length: 20 }, async (_, at) => {
      const owner = at % 2 === 0 ? first : second;
      const body = owner.newCase();
      const created = await owner.create(body, { racing: true });
      expectAccepted(created);
      expectSame('wrong-reference', 'the reference', objectOf(created)['reference'], body.reference, created);
      return [owner, owner.idOf(created)] as const;
    });
    await Promise.all((await Promise.all(creates)).map(([owner, id]) => own(owner, id)));
  }),
} satisfies Checks<'tenancy'>;
