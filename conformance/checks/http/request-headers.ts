import type { HttpResponse } from '../../engine/exchange.ts';
import { expectAccepted, expectSame, objectOf } from '../../engine/expect.ts';
import type { Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { unknownCaseId } from '../support/fixtures/unknown.ts';
import { type Change, forEachOperation, withBody } from '../support/rows/operations.ts';
import { acceptedPrecondition, precondition, rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRow, forEachRowInOrder, inRow } from '../support/rows/rows.ts';
import { rowsOf } from '../../values/rows-of.ts';

type Spelling = (name: string) => string;

const spellings: Record<string, Spelling> = {
  // As HTTP/2 gateways send them.
  'in lower case': (name) => name.toLowerCase(),
  'in upper case': (name) => name.toUpperCase(),
  'in letters of both cases': (name) =>
    name.replaceAll(/[a-z]/gi, (letter, at: number) => (at % 2 === 0 ? letter.toLowerCase() : letter.toUpperCase())),
};

/** The headers with their names in another spelling; an empty list removes the header in its usual spelling. */
const respelled = (headers: Record<string, string>, spell: Spelling) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]): [string, string | []][] => [
      [name, []],
      [spell(name), value],
    ]),
  );

/** All headers of a request, the one that carries its key too. */
const spelledBy =
  ({ run }: Context, spell: Spelling) =>
  ({ headers }: { headers: Record<string, string> }): Change => {
    const { header, template } = run.manifest.key;
    return { key: { header: spell(header), template }, headers: respelled(headers, spell) };
  };

const ranges = rowsOf('bytes=0-9', 'bytes=-5', 'bytes=99999-', 'bytes=0-0,5-9', 'items=0-1');

/** The response is whole, with the status that it has without the header. */
function expectWhole(response: HttpResponse, { status }: HttpResponse): void {
  expectSame('changed-by-request-header', 'the status', response.status, status, response);
  expectSame('unexpected-header', 'Content-Range:', response.header('Content-Range'), undefined, response);
  objectOf(response);
}

/** Headers of a request: their names in any letter case, and a header that has no effect. */
export const requestHeaderChecks = {
  'http.header-names-any-case': async (context) => {
    await forEachOperation(context, (send) =>
      forEachRowInOrder(spellings, async (spell) => expectAccepted(await send(spelledBy(context, spell)))),
    );
    await forEachOperation(
      context,
      async (send, name) => {
        const key = crypto.randomUUID();
        let body: Uint8Array[] = [];
        const first = await acceptedPrecondition('idempotency.key-forms', () =>
          send((valid) => {
            body = valid.body;
            return { body, headers: { 'Idempotency-Key': key } };
          }),
        );
        const by = name === 'a create' ? 'idempotency.create-replays' : 'idempotency.upload-replays';
        await precondition(by, async () => {
          const again = await send({ body, headers: { 'Idempotency-Key': key } });
          expectAccepted(again);
          expectSame('different-replay', 'the id', objectOf(again)['id'], objectOf(first)['id'], again);
        });
        await forEachRowInOrder(spellings, async (spell) => {
          const again = await send({ body, headers: { [spell('Idempotency-Key')]: key } });
          expectAccepted(again);
          expectSame(
            'different-replay',
            'the same id as in the first response,',
            objectOf(again)['id'],
            objectOf(first)['id'],
            again,
          );
        });
      },
      withBody,
    );
  },

  'http.range-ignored': async (context) => {
    await forEachOperation(context, async (send) => {
      const without = await send();
      await forEachRowInOrder(ranges, async (range) => expectWhole(await send({ headers: { Range: range } }), without));
    });
    await inRow('a rejection', async () => {
      const read = (headers = {}) => context.tenant.read(unknownCaseId, { headers });
      const without = await rejectedPrecondition('get-case.unknown-404', () => read());
      await forEachRow(ranges, async (range) => expectWhole(await read({ Range: range }), without));
    });
  },
} satisfies Checks<'http'>;
