import { expectAccepted, expectProblem, objectOf, expectSame, expectStatus, expectThat } from '../../engine/expect.ts';
import { check, type Checks } from '../support/check.ts';
import { forEachOperation, type Send } from '../support/rows/operations.ts';
import { acceptedPrecondition, precondition } from '../support/preconditions.ts';
import { forEachRow, forEachRowInOrder, inRow } from '../support/rows/rows.ts';
import { rules } from '../support/rows/rules.ts';
import type { similarKeys } from '../../values/keys.ts';
import { falsyWords } from '../../values/texts.ts';
import { requireCreateReplay, requireUploadReplay, withKey } from './steps.ts';

// As keys they are like any other.
const wellKnown = falsyWords.filter((word) => /^\w+$/.test(word));

const { similar, uuids } = rules['idempotency.key-forms'];

/** Requests with keys that are similar to one that was sent each have an effect of their own. */
async function judgeSimilarKeys(send: Send, key: string, others: typeof similarKeys): Promise<void> {
  const first = await acceptedPrecondition('idempotency.upload-replays', () => send(withKey(key)));
  const ids = [objectOf(first)['id']];
  await forEachRowInOrder(others, async (similarTo) => {
    const response = await send(withKey(similarTo(key)));
    expectAccepted(response);
    const { id } = objectOf(response);
    expectThat('repeated-id', !ids.includes(id), 'another id for another key', 'the same id', response);
    ids.push(id);
  });
}

/** Which texts are keys. */
export const keyFormChecks = {
  'idempotency.key-forms': check({ long: true }, async (context) => {
    const { tenant, run } = context;
    const [one, two] = [await tenant.openCase(), await tenant.openCase()];
    await precondition('create-case.assigns-identifier', async () =>
      expectThat('repeated-id', one.id !== two.id, 'a new case', 'the same case', two.response),
    );
    const tag = run.reference();
    const visible = Array.from({ length: 0x7e - 0x21 + 1 }, (_, at) => String.fromCharCode(0x21 + at)).join('');
    const keys = {
      'one character': visible[run.id.charCodeAt(0) % visible.length]!,
      'a UUID': crypto.randomUUID(),
      '255 characters': tag.padEnd(255, 'x'),
      '255 characters, another at the end': tag.padEnd(254, 'x') + 'y',
      'every visible character': visible + tag,
      ...Object.fromEntries(wellKnown.map((word) => [`the word ${word}`, word])),
    };
    const body = tenant.newCase();
    const opened: Record<string, string> = {};
    await forEachRow(keys, async (key, label) => {
      const created = await tenant.create(body, withKey(key));
      // An earlier run may have used a short key for another payload.
      if (key.length < 10 && created.status === 422)
        return expectProblem(created, 422, '/problems/idempotency-key-reused');
      expectAccepted(created);
      const id = tenant.idOf(created);
      const holds = !Object.values(opened).includes(id);
      expectThat('shared-case', holds, 'a separate case for each key', 'the same case', created);
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
    await requireUploadReplay(context);
    await forEachOperation(
      context,
      (send, name) => judgeSimilarKeys(send, `Key-${run.reference()}`, similar.values(name)),
      similar.operations,
    );
    await forEachOperation(
      context,
      (send, name) => judgeSimilarKeys(send, crypto.randomUUID(), uuids.values(name)),
      uuids.operations,
    );
  }),

  'idempotency.illegal-key-400': (context) => {
    const { keys } = rules['idempotency.illegal-key-400'];
    const tag = context.run.reference();
    return forEachOperation(
      context,
      async (send, name) => {
        await acceptedPrecondition('idempotency.key-forms', () => send(withKey(context.run.reference())));
        await forEachRow(keys.values(name), async (keyOf) => {
          const response = await send(withKey(keyOf(tag)));
          // The server may reject bytes beyond ASCII before the service sees them, without a problem (D87).
          if (/[^\t\x20-\x7e]/.test(keyOf(tag))) expectStatus(response, 400);
          else expectProblem(response, 400, '/problems/malformed-request');
        });
      },
      keys.operations,
    );
  },
} satisfies Checks<'idempotency'>;
