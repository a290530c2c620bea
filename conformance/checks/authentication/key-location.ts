import type { Credential, HttpResponse } from '../../engine/exchange.ts';
import { expectAccepted, expectSame, expectStatus } from '../../engine/expect.ts';
import type { Checks } from '../support/check.ts';
import type { Context } from '../support/context.ts';
import { type Cells, forEachCellTogether } from '../support/rows/cells.ts';
import { type Change, forEachOperation, type OperationName } from '../support/rows/operations.ts';
import { rejectedPrecondition } from '../support/preconditions.ts';
import { forEachRow, forEachRowInOrder } from '../support/rows/rows.ts';
import { rules } from '../support/rows/rules.ts';
import { expectUnauthorized, responseTo } from './steps.ts';

/** A place of a key in a request: in a header, or in the query. */
interface Place {
  name: string;
  /** with its name */
  text: string;
}

/**
 * The response to a valid key in wrong places has the same status as the response without a key.
 *
 * @param most bytes that the places of one request may have, because servers limit the headers and the query
 */
const treatsAsNoKey = <T>(
  context: Context,
  places: Cells<OperationName, T>,
  most: number,
  placeOf: (place: T, key: string) => Place,
  carry: (some: Place[]) => Change,
): Promise<void> =>
  forEachCellTogether(context, places, async (send, some, name) => {
    const without = await rejectedPrecondition('authentication.missing-key-401', () =>
      responseTo(context, name, 'without a key'),
    );
    const key = context.tenant.credential!.value;
    for (const together of batches(
      some.map((place) => placeOf(place, key)),
      most,
    )) {
      const response = await send({ by: context.anonymous, ...carry(together) });
      expectSame(
        'key-accepted-elsewhere',
        'the same status as without a key,',
        response.status,
        without.status,
        response,
      );
    }
  });

/** Places that fit into one request. Names that some frameworks take for equal are not in the same one. */
function batches(places: Place[], most: number): Place[][] {
  const made: Place[][] = [];
  for (const place of places) {
    const fits = (batch: Place[]) =>
      [...batch, place].reduce((sum, { text }) => sum + text.length, 0) <= most &&
      !batch.some(({ name }) => name !== place.name && name.toLowerCase() === place.name.toLowerCase());
    const batch = made.find(fits);
    if (batch) batch.push(place);
    else made.push([place]);
  }
  return made;
}

/** The headers with a key; those with the same name are cookies. */
function headersWith(places: Place[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { name, text } of places) headers[name] = name in headers ? `${headers[name]}; ${text}` : text;
  return headers;
}

/** Without the headers that every request of this run has (`--header`). */
const withoutOwn = ({ run }: Context, places: Place[]) =>
  places.filter((place) => !run.manifest.headers?.some(([name]) => name.toLowerCase() === place.name.toLowerCase()));

/** Where a request carries its key. */
export const keyLocationChecks = {
  'authentication.scheme-any-case': (context) =>
    forEachRow(rules['authentication.scheme-any-case'].schemes.values('a create'), (scheme) =>
      // Each with a separate case: a service may decide a case with its first artifact (D80).
      forEachOperation(context, async (send) =>
        expectAccepted(await send({ key: { header: 'Authorization', template: `${scheme} {key}` } })),
      ),
    ),

  'authentication.query-key-is-no-key': (context) =>
    treatsAsNoKey(
      context,
      rules['authentication.query-key-is-no-key'].parameters,
      1000,
      (name, key) => ({ name, text: `${name}=${encodeURIComponent(key)}` }),
      (some) => ({ query: `?${some.map(({ text }) => text).join('&')}` }),
    ),

  'authentication.other-header-is-no-key': (context) =>
    treatsAsNoKey(
      context,
      rules['authentication.other-header-is-no-key'].headers,
      4000,
      ([name, template], key) => ({ name, text: template.replace('{key}', () => key) }),
      (some) => ({ headers: headersWith(withoutOwn(context, some)) }),
    ),

  'authentication.other-scheme-is-no-key': async (context) => {
    const { value, shell } = context.tenant.credential!;
    const basic = (before: string, after: string): Credential => ({
      value: Buffer.from(before + value + after).toString('base64'),
      shell: `$(printf %s "${before}${shell}${after}" | base64 -w0)`,
    });
    const key = { value, shell };
    // A key alone, or without a space, is a scheme without a token: 400 is allowed too (D80).
    const rejected = (response: HttpResponse) => expectStatus(response, 401, 400);
    const schemes: Record<string, [template: string, credential: Credential, judge: typeof rejected]> = {
      Token: ['Token {key}', key, expectUnauthorized],
      ApiKey: ['ApiKey {key}', key, expectUnauthorized],
      Bearerx: ['Bearerx {key}', key, expectUnauthorized],
      xBearer: ['xBearer {key}', key, expectUnauthorized],
      'the user of Basic': ['Basic {key}', basic('', ':'), expectUnauthorized],
      'the password of Basic': ['Basic {key}', basic('api:', ''), expectUnauthorized],
      'no scheme': ['{key}', key, rejected],
      'Bearer without a space': ['Bearer{key}', key, rejected],
    };
    return forEachOperation(context, (send) =>
      forEachRowInOrder(schemes, async ([template, carried, judge]) =>
        judge(await send({ key: { header: 'Authorization', template }, credential: carried })),
      ),
    );
  },
} satisfies Checks<'authentication'>;
