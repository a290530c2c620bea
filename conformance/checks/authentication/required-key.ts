import type { Credential, HttpResponse } from '../../engine/exchange.ts';
import { expectNotAccepted, expectStatus, expectThat } from '../../engine/expect.ts';
import { showsStatus } from '../support/case.ts';
import type { Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { similarKeys } from '../support/fixtures/similar-keys.ts';
import { unknownKey } from '../support/fixtures/unknown.ts';
import { forEachOperation, operation } from '../support/operations.ts';
import { rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRow, rowsOf } from '../support/rows.ts';
import { expectNotOpened } from '../support/tenant.ts';
import { expectUnauthorized, rejectsEveryOperation } from './steps.ts';

// Values that a careless lookup confuses with an issued key, or fails on.
const unlikelyKeys = {
  ...rowsOf('x', 'null', 'undefined', 'constructor', '__proto__', '%', '*', "'OR'1'='1"),
  '500 characters': 'k'.repeat(500),
};

/** Which requests need an issued key. */
export const requiredKeyChecks = {
  'authentication.create-needs-key': async (context) => {
    const create = await operation(context, 'a create');

    expectNotOpened(context.tenant, await create({ by: context.anonymous }));
  },

  'authentication.upload-needs-key': async (context) => {
    const upload = await operation(context, 'an upload');

    expectNotAccepted(await upload({ by: context.anonymous }));
  },

  'authentication.read-needs-key': async (context) => {
    const read = await operation(context, 'a read');

    expectNoStatus(await read({ by: context.anonymous }));
  },

  'authentication.create-needs-issued-key': async (context) => {
    const create = await operation(context, 'a create');

    expectNotOpened(context.tenant, await create({ by: context.withCredential(unknownKey) }));
  },

  'authentication.upload-needs-issued-key': async (context) => {
    const upload = await operation(context, 'an upload');

    expectNotAccepted(await upload({ by: context.withCredential(unknownKey) }));
  },

  'authentication.read-needs-issued-key': async (context) => {
    const read = await operation(context, 'a read');

    expectNoStatus(await read({ by: context.withCredential(unknownKey) }));
  },

  'authentication.missing-key-401': (context) => rejectsEveryOperation(context, context.anonymous),

  'authentication.unknown-key-401': (context) => {
    const keys = Object.entries(unlikelyKeys).map(([label, value]) => [`the key ${label}`, { value, shell: value }]);
    const credentials: Record<string, Credential> = { 'an unknown key': unknownKey, ...Object.fromEntries(keys) };
    return forEachOperation(context, (send) =>
      forEachRow(credentials, async (credential) =>
        expectUnauthorized(await send({ by: context.withCredential(credential) })),
      ),
    );
  },

  'authentication.whole-key-compared': (context) =>
    forEachOperation(context, async (send) => {
      const stranger = context.withCredential(unknownKey);
      await rejectedPrecondition('authentication.unknown-key-401', () => send({ by: stranger }));

      return forEachRow(lookalikes(context), async ([credential, judge]) =>
        judge(await send({ by: context.withCredential(credential) })),
      );
    }),
} satisfies Partial<Checks<'authentication'>>;

type Judge = (response: HttpResponse) => void;

/** Keys that resemble a supplied one, each with what rejects it. */
function lookalikes(context: Context): Record<string, [Credential, Judge]> {
  const supplied = (['tenant', 'other', 'live'] as const).flatMap((name) => context.suppliedCredential(name) ?? []);
  const similar = supplied.flatMap((credential) =>
    Object.entries(similarKeys(credential)).map(([what, key]): [string, [Credential, Judge]] => [
      `${credential.shell} with ${what}`,
      [key, expectUnauthorized],
    ]),
  );
  const { value, shell } = supplied[0]!;
  const withWord = { value: `${value} x`, shell: `"${shell} x"` };
  // Not a token, so that some services reject the header as malformed, with 400 (RFC 6750 §3.1).
  return {
    ...Object.fromEntries(similar),
    [`${shell} with a word after it`]: [withWord, (response) => expectStatus(response, 401, 400)],
  };
}

function expectNoStatus(response: HttpResponse): void {
  expectThat(
    'case-disclosed',
    !showsStatus(response),
    'an answer without a case status',
    `status ${response.status} with a case`,
    response,
  );
}
