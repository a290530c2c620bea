import { expectAccepted, expectProblem, expectSame, expectStatus, expectThat } from '../../engine/expect.ts';
import type { Checks } from '../support/check.ts';
import { precondition } from '../support/preconditions.ts';
import { forEachRow } from '../support/rows.ts';
import { caseWithEvidence, createWithKey, requireCreateReplay, withKey } from './steps.ts';

/** Which texts are keys. */
export const keyFormChecks = {
  'idempotency.key-forms': async (context) => {
    const { tenant, run } = context;
    const [one, two] = [await tenant.openCase(), await tenant.openCase()];
    await precondition('create-case.assigns-identifier', async () =>
      expectThat('repeated-id', one.id !== two.id, 'another case than before', 'the same case', two.response),
    );
    const tag = run.reference();
    const visible = Array.from({ length: 0x7e - 0x21 + 1 }, (_, at) => String.fromCharCode(0x21 + at)).join('');
    const keys = {
      'one character': visible[run.id.charCodeAt(0) % visible.length]!,
      'a UUID': crypto.randomUUID(),
      '255 characters': tag.padEnd(255, 'x'),
      '255 characters, another at the end': tag.padEnd(254, 'x') + 'y',
      'every visible character': visible + tag,
    };
    const body = tenant.newCase();
    const opened = new Map<string, string>();
    await forEachRow(keys, async (key, label) => {
      const created = await tenant.create(body, withKey(key));
      // An earlier run may have used the key of one character for another payload.
      if (label === 'one character' && created.status === 422)
        return expectProblem(created, 422, '/problems/idempotency-key-reused');
      expectAccepted(created);
      expectThat(
        'shared-case',
        !opened.has(tenant.idOf(created)),
        'another case for each key',
        'the same case',
        created,
      );
      opened.set(tenant.idOf(created), key);
    });
    await requireCreateReplay(context);
    await forEachRow(Object.fromEntries(opened), async (key, id) => {
      const replayed = await tenant.create(body, withKey(key));
      expectAccepted(replayed);
      expectSame('different-replay', 'the id of the replay', tenant.idOf(replayed), id, replayed);
    });
  },

  'idempotency.illegal-key-400': async (context) => {
    const { tenant } = context;
    const id = await caseWithEvidence(context);
    await createWithKey(tenant, context.run.reference(), tenant.newCase());

    const tag = context.run.reference();
    const keys = {
      '256 characters': tag.padEnd(256, 'x'),
      'a space in it': `two words-${tag}`,
      '1000 characters': tag.padEnd(1000, 'x'),
      'a tab in it': `two\twords-${tag}`,
    };
    await forEachRow(keys, async (key) => {
      expectProblem(await tenant.create(tenant.newCase(), withKey(key)), 400, '/problems/malformed-request');
      expectProblem(await tenant.upload(id, {}, withKey(key)), 400, '/problems/malformed-request');
    });
    // The server may reject bytes beyond ASCII before the service sees them, without a problem (D80).
    const beyond = withKey(`cl\u00e9-${tag}`);
    expectStatus(await tenant.create(tenant.newCase(), beyond), 400);
    expectStatus(await tenant.upload(id, {}, beyond), 400);
  },
} satisfies Partial<Checks<'idempotency'>>;
