import type { RequirementId } from '../../../generated/requirements.ts';
import { expectProblem } from '../../engine/expect.ts';
import { check, type Checks } from '../support/check.ts';
import { jpeg, png } from '../support/fixtures/evidence-files.ts';
import { isProblem } from '../support/api-client.ts';
import { acceptedPrecondition } from '../support/preconditions.ts';
import { forEachRow, forEachRowInOrder } from '../support/rows/rows.ts';
import { equalLookingWith } from '../../values/texts.ts';
import { raceTwoPayloads } from './parallel.ts';
import { caseWithEvidence, createWithKey, uploadWithKey, withKey } from './steps.ts';

/** A key that is used again with another payload. */
export const keyReusedChecks = {
  'idempotency.create-key-reused': check({ long: true }, async (context) => {
    const { tenant, run } = context;
    const key = run.reference();
    const unlike = () => `caf\u00e9 ${run.reference()}${'x'.repeat(200)}`;
    const reference = unlike();
    await createWithKey(tenant, key, tenant.newCase('PF', reference));

    const others: Record<string, ['PF' | 'PM', (text: string) => string, RequirementId]> = {
      'another reference': ['PF', () => run.reference(), 'create-case.opens-person-case'],
      'another type': ['PM', (text) => text, 'create-case.opens-entity-case'],
      'the reference with another letter': ['PF', (text) => text.replace('é', 'è'), 'create-case.returns-reference'],
      'the reference with another end': ['PF', (text) => `${text}x`, 'create-case.returns-reference'],
    };
    await forEachRowInOrder(others, async ([type, change, by]) => {
      await tenant.openCase(type, change(unlike()), by);
      const other = await tenant.create(tenant.newCase(type, change(reference)), withKey(key));
      expectProblem(other, 422, '/problems/idempotency-key-reused');
    });

    await forEachRow(
      equalLookingWith(() => run.number()),
      async ([one, other]) => {
        const again = withKey(run.reference());
        const sent = [one, other].map((text) => tenant.newCase('PF', text));
        await acceptedPrecondition('create-case.returns-reference', () => tenant.create(sent[0], again));
        const response = await tenant.create(sent[1], again);
        // A payload that is wrongly rejected may be rejected for either reason (D83).
        if (response.status >= 400 && !isProblem(response, 'idempotency-key-reused'))
          await acceptedPrecondition('create-case.returns-reference', () => tenant.create(sent[1]));
        expectProblem(response, 422, '/problems/idempotency-key-reused');
      },
    );

    const raced = run.reference();
    const bodies = [tenant.newCase(), tenant.newCase()] as const;
    await raceTwoPayloads(context, bodies, 5, (body) => tenant.create(body, { ...withKey(raced), racing: true }));
  }),

  'idempotency.upload-key-reused-other-file': async (context) => {
    const id = await caseWithEvidence(context);
    const key = context.run.reference();
    const file = Buffer.concat([jpeg('aaaa'), Buffer.alloc(200_000, 'x'), Buffer.from('\xfe\r\n', 'latin1')]);
    await uploadWithKey(context.tenant, id, key, { file });

    const others = {
      'another beginning, the same size': { file: Buffer.concat([jpeg('aaab'), file.subarray(jpeg('aaab').length)]) },
      'another end, the same size': { file: Buffer.concat([file.subarray(0, -1), Buffer.from('y')]) },
      'another middle, the same size': {
        file: Buffer.concat([file.subarray(0, 100_000), Buffer.from('y'), file.subarray(100_001)]),
      },
      'one byte less': { file: file.subarray(0, -1) },
      // A service that compares files as texts may take the next three for the same file.
      'another line end': { file: Buffer.concat([file.subarray(0, -2), Buffer.from('\n')]) },
      'another byte that is no UTF-8': {
        file: Buffer.concat([file.subarray(0, -3), Buffer.from('\xff\r\n', 'latin1')]),
      },
      'a letter of the other case': { file: Buffer.concat([file.subarray(0, -4), Buffer.from('X\xfe\r\n', 'latin1')]) },
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
    await raceTwoPayloads(context, ['ID_FRONT', 'ID_BACK'], 3, (kind) =>
      context.tenant.upload(id, { kind }, { ...withKey(raced), racing: true }),
    );
  },
} satisfies Checks<'idempotency'>;
