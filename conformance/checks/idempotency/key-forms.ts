import type { HttpResponse } from '../../engine/exchange.ts';
import { expectAccepted, expectProblem, expectSame, expectStatus, expectThat } from '../../engine/expect.ts';
import type { Checks } from '../support/check.ts';
import { forEachOperation, withBody } from '../support/operations.ts';
import { acceptedPrecondition, precondition } from '../support/preconditions.ts';
import { forEachRow, inRow } from '../support/rows.ts';
import { requireCreateReplay, withKey } from './steps.ts';

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
    const opened: Record<string, string> = {};
    await forEachRow(keys, async (key, label) => {
      const created = await tenant.create(body, withKey(key));
      // An earlier run may have used the key of one character for another payload.
      if (label === 'one character' && created.status === 422)
        return expectProblem(created, 422, '/problems/idempotency-key-reused');
      expectAccepted(created);
      const id = tenant.idOf(created);
      const holds = !Object.values(opened).includes(id);
      expectThat('shared-case', holds, 'another case for each key', 'the same case', created);
      opened[label] = id;
    });
    await inRow('again', async () => {
      await requireCreateReplay(context);
      await forEachRow(opened, async (id, label) => {
        const replayed = await tenant.create(body, withKey(keys[label as keyof typeof keys]));
        expectAccepted(replayed);
        expectSame('different-replay', 'the id of the replay', tenant.idOf(replayed), id, replayed);
      });
    });
  },

  'idempotency.illegal-key-400': (context) => {
    const tag = context.run.reference();
    const malformed = (response: HttpResponse) => expectProblem(response, 400, '/problems/malformed-request');
    const keys: Record<string, [key: string, judge: (response: HttpResponse) => void]> = {
      '256 characters': [tag.padEnd(256, 'x'), malformed],
      'a space in it': [`two words-${tag}`, malformed],
      '1000 characters': [tag.padEnd(1000, 'x'), malformed],
      'a tab in it': [`two\twords-${tag}`, malformed],
      // The server may reject bytes beyond ASCII before the service sees them, without a problem (D80).
      'a letter beyond ASCII': [`cl\u00e9-${tag}`, (response) => expectStatus(response, 400)],
    };
    return forEachOperation(
      context,
      async (send) => {
        await acceptedPrecondition('idempotency.key-forms', () => send(withKey(context.run.reference())));
        await forEachRow(keys, async ([key, judge]) => judge(await send(withKey(key))));
      },
      withBody,
    );
  },
} satisfies Partial<Checks<'idempotency'>>;
