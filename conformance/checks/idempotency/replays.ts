import type { HttpResponse } from '../../engine/exchange.ts';
import { expectAccepted, expectSame } from '../../engine/expect.ts';
import { caseIn, listedIn } from '../support/case.ts';
import { check, type Checks } from '../support/check.ts';
import { foreignContents, jpeg } from '../support/fixtures/evidence-files.ts';
import { expectTooLarge, rejectedOrClosed, uploadsOverTheLimit } from '../support/fixtures/sizes.ts';
import { partsOf } from '../support/fixtures/upload.ts';
import { precondition, rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRow } from '../support/rows.ts';
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

/** A repeated request with the same key. */
export const replayChecks = {
  'idempotency.create-replays': check({ watches: true }, async (context) => {
    const { tenant, run } = context;
    const made: [key: string, body: Parameters<typeof createWithKey>[2], first: HttpResponse][] = [];
    // A store may change only a long reference, or one with unusual characters.
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
    // Query parameters are ignored (D80).
    await precondition('http.left-open-answers', async () =>
      expectAccepted(await tenant.createWithQuery('trace=1', tenant.newCase())),
    );
    for (const [key, body, first] of made)
      expectReplay(await tenant.createWithQuery('trace=1', body, withKey(key)), first);
    // A rejected request with the key must not change the stored response, which is kept for a day.
    for (const [key] of made)
      await rejectedPrecondition('idempotency.create-key-reused', () => tenant.create(tenant.newCase(), withKey(key)));
    await context.repeatUntilRunEnds(repeat);
  }),

  'idempotency.upload-replays': check({ watches: true }, async (context) => {
    const { id, key, first } = await firstUpload(context);
    const repeat = async () => expectReplay(await context.tenant.upload(id, {}, withKey(key)), first);

    await repeat();
    await repeat();
    await rejectedPrecondition('idempotency.upload-key-reused-other-kind', () =>
      context.tenant.upload(id, { kind: 'ID_BACK' }, withKey(key)),
    );
    await context.repeatUntilRunEnds(repeat);
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
    if (context.claimsSandbox) await context.tenant.requireSandbox();
    const bodies = [
      tenant.newCase(),
      ...(context.claimsSandbox ? [tenant.newCase('PF', `sandbox:approve#${run.reference()}`)] : []),
    ];
    for (const body of bodies) {
      const key = run.reference();
      const first = await createWithKey(tenant, key, body);
      const id = tenant.idOf(first);
      await tenant.addEvidence(id);
      if (body.reference.startsWith('sandbox:'))
        await precondition('sandbox.suffix-ignored', () => tenant.decision(id));

      const again = await tenant.create(body, withKey(key));
      expectReplay(again, first);
      expectSame('wrong-location', 'the Location', again.header('Location'), first.header('Location'), again);
    }
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
    const [createKey, uploadKey] = [run.reference(), run.reference()];
    const id = await caseWithEvidence(context);
    await createWithKey(tenant, run.reference(), tenant.newCase());
    await uploadWithKey(tenant, id, run.reference());
    const [malformedKey, foreignKey, cutKey] = [run.reference(), run.reference(), run.reference()];
    await rejectedPrecondition('create-case.invalid-type', () =>
      tenant.create({ ...tenant.newCase(), type: 'XX' }, withKey(createKey)),
    );
    await rejectedPrecondition('create-case.malformed-json', () =>
      tenant.createRaw(Buffer.from('{'), withKey(malformedKey)),
    );
    await rejectedPrecondition('upload-artifact.unknown-kind', () =>
      tenant.upload(id, { kind: 'UNKNOWN' }, withKey(uploadKey)),
    );
    await rejectedPrecondition('upload-artifact.unknown-content', () =>
      tenant.upload(id, { file: foreignContents['plain text']! }, withKey(foreignKey)),
    );

    await rejectedPrecondition('upload-artifact.truncated-multipart', () =>
      tenant.uploadParts(id, partsOf(), { last: false, ...withKey(cutKey) }),
    );
    const { caseId, key: longKey, announced } = await uploadsOverTheLimit(context);
    await precondition('limits.file-refused', () => rejectedOrClosed(announced, expectTooLarge));

    expectAccepted(await tenant.upload(caseId, {}, withKey(longKey)));
    for (const key of [createKey, malformedKey]) expectAccepted(await tenant.create(tenant.newCase(), withKey(key)));
    for (const key of [uploadKey, foreignKey, cutKey]) expectAccepted(await tenant.upload(id, {}, withKey(key)));
    await forEachRow({ 'after an upload that was cut': run.reference() }, async (key) => {
      await abortUpload(tenant, id, key);
      expectAccepted(await tenant.upload(id, {}, withKey(key)));
    });
  }),
} satisfies Partial<Checks<'idempotency'>>;
