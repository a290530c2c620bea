import type { Credential, HttpResponse } from '../../engine/exchange.ts';
import { expectNotAccepted, expectStatus, expectThat } from '../../engine/expect.ts';
import { showsStatus } from '../support/case.ts';
import type { Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { similarKeys } from '../support/fixtures/similar-keys.ts';
import { forEachCell } from '../support/rows/cells.ts';
import { cookiesOf } from '../support/cookies.ts';
import { forEachOperation, operation, type OperationName, type Send } from '../support/rows/operations.ts';
import { acceptedPrecondition, rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRow, inRow } from '../support/rows/rows.ts';
import { rules } from '../support/rows/rules.ts';
import { expectNotOpened } from '../support/tenant.ts';
import { expectUnauthorized, responseTo } from './steps.ts';

/** Which requests need an issued key. */
export const requiredKeyChecks = {
  'authentication.create-needs-key': async (context) =>
    expectNotOpened(context.tenant, await responseTo(context, 'a create', 'without a key')),

  'authentication.upload-needs-key': async (context) =>
    expectNotAccepted(await responseTo(context, 'an upload', 'without a key')),

  'authentication.read-needs-key': async (context) =>
    expectNoStatus(await responseTo(context, 'a read', 'without a key')),

  'authentication.create-needs-issued-key': async (context) =>
    expectNotOpened(context.tenant, await responseTo(context, 'a create', 'with an unknown key')),

  'authentication.upload-needs-issued-key': async (context) =>
    expectNotAccepted(await responseTo(context, 'an upload', 'with an unknown key')),

  'authentication.read-needs-issued-key': async (context) =>
    expectNoStatus(await responseTo(context, 'a read', 'with an unknown key')),

  'authentication.missing-key-401': async (context) => {
    const { anonymous: by } = context;
    const { repeated, bodies } = rules['authentication.missing-key-401'];
    await forEachOperation(context, async (send, name) => {
      expectUnauthorized(await responseTo(context, name, 'without a key'));
      // A client with cookies returns those that an accepted request set, but a cookie is not a key.
      await send();
      const headers = cookiesOf(context, context.tenant);
      if (headers)
        await inRow('with the cookies of the tenant', async () => expectUnauthorized(await send({ by, headers })));
    });
    await forEachOperation(context, async (send) => expectUnauthorized(await send({ by })), repeated.operations);
    await forEachCell(context, bodies, async (send, body) =>
      expectUnauthorized(await send({ by, ...body(context.tenant.credential!.value) })),
    );
  },

  'authentication.unknown-key-401': async (context) => {
    const { keys, repeated } = rules['authentication.unknown-key-401'];
    const judge = async (send: Send, value: string) =>
      judgeUnknown(value)(await send({ by: context.withCredential({ value, shell: value }) }));
    await forEachCell(context, keys, judge);
    await forEachCell(context, repeated, judge);
  },

  'authentication.whole-key-compared': async (context) => {
    await forEachOperation(context, async (send, name) => {
      await rejectedPrecondition('authentication.unknown-key-401', () =>
        responseTo(context, name, 'with an unknown key'),
      );

      return forEachRow(lookalikes(context, name), async ([credential, judge]) =>
        judge(await send({ by: context.withCredential(credential) })),
      );
    });
    // Some servers keep the headers of a connection, and compare them without regard to letter case.
    await inRow('a read on the connection of the whole key', async () => {
      const [read, connection] = [await operation(context, 'a read'), 'of the whole key'];
      await rejectedPrecondition('authentication.unknown-key-401', () =>
        responseTo(context, 'a read', 'with an unknown key'),
      );
      await acceptedPrecondition('get-case.answers-200', () => read({ connection }));
      const { 'upper and lower case exchanged': key } = similarKeys(context.tenant.credential!);
      if (key) expectUnauthorized(await read({ connection, by: context.withCredential(key) }));
    });
  },
} satisfies Checks<'authentication'>;

type Judge = (response: HttpResponse) => void;

// What is no token (RFC 6750 §2.1) makes the header malformed for some services: 400 (D80).
const judgeUnknown = (key: string): Judge =>
  /^[\w.~+/-]+=*$/.test(key) ? expectUnauthorized : (response) => expectStatus(response, 401, 400);

/** Keys that resemble the tenant's key or, for a read, any supplied key, each with the requirement that rejects it. */
function lookalikes(context: Context, operation: OperationName): Record<string, [Credential, Judge]> {
  const names = operation === 'a read' ? (['tenant', 'other', 'live'] as const) : (['tenant'] as const);
  const supplied = names.flatMap((name) => context.suppliedCredential(name) ?? []);
  const similar = supplied.flatMap((credential) =>
    Object.entries(similarKeys(credential)).map(([what, key]): [string, [Credential, Judge]] => [
      `${credential.shell} with ${what}`,
      [key, expectUnauthorized],
    ]),
  );
  const { value, shell } = supplied[0]!;
  const noTokens: Record<string, Credential> = {
    'with a word after it': { value: `${value} x`, shell: `"${shell} x"` },
    'in quotes': { value: `"${value}"`, shell: `'"'${shell}'"'` },
    'percent-encoded': { value: percentEncoded(value), shell: `(${shell} percent-encoded)` },
    // How a server reads a token does not depend on the operation.
    ...(operation === 'a read' && {
      'with a comma and a word after it': { value: `${value},x`, shell: `"${shell},x"` },
    }),
  };
  return {
    ...Object.fromEntries(similar),
    ...Object.fromEntries(
      Object.entries(noTokens).map(([how, credential]) => [
        `${shell} ${how}`,
        [credential, judgeUnknown(credential.value)],
      ]),
    ),
  };
}

const percentEncoded = (key: string) => `%${key.charCodeAt(0).toString(16)}${key.slice(1)}`;

function expectNoStatus(response: HttpResponse): void {
  expectThat(
    'case-disclosed',
    !showsStatus(response),
    'a response without a case status',
    `status ${response.status} with a case`,
    response,
  );
}
