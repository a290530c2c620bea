import type { HttpResponse } from '../../engine/exchange.ts';
import { expectAccepted, expectSame } from '../../engine/expect.ts';
import { caseIn, listedIn } from '../support/case.ts';
import { check, type Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { jpeg } from '../support/fixtures/evidence-files.ts';
import {
  expectTooLarge,
  jsonOfSize,
  maxJsonSize,
  rejectedOrClosed,
  uploadsOverTheLimit,
} from '../support/fixtures/sizes.ts';
import { filesByType } from '../support/fixtures/upload.ts';
import { judgeNoise } from '../support/rows/noise.ts';
import { forEachOperation, operation } from '../support/rows/operations.ts';
import { acceptedPrecondition, precondition, rejectedPrecondition } from '../support/preconditions.ts';
import { allTables, forEachRow, inRow } from '../support/rows/rows.ts';
import { rules } from '../support/rows/rules.ts';
import type { Tenant } from '../support/tenant.ts';
import { abortUpload } from '../support/upload-steps.ts';
import {
  caseWithEvidence,
  createWithKey,
  expectReplay,
  firstUpload,
  requireCreateReplay,
  requireUploadReplay,
  uploadWithKey,
  withKey,
} from './steps.ts';

/** Checks of repeated requests with the same key. */
export const replayChecks = {
  'idempotency.create-replays': check({ watches: true }, async (context) => {
    const { tenant, run } = context;
    const made: [key: string, body: CaseBody, first: HttpResponse][] = [];
    // A faulty store may damage only long references or unusual characters, so the reference has both.
    const unusual = () => ` Ñandú ${run.reference()}${'🪪'.repeat(200)} `;
    await tenant.requireCreates('PM');
    await tenant.openCase('PM', unusual(), 'create-case.returns-reference');
    for (const [type, reference] of [['PF'], ['PM', unusual()]] as const) {
      const [key, body] = [run.reference(), tenant.newCase(type, reference)];
      made.push([key, body, await createWithKey(tenant, key, body)]);
    }
    const repeat = async () => {
      for (const [key, body, first] of made) {
        const again = await tenant.create(body, withKey(key));
        expectReplay(again, first);
        expectSame('wrong-location', 'the Location', again.header('Location'), first.header('Location'), again);
      }
    };

    await repeat();
    await repeat();
    // A rejected request with the key must not change the stored response.
    for (const [key] of made)
      await rejectedPrecondition('idempotency.create-key-reused', () => tenant.create(tenant.newCase(), withKey(key)));
    await forEachRow(otherSenders(context), async (sender) => {
      const [key, body] = [run.reference(), sender.newCase()];
      const first = await createWithKey(sender, key, body);
      expectReplay(await sender.create(body, withKey(key)), first);
    });
    const since = performance.now();
    await judgeNoise(context, rules['idempotency.create-replays'], 'a create');
    await context.repeatUntilRunEnds(repeat, since);
  }),

  'idempotency.upload-replays': check({ watches: true }, async (context) => {
    const { id, key, first } = await firstUpload(context);
    const repeat = async () => expectReplay(await context.tenant.upload(id, {}, withKey(key)), first);

    await repeat();
    await repeat();
    await rejectedPrecondition('idempotency.upload-key-reused-other-kind', () =>
      context.tenant.upload(id, { kind: 'ID_BACK' }, withKey(key)),
    );
    await forEachRow(otherSenders(context), async (sender) => {
      const { id: caseId } = await sender.openCase();
      // Without other evidence: with a live key it may decide the case (D80).
      const stored = await uploadWithKey(sender, caseId, key);
      expectReplay(await sender.upload(caseId, {}, withKey(key)), stored);
    });
    await inRow('after uploads with other keys', async () => {
      // Without the sandbox, more evidence may decide the case (D80).
      if (!context.claimsSandbox) return;
      for (let other = 1; other <= 5; other += 1) await uploadWithKey(context.tenant, id, `${key}-${other}`);
      await repeat();
    });
    await inRow('a PDF of an entity', async () => {
      const { id: entity } = await context.tenant.openCase('PM');
      const deed = { kind: 'INCORPORATION_DEED', ...filesByType['application/pdf'] };
      const send = () => context.tenant.upload(entity, deed, withKey(`${key}-entity`));
      const stored = await acceptedPrecondition('upload-artifact.accepts-file-types', send);
      expectReplay(await send(), stored);
    });
    const since = performance.now();
    await judgeNoise(context, rules['idempotency.upload-replays'], 'an upload');
    await context.repeatUntilRunEnds(repeat, since);
  }),

  'idempotency.upload-stored-once': async (context) => {
    const { tenant } = context;
    const id = await caseWithEvidence(context);
    const key = context.run.reference();
    await uploadWithKey(tenant, id, key);
    const before = await tenant.readCase(id);
    await precondition('get-case.lists-evidence', async () =>
      expectSame('wrong-artifact-count', 'the number of artifacts', listedIn(before).length, 2),
    );

    await tenant.upload(id, {}, withKey(key));
    await tenant.upload(id, {}, withKey(key));

    const read = await tenant.readOrBlock(id);
    expectSame(
      'wrong-artifact-count',
      'the number of artifacts',
      listedIn(caseIn(read)).length,
      listedIn(before).length,
      read,
    );
  },

  'idempotency.first-answer-kept': check({ long: true }, async (context) => {
    const { tenant, run } = context;
    await requireCreateReplay(context);

    /** A create is replayed after its case has changed. */
    const replaysAfter = async (body: CaseBody, change: (id: string) => Promise<unknown>) => {
      const key = run.reference();
      const first = await createWithKey(tenant, key, body);
      await change(tenant.idOf(first));
      const again = await tenant.create(body, withKey(key));
      expectReplay(again, first);
      expectSame('wrong-location', 'the Location', again.header('Location'), first.header('Location'), again);
    };
    await inRow('after evidence', () => replaysAfter(tenant.newCase(), (id) => tenant.addEvidence(id)));
    if (context.claimsSandbox)
      await inRow('after a decision', async () => {
        await tenant.requireSandbox();
        await replaysAfter(tenant.newCase('PF', `sandbox:approve#${run.reference()}`), async (id) => {
          await tenant.addEvidence(id);
          await precondition('sandbox.suffix-ignored', () => tenant.decision(id));
        });
      });
  }),

  'idempotency.replay-after-decision': check({ long: true }, async (context) => {
    const { tenant, run } = context;
    await requireUploadReplay(context);
    const { id } = await tenant.openSandboxCase('approve');
    const key = run.reference();
    const first = await uploadWithKey(tenant, id, key);
    await precondition('sandbox.approves-person', () => tenant.decision(id));

    expectReplay(await tenant.upload(id, {}, withKey(key)), first);
  }),

  'idempotency.replay-after-limit': check({ long: true }, async (context) => {
    const { tenant, run } = context;
    await requireUploadReplay(context);
    const { id } = await tenant.openCase();
    const key = run.reference();
    const first = await uploadWithKey(tenant, id, key);
    for (let at = 2; at <= 20; at += 1)
      await tenant.addEvidence(id, { file: jpeg(String(at)) }, 'limits.twenty-artifacts');

    expectReplay(await tenant.upload(id, {}, withKey(key)), first);
  }),

  'idempotency.only-success-stored': check({ long: true }, async (context) => {
    const { tenant, run } = context;

    await allTables(
      () =>
        forEachOperation(
          context,
          async (control, name) => {
            await acceptedPrecondition('idempotency.key-forms', () => control(withKey(run.reference())));
            await forEachRow(rejections.values(name), async ([by, change]) => {
              const send = await operation(context, name);
              const { headers } = withKey(run.reference());
              await rejectedPrecondition(by, () => send({ ...change, headers: { ...change.headers, ...headers } }));
              expectAccepted(await send({ headers }));
            });
          },
          rejections.operations,
        ),
      () =>
        inRow('a create after a create whose body is too large', async () => {
          const key = run.reference();
          await createWithKey(tenant, run.reference(), tenant.newCase());
          const long = () => tenant.createRaw(jsonOfSize(context, maxJsonSize + 1), withKey(key));
          await precondition('limits.json-refused', () => rejectedOrClosed(long, expectTooLarge));
          expectAccepted(await tenant.create(tenant.newCase(), withKey(key)));
        }),
      () =>
        inRow('an upload', async () => {
          await uploadWithKey(tenant, await caseWithEvidence(context), run.reference());
          await forEachRow(
            { 'after a file that is too long': afterTooLong, 'after an aborted upload': afterAborted },
            (judge) => judge(context),
          );
        }),
    );
  }),
} satisfies Checks<'idempotency'>;

/** Those of the supplied keys that most checks do not use. */
const otherSenders = (context: Context): Record<string, Tenant> =>
  Object.fromEntries(
    (['other', 'live'] as const).flatMap((name) => {
      const sender = context.tenantIfSupplied(name);
      return sender ? [[`with ${sender.credential!.shell}`, sender]] : [];
    }),
  );

type CaseBody = Parameters<typeof createWithKey>[2];
const { rejections } = rules['idempotency.only-success-stored'];

async function afterTooLong(context: Context): Promise<void> {
  const { caseId, key, announced } = await uploadsOverTheLimit(context);
  await precondition('limits.file-refused', () => rejectedOrClosed(announced, expectTooLarge));
  expectAccepted(await context.tenant.upload(caseId, {}, withKey(key)));
}

async function afterAborted(context: Context): Promise<void> {
  const { tenant, run } = context;
  const id = await caseWithEvidence(context);
  await uploadWithKey(tenant, id, run.reference());
  const key = run.reference();
  await abortUpload(tenant, id, key);
  expectAccepted(await tenant.upload(id, {}, withKey(key)));
}
