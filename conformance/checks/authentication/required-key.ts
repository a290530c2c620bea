import type { HttpResponse } from '../../engine/exchange.ts';
import { expectNotAccepted, expectStatus, expectThat } from '../../engine/expect.ts';
import { showsStatus } from '../support/case.ts';
import type { Checks } from '../support/check.ts';
import { similarKeys } from '../support/fixtures/similar-keys.ts';
import { unknownCaseId, unknownKey } from '../support/fixtures/unknown.ts';
import { rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRow } from '../support/rows.ts';
import { expectNotOpened } from '../support/tenant.ts';
import { expectUnauthorized, openControlCase, operationsWith, rejectsEveryOperation } from './steps.ts';

/** Which requests need an issued key. */
export const requiredKeyChecks = {
  'authentication.create-needs-key': async (context) => {
    const { create } = await operationsWith(context, context.anonymous);

    expectNotOpened(context.tenant, await create!());
  },

  'authentication.upload-needs-key': async (context) => {
    const { upload } = await operationsWith(context, context.anonymous);

    expectNotAccepted(await upload!());
  },

  'authentication.read-needs-key': async (context) => {
    const { read } = await operationsWith(context, context.anonymous);

    expectNoStatus(await read!());
  },

  'authentication.create-needs-issued-key': async (context) => {
    const { create } = await operationsWith(context, context.withCredential(unknownKey));

    expectNotOpened(context.tenant, await create!());
  },

  'authentication.upload-needs-issued-key': async (context) => {
    const { upload } = await operationsWith(context, context.withCredential(unknownKey));

    expectNotAccepted(await upload!());
  },

  'authentication.read-needs-issued-key': async (context) => {
    const { read } = await operationsWith(context, context.withCredential(unknownKey));

    expectNoStatus(await read!());
  },

  'authentication.missing-key-401': (context) => rejectsEveryOperation(context, context.anonymous),

  'authentication.unknown-key-401': async (context) => {
    await rejectsEveryOperation(context, context.withCredential(unknownKey));
    for (const value of [
      'x',
      'k'.repeat(500),
      'null',
      'undefined',
      'constructor',
      '__proto__',
      '%',
      '*',
      "'OR'1'='1",
    ]) {
      const response = await context.withCredential({ value, shell: value }).read(unknownCaseId);
      expectUnauthorized(response);
    }
  },

  'authentication.whole-key-compared': async (context) => {
    const id = await openControlCase(context);
    const { tenant } = context;
    const { value, shell } = tenant.credential!;
    await rejectedPrecondition('authentication.unknown-key-401', () => context.withCredential(unknownKey).read(id));

    await forEachRow(similarKeys({ value, shell }), async (lookalike) => {
      const stranger = context.withCredential(lookalike);
      expectUnauthorized(await stranger.read(id));
      expectUnauthorized(await stranger.create(tenant.newCase()));
      expectUnauthorized(await stranger.upload(id));
    });
    // Not a token, so that some services reject the header as malformed, with 400 (RFC 6750 §3.1).
    const withWord = { 'a word after the key': { value: `${value} x`, shell: `"${shell} x"` } };
    await forEachRow(withWord, async (credential) =>
      expectStatus(await context.withCredential(credential).read(id), 401, 400),
    );
    for (const name of ['other', 'live'] as const) {
      const credential = context.suppliedCredential(name);
      await forEachRow(credential ? similarKeys(credential) : {}, async (lookalike) =>
        expectUnauthorized(await context.withCredential(lookalike).read(id)),
      );
    }
  },
} satisfies Partial<Checks<'authentication'>>;

function expectNoStatus(response: HttpResponse): void {
  expectThat(
    'case-disclosed',
    !showsStatus(response),
    'an answer without a case status',
    `status ${response.status} with a case`,
    response,
  );
}
