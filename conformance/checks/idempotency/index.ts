import type { RequirementId } from '../../../generated/requirements.ts';
import type { HttpResponse } from '../../engine/exchange.ts';
import { expectAccepted, expectProblem, expectSame } from '../../engine/expect.ts';
import { caseIn, listedIn } from '../support/case.ts';
import { check, type Checks } from '../support/check.ts';
import { foreignContents, jpeg, png } from '../support/fixtures/evidence-files.ts';
import { eachGenerated, writings, written } from '../support/fixtures/generated.ts';
import { rejectedOrClosed, tooLarge, uploadsOverTheLimit } from '../support/fixtures/sizes.ts';
import { partsOf } from '../support/fixtures/upload.ts';
import { precondition, rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRow, forEachRowInOrder } from '../support/rows.ts';
import { cutUpload } from '../support/upload-steps.ts';
import { keyChecks } from './keys.ts';
import { parallelChecks, raceOfTwo } from './parallel.ts';
import {
  caseWithEvidence,
  createWithKey,
  expectReplay,
  firstUpload,
  replaysCreates,
  replaysUploads,
  uploadWithKey,
  withKey,
} from './steps.ts';

export const idempotency: Checks<'idempotency'> = {
  ...keyChecks,
  ...parallelChecks,

  'idempotency.create-replays': check({ watches: true }, async (context) => {
    const { tenant, run } = context;
    const made: [key: string, body: Parameters<typeof createWithKey>[2], first: HttpResponse][] = [];
    // What is kept of an answer may come back changed only where it is long, or not plain.
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
    // What a query may hold is ignored (D80).
    await precondition('http.left-open-answers', async () =>
      expectAccepted(await tenant.createWithQuery('trace=1', tenant.newCase())),
    );
    for (const [key, body, first] of made)
      expectReplay(await tenant.createWithQuery('trace=1', body, withKey(key)), first);
    // What is refused with the key changes nothing of what it stands for, and it stands for it a day long.
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

  'idempotency.equal-json': async (context) => {
    const { tenant, run } = context;
    await replaysCreates(context);
    const [key, body] = [
      run.reference(),
      { type: 'PF' as const, reference: `é/"🪪 jklmno/-mnolkjonm ${run.reference()}` },
    ];
    const first = await createWithKey(tenant, key, body);

    const texts = {
      'another order': JSON.stringify({ reference: body.reference, type: body.type }),
      'white space': JSON.stringify(body, null, 4).replaceAll('\n', '\r\n'),
      escapes: written(body, [1]),
      'short escapes': written(body, [3]),
      'white space wherever it may stand': written(body, [4, 8, 12]),
    };
    const replays = async (text: string) =>
      expectReplay(await tenant.createRaw(Buffer.from(text), withKey(key)), first);
    await forEachRowInOrder(texts, replays);
    const typed = { 'Content-Type': 'application/json; charset=utf-8' };
    await precondition('http.media-type-parameters-ignored', async () =>
      expectAccepted(await tenant.create(tenant.newCase(), { headers: typed })),
    );
    await forEachRow({ 'another media type': { ...typed, ...withKey(key).headers } }, async (headers) =>
      expectReplay(await tenant.create(body, { headers }), first),
    );
    await eachGenerated(context, writings, (ways) => replays(written(body, ways)));
  },

  'idempotency.upload-fingerprint': async (context) => {
    const { tenant } = context;
    await replaysUploads(context);
    const id = await caseWithEvidence(context);
    const key = context.run.reference();
    const first = await uploadWithKey(tenant, id, key);

    const [kind, file] = partsOf();
    const same = {
      'another boundary': () => tenant.uploadParts(id, [kind, file], { boundary: 'another-boundary', ...withKey(key) }),
      'another order of parts': () => tenant.uploadParts(id, [file, kind], withKey(key)),
      'another file name': () => tenant.upload(id, { filename: 'renamed.jpeg' }, withKey(key)),
      'another label of the same type': () => tenant.upload(id, { type: 'application/octet-stream' }, withKey(key)),
      'no label': () => tenant.upload(id, { type: null }, withKey(key)),
      'no announced length': () => tenant.upload(id, {}, { chunked: true, ...withKey(key) }),
    };
    await forEachRowInOrder(same, async (send) => expectReplay(await send(), first));
  },

  'idempotency.create-key-reused': check({ long: true }, async ({ tenant, run }) => {
    const key = run.reference();
    const unlike = () => `caf\u00e9 ${run.reference()}${'x'.repeat(200)}Aa`;
    const reference = unlike();
    await createWithKey(tenant, key, tenant.newCase('PF', reference));

    const others: Record<string, ['PF' | 'PM', (text: string) => string, RequirementId]> = {
      'another reference': ['PF', () => run.reference(), 'create-case.opens-person-case'],
      'another type': ['PM', (text) => text, 'create-case.opens-entity-case'],
      'the reference in upper case': ['PF', (text) => text.toUpperCase(), 'create-case.returns-reference'],
      'the reference with a space': ['PF', (text) => `${text} `, 'create-case.returns-reference'],
      'the reference with another letter': ['PF', (text) => text.replace('é', 'è'), 'create-case.returns-reference'],
      'the reference with another end': ['PF', (text) => `${text}x`, 'create-case.returns-reference'],
      // Of 32 bits, as many languages digest a text, both have the same.
      'the reference with an end of the same sum': [
        'PF',
        (text) => text.replace(/Aa$/, 'BB'),
        'create-case.returns-reference',
      ],
      'the reference in another Unicode form': ['PF', (text) => text.normalize('NFD'), 'create-case.returns-reference'],
    };
    await forEachRowInOrder(others, async ([type, change, by]) => {
      await tenant.openCase(type, change(unlike()), by);
      const other = await tenant.create(tenant.newCase(type, change(reference)), withKey(key));
      expectProblem(other, 422, '/problems/idempotency-key-reused');
    });

    const raced = run.reference();
    const bodies = [tenant.newCase(), tenant.newCase()] as const;
    await raceOfTwo(bodies, 5, (body) => tenant.create(body, { ...withKey(raced), racing: true }));
  }),

  'idempotency.upload-key-reused-other-file': async (context) => {
    const id = await caseWithEvidence(context);
    const key = context.run.reference();
    const file = Buffer.concat([jpeg('aaaa'), Buffer.alloc(200_000, 'x')]);
    await uploadWithKey(context.tenant, id, key, { file });

    const others = {
      'another beginning, the same size': { file: Buffer.concat([jpeg('aaab'), file.subarray(jpeg('aaab').length)]) },
      'another end, the same size': { file: Buffer.concat([file.subarray(0, -1), Buffer.from('y')]) },
      'another middle, the same size': {
        file: Buffer.concat([file.subarray(0, 100_000), Buffer.from('y'), file.subarray(100_001)]),
      },
      'one byte less': { file: file.subarray(0, -1) },
      'another type': { file: png(), type: 'image/png' },
    };
    await forEachRowInOrder(others, async (other) =>
      expectProblem(await context.tenant.upload(id, other, withKey(key)), 422, '/problems/idempotency-key-reused'),
    );
  },

  'idempotency.upload-key-reused-other-kind': async (context) => {
    const id = await caseWithEvidence(context);
    const key = context.run.reference();
    await uploadWithKey(context.tenant, id, key, { kind: 'ID_FRONT' });

    expectProblem(
      await context.tenant.upload(id, { kind: 'ID_BACK' }, withKey(key)),
      422,
      '/problems/idempotency-key-reused',
    );
    const raced = context.run.reference();
    await raceOfTwo(['ID_FRONT', 'ID_BACK'], 3, (kind) =>
      context.tenant.upload(id, { kind }, { ...withKey(raced), racing: true }),
    );
  },

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
    await precondition('limits.file-refused', () => rejectedOrClosed(announced, tooLarge));

    expectAccepted(await tenant.upload(caseId, {}, withKey(longKey)));
    for (const key of [createKey, malformedKey]) expectAccepted(await tenant.create(tenant.newCase(), withKey(key)));
    for (const key of [uploadKey, foreignKey, cutKey]) expectAccepted(await tenant.upload(id, {}, withKey(key)));
    await forEachRow({ 'after an upload that was cut': run.reference() }, async (key) => {
      await cutUpload(tenant, id, key);
      expectAccepted(await tenant.upload(id, {}, withKey(key)));
    });
  }),

  'idempotency.first-answer-kept': check({ long: true }, async (context) => {
    const { tenant, run } = context;
    await replaysCreates(context);
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
    await replaysUploads(context);
    const { id } = await tenant.openSandboxCase('approve');
    const key = run.reference();
    const first = await uploadWithKey(tenant, id, key);
    await precondition('sandbox.approves-person', () => tenant.decision(id));

    expectReplay(await tenant.upload(id, {}, withKey(key)), first);
  }),

  'idempotency.replay-after-limit': check({ long: true }, async (context) => {
    const { tenant, run } = context;
    await replaysUploads(context);
    const { id } = await tenant.openCase();
    const key = run.reference();
    const first = await uploadWithKey(tenant, id, key);
    for (let at = 2; at <= 20; at += 1)
      await tenant.addEvidence(id, { file: jpeg(String(at)) }, 'limits.twenty-artifacts');

    expectReplay(await tenant.upload(id, {}, withKey(key)), first);
  }),
};
