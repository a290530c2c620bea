import { expectAccepted, expectSame, expectThat } from '../../engine/expect.ts';
import { caseIn, listedIn } from '../support/case.ts';
import { check, type Checks } from '../support/check.ts';
import { jpeg } from '../support/fixtures/evidence-files.ts';
import { forEachRow, forEachRowInOrder, inRow } from '../support/rows/rows.ts';
import { equalLookingWith, visibleOnly } from '../../values/texts.ts';
import { similarKeys } from '../../values/keys.ts';
import {
  caseWithEvidence,
  createWithKey,
  requireCreateReplay,
  requireUploadReplay,
  uploadWithKey,
  withKey,
} from './steps.ts';

/** Where a key is valid. */
export const keyScopeChecks = {
  'idempotency.other-key-other-case': async (context) => {
    const { tenant, run } = context;
    await requireCreateReplay(context);
    const [key, body] = [`Key-${run.reference()}`, tenant.newCase()];
    const first = await createWithKey(tenant, key, body);

    const ids = [tenant.idOf(first)];
    await forEachRowInOrder(similarKeys, async (similar) => {
      const response = await tenant.create(body, withKey(similar(key)));
      expectAccepted(response);
      const id = tenant.idOf(response);
      expectThat('shared-case', !ids.includes(id), 'a new case for another key', 'the same case', response);
      ids.push(id);
    });
    const pairs = Object.entries(visibleOnly(equalLookingWith(() => run.number())));
    const others = Object.fromEntries(pairs.filter(([label]) => !(label in similarKeys)));
    await forEachRow(others, async (pair) => {
      const [one, other] = await Promise.all(pair.map((each) => tenant.create(body, withKey(each))));
      expectAccepted(one!);
      expectAccepted(other!);
      const isShared = tenant.idOf(one!) === tenant.idOf(other!);
      expectThat('shared-case', !isShared, 'a new case for another key', 'the same case', other);
    });
  },

  'idempotency.scoped-to-tenant': check({ needs: ['otherTenant'] }, async (context) => {
    const { tenant, otherTenant, run } = context;
    await requireCreateReplay(context);
    const [key, body] = [run.reference(), tenant.newCase()];
    const first = await createWithKey(tenant, key, body);
    await otherTenant.requireCreates();
    await otherTenant.requireCreates('PM');

    const foreign = await otherTenant.create(body, withKey(key));
    expectAccepted(foreign);
    expectThat(
      'shared-case',
      otherTenant.idOf(foreign) !== tenant.idOf(first),
      'a separate case for the second tenant',
      'the case of the first tenant',
      foreign,
    );
    const unlike = run.reference();
    await createWithKey(tenant, unlike, tenant.newCase());
    expectAccepted(await otherTenant.create(otherTenant.newCase('PM'), withKey(unlike)));
    // A key that one tenant uses is available to the other tenant.
    const pairs = Array.from({ length: 5 }, () => ({ ...withKey(run.reference()), racing: true }));
    const responses = await Promise.all(
      pairs.flatMap((pair) => [tenant.create(tenant.newCase(), pair), otherTenant.create(otherTenant.newCase(), pair)]),
    );
    for (const response of responses) expectAccepted(response);
  }),

  'idempotency.scoped-to-path': async (context) => {
    const { tenant } = context;
    await requireCreateReplay(context);
    await requireUploadReplay(context);
    const [one, two] = [await caseWithEvidence(context), await caseWithEvidence(context)];
    const [ofCreate, ofUpload] = [context.run.reference(), context.run.reference()];
    await createWithKey(tenant, ofCreate, tenant.newCase());
    await uploadWithKey(tenant, one, ofUpload);

    await inRow('the key of a create for an upload', async () =>
      expectAccepted(await tenant.upload(one, {}, withKey(ofCreate))),
    );
    await inRow('the key of an upload for another case', async () =>
      expectAccepted(await tenant.upload(two, { kind: 'ID_BACK', file: jpeg('another') }, withKey(ofUpload))),
    );
    await inRow('a read of the other case', async () => {
      const read = await tenant.readOrBlock(two);
      const { length } = listedIn(caseIn(read));
      expectSame('wrong-artifact-count', 'the number of artifacts in the second case', length, 2, read);
    });
  },

  'idempotency.scoped-to-mode': check({ needs: ['liveTenant'] }, async (context) => {
    const { tenant, liveTenant, run } = context;
    await requireCreateReplay(context);
    const [key, body] = [run.reference(), tenant.newCase()];
    const first = await createWithKey(tenant, key, body);
    await liveTenant.requireCreates();

    const other = await liveTenant.create(body, withKey(key));
    expectAccepted(other);
    expectThat(
      'shared-case',
      liveTenant.idOf(other) !== tenant.idOf(first),
      'a separate case for the live key',
      'the sandbox case',
      other,
    );
  }),
} satisfies Checks<'idempotency'>;
