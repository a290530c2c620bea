import { expectAccepted, expectProblem, expectSame, expectStatus, expectThat } from '../../engine/expect.ts';
import { caseIn, listedIn } from '../support/case.ts';
import { check, type Checks } from '../support/check.ts';
import { jpeg } from '../support/fixtures/evidence-files.ts';
import { precondition } from '../support/preconditions.ts';
import { forEachRow } from '../support/rows.ts';
import { caseWithEvidence, createWithKey, replaysCreates, replaysUploads, uploadWithKey, withKey } from './steps.ts';

/** Which texts are keys, and what a key is looked up under. */
export const keyChecks = {
  'idempotency.other-key-other-case': async (context) => {
    const { tenant, run } = context;
    await replaysCreates(context);
    const [key, body] = [`Key-${run.reference()}`, tenant.newCase()];
    const first = await createWithKey(tenant, key, body);

    const ids = [tenant.idOf(first)];
    const others = [
      key.toUpperCase(),
      key.toLowerCase(),
      `${key}x`,
      key.slice(0, -1),
      key.replace('-', '_'),
      `"${key}"`,
      `${key},x`,
      `${key};x=1`,
      key.replace('K', '%4B'),
    ];
    for (const other of others) {
      const response = await tenant.create(body, withKey(other));
      expectAccepted(response);
      expectThat(
        'shared-case',
        !ids.includes(tenant.idOf(response)),
        'another case for another key',
        'the same case',
        response,
      );
      ids.push(tenant.idOf(response));
    }
  },

  'idempotency.scoped-to-tenant': check({ needs: ['otherTenant'] }, async (context) => {
    const { tenant, otherTenant, run } = context;
    await replaysCreates(context);
    const [key, body] = [run.reference(), tenant.newCase()];
    const first = await createWithKey(tenant, key, body);
    await otherTenant.requireCreates();
    await otherTenant.requireCreates('PM');

    const foreign = await otherTenant.create(body, withKey(key));
    expectAccepted(foreign);
    expectThat(
      'shared-case',
      otherTenant.idOf(foreign) !== tenant.idOf(first),
      'a case of its own for the second tenant',
      'the case of the first',
      foreign,
    );
    const unlike = run.reference();
    await createWithKey(tenant, unlike, tenant.newCase());
    expectAccepted(await otherTenant.create(otherTenant.newCase('PM'), withKey(unlike)));
    // What is in use for one tenant is free for the otherTenant.
    const pairs = Array.from({ length: 5 }, () => ({ ...withKey(run.reference()), racing: true }));
    const responses = await Promise.all(
      pairs.flatMap((pair) => [tenant.create(tenant.newCase(), pair), otherTenant.create(otherTenant.newCase(), pair)]),
    );
    for (const response of responses) expectAccepted(response);
  }),

  'idempotency.scoped-to-path': async (context) => {
    const { tenant } = context;
    await replaysCreates(context);
    await replaysUploads(context);
    const [one, two] = [await caseWithEvidence(context), await caseWithEvidence(context)];
    const [ofCreate, ofUpload] = [context.run.reference(), context.run.reference()];
    await createWithKey(tenant, ofCreate, tenant.newCase());
    await uploadWithKey(tenant, one, ofUpload);

    expectAccepted(await tenant.upload(one, {}, withKey(ofCreate)));
    expectAccepted(await tenant.upload(two, { kind: 'ID_BACK', file: jpeg('another') }, withKey(ofUpload)));
    const read = await tenant.readOrBlock(two);
    expectSame(
      'wrong-artifact-count',
      'the number of artifacts in the second case',
      listedIn(caseIn(read)).length,
      2,
      read,
    );
  },

  'idempotency.scoped-to-mode': check({ needs: ['liveTenant'] }, async (context) => {
    const { tenant, liveTenant, run } = context;
    await replaysCreates(context);
    const [key, body] = [run.reference(), tenant.newCase()];
    const first = await createWithKey(tenant, key, body);
    await liveTenant.requireCreates();

    const other = await liveTenant.create(body, withKey(key));
    expectAccepted(other);
    expectThat(
      'shared-case',
      liveTenant.idOf(other) !== tenant.idOf(first),
      'a case of its own for the live key',
      'the sandbox case',
      other,
    );
  }),

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
      // A key of one character may have been used by an earlier run: then it is in use for another payload.
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
    await replaysCreates(context);
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
    // Bytes beyond ASCII may be refused by the server before the service, without a problem (D80).
    const beyond = withKey(`cl\u00e9-${tag}`);
    expectStatus(await tenant.create(tenant.newCase(), beyond), 400);
    expectStatus(await tenant.upload(id, {}, beyond), 400);
  },
} satisfies Partial<Checks<'idempotency'>>;
